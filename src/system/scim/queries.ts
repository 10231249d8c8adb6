import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Role } from '../../kernel/permissions.ts'
import { isId } from '../../kernel/ids.ts'
import { message } from '../../words/catalogue.ts'
import { roleOf } from '../access/rules.ts'
import { emailOf } from '../access/users.ts'
import type { Filter } from './filter.ts'
import { scimRefusal } from './refuse.ts'
import type { MemberDescription } from './describe-member.ts'

/** A member whom the directory of an organisation sees: one that it made, or one with an address of a proved domain. */
export interface ProvisionedMember extends MemberDescription {
  id: string
  role: Role
  createdAt: Date
  /** Suspended by the directory itself, which may let them in again. */
  isSuspendedByDirectory: boolean
  /** Belongs to no other organisation, and does not run the installation: name and address are the directory's. */
  isOwnAccount: boolean
}

interface Row {
  id: string
  email: string
  given_name: string
  family_name: string
  role: string
  created_at: Date
  user_name: string
  external_id: string | null
  is_active: boolean
  is_suspended_by_directory: boolean
  is_own_account: boolean
}

const columns = sql`
  u.id, u.email, u.given_name, u.family_name, m.role, m.created_at, coalesce(m.user_name, u.email) as user_name, m.external_id,
  m.status = 'active' and u.status = 'active' as is_active, m.is_suspended_by_directory,
  not u.is_platform_admin
    and not exists (select from memberships o where o.user_id = u.id and o.organisation_id <> m.organisation_id) as is_own_account`

const seenBy = (organisationId: string) => sql`
  from memberships m join users u on u.id = m.user_id
  where m.organisation_id = ${organisationId}
    and (m.user_name is not null or exists (
      select from sign_in_domains d
      where d.organisation_id = m.organisation_id and d.domain = split_part(u.email, '@', 2) and d.verified_at is not null))`

function memberFrom(row: Row): ProvisionedMember {
  return {
    id: row.id,
    userName: row.user_name,
    externalId: row.external_id,
    email: row.email,
    givenName: row.given_name,
    familyName: row.family_name,
    isActive: row.is_active,
    role: roleOf(row.role),
    createdAt: row.created_at,
    isSuspendedByDirectory: row.is_suspended_by_directory,
    isOwnAccount: row.is_own_account,
  }
}

/** Finds a member by the id of their account; undefined for one whom the directory does not see. */
export async function findMember(
  db: Kysely<Tables>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  id: string,
): Promise<ProvisionedMember | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<Row>`select ${columns} ${seenBy(organisationId)} and u.id = ${id}`.execute(db)
  return rows[0] && memberFrom(rows[0])
}

/**
 * Locks the account of a member, so that it joins no other organisation while it is changed as one of this organisation alone. The account of
 * anybody else is not waited for.
 */
export async function lockAccount(
  trx: Transaction,
  { organisationId }: Pick<Actor, 'organisationId'>,
  id: string,
): Promise<void> {
  if (!isId(id)) return
  await sql`
    select from users u where u.id = ${id}
      and exists (select from memberships m where m.user_id = u.id and m.organisation_id = ${organisationId})
    for update`.execute(trx)
}

