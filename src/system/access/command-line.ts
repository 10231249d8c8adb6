import { unitsFrom } from './organisation-units.ts'
import { weighingFrom } from './organisation-weighing.ts'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Role } from '../../kernel/permissions.ts'
import { notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { isId, NIL_ID } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvent } from '../events/append-event.ts'
import type { IdentifiedActor } from './credentials.ts'
import { lockOrganisationsOf, settleGivenOut } from './given-out.ts'
import { revokeAllInvitationsBy } from './invitations.ts'
import { passwordFaults } from './password-rules.ts'
import { transferAccount, userByEmail, type KnownUser, type NewPassword } from './passwords.ts'
import { forbidden, roleOf } from './rules.ts'
import type { GivenOut } from './given-out-schema.ts'
import { forgiveFailures } from './sign-in-limits.ts'
import { emailOf, insertMember, insertUser, emailFaults, nameFaults } from './users.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Changes to identity from the command line. Anyone who runs it has the database anyway, so it asks for no credential; the rules on the values are
 * the same as everywhere.
 */

/**
 * An actor for commands run at the machine itself: owner of the organisation, and no user.
 *
 * @throws Refusal `not_found`
 */
export async function commandLineActor(
  db: Kysely<Tables>,
  organisationId: string,
  now: Date,
): Promise<IdentifiedActor> {
  const organisation = isId(organisationId)
    ? await db
        .selectFrom('organisations')
        .select(['id', 'name', 'country_iso', 'time_zone', 'units', 'weighing'])
        .where('id', '=', organisationId)
        .executeTakeFirst()
    : undefined
  if (!organisation) throw notFound('organisation', organisationId)
  return {
    organisationId: organisation.id,
    organisationName: organisation.name,
    countryISO: organisation.country_iso,
    timeZone: organisation.time_zone,
    language: 'en',
    units: unitsFrom(organisation.units),
    weighing: weighingFrom(organisation.weighing),
    userId: NIL_ID,
    userName: 'Command line',
    role: 'owner',
    isPlatformAdmin: true,
    now,
    credential: { kind: 'command-line' },
  }
}

/**
 * Makes a user with a role in an organisation. Somebody with an account joins with it and keeps the password, unless nobody has proved that the
 * account belongs to its address: then anybody may hold it, such as the admin who invited that address elsewhere.
 *
 * @throws Refusal `invalid_input` with every fault; `already_exists` for a member; `forbidden` for an account of an address that nobody has proved
 */
export async function createUser(
  trx: Transaction,
  actor: IdentifiedActor,
  input: { email: string; givenName: string; familyName: string; role: Role; password: NewPassword },
): Promise<{ userId: string; password: string | undefined }> {
  const email = emailOf(input.email)
  const account = await userByEmail(trx, email, { isLocked: true })
  if (account) ensureProved(account)
  const { userId, password } = account
    ? { userId: account.id, password: undefined }
    : await makeUser(trx, actor, { ...input, email })
  const { organisationId, now } = actor
  const isNew = await insertMember(trx, { organisationId, userId, role: input.role, now })
  if (!isNew) throw new Refusal('already_exists', message('belongsAlready', { email }))
  await appendEvent(trx, actor, { type: 'user.joined', subject: userId, data: { role: input.role } })
  return { userId, password }
}

async function makeUser(
  trx: Transaction,
  { organisationName, now }: IdentifiedActor,
  input: { email: string; givenName: string; familyName: string; password: NewPassword },
) {
  const { email, password } = input
  const userName = `${input.givenName} ${input.familyName}`
  const context = { path: 'password', email, userName, organisationNames: [organisationName] }
  const faults = await passwordFaults(password.text, context)
  refuseFaults([...emailFaults(email), ...nameFaults(input), ...faults])
  const [givenName, familyName] = [tidied(input.givenName), tidied(input.familyName)]
  const user = { email, givenName, familyName, passwordHash: password.hash, isEmailProved: true, now }
  return { userId: await insertUser(trx, user), password: password.text }
}

/**
 * Refuses to give more to an account while nobody has proved that it belongs to its address.
 *
 * @throws Refusal `forbidden`
 */
