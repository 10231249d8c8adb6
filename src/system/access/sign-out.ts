import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/schema.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { credentialOf } from './credential.ts'

/** Ends the session that the request came with; its access and refresh tokens fail from here on. */
export async function signOut(trx: Transaction, actor: Actor): Promise<Acknowledgement> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: actor.now })
    .where('id', '=', ensureSession(actor))
    .execute()
  return { status: 'success', message: 'You are signed out on this device.' }
}

/** The session an actor came with; refuses machines and people signed in elsewhere, who have none here. */
export function ensureSession(actor: Actor): string {
  const credential = credentialOf(actor)
  if (credential.kind === 'session') return credential.sessionId
  refuseFaults([fault('', 'needs a person signed in here with e-mail and password', 'no_session')])
}
