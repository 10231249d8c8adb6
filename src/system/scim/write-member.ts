import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal, notFound, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Role } from '../../kernel/permissions.ts'
import { message } from '../../words/catalogue.ts'
import { letIn, shutOut, takeOut } from '../access/members.ts'
import { lockAndRecheckRole } from '../access/recheck-role.ts'
import { ensureOwnerRemains, forbidden } from '../access/rules.ts'
import { insertMember, insertUserIfNew, openMemberships } from '../access/users.ts'
import { appendEvent } from '../events/append-event.ts'
import { setEmail } from '../factors/email-changes.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { claimedRoles, roleByClaim } from '../single-sign-on/rules.ts'
import { providerOf, rolesFrom } from '../single-sign-on/settings.ts'
import { provedDomains } from '../single-sign-on/sign-in.ts'
import { DIRECTORY_MAIL_JOB, type DirectoryMail } from './directory-mail.ts'
import { findMember, findTaken, guardedOwners, lockAccount, type ProvisionedMember } from './queries.ts'
import type { DirectoryPerson } from './reduce-patch.ts'
import { scimRefusal } from './refuse.ts'
import { describeMember, domainFaults, personOf, type MemberDescription } from './describe-member.ts'

/** Permission of whoever has people come and go as their directory says. */
export const PROVISIONING = 'members:provision'

/** A member before and after what a directory did. */
export interface MemberChange {
  before: ProvisionedMember
  after: ProvisionedMember
}

/**
 * Makes somebody a member whom the organisation's directory has: with the account of their address, where its holder has proved that it is theirs, or
 * with a new one that has no password.
 *
 * @throws Refusal `invalid_input` with every fault; `already_exists` for somebody who is a member, or whose account is not proved; `forbidden`
 * without a proved domain, or where no rule gives them a role
 */
export async function createMember(
  trx: Transaction,
  caller: Actor,
  person: DirectoryPerson,
): Promise<ProvisionedMember> {
  const actor = await lockAndRecheckRole(trx, caller, PROVISIONING)
  const { organisationId, now } = actor
  const domains = await provedDomains(trx, organisationId)
  if (domains.length === 0) throw forbidden(message('directoryNeedsDomain', {}))
  const { description, faults } = describeMember(person)
  refuseFaults([...faults, ...(faults.length === 0 ? domainFaults(description.email, domains) : [])])
  await ensureFree(trx, actor, description, null)
  const role = await roleOfNew(trx, organisationId, person)
  const userId = await accountOf(trx, actor, description)
  await insertMember(trx, { organisationId, userId, role, now })
  await describeMembership(trx, actor, userId, description)
  await appendEvent(trx, actor, { type: 'user.joined', subject: userId, data: { role } })
  if (!description.isActive) await shutOut(trx, actor, userId, { isByDirectory: true })
  return getMemberOf(trx, actor, userId)
}

/** The role of somebody new: the first rule of the provider's settings that the directory has sent a value of, or the default. */
async function roleOfNew(
  trx: Transaction,
  organisationId: string,
  { roles = [] }: DirectoryPerson,
): Promise<Role> {
  const provider = await providerOf(trx, organisationId)
  const role = roleByClaim(
    {
      roleClaim: 'roles',
      roles: rolesFrom(provider?.roles ?? []),
      defaultRole: claimedRoles.find((each) => each === provider?.default_role) ?? null,
    },
    { roles: roles.flatMap(({ value }) => value ?? []) },
  )
  if (role === undefined) throw forbidden(message('directoryGivesNoRole', {}))
  return role
}

/** The account of an address: theirs, where they have proved it, or a new one. */
async function accountOf(
  trx: Transaction,
  actor: Actor,
  { email, givenName, familyName }: MemberDescription,
): Promise<string> {
  const isTaken = () =>
    scimRefusal('uniqueness', message('directoryAccountIsUnproved', { email }), 'already_exists')
  const known = await trx
    .selectFrom('users')
    .select(['id', 'email_proved_at'])
    .where('email', '=', email)
    .forShare()
    .executeTakeFirst()
  if (known) {
    // Somebody may have made it with an address that is not theirs, and wait for it to be let in.
    if (!known.email_proved_at) throw isTaken()
    await mail(trx, actor, { what: 'joined', to: email })
    return known.id
  }
  const account = { email, givenName, familyName, passwordHash: null, isEmailProved: true, now: actor.now }
  const made = await insertUserIfNew(trx, account)
  // Somebody has made the account at this moment, elsewhere.
  if (made === undefined) throw isTaken()
  return made
}

/**
 * Changes a member as the directory describes them now.
 *
 * @param describe makes the new description of the old one
 * @param ensureUnchanged refuses where the member is another version than the caller has read
 * @throws Refusal `not_found`; `invalid_input`; `already_exists`; `in_use` for an owner who has to stay
 */
