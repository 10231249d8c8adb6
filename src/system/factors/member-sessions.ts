import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { PageRequest } from '../../kernel/page.ts'
import { ensureSession } from '../access/credentials.ts'
import { getMember, getUser } from '../access/members.ts'
import { lockAndRecheckRole } from '../access/recheck-role.ts'
import type { SessionView } from '../access/schema.ts'
import { endSessions, listSessionsOf } from '../access/sessions.ts'
import { appendEvent, type NewEvent } from '../events/append-event.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Lists the devices on which a person is signed in for the caller's organisation, the one used last first.
 *
 * @throws Refusal `not_found`
 */
export async function listMemberSessions(
  db: Kysely<Tables>,
  actor: Actor,
  userId: string,
  query: Partial<PageRequest>,
): Promise<SessionView[]> {
  return inOneMoment(db, async (moment) => {
    await getUser(moment, actor, userId)
    return listSessionsOf(moment, actor, { userId, organisationId: actor.organisationId }, query)
  })
}

/**
 * Signs a person out wherever they are signed in for the caller's organisation.
 *
 * @throws Refusal `not_found`; `forbidden` for a role above the caller's own
 */
export async function endMemberSessions(
  trx: Transaction,
  caller: Actor,
  userId: string,
): Promise<Acknowledgement> {
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  const { name } = await getMember(trx, actor, userId)
  const { organisationId, now } = actor
  const count = await endSessions(trx, { userId, organisationId, now })
  if (count > 0) await appendEvent(trx, actor, sessionsEnded(userId, count))
  return acknowledge(actor, message('memberIsSignedOut', { name, count }))
}

/**
 * Signs a person out on one device.
 *
 * @throws Refusal `not_found`, also for a session that has ended or is for another organisation; `forbidden` as `endMemberSessions`
 */
export async function endMemberSession(
  trx: Transaction,
  caller: Actor,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Acknowledgement> {
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  const { name } = await getMember(trx, actor, userId)
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({ revoked_at: actor.now })
    .where('id', '=', isId(sessionId) ? sessionId : null)
    .where('user_id', '=', userId)
    .where('organisation_id', '=', actor.organisationId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', actor.now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('open session', sessionId)
  await appendEvent(trx, actor, sessionsEnded(userId, 1))
  return acknowledge(actor, message('memberIsSignedOut', { name, count: 1 }))
}

/** That somebody else ended sessions of a person. */
function sessionsEnded(userId: string, count: number): NewEvent {
  return { type: 'user.sessions_ended', subject: userId, data: { count } }
}

/** Signs the caller out on every other device. */
export async function endOtherSessions(trx: Transaction, actor: Actor): Promise<Acknowledgement> {
  const except = ensureSession(actor)
  const count = await endSessions(trx, { userId: actor.userId, except, now: actor.now })
  return acknowledge(actor, message('otherDevicesAreSignedOut', { count }))
}
