import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { fault, Refusal, refuseFaults, notFound } from '../../kernel/errors.ts'
import { newId, isId } from '../../kernel/ids.ts'
import { pageOf, type PageRequest } from '../../kernel/page.ts'
import { ensureSession } from './credentials.ts'
import { proveEmail } from './passwords.ts'
import { unauthenticated } from './rules.ts'
import type { LinkedIdentityView } from './schema.ts'
import type { ExternalIdentity, TrustedIssuers } from './trusted-issuers.ts'

/** The identities by which trusted issuers sign the caller in, the one linked last first. An API key has none. */
export async function listIdentities(
  db: Kysely<Tables>,
  actor: Actor,
  query: Partial<PageRequest>,
): Promise<LinkedIdentityView[]> {
  const { limit, offset } = pageOf(query)
  const rows = await db
    .selectFrom('external_identities')
    .select(['id', 'issuer', 'subject', 'created_at'])
    .where('user_id', '=', actor.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ created_at, ...identity }) => ({ ...identity, createdAtUTC: created_at.toISOString() }))
}

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
