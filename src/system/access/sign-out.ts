import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { ensureSession } from './credential.ts'

/** Ends the session that the request came with; its access and refresh tokens fail from here on. */
export async function signOut(trx: Transaction, actor: Actor): Promise<Acknowledgement> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: actor.now })
    .where('id', '=', ensureSession(actor))
    .execute()
  return { status: 'success', message: 'You are signed out on this device.' }
}
