import { message } from '../../words/catalogue.ts'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { PublicRequest } from '../../http/operation.ts'
import type { Role } from '../../kernel/permissions.ts'
import { StalePlan } from '../../http/write/stale-plan.ts'
import { fault, Refusal, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import type { AccessTokens } from './access-tokens.ts'
import { ensureSession } from './credentials.ts'
import { ensureNotByProvider } from './enforced-sign-in.ts'
import { factorsOf } from './factor-challenges.ts'
import { forbidden, unauthenticated, roleOf } from './rules.ts'
import { appendEvent } from '../events/append-event.ts'
import {
  transferAccount,
  checkPassword,
  ensureUnchanged,
  userByEmail,
  inHashingTurn,
  type KnownUser,
} from './passwords.ts'
import { insertMember, insertUserIfNew } from './users.ts'
import { passwordFaults } from './password-rules.ts'
import { hashSecret } from './secrets.ts'
import type { AcceptResult, InvitationSeen } from './schema.ts'
import { openSession } from './sessions.ts'

interface Acceptance {
  token: string
  password: string
  givenName?: string | null
  familyName?: string | null
}

/** The person who accepts: one whose password was checked, or, with its hash, a new one or one who takes over an account. */
type Prepared =
  | { checked: KnownUser }
  | { handedOver: KnownUser; passwordHash: string }
  | { passwordHash: string }
  | undefined

/**
 * Checks the password of somebody with an account, or hashes that of somebody new. Whether the invitation is good is decided by
 * `acceptInvitation`; for one that is not, nothing is prepared.
 *
 * @throws Refusal `invalid_input` with every fault; `unauthenticated` for the wrong password of an account
 */
export async function prepareAcceptance(
  db: Kysely<Tables>,
  { now, address }: PublicRequest,
  input: Acceptance,
): Promise<Prepared> {
  const invitation = await openInvitation(db, input.token, now).executeTakeFirst()
  if (!invitation) return undefined
  const { email, name } = invitation
  return inHashingTurn(async (hasher) => {
    const account = await userByEmail(db, email)
    if (account && isHandedOver(invitation.is_mailed, account)) {
      const owner = { path: 'password', email, userName: account.name, organisationNames: [name] }
      refuseFaults(await passwordFaults(input.password, owner))
      return { handedOver: account, passwordHash: await hasher.hash(input.password) }
    }
    if (account) {
      const attempt = { email, address, now }
      const checked = await checkPassword(db, hasher, { attempt, password: input.password, wrong: wrong() })
      // Accepting signs in, for which the password is not enough.
      if ((await factorsOf(db, account.id)).length > 0)
        throw new Refusal('second_factor_needed', message('acceptsSignedIn', {}))
      return { checked }
    }
    refuseFaults(await newcomerFaults(input, { email, organisationName: name }))
    return { passwordHash: await hasher.hash(input.password) }
  })
}

/**
 * Accepts an invitation and signs in. Somebody new gives a name and sets a password; somebody with an account proves
 * it with the password they have, which stays as it is. An account of an address that nobody has proved is whoever's it may be: only a mailed
 * invitation gets in by it, and hands it over, with a new password, to whoever has read the mail.
 *
 * @throws Refusal `not_found` for an invitation not known, used, expired or taken back; `unauthenticated` for a suspended account;
 *   `forbidden` for an account of an address that nobody has proved
 */
export async function acceptInvitation(
  trx: Transaction,
  tokens: AccessTokens,
  request: PublicRequest,
  input: Acceptance,
  prepared: Prepared,
): Promise<AcceptResult> {
  const { now } = request
  const invitation = await takeInvitation(trx, input.token, now)
  const { organisationId } = invitation
  if (!prepared) throw new StalePlan()
  const userId = await enterAccount(trx, invitation, { ...namesOf(input), prepared, now })
  // Whoever accepts two invitations at once is somebody new for the first of them alone.
  if (userId === undefined) throw new StalePlan()
  await join(trx, invitation, { userId, now })
  const pair = await openSession(trx, tokens, { userId, organisationId, request })
  return { ...pair, userId, organisationId }
}

/**
 * Accepts an invitation of the caller's own address, in the session that they have: for whoever has a second factor.
 *
 * @throws Refusal `not_found` as `acceptInvitation`, also for one of another address; `forbidden` for an address that nobody has proved
 */
export async function acceptSignedIn(
  trx: Transaction,
  actor: Actor,
  { token }: { token: string },
): Promise<{ organisationId: string }> {
  await ensureNotByProvider(trx, ensureSession(actor))
  const { userId, now } = actor
  const invitation = await takeInvitation(trx, token, now)
  const account = await userByEmail(trx, invitation.email, { isLocked: true })
  if (account?.id !== userId) throw noInvitation()
  if (!account.isEmailProved) throw forbidden(message('accountIsNotProved', {}))
  await join(trx, invitation, { userId, now })
  return { organisationId: invitation.organisationId }
}

/** Makes somebody a member who accepts. Whoever was made one at the command line meanwhile keeps that role. */
async function join(
  trx: Transaction,
  { id, organisationId, role }: { id: string; organisationId: string; role: Role },
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const isNew = await insertMember(trx, { organisationId, userId, role, now })
  await trx.updateTable('invitations').set({ accepted_at: now }).where('id', '=', id).execute()
  if (!isNew) return
  const event = { type: 'user.joined', subject: userId, data: { role } } as const
  await appendEvent(trx, { organisationId, userId, now }, event)
}

/**
 * Says to whoever has the token of an invitation who invites whom, and what accepting it takes.
 *
 * @throws Refusal `not_found` as `acceptInvitation`
 */
export async function lookAtInvitation(
  db: Kysely<Tables>,
  { now }: PublicRequest,
  { token }: { token: string },
): Promise<InvitationSeen> {
  const invitation = await openInvitation(db, token, now).executeTakeFirst()
  if (!invitation) throw noInvitation()
  const { email, name, role, is_mailed: isMailed } = invitation
  const account = await userByEmail(db, email)
  return {
    organisationName: name,
    email,
    role: roleOf(role),
    invitedBy: invitation.invited_by_name,
    expiresAtUTC: invitation.expires_at.toISOString(),
    grainAt: (await findStoreOf(db, invitation.organisation_id))?.name ?? null,
    asks: !account ? 'newcomer' : isHandedOver(isMailed, account) ? 'newPassword' : 'password',
  }
}

/** The refusal of an invitation that is not good, or not the caller's. */
export function noInvitation(): Refusal {
  return new Refusal('not_found', message('invitationIsGone', {}))
}

/** The open invitation of a token. */
function openInvitation(db: Kysely<Tables>, token: string, now: Date) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('organisations as o', 'o.id', 'i.organisation_id')
    .select(['i.id', 'i.email', 'i.role', 'i.is_mailed', 'i.organisation_id', 'o.name'])
    .select(['i.invited_by', 'i.invited_by_name', 'i.expires_at'])
    .where('i.token_hash', '=', hashSecret(token))
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('o.status', '=', 'active')
}

