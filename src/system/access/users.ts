import { message } from '../../words/catalogue.ts'
import { sql, type RawBuilder, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Role } from '../../kernel/permissions.ts'
import { Refusal, fault, type Fault } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { forbidden, unauthenticated, roleOf } from './rules.ts'

/**
 * Gives the form in which an e-mail address is stored and compared: without blanks around it, in lower case, and in one Unicode form. The same letter
 * typed on two keyboards may come in two forms.
 */
export function emailOf(text: string): string {
  return text.trim().toLowerCase().normalize('NFC')
}

/** Gives the name of somebody in `users`, by that alias: their name, or their e-mail as long as they have given none. */
export function nameOfUser(alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`coalesce(nullif(trim(${column('given_name')} || ' ' || ${column('family_name')}), ''), ${column('email')})`
}

/** An account to be made. */
export interface NewUser {
  email: string
  givenName: string
  familyName: string
  /** Null for an account that nobody signs in to by a password. */
  passwordHash: string | null
  /** True if the holder of the account is known to read the mail of its address. */
  isEmailProved: boolean
  now: Date
}

/**
 * Makes an account, which belongs to no organisation yet. @returns its id
 *
 * @throws Refusal `already_exists` when the e-mail has an account
 */
export async function insertUser(trx: Transaction, user: NewUser): Promise<string> {
  const id = await insertUserIfNew(trx, user)
  if (id === undefined) throw new Refusal('already_exists', message('hasAccount', { email: user.email }))
  return id
}

/**
 * Makes an account unless the e-mail has one, also one that is being made at this moment. @returns its id, or undefined where nothing
 * was made
 */
export async function insertUserIfNew(trx: Transaction, user: NewUser): Promise<string | undefined> {
  const made = await trx
    .insertInto('users')
    .values({
      id: newId(),
      email: emailOf(user.email),
      given_name: user.givenName,
      family_name: user.familyName,
      password_hash: user.passwordHash,
      email_proved_at: user.isEmailProved ? user.now : null,
      created_at: user.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** Makes somebody a member. @returns whether they were none before; a member keeps the role they have */
export async function insertMember(
  trx: Transaction,
  member: { organisationId: string; userId: string; role: Role; now: Date },
): Promise<boolean> {
  const joined = await trx
    .insertInto('memberships')
    .values({
      organisation_id: member.organisationId,
      user_id: member.userId,
      role: member.role,
      created_at: member.now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'organisation_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return joined !== undefined
}

/** An organisation somebody may act for now. */
export interface OpenMembership {
  id: string
  name: string
  role: Role
}

/**
 * The organisations a person may act for now, by name. Locked, nobody is suspended in them meanwhile: a session that is
 * begun for one is there to be ended with the others.
 */
export async function openMemberships(
  db: Kysely<Tables>,
  userId: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<OpenMembership[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select(['o.id', 'o.name', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .where('o.status', '=', 'active')
    .orderBy(sql`lower(o.name) collate "C"`)
    .orderBy('o.id')
    .$if(isLocked, (select) => select.forShare('m'))
    .execute()
  return rows.map(({ id, name, role }) => ({ id, name, role: roleOf(role) }))
}

/**
 * Why somebody who has proved who they are may not act for an organisation, or for any where none is named: they are
 * suspended there (rules.md §8), or it is not theirs.
 */
export async function membershipRefusal(
  db: Kysely<Tables>,
  userId: string,
  organisationId: string | null | undefined,
): Promise<Refusal> {
  const rows = await db
    .selectFrom('memberships')
    .select('organisation_id as id')
    .where('user_id', '=', userId)
    .execute()
  const isMember = organisationId == null ? rows.length > 0 : rows.some(({ id }) => id === organisationId)
  if (isMember) return unauthenticated(message('isSuspendedInOrAll', {}))
  return forbidden(organisationId == null ? message('belongsNowhere', {}) : message('doesNotBelong', {}))
}

export function emailFaults(email: string): Fault[] {
  return /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254
    ? []
    : [fault('email', message('isNoEmail', {}), 'format')]
}

/** As where an invitation is accepted. */
const MAX_NAME = 200

export function nameFaults(names: { givenName: string; familyName: string }): Fault[] {
  return (['givenName', 'familyName'] as const).flatMap((path) =>
    names[path].length > MAX_NAME
      ? [fault(path, message('isTooLong', { limit: MAX_NAME }), 'maxLength')]
      : [],
  )
}
