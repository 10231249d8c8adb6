import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { parseInstant } from '../../kernel/time.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import type { ExceptionBody } from './schema.ts'

/** Exceptions: people who may change closed periods for a while. */

const MOST_DAYS = 90
const DAY_MS = 86_400_000

interface PeriodException {
  id: string
  userName: string
  until: Date
}

/**
 * Lets a person of the organisation change closed periods until a moment. Everything that they change is in the timelines as ever.
 *
 * @throws Refusal every fault at once: who does not belong here, a moment that is past or more than 90 days away, and a blank reason
 */
export async function grantException(
  trx: Transaction,
  actor: Actor,
  body: ExceptionBody,
): Promise<PeriodException> {
  const { organisationId, userId, userName: grantedBy, now, timeZone } = actor
  const until = parseInstant(body.untilISO, timeZone)
  const reason = tidied(body.reason)
  const member = await findMember(trx, organisationId, body.userId)
  const isTooLate = until && until.getTime() > now.getTime() + MOST_DAYS * DAY_MS
  refuseFaults([
    ...(member ? [] : [fault('userId', message('isNoMemberHere', {}), 'unknown')]),
    ...(until ? [] : [dateFault('untilISO')]),
    ...(until && until <= now ? [fault('untilISO', message('mustBeInFuture', {}), 'past')] : []),
    ...(isTooLate ? [fault('untilISO', message('isTooLate', { days: MOST_DAYS }), 'too_late')] : []),
    ...(reason === '' ? [fault('reason', message('needsReason', {}), 'required')] : []),
  ])
  if (!member || !until) throw new Error('unreachable: the faults were refused')
  const id = newId()
  await trx
    .insertInto('period_exceptions')
    .values({
      organisation_id: organisationId,
      id,
      user_id: member.id,
      user_name: member.name,
      until,
      reason,
      granted_by: userId,
      granted_by_name: grantedBy,
      granted_at: now,
    })
    .execute()
  await appendEvent(trx, actor, {
    type: 'period.exception_granted',
    subject: id,
    data: { ids: [id], forUserId: member.id, untilUTC: until.toISOString(), reason },
  })
  return { id, userName: member.name, until }
}

async function findMember(
  trx: Transaction,
  organisationId: string,
  userId: string,
): Promise<{ id: string; name: string } | undefined> {
  if (!isId(userId)) return undefined
  const row = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.given_name', 'u.family_name'])
    .where('m.organisation_id', '=', organisationId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
  return row && { id: row.id, name: `${row.given_name} ${row.family_name}`.trim() }
}

/**
 * Ends an exception before its time.
 *
 * @returns whose it was
 * @throws Refusal `not_found`; `in_use` where it is over already
 */
export async function endException(trx: Transaction, actor: Actor, id: string): Promise<string> {
  const { organisationId, userName, now } = actor
  const row = isId(id)
    ? await trx
        .selectFrom('period_exceptions')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('exception', id)
  if (row.ended_at || row.until <= now) throw new Refusal('in_use', message('exceptionIsOver', {}))
  await trx
    .updateTable('period_exceptions')
    .set({ ended_at: now, ended_by_name: userName })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, { type: 'period.exception_ended', subject: id, data: { ids: [id] } })
  return row.user_name
}
