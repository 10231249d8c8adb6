import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readPage } from '../../db/read-page.ts'
import { inOneMoment } from '../../db/transaction.ts'
import { isPermitted, permissions, type Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { pageOf, type PageRequest } from '../../kernel/page.ts'
import { credentialOf } from './credential.ts'
import { openMemberships } from './memberships.ts'
import { nameOfUser } from './name-of-user.ts'
import { roleOf } from './role.ts'
import type { ApiKeyView, InvitationView, LinkedIdentityView, SessionView, UserView } from './schema.ts'

/** Reads of identity: always the caller's own organisation, or the caller's own person. */

/** Who the caller is, what they may do, and where else they could act. */
export async function me(db: Kysely<Tables>, actor: Actor) {
  const isKey = credentialOf(actor).kind === 'api-key'
  const user = isKey
    ? undefined
    : await db
        .selectFrom('users')
        .select(['email', 'given_name', 'family_name', nameOfUser('users').as('name')])
        .where('id', '=', actor.userId)
        .executeTakeFirst()
  const { organisationId, organisationName, countryISO, timeZone } = actor
  return {
    kind: isKey ? ('api-key' as const) : ('person' as const),
    userId: actor.userId,
    userName: user?.name ?? actor.userName,
    givenName: user?.given_name ?? null,
    familyName: user?.family_name ?? null,
    email: user?.email ?? null,
    role: actor.role,
    isPlatformAdmin: actor.isPlatformAdmin,
    permissions: permissions.filter((each) => isPermitted(actor, each)),
    organisation: { id: organisationId, name: organisationName, countryISO, timeZone },
    organisations: isKey
      ? [{ id: organisationId, name: organisationName, role: actor.role }]
      : await openMemberships(db, actor.userId),
  }
}

function members(db: Kysely<Tables>, actor: Actor) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.organisation_id', '=', actor.organisationId)
}

const userColumns = [
  'u.id',
  'u.email',
  'u.given_name',
  'u.family_name',
  'u.status as user_status',
  'm.role',
  'm.status',
  'm.created_at',
] as const

interface UserRow {
  id: string
  email: string
  given_name: string
  family_name: string
  user_status: string
  role: string
  status: string
  created_at: Date
}

/** The people of the caller's organisation, by family name. */
export async function listUsers(db: Kysely<Tables>, actor: Actor, query: Partial<PageRequest>) {
  return inOneMoment(db, (moment) => {
    const found = members(moment, actor)
      .select(userColumns)
      .orderBy(sql`lower(u.family_name) collate "C"`)
      .orderBy(sql`lower(u.given_name) collate "C"`)
      .orderBy('u.id')
    return readPage(found, query, userToWire)
  })
}

/**
 * One person of the caller's organisation.
 *
 * @throws Refusal `not_found`
 */
export async function getUser(db: Kysely<Tables>, actor: Actor, id: string): Promise<UserView> {
  const row = isId(id)
    ? await members(db, actor).select(userColumns).where('u.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw notFound('user', id)
  return userToWire(row)
}

function userToWire(row: UserRow): UserView {
  return {
    id: row.id,
    email: row.email,
    givenName: row.given_name,
    familyName: row.family_name,
    role: roleOf(row.role),
    status: row.status === 'active' && row.user_status === 'active' ? 'active' : 'suspended',
    joinedAtUTC: row.created_at.toISOString(),
  }
}

/** The invitations of the caller's organisation that can still be accepted, newest first. */
export async function listInvitations(db: Kysely<Tables>, actor: Actor): Promise<InvitationView[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'invited_by_name', 'created_at', 'expires_at'])
    .where('organisation_id', '=', actor.organisationId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', actor.now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: roleOf(row.role),
    invitedBy: row.invited_by_name,
    createdAtUTC: row.created_at.toISOString(),
    expiresAtUTC: row.expires_at.toISOString(),
  }))
}

/** The devices on which the caller is signed in, the one used last first. An API key has none. */
export async function listSessions(
  db: Kysely<Tables>,
  actor: Actor,
  query: Partial<PageRequest>,
): Promise<SessionView[]> {
  const { limit, offset } = pageOf(query)
  const credential = credentialOf(actor)
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('organisations as o', 'o.id', 's.organisation_id')
    .select(['s.id', 's.organisation_id', 'o.name', 's.created_at', 's.refreshed_at', 's.expires_at'])
    .where('s.user_id', '=', actor.userId)
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
    isThisOne: credential.kind === 'session' && credential.sessionId === row.id,
    createdAtUTC: row.created_at.toISOString(),
    lastUsedAtUTC: row.refreshed_at.toISOString(),
    expiresAtUTC: row.expires_at.toISOString(),
  }))
}

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

/** The API keys of the caller's organisation that are not revoked, newest first. */
export async function listApiKeys(db: Kysely<Tables>, actor: Actor): Promise<ApiKeyView[]> {
  const rows = await db
    .selectFrom('api_keys as k')
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .select(['k.id', 'k.name', 'k.role', 'k.prefix', 'k.created_at', 'k.expires_at', 'k.created_by'])
    .select(nameOfUser('u').as('maker'))
    .where('k.organisation_id', '=', actor.organisationId)
    .where('k.revoked_at', 'is', null)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: roleOf(row.role),
    prefix: row.prefix,
    createdBy: row.created_by === null ? null : row.maker,
    createdAtUTC: row.created_at.toISOString(),
    expiresAtUTC: row.expires_at?.toISOString() ?? null,
    isExpired: row.expires_at !== null && row.expires_at <= actor.now,
  }))
}
