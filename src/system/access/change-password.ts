import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { checkPassword, ensureUnchanged, type KnownUser } from './check-password.ts'
import { ensureSession } from './credential.ts'
import { nameOfUser } from './name-of-user.ts'
import { passwordFaults } from './password-rules.ts'
import { inHashingTurn } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** The caller, whose current password was checked, and the hash of the new one. */
interface PasswordChange {
  checked: KnownUser
  passwordHash: string
}

/**
 * Checks the caller's current password, and the new one. The current one is asked for again: a device left signed in must not be
 * enough. Wrong ones count as failed sign-ins.
 *
 * @throws Refusal `invalid_input` with every fault of the new password, or for a wrong current one
 */
export async function preparePasswordChange(
  db: Kysely<Tables>,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<PasswordChange> {
  ensureSession(actor)
  const { email, name } = await db
    .selectFrom('users')
    .select(['email', nameOfUser('users').as('name')])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const faults = await passwordFaults(newPassword, {
    path: 'newPassword',
    email,
    userName: name,
    organisationNames: [actor.organisationName],
  })
  if (newPassword === currentPassword)
    faults.push(fault('newPassword', 'must differ from the current one', 'same'))
  refuseFaults(faults)

  const attempt = { email, address: undefined, now: actor.now }
  return inHashingTurn(async (hasher) => ({
    checked: await checkPassword(db, hasher, { attempt, password: currentPassword, wrong: wrongPassword() }),
    passwordHash: await hasher.hash(newPassword),
  }))
}

/** Gives the caller a new password, and ends their sessions on all other devices. */
export async function changePassword(
  trx: Transaction,
  actor: Actor,
  { checked, passwordHash }: PasswordChange,
): Promise<Acknowledgement> {
  const except = ensureSession(actor)
  await ensureUnchanged(trx, checked, wrongPassword())
  await setPassword(trx, { userId: actor.userId, passwordHash, except, now: actor.now })
  return { status: 'success', message: 'Your password is changed. Other devices have to sign in again.' }
}

/**
 * Gives an account to whoever is known to read the mail of its address: sets a password that was checked by `passwordFaults`, ends all sessions,
 * and takes away the identities by which issuers sign in, for whoever had the account before may have linked their own.
 */
export async function handOverAccount(
  trx: Transaction,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  await setPassword(trx, { userId, passwordHash, now })
  await trx.deleteFrom('external_identities').where('user_id', '=', userId).execute()
  await proveEmail(trx, userId, now)
}

/** Notes that whoever holds an account has shown that its address is theirs. */
export async function proveEmail(trx: Transaction, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email_proved_at: now })
    .where('id', '=', userId)
    .where('email_proved_at', 'is', null)
    .execute()
}

/** Stores the hash of a password that was checked by `passwordFaults`, and ends the person's sessions (but one, if named). */
async function setPassword(
  trx: Transaction,
  { userId, passwordHash, except, now }: { userId: string; passwordHash: string; except?: string; now: Date },
): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  await endSessions(trx, { userId, now, ...(except !== undefined && { except }) })
}

function wrongPassword(): Refusal {
  return new Refusal('invalid_input', 'This is not your current password.', {
    faults: [fault('currentPassword', 'is not your current password', 'wrong')],
  })
}
