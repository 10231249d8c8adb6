import type { Transaction } from '../../db/transaction.ts'
import { admitPerson, unauthenticated } from './admit.ts'
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-tokens.ts'
import { personBySession } from './credential-queries.ts'
import { keepDespiteRefusal } from './keep-despite-refusal.ts'
import type { TokenPair } from './schema.ts'
import { newRefreshToken, parseRefreshToken, sessionEnd } from './sessions.ts'

/**
 * Exchanges a refresh token for a new pair. Each is good once: an old one coming back means that two hold it, one of
 * them a thief, so the session ends for both. A client that may lose an answer sends an `Idempotency-Key`.
 *
 * @throws Refusal `unauthenticated` for a token that is not known, used before, expired, revoked or suspended
 */
export async function refreshSession(
  trx: Transaction,
  tokens: AccessTokens,
  { now }: { now: Date },
  { refreshToken }: { refreshToken: string },
): Promise<TokenPair> {
  const given = parseRefreshToken(refreshToken)
  if (!given) throw unauthenticated('This is not a refresh token.')
  const session = await trx
    .selectFrom('sessions')
    .select(['id', 'user_id', 'organisation_id', 'refresh_hash', 'created_at'])
    .where('family_hash', '=', given.familyHash)
    .forUpdate()
    .executeTakeFirst()
  if (!session) throw unauthenticated('This refresh token is not known. Sign in again.')
  if (!given.hash.equals(session.refresh_hash)) {
    const refusal = unauthenticated(
      'This refresh token was used before, so its session has been ended. Sign in again.',
    )
    return keepDespiteRefusal(trx, refusal, () => endSession(trx, session.id, now))
  }
  const { id: sessionId, user_id: userId, organisation_id: organisationId } = session
  const person = await personBySession(trx, { sessionId, userId, organisationId }, organisationId, now)
  if (!person) throw unauthenticated('This session has ended. Sign in again.')
  admitPerson(person, { chosen: false })

  const next = newRefreshToken(given.family)
  await trx
    .updateTable('sessions')
    .set({ refresh_hash: next.hash, refreshed_at: now, expires_at: sessionEnd(session.created_at, now) })
    .where('id', '=', sessionId)
    .execute()
  const accessToken = await tokens.sign({ userId, sessionId, organisationId }, now)
  return { accessToken, refreshToken: next.token, tokenType: 'Bearer', expiresIn: ACCESS_TOKEN_SECONDS }
}

async function endSession(trx: Transaction, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
