import { readerOf } from '../../words/render.ts'
import type { Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { PublicRequest } from '../../http/operation.ts'
import { closed, described, maybe, named, orNull, type Acknowledgement } from '../../http/validate/schema.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { SEEN } from '../../kernel/names.ts'
import type { AccessTokens } from './access-tokens.ts'
import { actorOf } from './authenticate.ts'
import { personBySession, credentialOf } from './credentials.ts'
import { me } from './me.ts'
import type { KnownUser } from './passwords.ts'
import { unauthenticated } from './rules.ts'
import { Me, SignInBody, SignInResult, type TokenPair } from './schema.ts'
import { commitThenThrow, refreshSession, parseRefreshToken } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { noteAudit } from '../../http/write/audit.ts'
import { nameOfUser } from './users.ts'

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
  return openedBy(trx, await signIn(trx, tokens, request, input), request)
}

/** A sign-in as it is answered to a browser: a session, or what it still takes. */
export async function openedBy(
  trx: Transaction,
  { accessToken, refreshToken, expiresIn, organisations, secondFactor }: SignInResult,
  request: PublicRequest,
): Promise<OpenedSession> {
  if (accessToken !== null && refreshToken !== null) {
    // The page forgets the cookie that it had: nobody else is to go on with it.
    await endSessionIn(trx, request.secret ?? '', request.now)
    return sessionOf(trx, { accessToken, refreshToken, tokenType: 'Bearer', expiresIn }, request)
  }
  const nothing = { accessToken: null, me: null, refreshToken: null }
  return { ...nothing, tokenType: 'Bearer', expiresIn, organisations, secondFactor }
}

/**
 * Gives the next access token for the session in the cookie; undefined where there is none.
 *
 * @throws Refusal `unauthenticated` as `refreshSession`
 */
export async function refreshBrowserSession(
  trx: Transaction,
  tokens: AccessTokens,
  request: PublicRequest,
): Promise<OpenedSession | undefined> {
  const { secret } = request
  if (secret === undefined) return undefined
  return sessionOf(trx, await refreshSession(trx, tokens, request, { refreshToken: secret }), request)
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
  if (!given || !next) throw unauthenticated(message('sessionHasEnded', {}))
  const session = await trx
    .selectFrom('sessions')
    .select(['id', 'refresh_hash', 'refreshed_at', 'revoked_at'])
    .where('family_hash', '=', given.familyHash)
    .executeTakeFirst()
  if (!session || session.revoked_at) throw unauthenticated(message('sessionHasEnded', {}))
  const isSoon = now.getTime() - session.refreshed_at.getTime() <= REPEATED_FOR_MS
  if (isSoon && next.hash.equals(session.refresh_hash)) return
  const refusal = unauthenticated(message('sessionWasRefreshedElsewhere', {}))
  await commitThenThrow(trx, refusal, () =>
    trx.updateTable('sessions').set({ revoked_at: now }).where('id', '=', session.id).execute(),
  )
}

/** Ends the session in the cookie, if it is still open, and takes the cookie away. */
export async function closeBrowserSession(
  trx: Transaction,
  { now, language, secret = '' }: PublicRequest,
): Promise<Acknowledgement & { refreshToken: null }> {
  const ended = await endSessionIn(trx, secret, now)
  if (ended) await noteSession(trx, ended)
  return { ...acknowledge(readerOf(language), message('signedOutInBrowser', {})), refreshToken: null }
}

/** Ends the session that a cookie has; undefined where there is none. */
async function endSessionIn(trx: Transaction, secret: string, now: Date) {
  const given = parseRefreshToken(secret)
  if (!given) return undefined
  return trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('family_hash', '=', given.familyHash)
    .where('revoked_at', 'is', null)
    .returning(['id', 'user_id', 'organisation_id'])
    .executeTakeFirst()
}

/** Says in the audit log whose session it was. */
async function noteSession(
  trx: Transaction,
  {
    id,
    user_id: userId,
    organisation_id: organisationId,
  }: { id: string; user_id: string; organisation_id: string },
): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(nameOfUser('users').as('name'))
    .where('id', '=', userId)
    .executeTakeFirst()
  noteAudit(trx, {
    organisationIds: [organisationId],
    actor: { id: userId, name: user?.name ?? '' },
    subjectId: id,
  })
}

