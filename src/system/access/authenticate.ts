import type { IncomingHttpHeaders } from 'node:http'
import type { Kysely } from 'kysely'
import type { DatabaseLog } from '../../db/log.ts'
import type { Tables } from '../../db/tables.ts'
import { preferredLanguage } from '../../http/serve/preferred-language.ts'
import { Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { paired } from '../../kernel/paired.ts'
import { BatchedLookup } from '../../kernel/concurrency.ts'
import type { AccessClaims, AccessTokens } from './access-tokens.ts'
import { admitKey, admitPerson, forbidden, personRefusal, unauthenticated } from './rules.ts'
import {
  keysByHash,
  peopleByIssuer,
  peopleBySessions,
  type Credential,
  type IdentifiedActor,
  type ApiKeyFacts,
  type Person,
} from './credentials.ts'
import type { TrustedIssuers } from './trusted-issuers.ts'
import { isAllowedFrom } from './allowed-addresses.ts'
import type { KeyUses } from './key-uses.ts'
import { API_KEY_PREFIX, hashSecret } from './secrets.ts'
import { message } from '../../words/catalogue.ts'

export interface Authenticator {
  db: Kysely<Tables>
  tokens: AccessTokens
  issuers: TrustedIssuers
  lookups: CredentialLookups
  keyUses: KeyUses
  log: Pick<DatabaseLog, 'warn'>
}

/** A request as it is known before it is read. */
export interface ShownCredential {
  headers: IncomingHttpHeaders
  /** The caller's network address. */
  ip: string
}

/** Look-ups of the credentials of requests that come at once: one statement for all of them. */
export interface CredentialLookups {
  /** By the hash of a key, in Base64. */
  keys: BatchedLookup<Asked<Buffer>, ApiKeyFacts>
  people: BatchedLookup<Asked<AccessClaims>, Person>
}

interface Asked<Shown> {
  shown: Shown
  now: Date
}

/** Look-ups of credentials that simultaneous requests share, within one process. */
export function openCredentialLookups(db: Kysely<Tables>): CredentialLookups {
  return {
    keys: new BatchedLookup((asked) => keysByHash(db, shownIn(asked), nowOf(asked))),
    people: new BatchedLookup(async (asked) => {
      const people = await peopleBySessions(db, shownIn(asked), nowOf(asked))
      return new Map(paired([...asked.keys()], people).filter(isFound))
    }),
  }
}

const shownIn = <Shown>(asked: ReadonlyMap<string, Asked<Shown>>) =>
  [...asked.values()].map(({ shown }) => shown)

/** The last of them: they came within a turn of the event loop, and nothing may count as valid that is not any more. */
const nowOf = (asked: ReadonlyMap<string, Asked<unknown>>) =>
  new Date(Math.max(...asked.values().map(({ now }) => now.getTime())))

const isFound = <Found>(pair: readonly [string, Found | undefined]): pair is [string, Found] =>
  pair[1] !== undefined

/**
 * Identifies the sender of a request from its headers, and for a key from its address: an API key (`X-Api-Key`, or as a bearer token), one of our access tokens, or a token of
 * a trusted issuer. One query reads everything that may have changed since the credential was given out, so that suspension and revocation take
 * effect at once, in every process.
 *
 * @throws Refusal `unauthenticated` for a credential that is missing, wrong, expired, revoked or suspended;
 * `forbidden` when `X-Organisation-Id` names an organisation that the caller does not belong to
 */
export async function authenticate(
  access: Authenticator,
  { headers, ip }: ShownCredential,
  now: Date,
): Promise<IdentifiedActor> {
  const secret = credentialIn(headers)
  const chosen = chosenOrganisation(headers)
  const known = secret.startsWith(API_KEY_PREFIX)
    ? await authenticateKey(access, secret, { chosen, ip, now })
    : await authenticateToken(access, secret, chosen, now)
  return { ...known, language: preferredLanguage(headers['accept-language']) }
}

const BEARER = /^bearer +(\S+) *$/i

/** The one credential of a request. Two would leave open in whose name it acts. */
function credentialIn(headers: IncomingHttpHeaders): string {
  const key = headers['x-api-key']
  const { authorization } = headers
  if (key !== undefined && authorization !== undefined)
    throw unauthenticated(message('hasTwoCredentials', {}))
  if (typeof key === 'string') {
    if (!key.startsWith(API_KEY_PREFIX)) throw unauthenticated(message('isNoApiKey', {}))
    return key
  }
  if (authorization === undefined) throw unauthenticated(message('hasNoCredential', {}))
  const token = BEARER.exec(authorization)?.[1]
  if (!token) throw unauthenticated(message('isNoBearer', {}))
  return token
}

/** The API key that a request shows, good or not; undefined where it shows none. */
export function shownKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-api-key']
  if (typeof key === 'string') return key
  const token = BEARER.exec(headers.authorization ?? '')?.[1]
  return token?.startsWith(API_KEY_PREFIX) ? token : undefined
}

