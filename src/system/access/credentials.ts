import { unitsFrom } from './organisation-units.ts'
import { weighingFrom } from './organisation-weighing.ts'
import type { WeighingRules } from '../../kernel/weighing.ts'
import type { Units } from '../../words/units.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { factors, type Actor, type Factor } from '../../http/actor.ts'
import { permissionsAmong, type Role } from '../../kernel/permissions.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { isId, NIL_ID } from '../../kernel/ids.ts'
import type { AccessClaims } from './access-tokens.ts'
import type { KeyFacts, PersonFacts } from './rules.ts'
import type { ExternalIdentity } from './trusted-issuers.ts'
import { nameOfUser } from './users.ts'
import { message } from '../../words/catalogue.ts'

/** The credential that a caller showed to become an actor. */
export type Credential =
  /** Signed in here, with e-mail and password. */
  | { kind: 'session'; sessionId: string }
  /** Signed in at a trusted OpenID Connect issuer. */
  | { kind: 'issuer'; issuer: string }
  /** A machine. `madeBy` is the person who answers for the key; null for keys made at the command line. */
  | { kind: 'api-key'; madeBy: string | null; expiresAt: Date | null }
  /** The command line on the machine itself: no user stands behind it. */
  | { kind: 'command-line' }

/** An actor as this slice makes it: it knows what it was made from. */
export interface IdentifiedActor extends Actor {
  credential: Credential
}

/** The credential behind an actor. Every actor that reaches a command was made by this slice, so it has one. */
export function credentialOf(actor: Actor): Credential {
  if (!isIdentified(actor)) throw new Error('this actor was not made by the access slice')
  return actor.credential
}

/** The session an actor came with; refuses machines and people signed in elsewhere, who have none here. */
export function ensureSession(actor: Actor): string {
  const credential = credentialOf(actor)
  if (credential.kind === 'session') return credential.sessionId
  refuseFaults([fault('', message('needsPerson', {}), 'no_session')])
}

function isIdentified(actor: Actor): actor is IdentifiedActor {
  return 'credential' in actor
}

// One query reads everything about the bearer of a credential. Nothing here is kept between requests.

type Status = 'active' | 'suspended'

export interface Person extends PersonFacts {
  userId: string
  userName: string
  isPlatformAdmin: boolean
  factors: Factor[]
  /** When they last showed a factor, for somebody with a session. */
  provedAt: Date | undefined
  /** Signed in by the provider of their organisation. */
  isByProvider: boolean
  /** The provider that signed them in has seen a second factor. */
  hasProviderFactor: boolean
  membership: Membership | undefined
}

interface Membership {
  role: Role
  status: Status
  organisationStatus: Status
  organisationId: string
  organisationName: string
  countryISO: string
  timeZone: string
  units: Units
  weighing: WeighingRules
  /** From when on it wants everybody to have a second factor; undefined where it leaves that to them. */
  secondFactorFrom: Date | undefined
}

export interface ApiKeyFacts extends KeyFacts {
  id: string
  name: string
  expiresAt: Date | null
  /** Networks in CIDR notation that it works from; none: from everywhere. */
  allowedAddresses: string[]
  organisationId: string
  organisationName: string
  countryISO: string
  timeZone: string
  units: Units
  weighing: WeighingRules
}

interface PersonRow {
  user_id: string
  user_name: string
  user_status: Status
  is_platform_admin: boolean
  factors: string[]
  proved_at?: Date
  is_by_provider?: boolean
  has_provider_factor?: boolean
  second_factor: string | null
  second_factor_from: Date | null
  role: Role | null
  membership_status: Status | null
  organisation_id: string | null
  organisation_name: string | null
  organisation_status: Status | null
  country_iso: string | null
  time_zone: string | null
  units: unknown
  weighing: unknown
}