/** The open invitation of a token, locked: it is good once. */
export async function takeInvitation(trx: Transaction, token: string, now: Date) {
  const row = await openInvitation(trx, token, now).forUpdate('i').executeTakeFirst()
  if (!row) throw noInvitation()
  const { id, email, is_mailed: isMailed, organisation_id: organisationId } = row
  const inviter = { userId: row.invited_by, userName: row.invited_by_name }
  return { id, email, isMailed, role: roleOf(row.role), organisationId, inviter }
}

/** The account by which somebody joins; undefined where somebody else has made it meanwhile. */
async function enterAccount(
  trx: Transaction,
  { email, isMailed }: { email: string; isMailed: boolean },
  { prepared, now, ...names }: { prepared: NonNullable<Prepared>; now: Date } & ReturnType<typeof namesOf>,
): Promise<string | undefined> {
  if ('checked' in prepared) return proveAccount(trx, prepared.checked)
  const { passwordHash } = prepared
  if (!('handedOver' in prepared))
    return insertUserIfNew(trx, { ...names, email, passwordHash, isEmailProved: isMailed, now })
  const account = await userByEmail(trx, email, { isLocked: true })
  if (account?.id !== prepared.handedOver.id || !isHandedOver(isMailed, account)) return undefined
  ensureNotSuspended(account)
  await transferAccount(trx, { userId: account.id, passwordHash, now })
  return account.id
}

/** Whoever reads the mail of an account's address has it, where nobody has proved that anybody else does. */
function isHandedOver(isMailed: boolean, { isEmailProved }: KnownUser): boolean {
  return isMailed && !isEmailProved
}

async function proveAccount(trx: Transaction, checked: KnownUser): Promise<string> {
  const user = await ensureUnchanged(trx, checked, wrong())
  ensureNotSuspended(user)
  if (user.isEmailProved) return user.id
  throw forbidden(message('accountIsNotProved', {}))
}

function ensureNotSuspended({ status }: KnownUser): void {
  if (status !== 'active') throw unauthenticated(message('accountIsSuspended', {}))
}

function wrong(): Refusal {
  return unauthenticated(message('acceptsWithItsPassword', {}))
}

function namesOf({ givenName, familyName }: Acceptance) {
  return { givenName: tidied(givenName ?? ''), familyName: tidied(familyName ?? '') }
}

async function newcomerFaults(
  input: Acceptance,
  { email, organisationName }: { email: string; organisationName: string },
): Promise<Fault[]> {
  const { givenName, familyName } = namesOf(input)
  const faults = await passwordFaults(input.password, {
    path: 'password',
    email,
    userName: `${givenName} ${familyName}`,
    organisationNames: [organisationName],
  })
  if (givenName === '') faults.push(fault('givenName', message('isNeeded', {}), 'required'))
  if (familyName === '') faults.push(fault('familyName', message('isNeeded', {}), 'required'))
  return faults
}

/** The store that has made an organisation for whose grain lies there, while nobody has come in; undefined where it is no such. */
export async function findStoreOf(
  db: Kysely<Tables>,
  organisationId: string,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select store.id, store.name from counterparties known join organisations store on store.id = known.other_id
    where known.organisation_id = ${organisationId} and known.stance = 'accepted'
      and exists (select from partners p where p.organisation_id = store.id and p.id = ${organisationId} and p.merged_into is null)
      and not exists (select from memberships m where m.organisation_id = ${organisationId})
    order by known.decided_at, store.id limit 1`.execute(db)
  return rows[0]
}
