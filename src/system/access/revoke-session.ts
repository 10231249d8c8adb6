import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'

/**
 * Signs one of the caller's own devices out.
 *
 * @throws Refusal `not_found`, also for a session that has ended
 */
export async function revokeSession(trx: Transaction, actor: Actor, id: string): Promise<Acknowledgement> {
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({ revoked_at: actor.now })
    .where('id', '=', isId(id) ? id : null)
    .where('user_id', '=', actor.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', actor.now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('open session', id)
  return { status: 'success', message: 'That device is signed out.' }
}
