import type { Transaction } from '../../db/transaction.ts'
import type { PublicRequest } from '../../http/operation.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import type { AccessTokens } from './access-tokens.ts'
import { unauthenticated } from './admit.ts'
import { actorOf } from './authenticate.ts'
import type { BrowserSession } from './browser-session-schema.ts'
import type { KnownUser } from './check-password.ts'
import { personBySession } from './credential-queries.ts'
import { keepDespiteRefusal } from './keep-despite-refusal.ts'
import { me } from './queries.ts'
import { refreshSession } from './refresh-session.ts'
import type { TokenPair } from './schema.ts'
import { parseRefreshToken } from './sessions.ts'
import { signIn } from './sign-in.ts'

// Sessions of browsers: those of the API, but the refresh token is in a cookie that no script sees.

/** A session as it is answered to a browser. The frame puts the refresh token into the cookie. */
export type OpenedSession = BrowserSession & { refreshToken: string | null }

/** Two tabs that refresh at once, or one whose answer was lost on the way, get the same pair again for so long. */
const REPEATED_FOR_MS = 2 * 60_000

/**
 * Signs a person in on a browser whose password was checked.
 *
 * @throws Refusal as `signIn`
 */
export async function openBrowserSession(
  trx: Transaction,
  tokens: AccessTokens,
  request: PublicRequest,
  input: { checked: KnownUser; organisationId?: string | null | undefined },
): Promise<OpenedSession> {
  const { accessToken, refreshToken, expiresIn, organisations } = await signIn(trx, tokens, request, input)
  if (accessToken !== null && refreshToken !== null)
    return sessionOf(trx, { accessToken, refreshToken, tokenType: 'Bearer', expiresIn }, request.now)
  return { accessToken, tokenType: 'Bearer', expiresIn, organisations, me: null, refreshToken: null }
}

/**
 * Gives the next access token for the session in the cookie; undefined where there is none.
 *
 * @throws Refusal `unauthenticated` as `refreshSession`
 */
export async function refreshBrowserSession(
  trx: Transaction,
  tokens: AccessTokens,
  { now, secret }: PublicRequest,
): Promise<OpenedSession | undefined> {
  if (secret === undefined) return undefined
  return sessionOf(trx, await refreshSession(trx, tokens, { now }, { refreshToken: secret }), now)
}

/**
 * Refuses to answer a refresh once more unless it is a second tab, or the same one whose answer was lost: soon after, and as long as the
 * new token has not been used. Anything else is an old token come back, and ends the session as it does in the API.
 *
 * @throws Refusal `unauthenticated`
 */
export async function ensureSameRefresh(
  trx: Transaction,
  { now, secret = '' }: PublicRequest,
  answered: Partial<OpenedSession>,
): Promise<void> {
  const given = parseRefreshToken(secret)
  const next = parseRefreshToken(answered.refreshToken ?? '')
  if (!given || !next) throw unauthenticated('This session has ended. Sign in again.')
  const session = await trx
    .selectFrom('sessions')
    .select(['id', 'refresh_hash', 'refreshed_at', 'revoked_at'])
    .where('family_hash', '=', given.familyHash)
    .executeTakeFirst()
  if (!session || session.revoked_at) throw unauthenticated('This session has ended. Sign in again.')
  const isSoon = now.getTime() - session.refreshed_at.getTime() <= REPEATED_FOR_MS
  if (isSoon && next.hash.equals(session.refresh_hash)) return
  const refusal = unauthenticated(
    'This session was refreshed from somewhere else, so it has been ended. Sign in again.',
  )
  await keepDespiteRefusal(trx, refusal, () =>
    trx.updateTable('sessions').set({ revoked_at: now }).where('id', '=', session.id).execute(),
  )
}

/** Ends the session in the cookie, if it is still open, and takes the cookie away. */
export async function closeBrowserSession(
  trx: Transaction,
  { now, secret = '' }: PublicRequest,
): Promise<Acknowledgement & { refreshToken: null }> {
  const given = parseRefreshToken(secret)
  if (given)
    await trx
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('family_hash', '=', given.familyHash)
      .where('revoked_at', 'is', null)
      .execute()
  return { status: 'success', message: 'You are signed out in this browser.', refreshToken: null }
}

/** The pair with whose it is, so that a page needs no second request at its start. */
export async function sessionOf(trx: Transaction, pair: TokenPair, now: Date): Promise<OpenedSession> {
  const family = parseRefreshToken(pair.refreshToken)?.familyHash
  if (!family) throw new Error('a session was opened without a refresh token')
  const session = await trx
    .selectFrom('sessions')
    .select(['id', 'user_id', 'organisation_id'])
    .where('family_hash', '=', family)
    .executeTakeFirstOrThrow()
  const { id: sessionId, user_id: userId, organisation_id: organisationId } = session
  const person = await personBySession(trx, { sessionId, userId, organisationId }, organisationId, now)
  if (!person) throw unauthenticated('This session has ended. Sign in again.')
  const who = await me(trx, actorOf(person, false, { kind: 'session', sessionId }, now))
  return { ...pair, organisations: who.organisations, me: who }
}