function ensureProved({ email, isEmailProved }: KnownUser): void {
  if (isEmailProved) return
  throw forbidden(message('accountNeedsNewPassword', { email }))
}

/**
 * Sets a new password for whoever lost theirs, ends all their sessions and takes away the
 * identities by which issuers sign them in. The wrong passwords that anybody tried are forgotten. What they gave out stays good, such as the key of a weighbridge, and is
 * named: where somebody else had got into the account, it may be theirs.
 *
 * @throws Refusal `not_found`; `invalid_input` with every fault
 */
export async function resetPassword(
  trx: Transaction,
  input: { email: string; password: NewPassword; now: Date },
): Promise<{ password: string; isSuspended: boolean; forgiven: number; givenOut: GivenOut[] }> {
  const user = await getUserByEmail(trx, input.email)
  const { password } = input
  const organisationNames = await organisationNamesOf(trx, user.id)
  refuseFaults(
    await passwordFaults(password.text, {
      path: 'password',
      email: user.email,
      userName: user.name,
      organisationNames,
    }),
  )
  await transferAccount(trx, { userId: user.id, passwordHash: password.hash, now: input.now })
  const forgiven = await forgiveFailures(trx, user.email)
  return {
    password: password.text,
    forgiven,
    isSuspended: user.status !== 'active',
    givenOut: await settleGivenOut(trx, { userId: user.id, now: input.now, isEnded: false }),
  }
}

/** Reads the names of a person's organisations. */
async function organisationNamesOf(trx: Transaction, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('memberships as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select('o.name')
    .where('m.user_id', '=', userId)
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Suspends a person everywhere, at once, or lets them in again. Who is suspended leaves no way in behind: invitations they made are taken back.
 *
 * @throws Refusal `not_found`
 */
export async function setAccountStatus(
  trx: Transaction,
  { email, status, now }: { email: string; status: 'active' | 'suspended'; now: Date },
): Promise<void> {
  const { id } = await getUserByEmail(trx, email)
  if (status === 'suspended') await lockOrganisationsOf(trx, id)
  await trx.updateTable('users').set({ status }).where('id', '=', id).execute()
  if (status === 'suspended') await revokeAllInvitationsBy(trx, id, now)
}

/**
 * Makes a person platform admin, or no longer.
 *
 * @throws Refusal `not_found`; `forbidden` for an account of an address that nobody has proved
 */
export async function setPlatformAdmin(
  trx: Transaction,
  { email, isPlatformAdmin }: { email: string; isPlatformAdmin: boolean },
): Promise<void> {
  const user = await getUserByEmail(trx, email)
  if (isPlatformAdmin) ensureProved(user)
  await trx
    .updateTable('users')
    .set({ is_platform_admin: isPlatformAdmin })
    .where('id', '=', user.id)
    .execute()
}

/** Counts the people who are platform admins. */
export async function countPlatformAdmins(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_platform_admin', '=', true)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return count
}

/** Everybody with an account, once for each organisation they belong to, by e-mail. */
export async function listAccounts(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('memberships as m', 'm.user_id', 'u.id')
    .leftJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select([
      'u.id',
      'u.email',
      'u.status',
      'u.email_proved_at',
      'u.is_platform_admin',
      'm.role',
      'm.status as membership_status',
    ])
    .select(['o.id as organisation_id', 'o.name as organisation_name'])
    .orderBy(sql`u.email collate "C"`)
    .orderBy(sql`lower(o.name) collate "C"`)
    .orderBy('o.id')
    .execute()
  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    status: row.status,
    isEmailProved: row.email_proved_at !== null,
    isPlatformAdmin: row.is_platform_admin,
    organisationId: row.organisation_id,
    organisationName: row.organisation_name,
    role: row.role === null ? null : roleOf(row.role),
    membershipStatus: row.membership_status,
  }))
}

async function getUserByEmail(trx: Transaction, email: string) {
  const user = await userByEmail(trx, emailOf(email))
  if (!user) throw notFound('user', emailOf(email))
  return user
}