// Left joins: a person without the membership is still a person, and is told apart from an ended session.
const personColumns = sql`
  u.id as user_id, ${nameOfUser('u')} as user_name,
  u.status as user_status, u.is_platform_admin, u.factors, m.role, m.status as membership_status,
  o.id as organisation_id, o.name as organisation_name, o.status as organisation_status, o.country_iso, o.time_zone, o.units, o.weighing, o.second_factor, o.second_factor_from`

/** The person behind a session that is still open, with the membership in the organisation that the claims name. */
export async function personBySession(
  db: Kysely<Tables>,
  session: AccessClaims,
  now: Date,
): Promise<Person | undefined> {
  const [person] = await peopleBySessions(db, [session], now)
  return person
}

/** The people behind sessions, in their order; undefined for one that is not open any more. */
export async function peopleBySessions(
  db: Kysely<Tables>,
  sessions: AccessClaims[],
  now: Date,
): Promise<(Person | undefined)[]> {
  const asked = sessions.map(({ sessionId, userId, organisationId }) => [sessionId, userId, organisationId])
  const shown = asked.map((ids) => (ids.every(isId) ? ids : [NIL_ID, NIL_ID, NIL_ID]))
  const column = (index: number) => shown.map((ids) => ids[index])
  const { rows } = await sql<PersonRow & { place: number }>`
    select asked.place::integer, s.proved_at, s.is_by_provider, s.has_provider_factor, ${personColumns}
    from unnest(${column(0)}::uuid[], ${column(1)}::uuid[], ${column(2)}::uuid[])
      with ordinality as asked (session_id, user_id, organisation_id, place)
    join sessions s on s.id = asked.session_id and s.user_id = asked.user_id
    join users u on u.id = s.user_id
    left join memberships m on m.user_id = u.id and m.organisation_id = asked.organisation_id
    left join organisations o on o.id = m.organisation_id
    where s.revoked_at is null and s.expires_at > ${now}
      and (not s.is_by_provider or s.organisation_id = asked.organisation_id)
  `.execute(db)
  const people = new Map(rows.map((row) => [row.place, personFrom(row)]))
  return sessions.map((_each, index) => people.get(index + 1))
}

