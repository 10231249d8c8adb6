import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { unauthenticated } from './admit.ts'
import { proveEmail } from './change-password.ts'
import { ensureSession } from './credential.ts'
import type { ExternalIdentity, TrustedIssuers } from './trusted-issuers.ts'

/**
 * Lets the caller sign in through a trusted OpenID Connect issuer from now on. They show a token of that issuer
 * while signed in here, which proves that both are the same person; nobody can link for somebody else. Where the issuer has verified the very
 * address of the account, it is proved from then on.
 *
 * @throws Refusal `invalid_input` for a token of no trusted issuer; `already_exists` when it belongs to another user; `unauthenticated`
 * when the session ends meanwhile
 */
export async function linkIdentity(
  trx: Transaction,
  issuers: TrustedIssuers,
  actor: Actor,
  { token }: { token: string },
): Promise<Acknowledgement> {
  const sessionId = ensureSession(actor)
  const identity = await issuers.verify(token, actor.now)
  if (!identity) refuseFaults([fault('token', 'is not from a trusted issuer', 'issuer')])
  await lockSession(trx, sessionId)
  const { issuer, subject } = identity
  await trx
    .insertInto('external_identities')
    .values({ id: newId(), issuer, subject, user_id: actor.userId, created_at: actor.now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
  const { user_id } = await trx
    .selectFrom('external_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  if (user_id !== actor.userId)
    throw new Refusal('already_exists', 'This identity belongs to another account here.')
  await proveIfVerified(trx, actor, identity)
  return { status: 'success', message: `You can sign in through ${issuer} now.` }
}

async function proveIfVerified(
  trx: Transaction,
  { userId, now }: Actor,
  { verifiedEmail }: ExternalIdentity,
): Promise<void> {
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (email === verifiedEmail) await proveEmail(trx, userId, now)
}

/** Who ends all of somebody's sessions takes their identities too, and then finds this one, or this one the session ended. */
async function lockSession(trx: Transaction, id: string): Promise<void> {
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!session) throw unauthenticated('This session has ended. Sign in again.')
}