export async function changeMember(
  trx: Transaction,
  caller: Actor,
  id: string,
  {
    describe,
    ensureUnchanged,
    isWhole,
  }: {
    describe: (before: DirectoryPerson) => DirectoryPerson
    ensureUnchanged: (before: ProvisionedMember) => void
    /** The description is all that the directory says, and no change of what it said before. */
    isWhole: boolean
  },
): Promise<MemberChange> {
  const actor = await lockAndRecheckRole(trx, caller, PROVISIONING)
  await lockAccount(trx, actor, id)
  const before = await getMemberOf(trx, actor, id)
  ensureUnchanged(before)
  const person = describe(personOf(before))
  const { description, faults } = describeMember(person, isWhole ? undefined : before)
  const isElsewhere = description.email !== before.email
  const domains = isElsewhere ? await provedDomains(trx, actor.organisationId) : []
  refuseFaults([
    ...faults,
    ...(isElsewhere && faults.length === 0 ? domainFaults(description.email, domains) : []),
  ])
  await ensureFree(trx, actor, description, id)
  await changeStatus(trx, actor, before, description.isActive)
  if (isElsewhere) await changeAddress(trx, actor, before, description.email)
  await changeNames(trx, actor, before, description)
  if (description.userName !== before.userName || description.externalId !== before.externalId)
    await describeMembership(trx, actor, id, description)
  return { before, after: await getMemberOf(trx, actor, id) }
}

/** Takes a member out of the organisation, as the directory has deleted them. Their account stays. */
export async function deleteMember(
  trx: Transaction,
  caller: Actor,
  id: string,
  ensureUnchanged: (before: ProvisionedMember) => void,
): Promise<ProvisionedMember> {
  const actor = await lockAndRecheckRole(trx, caller, PROVISIONING)
  const before = await getMemberOf(trx, actor, id)
  ensureUnchanged(before)
  await ensureMayLeave(trx, actor, id)
  await takeOut(trx, actor, id)
  return before
}

async function getMemberOf(trx: Transaction, actor: Actor, id: string): Promise<ProvisionedMember> {
  const member = await findMember(trx, actor, id)
  if (!member) throw notFound('user', id)
  return member
}

async function ensureFree(
  trx: Transaction,
  actor: Actor,
  description: MemberDescription,
  id: string | null,
): Promise<void> {
  const taken = await findTaken(trx, actor, description, id)
  if (taken === undefined) return
  const { userName, externalId } = description
  throw scimRefusal(
    'uniqueness',
    taken === 'externalId'
      ? message('directoryIdIsTaken', { externalId: externalId ?? '' })
      : message('directoryNameIsTaken', { userName }),
    'already_exists',
  )
}

/** Refuses to shut out the last owner who can act, and the one who gets in when the provider is away. */
async function ensureMayLeave(trx: Transaction, actor: Actor, id: string): Promise<void> {
  const { active, breakGlass } = await guardedOwners(trx, actor)
  if (breakGlass === id && active.includes(id))
    throw new Refusal('in_use', message('directoryOwnerStays', {}))
  ensureOwnerRemains(active, id)
}

async function changeStatus(
  trx: Transaction,
  actor: Actor,
  { id, isActive, isSuspendedByDirectory }: ProvisionedMember,
  isWanted: boolean,
): Promise<void> {
  if (isActive && !isWanted) {
    await ensureMayLeave(trx, actor, id)
    await shutOut(trx, actor, id, { isByDirectory: true })
  }
  // Whom an admin has suspended, an admin lets in again.
  if (!isActive && isWanted && isSuspendedByDirectory) await letIn(trx, actor, id)
}

/** Gives the account of a member another address. Whoever reads its mail can get into it, so it has to be the organisation's own, and no owner's. */
async function changeAddress(
  trx: Transaction,
  actor: Actor,
  { id, role, isOwnAccount, email: former }: ProvisionedMember,
  email: string,
): Promise<void> {
  if (!isOwnAccount || role === 'owner')
    throw scimRefusal('mutability', message('directoryAddressStays', { email: former }), 'already_exists')
  await setEmail(trx, { userId: id, email, now: actor.now })
  await mail(trx, actor, { what: 'readdressed', to: former })
}

/** Gives a member another name, where their account is of this organisation alone; otherwise the name is theirs. */
async function changeNames(
  trx: Transaction,
  actor: Actor,
  { id, isOwnAccount, givenName, familyName }: ProvisionedMember,
  wanted: MemberDescription,
): Promise<void> {
  const isSame = givenName === wanted.givenName && familyName === wanted.familyName
  if (isSame || !isOwnAccount) return
  const name = { given_name: wanted.givenName, family_name: wanted.familyName }
  await trx.updateTable('users').set(name).where('id', '=', id).execute()
  for (const membership of await openMemberships(trx, id))
    await appendEvent(
      trx,
      { ...actor, organisationId: membership.id },
      { type: 'user.renamed', subject: id, data: {} },
    )
}

async function describeMembership(
  trx: Transaction,
  { organisationId }: Actor,
  userId: string,
  { userName, externalId }: MemberDescription,
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({ user_name: userName, external_id: externalId })
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .execute()
}

async function mail(
  trx: Transaction,
  { organisationId, now }: Actor,
  told: Pick<DirectoryMail, 'what' | 'to'>,
): Promise<void> {
  const payload: DirectoryMail = { mailId: newId(), organisationId, ...told }
  await enqueueJob(trx, { kind: DIRECTORY_MAIL_JOB, key: payload.mailId, payload, now })
}
