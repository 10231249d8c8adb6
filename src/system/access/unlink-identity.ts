import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'

/**
 * Takes an identity of the caller's away again: its issuer no longer signs them in by it.
 *
 * @throws Refusal `not_found`, also for somebody else's
 */
export async function unlinkIdentity(trx: Transaction, actor: Actor, id: string): Promise<Acknowledgement> {
  const unlinked = await trx
    .deleteFrom('external_identities')
    .where('id', '=', isId(id) ? id : null)
    .where('user_id', '=', actor.userId)
    .returning('issuer')
    .executeTakeFirst()
  if (!unlinked) throw notFound('identity', id)
  return { status: 'success', message: `This identity of ${unlinked.issuer} no longer signs you in.` }
}
