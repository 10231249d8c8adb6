import { sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, notFound, Refusal, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { lockOrganisation } from '../../system/lock-organisation.ts'
import { message } from '../../words/catalogue.ts'
import { findPartners } from '../partners/known-partners.ts'
import { nextDue } from './rules.ts'
import type { ReportMailingBody } from './schema.ts'

/** More than any house reads, and no load for a mail server. */
const MOST_MAILINGS = 100

/**
 * Has a report mailed from now on. Answers its id.
 *
 * @throws Refusal every fault of the body at once; `not_found` for a store that is not the caller's; `in_use` where there are too many
 */
export async function createReportMailing(
  trx: Transaction,
  actor: Actor,
  body: ReportMailingBody,
): Promise<string> {
  await lockOrganisation(trx, actor.organisationId)
  const { count } = await trx
    .selectFrom('report_mailings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organisation_id', '=', actor.organisationId)
    .executeTakeFirstOrThrow()
  if (count >= MOST_MAILINGS) throw new Refusal('in_use', message('tooManyMailings', { most: MOST_MAILINGS }))
  const row = await rowOf(trx, actor, body)
  const id = newId()
  await trx
    .insertInto('report_mailings')
    .values({
      ...row,
      organisation_id: actor.organisationId,
      id,
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
    })
    .execute()
  await setRecipients(trx, actor, id, body.recipientIds)
  await appendEvent(trx, actor, { type: 'report_mailing.created', subject: id, data: { ids: [id] } })
  return id
}

/**
 * Puts another report, time or readers in the place of those that a mailing had.
 *
 * @throws Refusal `not_found`; every fault of the body at once
 */
export async function changeReportMailing(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: ReportMailingBody,
): Promise<void> {
  await lockMailing(trx, actor, id)
  const row = await rowOf(trx, actor, body)
  await trx
    .updateTable('report_mailings')
    .set(row)
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await setRecipients(trx, actor, id, body.recipientIds)
  await appendEvent(trx, actor, { type: 'report_mailing.changed', subject: id, data: { ids: [id] } })
}

/**
 * Stops a mailing. What is on its way is not sent any more.
 *
 * @throws Refusal `not_found`
 */
export async function deleteReportMailing(trx: Transaction, actor: Actor, id: string): Promise<void> {
  await lockMailing(trx, actor, id)
  await trx
    .deleteFrom('report_mailings')
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, { type: 'report_mailing.deleted', subject: id, data: { ids: [id] } })
}

async function lockMailing(trx: Transaction, { organisationId }: Actor, id: string): Promise<void> {
  const found = isId(id)
    ? await trx
        .selectFrom('report_mailings')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!found) throw notFound('report mailing', id)
}

async function rowOf(trx: Transaction, actor: Actor, body: ReportMailingBody) {
  const { report, every, hour, attachment } = body
  const day = body.day ?? null
  const partnerId = await keptPartner(trx, actor, report.partnerId)
  await ensureOwnStore(trx, actor, report.storageId)
  refuseFaults([...timeFaults(body), ...(await recipientFaults(trx, actor, body.recipientIds))])
  return {
    name: tidied(body.name),
    query: JSON.stringify({ ...report, ...(partnerId !== undefined && { partnerId }) }),
    every,
    day,
    hour,
    attachment,
    next_due_at: nextDue({ every, day, hour }, actor.now, actor.timeZone),
    updated_at: actor.now,
  }
}

function timeFaults({ report, every, day }: ReportMailingBody): Fault[] {
  const isOfYear = report.period === 'thisHarvestYear' || report.period === 'lastHarvestYear'
  const most = { day: 0, week: 7, month: 31 }[every]
  return [
    ...(report.kind === 'season' && !isOfYear
      ? [fault('report.period', message('seasonIsOfHarvestYear', {}), 'mismatch')]
      : []),
    ...(every === 'day' && day != null
      ? [fault('day', message('eachDayHasNoDay', {}), 'contradiction')]
      : []),
    ...(every !== 'day' && day == null ? [fault('day', message('isNeeded', {}), 'required')] : []),
    ...(every === 'week' && day != null && day > most
      ? [fault('day', message('isNoDayOfWeek', {}), 'maximum')]
      : []),
  ]
}

async function recipientFaults(trx: Transaction, { organisationId }: Actor, ids: string[]): Promise<Fault[]> {
  const members = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', anyOf(ids.filter(isId), 'uuid'))
    .execute()
  const known = new Set(members.map(({ user_id: id }) => id))
  return ids.flatMap((id, index) => {
    const path = `recipientIds[${index}]`
    if (!known.has(id)) return [fault(path, message('isNoMemberHere', {}), 'unknown')]
    return ids.indexOf(id) < index ? [fault(path, message('standsTwice', {}), 'duplicate')] : []
  })
}

async function ensureOwnStore(
  trx: Transaction,
  { organisationId }: Actor,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return
  const found = isId(id)
    ? await trx
        .selectFrom('storages')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!found) throw notFound('storage location', id, { within: 'yours' })
}

/** The partner that stayed, of one that was merged. */
async function keptPartner(
  trx: Transaction,
  actor: Actor,
  id: string | undefined,
): Promise<string | undefined> {
  if (id === undefined) return undefined
  const [found] = await findPartners(trx, actor, [{ id, name: '' }])
  return found?.id ?? id
}

/** Those who stay keep what became of their last one. */
async function setRecipients(
  trx: Transaction,
  { organisationId }: Actor,
  mailingId: string,
  userIds: string[],
): Promise<void> {
  await trx
    .deleteFrom('report_mailing_recipients')
    .where('organisation_id', '=', organisationId)
    .where('mailing_id', '=', mailingId)
    .where('user_id', '<>', sql<string>`all(${userIds}::uuid[])`)
    .execute()
  await trx
    .insertInto('report_mailing_recipients')
    .values(userIds.map((id) => ({ organisation_id: organisationId, mailing_id: mailingId, user_id: id })))
    .onConflict((conflict) => conflict.columns(['organisation_id', 'mailing_id', 'user_id']).doNothing())
    .execute()
}
