import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound, type Refusal } from '../../kernel/errors.ts'
import { newId, isId } from '../../kernel/ids.ts'
import { pageOf, type PageRequest } from '../../kernel/page.ts'
import { noteAudit } from '../../http/write/audit.ts'
import type { PublicRequest } from '../../http/operation.ts'
import { deviceOf, storedUserAgent } from './device.ts'
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-tokens.ts'
import { ensureNotByProvider, ensureNotEnforced } from './enforced-sign-in.ts'
import { credentialOf, personBySession, ensureSession } from './credentials.ts'
import { admitPerson, unauthenticated } from './rules.ts'
import type { TokenPair, SessionView, SwitchResult } from './schema.ts'
import { hashSecret } from './secrets.ts'
import { membershipRefusal, nameOfUser, openMemberships } from './users.ts'
import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'

/** For so long whoever comes back with its tokens is told what became of it. */
const FORGET_ENDED_AFTER_DAYS = 30
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

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
function newRefreshToken(family: string = randomBytes(16).toString('base64url')): RefreshToken {
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
function sessionEnd(
  createdAt: Date,
  now: Date,
  { session_days: days, idle_minutes: minutes }: Lifetimes,
): Date {
  return new Date(Math.min(now.getTime() + minutes * MINUTE_MS, createdAt.getTime() + days * DAY_MS))
}

/** Lifetimes of the sessions of an organisation: at most, and without being used. */
interface Lifetimes {
  session_days: number
  idle_minutes: number
}

async function lifetimesOf(trx: Transaction, organisationId: string): Promise<Lifetimes> {
  return trx
    .selectFrom('organisations')
    .select(['session_days', 'idle_minutes'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
}

/** Ends the open sessions of an organisation where they would end now that it allows less, or more. */
export async function resetLifetimes(trx: Transaction, organisationId: string, now: Date): Promise<void> {
  await sql`
    update sessions s
    set expires_at = least(s.refreshed_at + make_interval(mins => o.idle_minutes), s.created_at + make_interval(days => o.session_days))
    from organisations o
    where o.id = ${organisationId} and s.organisation_id = o.id and s.revoked_at is null and s.expires_at > ${now}
  `.execute(trx)
}

/** A sign-in by the organisation's own provider, and whether that has seen a second factor. */
export interface ByProvider {
  hasFactor: boolean
  /** When they showed the provider who they are, by its word; undefined where it does not say, or a factor was shown here since. */
  provedAt?: Date | undefined
}

/** When and where somebody signs in, and what their device says of itself. */
export type SignInRequest = Pick<PublicRequest, 'now' | 'userAgent' | 'address'>

/**
 * Opens a session for somebody who has proved who they are and may act for the organisation. One that its own provider has proved acts for it alone.
 *
 * @throws Refusal `forbidden` for somebody whom their organisation lets sign in by its provider alone
 */
export async function openSession(
  trx: Transaction,
  tokens: AccessTokens,
  {
    userId,
    organisationId,
    request,
    provider,
  }: { userId: string; organisationId: string; request: SignInRequest; provider?: ByProvider | undefined },
): Promise<TokenPair> {
  if (!provider) await ensureNotEnforced(trx, userId)
  const { now, userAgent, address } = request
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
      user_agent: storedUserAgent(userAgent),
      created_at: now,
      refreshed_at: now,
      proved_at: provider?.provedAt ?? now,
      address,
      is_by_provider: provider !== undefined,
      has_provider_factor: provider?.hasFactor ?? false,
      expires_at: sessionEnd(now, now, await lifetimesOf(trx, organisationId)),
    })
    .execute()
  const { name } = await trx
    .selectFrom('users')
    .select(nameOfUser('users').as('name'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  noteAudit(trx, { organisationIds: [organisationId], actor: { id: userId, name }, subjectId: id })
  const accessToken = await tokens.sign({ userId, sessionId: id, organisationId }, now)
  return { accessToken, refreshToken: refresh.token, tokenType: 'Bearer', expiresIn: ACCESS_TOKEN_SECONDS }
}

/** Ends a person's sessions: all, those in one organisation, or all but one. @returns how many */
export async function endSessions(
  trx: Transaction,
  {
    userId,
    organisationId,
    except,
    now,
  }: { userId: string; organisationId?: string; except?: string; now: Date },
): Promise<number> {
  let ending = trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
  if (organisationId !== undefined) ending = ending.where('organisation_id', '=', organisationId)
  if (except !== undefined) ending = ending.where('id', '<>', except)
  const { numUpdatedRows } = await ending.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Clears out sessions that ended long ago: a machine that signs in for every request would otherwise leave one each time. */
export async function purgeSessions(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGET_ENDED_AFTER_DAYS * DAY_MS)
  await deleteInPieces(db, 'sessions', sql`coalesce(revoked_at, expires_at) < ${before}`)
}

/** The devices on which the caller is signed in, the one used last first. An API key has none. */
export async function listSessions(
  db: Kysely<Tables>,
  actor: Actor,
  query: Partial<PageRequest>,
): Promise<SessionView[]> {
  return listSessionsOf(db, actor, { userId: actor.userId }, query)
}

/** The open sessions of a person, or those for one organisation, as the actor sees them. */
export async function listSessionsOf(
  db: Kysely<Tables>,
  actor: Actor,
  { userId, organisationId }: { userId: string; organisationId?: string },
  query: Partial<PageRequest>,
): Promise<SessionView[]> {
  const { limit, offset } = pageOf(query)
  const credential = credentialOf(actor)
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('organisations as o', 'o.id', 's.organisation_id')
    .select([
      's.id',
      's.organisation_id',
      'o.name',
      's.created_at',
      's.refreshed_at',
      's.expires_at',
      's.address',
    ])
    .select('s.user_agent')
    .where('s.user_id', '=', userId)
    .$if(organisationId !== undefined, (select) =>
      select.where('s.organisation_id', '=', organisationId ?? ''),
    )
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', actor.now)
    .orderBy('s.refreshed_at', 'desc')
    .orderBy('s.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    organisationId: row.organisation_id,
    organisationName: row.name,
    device: deviceOf(row.user_agent),
    address: row.address,
    isThisOne: credential.kind === 'session' && credential.sessionId === row.id,
    createdAtUTC: row.created_at.toISOString(),
    lastUsedAtUTC: row.refreshed_at.toISOString(),
    expiresAtUTC: row.expires_at.toISOString(),
  }))
}

/**
 * Exchanges a refresh token for a new pair. Each is good once: an old one coming back means that two hold it, one of
 * them a thief, so the session ends for both. A client that may lose an answer sends an `Idempotency-Key`.
 *
 * @throws Refusal `unauthenticated` for a token that is not known, used before, expired, revoked or suspended
 */
export async function refreshSession(
  trx: Transaction,
  tokens: AccessTokens,
  { now, address }: Pick<PublicRequest, 'now' | 'address'>,
  { refreshToken }: { refreshToken: string },
): Promise<TokenPair> {
  const given = parseRefreshToken(refreshToken)
  if (!given) throw unauthenticated(message('isNoRefreshToken', {}))
  const session = await trx
    .selectFrom('sessions')
    .select(['id', 'user_id', 'organisation_id', 'refresh_hash', 'created_at'])
    .where('family_hash', '=', given.familyHash)
    .forUpdate()
    .executeTakeFirst()
  if (!session) throw unauthenticated(message('refreshTokenIsUnknown', {}))
  if (!given.hash.equals(session.refresh_hash)) {
    const refusal = unauthenticated(message('refreshTokenWasUsed', {}))
    return commitThenThrow(trx, refusal, () => endSession(trx, session.id, now))
  }
  const { id: sessionId, user_id: userId, organisation_id: organisationId } = session
  const person = await personBySession(trx, { sessionId, userId, organisationId }, now)
  if (!person) throw unauthenticated(message('sessionHasEnded', {}))
  admitPerson(person, { chosen: false })

  const next = newRefreshToken(given.family)
  await trx
    .updateTable('sessions')
    .set({
      refresh_hash: next.hash,
      refreshed_at: now,
      address,
      expires_at: sessionEnd(session.created_at, now, await lifetimesOf(trx, organisationId)),
    })
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

/**
 * Makes the session act for another organisation of the same person, from here on and after every refresh. Access
 * tokens given out before keep acting for the organisation they were made for, until they expire.
 *
 * @throws Refusal `forbidden` when the person does not belong to it; `unauthenticated` when suspended there
 */
export async function switchOrganisation(
  trx: Transaction,
  tokens: AccessTokens,
  actor: Actor,
  { organisationId }: { organisationId: string },
): Promise<SwitchResult> {
  const sessionId = ensureSession(actor)
  await ensureNotByProvider(trx, sessionId)
  const memberships = await openMemberships(trx, actor.userId, { isLocked: true })
  if (!memberships.some(({ id }) => id === organisationId))
    throw await membershipRefusal(trx, actor.userId, organisationId)
  await trx
    .updateTable('sessions')
    .set({ organisation_id: organisationId })
    .where('id', '=', sessionId)
    .execute()
  const accessToken = await tokens.sign({ userId: actor.userId, sessionId, organisationId }, actor.now)
  return { accessToken, tokenType: 'Bearer', expiresIn: ACCESS_TOKEN_SECONDS, organisationId }
}

/** Ends the session that the request came with; its access and refresh tokens fail from here on. */
export async function signOut(trx: Transaction, actor: Actor): Promise<Acknowledgement> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: actor.now })
    .where('id', '=', ensureSession(actor))
    .execute()
  return acknowledge(actor, message('signedOutOnDevice', {}))
}

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
  return acknowledge(actor, message('deviceIsSignedOut', {}))
}

/**
 * Refuses a request, yet keeps one thing about it: a failed sign-in must be counted, a stolen token's session ended.
 * What the request did so far is undone, the one thing is committed, and the frame's own rollback then finds
 * nothing to undo. It is done on the request's own connection, because an embedded database has no other.
 *
 * @throws the refusal, always
 */
export async function commitThenThrow(
  trx: Transaction,
  refusal: Refusal,
  keep: () => Promise<unknown>,
): Promise<never> {
  await sql`rollback and chain`.execute(trx)
  await keep()
  await sql`commit and chain`.execute(trx)
  throw refusal
}