/** The pair with whose it is, so that a page needs no second request at its start. */
export async function sessionOf(
  trx: Transaction,
  pair: TokenPair,
  { now, language }: Pick<PublicRequest, 'now' | 'language'>,
): Promise<OpenedSession> {
  const family = parseRefreshToken(pair.refreshToken)?.familyHash
  if (!family) throw new Error('a session was opened without a refresh token')
  const session = await trx
    .selectFrom('sessions')
    .select(['id', 'user_id', 'organisation_id'])
    .where('family_hash', '=', family)
    .executeTakeFirstOrThrow()
  const { id: sessionId, user_id: userId, organisation_id: organisationId } = session
  const person = await personBySession(trx, { sessionId, userId, organisationId }, now)
  if (!person) throw unauthenticated(message('sessionHasEnded', {}))
  const who = await me(trx, { ...actorOf(person, false, { kind: 'session', sessionId }, now), language })
  return { ...pair, organisations: who.organisations, secondFactor: null, me: who }
}

/** Enough for hundreds of views of tables; more is a fault of a program. */
const MOST_BYTES = 64 * 1024

/**
 * Reads a person's preferences for the console in this organisation, by name.
 *
 * @throws Refusal `forbidden` for an API key
 */
export async function readPreferences(db: Kysely<Tables>, actor: Actor): Promise<Preferences> {
  ensurePerson(actor)
  const row = await db
    .selectFrom('preferences')
    .select('entries')
    .where('user_id', '=', actor.userId)
    .where('organisation_id', '=', actor.organisationId)
    .executeTakeFirst()
  return Value.Parse(Preferences, { entries: row?.entries ?? [] })
}

/**
 * Puts these in the place of all that a person preferred in this organisation.
 *
 * @throws Refusal `forbidden` for an API key; `invalid_input` for two of one name, or more than 64 kB
 */
export async function storePreferences(
  trx: Transaction,
  actor: Actor,
  { entries }: Preferences,
): Promise<Preferences> {
  ensurePerson(actor)
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const twice = entries.flatMap(({ name }, index) =>
    entries.findIndex((each) => each.name === name) < index ? [index] : [],
  )
  refuseFaults([
    ...twice.map((index) => fault(`entries[${index}].name`, message('standsTwice', {}), 'duplicate')),
    ...(Buffer.byteLength(JSON.stringify(entries)) > MOST_BYTES
      ? [fault('entries', message('hasTooManyPreferences', { kilobytes: MOST_BYTES / 1024 }), 'maxLength')]
      : []),
  ])
  const row = { entries: JSON.stringify(sorted), updated_at: actor.now }
  await trx
    .insertInto('preferences')
    .values({ user_id: actor.userId, organisation_id: actor.organisationId, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'organisation_id']).doUpdateSet(row))
    .execute()
  return { entries: sorted }
}

function ensurePerson(actor: Actor): void {
  const { kind } = credentialOf(actor)
  if (kind === 'api-key') throw new Refusal('forbidden', message('preferencesAreForPeople', {}))
}

/** The wire shapes of sessions in browsers, of the first organisation, and of what a person prefers. */

const { accessToken, tokenType, expiresIn, organisations, secondFactor } = SignInResult.properties

export const BrowserSession = named('BrowserSession', {
  accessToken,
  tokenType,
  expiresIn,
  organisations,
  secondFactor,
  me: orNull(
    described(
      Me,
      'Who is signed in, as GET /api/identity/me says it; null if you have to choose an organisation.',
    ),
  ),
})
export type BrowserSession = Static<typeof BrowserSession>

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: SEEN })

export const SetupBody = closed({
  code: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'The one-time code that `npm start` printed. Capitals, spaces and hyphens make no difference.',
    examples: ['K7QF-9M2X-HT4W-3BZC-D8RM-5GYN-2AJP'],
  }),
  organisation: described(Name, 'What the farm, store or merchant is called.'),
  countryISO: Type.String({
    pattern: '^[A-Za-z]{2}$',
    description: 'Two letters, such as GB. It decides the time zone, units and commodities.',
  }),
  givenName: maybe(Type.String({ maxLength: 200, description: "The owner's given name." })),
  familyName: maybe(Type.String({ maxLength: 200, description: "The owner's family name." })),
  email: described(SignInBody.properties.email, "The owner's e-mail address, to sign in with."),
  password: described(
    SignInBody.properties.password,
    "The owner's: 12 to 200 characters, at least four of them different.",
  ),
  demo: maybe(
    Type.Boolean({ description: 'true also enters a believable farm and store, to look around in.' }),
  ),
})
export type SetupBody = Static<typeof SetupBody>

export const SetupState = named('SetupState', {
  isOpen: Type.Boolean({ description: 'Whether an organisation can be made with a one-time code.' }),
})

const Entry = closed({
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: SEEN,
    description: 'Such as weighbridge.scale.',
  }),
  value: Type.String({ maxLength: 32_768, description: 'Whatever the console understands, such as JSON.' }),
})
const entries = Type.Array(Entry, {
  maxItems: 200,
  description: 'All of them, by name; 64 kB at most together.',
})
export const PreferencesBody = closed({ entries })
export const Preferences = named('Preferences', { entries })
export type Preferences = Static<typeof Preferences>
