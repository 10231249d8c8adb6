import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { newId } from '../../kernel/ids.ts'
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-tokens.ts'
import type { TokenPair } from './schema.ts'
import { hashSecret } from './secrets.ts'

/** A device that is not used for so long signs in again; and every device does after the longest time. */
const IDLE_DAYS = 30
const LONGEST_DAYS = 180
/** For so long whoever comes back with its tokens is told what became of it. */
const FORGET_ENDED_AFTER_DAYS = 30
const DAY_MS = 86_400_000

/**
 * A refresh token in its two halves: the family, which a session keeps, and a part that turns over at every use.
 * The halves tell a token of this session that is no longer the latest from one that was never ours.
 */
export interface RefreshToken {
  token: string
  familyHash: Buffer
  hash: Buffer
}

const REFRESH_TOKEN = /^refresh_([\w-]{22})\.([\w-]{43})$/

/** A new refresh token, of a new family or the next of one. */
export function newRefreshToken(family: string = randomBytes(16).toString('base64url')): RefreshToken {
  const token = `refresh_${family}.${randomBytes(32).toString('base64url')}`
  return { token, familyHash: hashSecret(family), hash: hashSecret(token) }
}

/** The halves of a refresh token, or undefined for what cannot be one. */
export function parseRefreshToken(token: string): (RefreshToken & { family: string }) | undefined {
  const family = REFRESH_TOKEN.exec(token)?.[1]
  return family === undefined
    ? undefined
    : { token, family, familyHash: hashSecret(family), hash: hashSecret(token) }
}

/** When a session ends that is used now: after the idle time, and never beyond the longest. */
export function sessionEnd(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_DAYS * DAY_MS, createdAt.getTime() + LONGEST_DAYS * DAY_MS))
}

/** Opens a session for somebody who has proved who they are and may act for the organisation. */
export async function openSession(
  trx: Transaction,
  tokens: AccessTokens,
  { userId, organisationId, now }: { userId: string; organisationId: string; now: Date },
): Promise<TokenPair> {
  const id = newId()
  const refresh = newRefreshToken()
  await trx
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      organisation_id: organisationId,
      family_hash: refresh.familyHash,
      refresh_hash: refresh.hash,
      created_at: now,
      refreshed_at: now,
      expires_at: sessionEnd(now, now),
    })
    .execute()
  const accessToken = await tokens.sign({ userId, sessionId: id, organisationId }, now)
  return { accessToken, refreshToken: refresh.token, tokenType: 'Bearer', expiresIn: ACCESS_TOKEN_SECONDS }
}

/** Ends a person's sessions: all, those in one organisation, or all but one. */
export async function endSessions(
  trx: Transaction,
  {
    userId,
    organisationId,
    except,
    now,
  }: { userId: string; organisationId?: string; except?: string; now: Date },
): Promise<void> {
  let ending = trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (organisationId !== undefined) ending = ending.where('organisation_id', '=', organisationId)
  if (except !== undefined) ending = ending.where('id', '<>', except)
  await ending.execute()
}

/** Clears out sessions that ended long ago: a machine that signs in for every request would otherwise leave one each time. */
export async function purgeSessions(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGET_ENDED_AFTER_DAYS * DAY_MS)
  await deleteInPieces(db, 'sessions', sql`coalesce(revoked_at, expires_at) < ${before}`)
}
