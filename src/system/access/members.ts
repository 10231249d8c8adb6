import { sql, type Kysely } from 'kysely'
import { readPage } from '../../db/read-page.ts'
import type { Tables } from '../../db/tables.ts'
import { matchesText } from '../../http/search/text-query.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Role } from '../../kernel/permissions.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { PageRequest } from '../../kernel/page.ts'
import { appendEvent, appendEvents } from '../events/append-event.ts'
import { keyRevoked } from './api-keys.ts'
import { revokeInvitationsBy } from './invitations.ts'
import { lockAndRecheckRole } from './recheck-role.ts'
import { roleOf, ensureMayManage, isAbove, ensureMayGrant, ensureOwnerRemains, forbidden } from './rules.ts'
import type { UserView } from './schema.ts'
import { endSessions } from './sessions.ts'
import { nameOfUser } from './users.ts'
import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'

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
  'u.factors',
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
  factors: string[]
}

/** The people of the caller's organisation, by family name. */
export async function listUsers(
  db: Kysely<Tables>,
  actor: Actor,
  query: Partial<PageRequest> & { query?: string },
) {
  const said = matchesText(query.query, (says) =>
    says(sql`concat_ws(' ', u.given_name, u.family_name, u.email)`),
  )
  return inOneMoment(db, (moment) => {
    const found = members(moment, actor)
      .select(userColumns)
      .where((eb) => eb.and(said.map((each) => sql<boolean>`${each}`)))
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
    hasSecondFactor: row.factors.length > 0,
  }
}

/** A member about to be changed, and all who could stand in for an owner. */
interface Member {
  name: string
  role: Role
  /** True if they are shut out of the organisation. */
  isSuspended: boolean
  /** True if they are shut out everywhere, which only the person who runs the service can lift. */
  isAccountSuspended: boolean
  activeOwners: string[]
}

/**
 * A member of the caller's organisation who is about to be changed. Asked behind `lockAndRecheckRole`, by which such changes take turns, so that
 * the last two owners cannot each leave because of the other.
 *
 * @throws Refusal `not_found`; `forbidden` when the member's role is above the caller's
 */
export async function getMember(trx: Transaction, actor: Actor, userId: string): Promise<Member> {
  if (!isId(userId)) throw notFound('user', userId)
  const rows = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'm.role', 'm.status', 'u.status as user_status', nameOfUser('u').as('name')])
    .where('m.organisation_id', '=', actor.organisationId)
    .where((where) => where.or([where('m.role', '=', 'owner'), where('m.user_id', '=', userId)]))
    .execute()
  const member = rows.find((each) => each.user_id === userId)
  if (!member) throw notFound('user', userId)
  const role = roleOf(member.role)
  ensureMayManage(actor.role, role)
  return {
    name: member.name,
    role,
    isSuspended: member.status !== 'active',
    isAccountSuspended: member.user_status !== 'active',
    activeOwners: rows
      .filter((each) => each.role === 'owner' && each.status === 'active' && each.user_status === 'active')
      .map((each) => each.user_id),
  }
}

/**
 * Gives a member another role, at once: on open sessions too, and as the bound of the API keys they made. The role they have changes
 * nothing.
 *
 * @throws Refusal `forbidden` for a role above the caller's own; `in_use` for the last owner; `not_found`
 */
export async function changeRole(
  trx: Transaction,
  caller: Actor,
  userId: string,
  { role }: { role: Role },
): Promise<Acknowledgement> {
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  ensureMayGrant(actor.role, role)
  const member = await getMember(trx, actor, userId)
  if (member.role === role) return acknowledge(actor, message('hasRoleAlready', { name: member.name, role }))
  if (role !== 'owner') ensureOwnerRemains(member.activeOwners, userId)
  await trx
    .updateTable('memberships')
    .set({ role })
    .where('organisation_id', '=', actor.organisationId)
    .where('user_id', '=', userId)
    .execute()
  // Somebody who may no longer grant a role has not granted it to anybody still on the way.
  if (isAbove(member.role, role)) await revokeInvitationsBy(trx, actor, [userId])
  await appendEvent(trx, actor, {
    type: 'user.role_changed',
    subject: userId,
    data: { from: member.role, to: role },
  })
  return acknowledge(actor, message('roleIsChanged', { name: member.name, before: member.role, role }))
}