/** The organisation that the caller names, or undefined. What is no id is nobody's organisation. */
function chosenOrganisation(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['x-organisation-id']
  if (header === undefined) return undefined
  const id = String(header).toLowerCase()
  if (!isId(id)) throw forbidden(message('doesNotBelong', {}))
  return id
}

async function authenticateKey(
  { lookups, keyUses, log }: Authenticator,
  secret: string,
  { chosen, ip, now }: { chosen: string | undefined; ip: string; now: Date },
): Promise<KnownCaller> {
  const hash = hashSecret(secret)
  const key = await lookups.keys.ask(hash.toString('base64'), { shown: hash, now })
  if (!key) throw unauthenticated(message('apiKeyIsUnknown', {}))
  if (!isAllowedFrom(key.allowedAddresses, ip)) {
    // To whoever has stolen it, it is no key at all.
    log.warn({ keyId: key.id, organisationId: key.organisationId, address: ip }, 'API key from elsewhere')
    throw unauthenticated(message('apiKeyIsUnknown', {}))
  }
  const { role, permissions } = admitKey(key)
  keyUses.note(key.id, now)
  if (chosen !== undefined) throw forbidden(message('apiKeyIsOfOneOrganisation', {}))
  return {
    organisationId: key.organisationId,
    organisationName: key.organisationName,
    countryISO: key.countryISO,
    timeZone: key.timeZone,
    units: key.units,
    weighing: key.weighing,
    userId: key.id,
    userName: key.name,
    role,
    permissions,
    isPlatformAdmin: false,
    isMachine: true,
    now,
    credential: { kind: 'api-key', madeBy: key.madeBy, expiresAt: key.expiresAt },
  }
}

async function authenticateToken(
  { db, tokens, issuers, lookups }: Authenticator,
  token: string,
  chosen: string | undefined,
  now: Date,
): Promise<KnownCaller> {
  const external = await issuers.verify(token, now)
  if (external) {
    const named = chosen ?? external.organisationId
    const person = onlyOne(await peopleByIssuer(db, external, named))
    return actorOf(person, named !== undefined, { kind: 'issuer', issuer: external.issuer }, now)
  }
  const claims = await tokens.verify(token, now)
  if (!claims) throw unauthenticated(message('tokenIsNotOurs', {}))
  const organisationId = chosen ?? claims.organisationId
  const name = `${claims.sessionId} ${claims.userId} ${organisationId}`
  const person = await lookups.people.ask(name, { shown: { ...claims, organisationId }, now })
  if (!person) throw unauthenticated(message('sessionHasEnded', {}))
  return actorOf(person, chosen !== undefined, { kind: 'session', sessionId: claims.sessionId }, now)
}

/** The one membership that a token of a trusted issuer can mean. */
function onlyOne(found: Person[]): Person {
  const [first] = found
  if (!first) throw unauthenticated(message('nobodyIsKnownByToken', {}))
  const open = found.filter((each) => personRefusal(each, { chosen: false }) === undefined)
  if (open.length > 1) throw severalOrganisations(open)
  return open[0] ?? first
}

/** Names them: signing in here answers a list, which whoever an issuer signs in never saw, and can ask for nothing without naming one. */
function severalOrganisations(open: Person[]): Refusal {
  const organisations = open.flatMap(({ membership }) =>
    membership === undefined
      ? []
      : [{ id: membership.organisationId, name: membership.organisationName, role: membership.role }],
  )
  return new Refusal('forbidden', message('belongsToSeveral', {}), {
    details: { organisations },
  })
}

/** The sender of a request, whatever language it asks for. */
export type KnownCaller = Omit<IdentifiedActor, 'language'>

/** A person who was let in, as the commands know them. */
export function actorOf(person: Person, chosen: boolean, credential: Credential, now: Date): KnownCaller {
  const membership = admitPerson(person, { chosen })
  const { factors, provedAt, isByProvider } = person
  const isSession = credential.kind === 'session'
  return {
    organisationId: membership.organisationId,
    organisationName: membership.organisationName,
    countryISO: membership.countryISO,
    timeZone: membership.timeZone,
    units: membership.units,
    weighing: membership.weighing,
    userId: person.userId,
    userName: person.userName,
    role: membership.role,
    isPlatformAdmin: person.isPlatformAdmin,
    ...(isSession && provedAt !== undefined && { provedAt }),
    ...(isSession && { factors, isByProvider, lacksFactor: lacksFactor(person, now) }),
    now,
    credential,
  }
}

/** True for somebody whose organisation requires a second factor by now, and who has none. */
function lacksFactor({ factors, membership, hasProviderFactor }: Person, now: Date): boolean {
  const from = membership?.secondFactorFrom
  return from !== undefined && from <= now && factors.length === 0 && !hasProviderFactor
}
