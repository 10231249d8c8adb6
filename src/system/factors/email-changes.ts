import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { fault, notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { ensureSession } from '../access/credentials.ts'
import { mailboxOf } from '../access/invitations.ts'
import { hashSecret, plainCode, typedCodeOf } from '../access/secrets.ts'
import { emailFaults, emailOf, openMemberships } from '../access/users.ts'
import { appendEvent } from '../events/append-event.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { message } from '../../words/catalogue.ts'
import { lockUser } from './code-app.ts'

/** The job that mails the codes. */
export const EMAIL_CHANGE_JOB = 'email-change'

const GOOD_FOR_HOURS = 1

/** The codes that are mailed to the old and to the new address of a change; never stored, and the same at each attempt. */
export function emailChangeCodes(vault: Vault, id: string): { old: string; new: string } {
  const codeOf = (which: string) => typedCodeOf(vault.derive(`e-mail change ${id} ${which}`))
  return { old: codeOf('old'), new: codeOf('new') }
}

/**
 * Begins to change the caller's e-mail address: a code goes to the one they have, and one to the new one.
 *
 * @throws Refusal `invalid_input` for an address that no mail is sent to, or that they have
 */
export async function beginEmailChange(
  trx: Transaction,
  vault: Vault,
  actor: Actor,
  { body, isSentOut }: { body: { email: string }; isSentOut: boolean },
): Promise<Acknowledgement> {
  ensureSession(actor)
  const { userId, now, language } = actor
  const email = mailboxOf(body.email)
  const before = await lockUser(trx, userId)
  if (before.email === email) refuseFaults([fault('email', message('isYoursAlready', {}), 'same')])
  const id = newId()
  const codes = emailChangeCodes(vault, id)
  const row = {
    id,
    new_email: email,
    old_code_hash: hashSecret(plainCode(codes.old)),
    new_code_hash: hashSecret(plainCode(codes.new)),
    created_at: now,
    expires_at: new Date(now.getTime() + GOOD_FOR_HOURS * 3_600_000),
  }
  await trx
    .insertInto('email_changes')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await enqueueJob(trx, { kind: EMAIL_CHANGE_JOB, key: id, payload: { userId, changeId: id, language }, now })
  return acknowledge(actor, message(isSentOut ? 'emailCodesAreMailed' : 'emailCodesAreNotMailed', {}))
}

/**
 * Changes the caller's e-mail address, which both codes have proved. Codes for a new password that went to the old one are good no more.
 *
 * @throws Refusal `not_found` where nothing was begun or it has expired; `invalid_input` for a wrong code; `already_exists` for an address that has an account
 */
export async function confirmEmailChange(
  trx: Transaction,
  actor: Actor,
  { oldCode, newCode }: { oldCode: string; newCode: string },
): Promise<Acknowledgement> {
  ensureSession(actor)
  const { userId, now } = actor
  await lockUser(trx, userId)
  const change = await trx
    .selectFrom('email_changes')
    .select(['new_email', 'old_code_hash', 'new_code_hash'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!change) throw new Refusal('not_found', message('noEmailChange', {}))
  const isWrong = (code: string, hash: Buffer) => !hashSecret(plainCode(code)).equals(hash)
  refuseFaults([
    ...(isWrong(oldCode, change.old_code_hash) ? [fault('oldCode', message('isNotRight', {}), 'wrong')] : []),
    ...(isWrong(newCode, change.new_code_hash) ? [fault('newCode', message('isNotRight', {}), 'wrong')] : []),
  ])
  await setEmail(trx, { userId, email: change.new_email, now })
  return acknowledge(actor, message('emailIsChanged', { email: change.new_email }))
}

/**
 * Gives an account an address that is known to be of its holder.
 *
 * @throws Refusal `already_exists` for an address that has an account
 */
export async function setEmail(
  trx: Transaction,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<void> {
  const other = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (other) throw new Refusal('already_exists', message('hasAccount', { email }))
  await trx.updateTable('users').set({ email, email_proved_at: now }).where('id', '=', userId).execute()
  await trx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await trx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  for (const { id } of await openMemberships(trx, userId)) {
    const event = { type: 'user.renamed', subject: userId, data: {} } as const
    await appendEvent(trx, { organisationId: id, userId, now }, event)
  }
}

/**
 * Gives an account another e-mail address, for whoever runs the service and knows whose both are.
 *
 * @throws Refusal `not_found`; `invalid_input`; `already_exists` for an address that has an account
 */
export async function setEmailOf(
  trx: Transaction,
  { email, newEmail, now }: { email: string; newEmail: string; now: Date },
): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailOf(email))
    .executeTakeFirst()
  if (!user) throw notFound('user', emailOf(email))
  refuseFaults(emailFaults(emailOf(newEmail)))
  await setEmail(trx, { userId: user.id, email: emailOf(newEmail), now })
}