/**
 * Shuts a member out of the organisation at once: sessions end, and API keys they made stop until they are back.
 * Other organisations of theirs are not touched. Somebody who is shut out already stays so.
 *
 * @throws Refusal `forbidden` for oneself or a role above one's own; `in_use` for the last owner; `not_found`
 */
export async function suspendMember(
  trx: Transaction,
  caller: Actor,
  userId: string,
): Promise<Acknowledgement> {
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  const member = await getMember(trx, actor, userId)
  if (userId === actor.userId) throw forbidden(message('cannotSuspendYourself', {}))
  if (member.isSuspended) return acknowledge(actor, message('isSuspendedAlready', { name: member.name }))
  ensureOwnerRemains(member.activeOwners, userId)
  await shutOut(trx, actor, userId)
  return acknowledge(actor, message('memberIsSuspended', { name: member.name }))
}

/** Suspends a member of the actor's organisation with all ways in that hang on it. Whom its directory suspends, the directory may let in again. */
export async function shutOut(
  trx: Transaction,
  actor: Actor,
  userId: string,
  { isByDirectory = false }: { isByDirectory?: boolean } = {},
): Promise<void> {
  await setStatus(trx, actor, userId, { status: 'suspended', is_suspended_by_directory: isByDirectory })
  await endSessions(trx, { userId, organisationId: actor.organisationId, now: actor.now })
  await revokeInvitationsBy(trx, actor, [userId])
  await appendEvent(trx, actor, { type: 'user.suspended', subject: userId, data: {} })
}

/** Lets a suspended member of the actor's organisation in again, in the role they had. */
export async function letIn(trx: Transaction, actor: Actor, userId: string): Promise<void> {
  await setStatus(trx, actor, userId, { status: 'active', is_suspended_by_directory: false })
  await appendEvent(trx, actor, { type: 'user.reinstated', subject: userId, data: {} })
}

/**
 * Lets a suspended member in again; they sign in anew. An account that is suspended everywhere stays so.
 *
 * @throws Refusal `forbidden` for a role above one's own; `not_found`
 */
export async function reinstateMember(
  trx: Transaction,
  caller: Actor,
  userId: string,
): Promise<Acknowledgement> {
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  const { name, isSuspended, isAccountSuspended } = await getMember(trx, actor, userId)
  if (isSuspended) await letIn(trx, actor, userId)
  const here = isSuspended ? message('memberIsReinstated', { name }) : message('isNotSuspended', { name })
  return acknowledge(actor, isAccountSuspended ? message('isSuspendedElsewhere', { name }) : here)
}

async function setStatus(
  trx: Transaction,
  actor: Actor,
  userId: string,
  standing: { status: 'active' | 'suspended'; is_suspended_by_directory: boolean },
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set(standing)
    .where('organisation_id', '=', actor.organisationId)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Takes a member out of the organisation, at once. What they did keeps their name; their account in other
 * organisations stays. API keys they made are revoked for good, so that inviting them again brings none back.
 *
 * @throws Refusal `forbidden` for a role above one's own; `in_use` for the last owner; `not_found`
 */
export async function removeMember(
  trx: Transaction,
  caller: Actor,
  userId: string,
): Promise<Acknowledgement> {
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  const member = await getMember(trx, actor, userId)
  ensureOwnerRemains(member.activeOwners, userId)
  const keys = await takeOut(trx, actor, userId)
  return acknowledge(actor, message('memberIsRemoved', { name: member.name, keys }))
}

/** Ends a membership in the actor's organisation with all ways in that hang on it. @returns how many API keys were revoked */
export async function takeOut(trx: Transaction, actor: Actor, userId: string): Promise<number> {
  await trx
    .deleteFrom('memberships')
    .where('organisation_id', '=', actor.organisationId)
    .where('user_id', '=', userId)
    .execute()
  await endSessions(trx, { userId, organisationId: actor.organisationId, now: actor.now })
  await revokeInvitationsBy(trx, actor, [userId])
  const revoked = await trx
    .updateTable('api_keys')
    .set({ revoked_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  await appendEvents(trx, actor, [
    { type: 'user.removed', subject: userId, data: {} },
    ...revoked.map(keyRevoked),
  ])
  return revoked.length
}