/** A person with the membership in one organisation. */
export async function personById(
  db: Kysely<Tables>,
  userId: string,
  organisationId: string,
): Promise<Person | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns}
    from users u
    left join memberships m on m.user_id = u.id and m.organisation_id = ${organisationId}
    left join organisations o on o.id = m.organisation_id
    where u.id = ${userId}
  `.execute(db)
  return rows[0] && personFrom(rows[0])
}

/**
 * The person a trusted issuer speaks of, once for every membership (or for the one in the organisation named), by its name.
 * The issuer's own subject decides. A verified e-mail counts only for somebody whom this issuer does not know by
 * another subject: an address may be given to a new person. Nor does it for an account whose address nobody has proved: its password may be
 * another's.
 */
export async function peopleByIssuer(
  db: Kysely<Tables>,
  { issuer, subject, verifiedEmail }: ExternalIdentity,
  organisationId: string | undefined,
): Promise<Person[]> {
  if (organisationId !== undefined && !isId(organisationId)) organisationId = NIL_ID
  const { rows } = await sql<PersonRow>`
    select ${personColumns}
    from users u
    left join memberships m on m.user_id = u.id
      and (${organisationId ?? null}::uuid is null or m.organisation_id = ${organisationId ?? null}::uuid)
    left join organisations o on o.id = m.organisation_id
    where u.id = coalesce(
      (select e.user_id from external_identities e where e.issuer = ${issuer} and e.subject = ${subject}),
      (select k.id from users k where k.email = ${verifiedEmail ?? null} and k.email_proved_at is not null
        and not exists (select from external_identities e where e.issuer = ${issuer} and e.user_id = k.id))
    )
    order by lower(o.name) collate "C", o.id
  `.execute(db)
  return rows.map(personFrom)
}

function personFrom(row: PersonRow): Person {
  return {
    userId: row.user_id,
    userName: row.user_name,
    userStatus: row.user_status,
    // No organisation's provider makes anybody an admin of the installation.
    isPlatformAdmin: row.is_platform_admin && row.is_by_provider !== true,
    factors: factors.filter((each) => row.factors.includes(each)),
    provedAt: row.proved_at,
    isByProvider: row.is_by_provider ?? false,
    hasProviderFactor: row.has_provider_factor ?? false,
    membership: membershipFrom(row),
  }
}

function membershipFrom(row: PersonRow): Membership | undefined {
  const {
    role,
    membership_status,
    organisation_id,
    organisation_name,
    organisation_status,
    country_iso,
    time_zone,
  } = row
  if (role === null || membership_status === null || organisation_status === null) return undefined
  if (organisation_id === null || organisation_name === null || country_iso === null || time_zone === null)
    return undefined
  return {
    role,
    status: membership_status,
    organisationStatus: organisation_status,
    organisationId: organisation_id,
    organisationName: organisation_name,
    countryISO: country_iso,
    timeZone: time_zone,
    units: unitsFrom(row.units),
    weighing: weighingFrom(row.weighing),
    secondFactorFrom: row.second_factor === 'required' ? (row.second_factor_from ?? new Date(0)) : undefined,
  }
}

interface KeyRow {
  id: string
  key_hash: Buffer
  name: string
  role: Role
  permissions: string[]
  expires_at: Date | null
  allowed_addresses: string[]
  created_by: string | null
  organisation_id: string
  organisation_name: string
  organisation_status: Status
  country_iso: string
  time_zone: string
  units: unknown
  weighing: unknown
  maker_status: Status | null
  maker_role: Role | null
  maker_membership_status: Status | null
}

/** The API keys with these hashes, by their hashes in Base64, but for those that have expired or were revoked; with what their makers may do today. */
export async function keysByHash(
  db: Kysely<Tables>,
  hashes: Buffer[],
  now: Date,
): Promise<Map<string, ApiKeyFacts>> {
  const rows = await keysWhere(db, sql`k.key_hash = any(${hashes}::bytea[])`, now)
  return new Map(rows.map((row) => [row.key_hash.toString('base64'), keyFrom(row)]))
}

/** The API key with this id, as `keysByHash` finds them. */
export async function keyById(db: Kysely<Tables>, id: string, now: Date): Promise<ApiKeyFacts | undefined> {
  const [row] = await keysWhere(db, sql`k.id = ${id}`, now)
  return row && keyFrom(row)
}

async function keysWhere(db: Kysely<Tables>, isIt: RawBuilder<unknown>, now: Date): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.key_hash, k.name, k.role, k.permissions, k.expires_at, k.allowed_addresses, k.created_by,
      o.id as organisation_id, o.name as organisation_name, o.status as organisation_status, o.country_iso, o.time_zone, o.units, o.weighing,
      u.status as maker_status, m.role as maker_role, m.status as maker_membership_status
    from api_keys k
    join organisations o on o.id = k.organisation_id
    left join users u on u.id = k.created_by
    left join memberships m on m.user_id = k.created_by and m.organisation_id = k.organisation_id
    where ${isIt} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})
  `.execute(db)
  return rows
}

function keyFrom(row: KeyRow): ApiKeyFacts {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    permissions: permissionsAmong(row.permissions),
    expiresAt: row.expires_at,
    allowedAddresses: row.allowed_addresses,
    madeBy: row.created_by,
    organisationId: row.organisation_id,
    organisationName: row.organisation_name,
    organisationStatus: row.organisation_status,
    countryISO: row.country_iso,
    timeZone: row.time_zone,
    units: unitsFrom(row.units),
    weighing: weighingFrom(row.weighing),
    makerStatus: row.maker_status,
    makerRole: row.maker_role,
    makerMembershipStatus: row.maker_membership_status,
  }
}
