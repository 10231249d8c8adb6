import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/schema.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { checkPassword } from './check-password.ts'
import { ensureSession } from './credential.ts'
import { passwordFaults } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

/**
 * Gives the caller a new password, and ends their sessions on all other devices. The old one is asked for again:
 * a device left signed in must not be enough. Wrong ones count as failed sign-ins.
 *
 * @throws Refusal `invalid_input` with every fault of the new password, or for a wrong current one
 */
export async function changePassword(
  trx: Transaction,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<Acknowledgement> {
  const sessionId = ensureSession(actor)
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const faults = passwordFaults(newPassword, {
    path: 'newPassword',
    email,
    organisationNames: [actor.organisationName],
  })
  if (newPassword === currentPassword)
    faults.push(fault('newPassword', 'must differ from the current one', 'same'))
  refuseFaults(faults)

  await checkPassword(trx, { email, address: undefined, now: actor.now }, currentPassword, wrongPassword())
  await setPassword(trx, { userId: actor.userId, password: newPassword, except: sessionId, now: actor.now })
  return { status: 'success', message: 'Your password is changed. Other devices have to sign in again.' }
}

/** Stores a password that was checked by `passwordFaults`, and ends the person's sessions (but one, if named). */
export async function setPassword(
  trx: Transaction,
  { userId, password, except, now }: { userId: string; password: string; except?: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', userId)
    .execute()
  await endSessions(trx, { userId, now, ...(except !== undefined && { except }) })
}

function wrongPassword(): Refusal {
  return new Refusal('invalid_input', 'This is not your current password.', {
    faults: [fault('currentPassword', 'is not your current password', 'wrong')],
  })
}
