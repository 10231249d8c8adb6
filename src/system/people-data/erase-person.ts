import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { message } from '../../words/catalogue.ts'
import { lockOrganisationsOf, settleGivenOut } from '../access/given-out.ts'
import { emailOf, nameOfUser } from '../access/users.ts'
import { chainWithin } from '../audit/chain.ts'
import { eraseInAudit } from './erase-in-audit.ts'
import { eraseInTables } from './erase-in-tables.ts'
import type { Erasure } from './erasure.ts'
import { PRIVATE_TABLES } from './personal-columns.ts'

/** Result of an erasure. */
export interface Erased {
  userId: string
  pseudonym: string
  /** The organisations that they belonged to. */
  organisationIds: string[]
  /** Rows of the books and logs that have the pseudonym now. */
  rows: number
}

/**
 * Erases a person: account, ways in, memberships and notices are removed, and what they made stays under a pseudonym. Ledger, numbers and
 * printed papers stay as they are. Chain the audit log first, so that its chains are held no longer than needed.
 *
 * @throws Refusal `not_found`; `in_use` for the last owner of an organisation
 */
export async function erasePerson(
  trx: Transaction,
  given: { email: string; now: Date; isByOperator: boolean },
): Promise<Erased> {
  await sql`set local statement_timeout = 0`.execute(trx)
  const { id } = await findPerson(trx, given.email)
  // Organisations first, as everybody who changes members does.
  await lockOrganisationsOf(trx, id)
  const erasure = await begin(trx, given)
  const owned = await lastOwnerOf(trx, erasure.userId)
  if (owned.length > 0) throw new Refusal('in_use', message('isLastOwnerOf', { names: owned.join(', ') }))
  const organisationIds = await organisationsOf(trx, erasure.userId)
  await settleGivenOut(trx, { userId: erasure.userId, now: erasure.now, isEnded: true })
  await removeOwn(trx, erasure)
  await sql`
    update users set email = ${erasure.newEmail}, given_name = '', family_name = ${erasure.pseudonym}, password_hash = null, status = 'suspended',
      is_platform_admin = false, email_proved_at = null, factors = '{}', erased_at = ${erasure.now}
    where id = ${erasure.userId}`.execute(trx)
  const inTables = await eraseInTables(trx, erasure)
  // What others wrote since the log was chained may name them, too.
  await chainWithin(trx)
  const inAudit = await eraseInAudit(trx, erasure)
  return { userId: erasure.userId, pseudonym: erasure.pseudonym, organisationIds, rows: inTables + inAudit }
}

async function findPerson(trx: Transaction, email: string): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`
    select id from users where email = ${emailOf(email)} and erased_at is null`.execute(trx)
  if (!rows[0]) throw notFound('user', emailOf(email))
  return rows[0]
}

async function begin(
  trx: Transaction,
  { email, now, isByOperator }: { email: string; now: Date; isByOperator: boolean },
): Promise<Erasure> {
  const { rows } = await sql<Pick<Erasure, 'userId' | 'email' | 'givenName' | 'familyName' | 'name'>>`
    select u.id as "userId", u.email, u.given_name as "givenName", u.family_name as "familyName", ${nameOfUser('u')} as name
    from users u where u.email = ${emailOf(email)} and u.erased_at is null for update`.execute(trx)
  const [person] = rows
  if (!person) throw notFound('user', emailOf(email))
  const { rowCount } = await namesakes(trx, person.userId, person.name)
  const tag = randomBytes(4).toString('hex')
  return {
    ...person,
    id: newId(),
    isOnlyOfName: rowCount === 0,
    pseudonym: `Erased person ${tag}`,
    newEmail: `erased-${tag}@erased.invalid`,
    now,
    isByOperator,
  }
}

async function namesakes(trx: Transaction, userId: string, name: string): Promise<{ rowCount: number }> {
  const { rows } = await sql`
    select from users u where u.id <> ${userId} and ${nameOfUser('u')} = ${name} limit 1`.execute(trx)
  return { rowCount: rows.length }
}

async function organisationsOf(trx: Transaction, userId: string): Promise<string[]> {
  const memberships = await trx
    .selectFrom('memberships')
    .select('organisation_id as id')
    .where('user_id', '=', userId)
    .execute()
  return memberships.map(({ id }) => id)
}

/** Names of the organisations that have no other owner who can sign in. */
export async function lastOwnerOf(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select o.name from memberships m join organisations o on o.id = m.organisation_id
    where m.user_id = ${userId} and m.role = 'owner' and not exists (
      select from memberships other join users u on u.id = other.user_id
      where other.organisation_id = m.organisation_id and other.user_id <> m.user_id and other.role = 'owner'
        and other.status = 'active' and u.status = 'active')
    order by o.name`.execute(db)
  return rows.map(({ name }) => name)
}

async function removeOwn(trx: Transaction, { userId, email }: Erasure): Promise<void> {
  for (const [table, column] of Object.entries(PRIVATE_TABLES))
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(trx)
  await sql`delete from invitations where email = ${email}`.execute(trx)
  // A mail that waits for them, or has what they asked for in it.
  await sql`delete from jobs where payload::text like ${`%${userId}%`} or position(${email} in payload::text) > 0`.execute(
    trx,
  )
  await sql`delete from sign_in_failures where position(${email} in subject) > 0 or position(${userId} in subject) > 0`.execute(
    trx,
  )
  await sql`delete from known_networks where position(${email} in subject) > 0 or position(${userId} in subject) > 0`.execute(
    trx,
  )
}
