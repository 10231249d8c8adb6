import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { PublicRequest } from '../../http/operation.ts'
import { PreparedInVain } from '../../http/prepared-in-vain.ts'
import { fault, Refusal, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import type { AccessTokens } from './access-tokens.ts'
import { unauthenticated } from './admit.ts'
import { appendEvent } from '../events/append-event.ts'
import { checkPassword, ensureUnchanged, userByEmail, type KnownUser } from './check-password.ts'
import { insertMember, insertUserIfNew } from './insert-user.ts'
import { passwordFaults } from './password-rules.ts'
import { inHashingTurn } from './passwords.ts'
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

/** Who accepts: somebody whose password was checked, or somebody new with the hash of theirs. */
type Prepared = { checked: KnownUser } | { passwordHash: string } | undefined

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
    if (await userByEmail(db, email)) {
      const attempt = { email, address, now }
      return {
        checked: await checkPassword(db, hasher, { attempt, password: input.password, wrong: wrong() }),
      }
    }
    refuseFaults(await newcomerFaults(input, { email, organisationName: name }))
    return { passwordHash: await hasher.hash(input.password) }
  })
}

/**
 * Accepts an invitation and signs in. Somebody new gives a name and sets a password; somebody with an account proves
 * it with the password they have, which stays as it is.
 *
 * @throws Refusal `not_found` for an invitation not known, used, expired or taken back; `unauthenticated` for a suspended account
 */
export async function acceptInvitation(
  trx: Transaction,
  tokens: AccessTokens,
  { now }: PublicRequest,
  input: Acceptance,
  prepared: Prepared,
): Promise<AcceptResult> {
  const invitation = await takeInvitation(trx, input.token, now)
  const { email, organisationId } = invitation
  if (!prepared) throw new PreparedInVain()
  const userId =
    'checked' in prepared
      ? await proveAccount(trx, prepared.checked)
      : await insertUserIfNew(trx, { ...namesOf(input), email, passwordHash: prepared.passwordHash, now })
  // Whoever accepts two invitations at once is somebody new for the first of them alone.
  if (userId === undefined) throw new PreparedInVain()
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

/** The open invitation of a token. */
function openInvitation(db: Kysely<Tables>, token: string, now: Date) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('organisations as o', 'o.id', 'i.organisation_id')
    .select(['i.id', 'i.email', 'i.role', 'i.organisation_id', 'o.name'])
    .where('i.token_hash', '=', hashSecret(token))
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('o.status', '=', 'active')
}

/** The open invitation of a token, locked: it is good once. */
async function takeInvitation(trx: Transaction, token: string, now: Date) {
  const row = await openInvitation(trx, token, now).forUpdate('i').executeTakeFirst()
  if (!row)
    throw new Refusal('not_found', 'This invitation is not known, was used or taken back, or has expired.')
  return { id: row.id, email: row.email, role: roleOf(row.role), organisationId: row.organisation_id }
}

async function proveAccount(trx: Transaction, checked: KnownUser): Promise<string> {
  const user = await ensureUnchanged(trx, checked, wrong())
  if (user.status !== 'active') throw unauthenticated('This account is suspended.')
  return user.id
}

function wrong(): Refusal {
  return unauthenticated('You have an account already: accept with its password.')
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
  if (givenName === '') faults.push(fault('givenName', 'is needed', 'required'))
  if (familyName === '') faults.push(fault('familyName', 'is needed', 'required'))
  return faults
}
