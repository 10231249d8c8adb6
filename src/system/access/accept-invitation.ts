import type { Transaction } from '../../db/transaction.ts'
import type { PublicRequest } from '../../http/operation.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import type { AccessTokens } from './access-tokens.ts'
import { unauthenticated } from './admit.ts'
import { appendEvent } from '../events/append-event.ts'
import { checkPassword, userByEmail } from './check-password.ts'
import { insertMember, insertUserIfNew } from './insert-user.ts'
import { passwordFaults } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { roleOf } from './role.ts'
import { hashSecret } from './secrets.ts'
import type { AcceptResult } from './schema.ts'
import { openSession } from './sessions.ts'

interface Acceptance {
  token: string
  password: string
  givenName?: string | null
  familyName?: string | null
}

/**
 * Accepts an invitation and signs in. Somebody new gives a name and sets a password; somebody with an account proves
 * it with the password they have, which stays as it is.
 *
 * @throws Refusal `not_found` for an invitation not known, used, expired or taken back; `invalid_input` with every
 * fault; `unauthenticated` for the wrong password of an account
 */
export async function acceptInvitation(
  trx: Transaction,
  tokens: AccessTokens,
  { now, address }: PublicRequest,
  input: Acceptance,
): Promise<AcceptResult> {
  const invitation = await takeInvitation(trx, input.token, now)
  const { email, organisationId } = invitation
  const account = await userByEmail(trx, email)
  // Whoever accepts two invitations at once is somebody new for the first of them alone.
  const newUserId = account ? undefined : await makeUser(trx, invitation, input, now)
  const userId = newUserId ?? (await proveAccount(trx, { email, address, now }, input.password))
  const isNew = await insertMember(trx, { organisationId, userId, role: invitation.role, now })
  await trx.updateTable('invitations').set({ accepted_at: now }).where('id', '=', invitation.id).execute()
  // Whoever was made a member at the command line meanwhile keeps that role.
  if (isNew) {
    const event = { type: 'user.joined', subject: userId, data: { role: invitation.role } } as const
    await appendEvent(trx, { organisationId, userId, now }, event)
  }
  const pair = await openSession(trx, tokens, { userId, organisationId, now })
  return { ...pair, userId, organisationId }
}

/** The open invitation of a token, locked: it is good once. */
async function takeInvitation(trx: Transaction, token: string, now: Date) {
  const row = await trx
    .selectFrom('invitations as i')
    .innerJoin('organisations as o', 'o.id', 'i.organisation_id')
    .select(['i.id', 'i.email', 'i.role', 'i.organisation_id', 'o.name', 'o.country_iso', 'o.time_zone'])
    .where('i.token_hash', '=', hashSecret(token))
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('o.status', '=', 'active')
    .forUpdate('i')
    .executeTakeFirst()
  if (!row)
    throw new Refusal('not_found', 'This invitation is not known, was used or taken back, or has expired.')
  return {
    id: row.id,
    email: row.email,
    role: roleOf(row.role),
    organisationId: row.organisation_id,
    organisationName: row.name,
    countryISO: row.country_iso,
    timeZone: row.time_zone,
  }
}

async function proveAccount(
  trx: Transaction,
  attempt: { email: string; address: string; now: Date },
  password: string,
): Promise<string> {
  const wrong = unauthenticated('You have an account already: accept with its password.')
  const user = await checkPassword(trx, attempt, password, wrong)
  if (user.status !== 'active') throw unauthenticated('This account is suspended.')
  return user.id
}

async function makeUser(
  trx: Transaction,
  { email, organisationName }: { email: string; organisationName: string },
  { password, givenName, familyName }: Acceptance,
  now: Date,
): Promise<string | undefined> {
  const [given, family] = [tidied(givenName ?? ''), tidied(familyName ?? '')]
  const faults = passwordFaults(password, { path: 'password', email, organisationNames: [organisationName] })
  if (given === '') faults.push(fault('givenName', 'is needed', 'required'))
  if (family === '') faults.push(fault('familyName', 'is needed', 'required'))
  refuseFaults(faults)
  return insertUserIfNew(trx, {
    email,
    givenName: given,
    familyName: family,
    passwordHash: await hashPassword(password),
    now,
  })
}
