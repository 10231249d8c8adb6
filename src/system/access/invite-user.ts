import type { Transaction } from '../../db/transaction.ts'
import type { Actor, Role } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { appendEvents } from '../events/append-event.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { ensureNotTooManyMails } from '../mail/mails-a-day.ts'
import { isMailbox } from '../mail/rules.ts'
import { emailOf } from './email.ts'
import { INVITATION_JOB } from './invitation-job.ts'
import { ensureMayGrant } from './member-rules.ts'
import { lockStanding } from './lock-standing.ts'
import { invitationRevoked } from './revoke-invitation.ts'
import type { InvitationMade } from './schema.ts'
import { hashSecret, newSecret } from './secrets.ts'

const INVITATION_DAYS = 7
/** Beyond any staff; whoever sends more uses somebody's mail server for something else. */
const MOST_MAILS_A_DAY = 200

/**
 * Invites somebody by e-mail into the caller's organisation. The token is what the invited person accepts with: with `byMail` they alone
 * get it, so that whoever has it has read their mail; otherwise it is in the answer, to be handed over. An earlier open invitation of the
 * same person is replaced.
 *
 * @throws Refusal `invalid_input` for an address that no mail is sent to; `forbidden` for a role above the caller's own; `already_exists` for
 *   a member; `rate_limited` where too many were invited by mail within a day
 */
export async function inviteUser(
  trx: Transaction,
  caller: Actor,
  input: { email: string; role: Role },
  { byMail }: { byMail: boolean },
): Promise<InvitationMade> {
  const email = emailOf(input.email)
  if (!isMailbox(email)) refuseFaults([fault('email', 'is no address that mail can be sent to', 'format')])
  // Or of two invitations made at once neither would see the other, and both stay open.
  const actor = await lockStanding(trx, caller, 'users:write')
  ensureMayGrant(actor.role, input.role)
  if (byMail)
    await ensureNotTooManyMails(trx, actor, {
      table: 'invitations',
      mostADay: MOST_MAILS_A_DAY,
      said: (count) => `invited ${count} people`,
    })
  const member = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.organisation_id', '=', actor.organisationId)
    .where('u.email', '=', email)
    .executeTakeFirst()
  if (member)
    throw new Refusal('already_exists', `${email} belongs to the organisation already.`, {
      details: { userId: member.id },
    })
  const replaced = await trx
    .updateTable('invitations')
    .set({ revoked_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  const id = newId()
  const token = newSecret('invitation_')
  const expiresAt = new Date(actor.now.getTime() + INVITATION_DAYS * 86_400_000)
  await trx
    .insertInto('invitations')
    .values({
      id,
      organisation_id: actor.organisationId,
      email,
      role: input.role,
      token_hash: hashSecret(token),
      is_mailed: byMail,
      invited_by: actor.userId,
      invited_by_name: actor.userName,
      created_at: actor.now,
      expires_at: expiresAt,
    })
    .execute()
  if (byMail) {
    // The job makes the token that is mailed: it is not kept here to be read.
    await enqueueJob(trx, { kind: INVITATION_JOB, key: id, payload: { invitationId: id }, now: actor.now })
  }
  await appendEvents(trx, actor, [
    ...replaced.map(invitationRevoked),
    { type: 'user.invited', subject: id, data: { role: input.role } },
  ])
  return { id, email, role: input.role, expiresAtUTC: expiresAt.toISOString(), token: byMail ? '' : token }
}