/** Members whom the directory sees, a page of them, in the order of their accounts; and how many there are. */
export function listMembers(
  db: Kysely<Tables>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  { filter, offset, limit }: { filter: Filter | undefined; offset: number; limit: number },
): Promise<{ total: number; members: ProvisionedMember[] }> {
  const narrowed = sql`${seenBy(organisationId)} and ${filter ? conditionOf(filter) : sql`true`}`
  return inOneMoment(db, async (moment) => {
    const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count ${narrowed}`.execute(
      moment,
    )
    const { rows } = await sql<Row>`
      select ${columns} ${narrowed} order by u.id limit ${limit} offset ${offset}`.execute(moment)
    return { total: counted[0]?.count ?? 0, members: rows.map(memberFrom) }
  })
}

/** Attributes of which a filter may ask, as they are stored. */
const texts: Record<string, { column: RawBuilder<string>; isExact?: true }> = {
  id: { column: sql`u.id::text` },
  username: { column: sql`coalesce(m.user_name, u.email)` },
  externalid: { column: sql`m.external_id`, isExact: true },
  'name.givenname': { column: sql`u.given_name` },
  'name.familyname': { column: sql`u.family_name` },
  emails: { column: sql`u.email` },
  'emails.value': { column: sql`u.email` },
  'emails.type': { column: sql`'work'` },
}
const flags: Record<string, RawBuilder<boolean>> = {
  active: sql`(m.status = 'active' and u.status = 'active')`,
  'emails.primary': sql`true`,
}

/** A filter as a condition of SQL; what was sent is in it as parameters alone. */
function conditionOf(filter: Filter): RawBuilder<SqlBool> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map(conditionOf)
      return sql`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`
    }
    case 'not':
      return sql`not coalesce(${conditionOf(filter.part)}, false)`
    case 'present': {
      const text = Object.hasOwn(texts, filter.path) ? texts[filter.path] : undefined
      if (text) return sql`coalesce(${text.column}, '') <> ''`
      if (Object.hasOwn(flags, filter.path)) return sql`true`
      throw cannotAsk(filter.path)
    }
    case 'compare':
      return comparisonOf(filter)
  }
}

function comparisonOf({ path, operator, value }: Extract<Filter, { kind: 'compare' }>): RawBuilder<SqlBool> {
  const flag = Object.hasOwn(flags, path) ? flags[path] : undefined
  if (flag) {
    const wanted = String(value).toLowerCase()
    if (!['true', 'false'].includes(wanted) || (operator !== 'eq' && operator !== 'ne')) throw cannotAsk(path)
    return sql`${flag} = ${(wanted === 'true') === (operator === 'eq')}::boolean`
  }
  const text = Object.hasOwn(texts, path) ? texts[path] : undefined
  if (!text) throw cannotAsk(path)
  if (value === null && (operator === 'eq' || operator === 'ne'))
    return operator === 'eq' ? sql`${text.column} is null` : sql`${text.column} is not null`
  if (typeof value !== 'string') throw cannotAsk(path)
  const sought = text.isExact ? value : emailOf(value)
  const stored = text.isExact ? text.column : sql`lower(${text.column})`
  switch (operator) {
    case 'eq':
      return sql`${stored} = ${sought}`
    case 'ne':
      return sql`${stored} is distinct from ${sought}`
    case 'co':
      return sql`strpos(${stored}, ${sought}) > 0`
    case 'sw':
      return sql`starts_with(${stored}, ${sought})`
    case 'ew':
      return sql`right(${stored}, length(${sought}::text)) = ${sought}`
  }
}

const cannotAsk = (attribute: string) =>
  scimRefusal('invalidFilter', message('directoryFilterCannotAsk', { attribute }))

/** Finds another member of the organisation who has the userName, the address or the external id, whether the directory sees them or not. */
export async function findTaken(
  db: Kysely<Tables>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  { userName, email, externalId }: Pick<MemberDescription, 'userName' | 'email' | 'externalId'>,
  exceptId: string | null,
): Promise<'userName' | 'externalId' | undefined> {
  const { rows } = await sql<{ is_by_id: boolean }>`
    select coalesce(m.external_id = ${externalId}::text, false) as is_by_id
    from memberships m join users u on u.id = m.user_id
    where m.organisation_id = ${organisationId} and m.user_id is distinct from ${exceptId}::uuid
      and (lower(m.user_name) = lower(${userName}::text) or m.user_name is null and u.email = ${emailOf(userName)}
        or u.email = ${email} or m.external_id = ${externalId}::text)
    order by is_by_id limit 1`.execute(db)
  const [taken] = rows
  return taken && (taken.is_by_id ? 'externalId' : 'userName')
}

/** Owners of an organisation who can act, and the one whom its provider's settings name. */
export async function guardedOwners(
  db: Kysely<Tables>,
  { organisationId }: Pick<Actor, 'organisationId'>,
): Promise<{ active: string[]; breakGlass: string | null }> {
  const { rows } = await sql<{ active: string[]; break_glass: string | null }>`
    select
      array(select m.user_id::text from memberships m join users u on u.id = m.user_id
        where m.organisation_id = ${organisationId} and m.role = 'owner' and m.status = 'active' and u.status = 'active') as active,
      (select p.break_glass::text from identity_providers p where p.organisation_id = ${organisationId}) as break_glass`.execute(
    db,
  )
  return { active: rows[0]?.active ?? [], breakGlass: rows[0]?.break_glass ?? null }
}
