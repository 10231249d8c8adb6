import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { dayAlone, formatDate, parseInstantEnd } from '../../kernel/time.ts'
import { readAuditHead } from '../../system/audit/chain.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { booksHash, holdBooks, lastDayBefore, readClosedBooks } from '../ledger/ledger.ts'
import { issuePaper } from '../papers/store-paper.ts'
import { periodFacts } from './period-facts.ts'
import type { CloseBody, PeriodFigures } from './schema.ts'
import { readPeriodFigures, type PeriodSpan } from './statement.ts'

/** A period that was closed. */
export interface ClosedPeriod {
  id: string
  lastDay: string
  open: PeriodFigures['open']
}

/**
 * Closes the books up to a day: no figure at or before it changes from then on (rules.md §14). The statement is kept as it is now, as data and as
 * a paper. Whoever changes stock meanwhile is waited for, and is in the statement.
 *
 * @throws Refusal every fault at once: what is no day, a day that has not ended, and one that is closed already
 */
export async function closePeriod(trx: Transaction, actor: Actor, body: CloseBody): Promise<ClosedPeriod> {
  const { organisationId, userId, userName, now } = actor
  await holdBooks(trx, organisationId)
  const span = await spanToClose(trx, actor, body.upTo)
  const figures = await readPeriodFigures(trx, actor, span)
  const id = newId()
  const ledgerHash = await booksHash(trx, organisationId, span.before)
  const auditHead = await readAuditHead(trx, organisationId)
  const note = tidied(body.note ?? '')
  const { ids } = await issuePaper(trx, actor, {
    kind: 'books',
    subject: `period:${id}`,
    facts: periodFacts(actor, span, { figures, ledgerHash, auditHead, note }),
  })
  await trx
    .insertInto('periods')
    .values({
      organisation_id: organisationId,
      id,
      first_day: span.firstDay,
      last_day: span.lastDay,
      closed_before: span.before,
      note,
      statement: JSON.stringify(figures),
      ledger_hash: ledgerHash,
      audit_head: auditHead,
      paper_id: Number(ids?.[0]),
      closed_by: userId,
      closed_by_name: userName,
      closed_at: now,
    })
    .execute()
  await closeBefore(trx, organisationId, span.before)
  await appendEvent(trx, actor, {
    type: 'period.closed',
    subject: id,
    data: { ids: [id], upTo: span.lastDay, ledgerHash },
  })
  return { id, lastDay: span.lastDay, open: figures.open }
}

async function closeBefore(trx: Transaction, organisationId: string, before: Date | null): Promise<void> {
  await trx
    .updateTable('organisations')
    .set({ closed_before: before })
    .where('id', '=', organisationId)
    .execute()
}

/** The figures of a period as closing it now would keep them. Nothing is stored. */
export function previewPeriod(db: Kysely<Tables>, actor: Actor, upTo: string) {
  return inOneMoment(db, async (moment) => {
    const span = await spanToClose(moment, actor, upTo)
    const figures = await readPeriodFigures(moment, actor, span)
    return { from: span.firstDay ?? '', upTo: span.lastDay, ...figures }
  })
}

/** The days that a closing is of: from the first one that is open up to the one that is asked for. */
async function spanToClose(db: Kysely<Tables>, actor: Actor, upTo: string): Promise<PeriodSpan> {
  const { organisationId, timeZone, now } = actor
  const { closedBefore } = await readClosedBooks(db, organisationId)
  const [day] = dayAlone(upTo, timeZone)
  const end = day === undefined ? undefined : parseInstantEnd(day, timeZone)
  if (day === undefined || !end) refuseFaults([dateFault('upTo')])
  const before = new Date(end.getTime() + 1)
  const today = formatDate(now, timeZone)
  const from = closedBefore === null ? null : new Date(closedBefore)
  refuseFaults([
    ...(day >= today
      ? [fault('upTo', message('dayIsNotOver', { day, last: dayBefore(today) }), 'too_late')]
      : []),
    ...(from && before <= from
      ? [fault('upTo', message('isClosedAlready', { closedUpTo: lastDayBefore(from, timeZone) }), 'past')]
      : []),
  ])
  return { from, before, firstDay: from && formatDate(from, timeZone), lastDay: day }
}

function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
}

/**
 * Opens the newest closed period again. Its statement stays, with who opened it, when and why.
 *
 * @returns the day up to which the books are closed by then; empty where nothing is
 * @throws Refusal `not_found`; `in_use` where a later one is closed, or it is open already; `invalid_input` without a reason
 */
export async function reopenPeriod(
  trx: Transaction,
  actor: Actor,
  id: string,
  reason: string,
): Promise<string> {
  const { organisationId, userId, userName, now, timeZone } = actor
  const why = tidied(reason)
  if (why === '') refuseFaults([fault('reason', message('needsReason', {}), 'required')])
  await holdBooks(trx, organisationId)
  const standing = await findStanding(trx, organisationId)
  const period = standing.find((each) => each.id === id)
  if (!period) {
    if (await isReopened(trx, organisationId, id)) throw new Refusal('in_use', message('periodIsOpen', {}))
    throw notFound('period', id)
  }
  const [newest, previous] = standing
  if (newest && newest.id !== id)
    throw new Refusal('in_use', message('periodIsNotNewest', { closedUpTo: newest.last_day }))
  await trx
    .updateTable('periods')
    .set({ reopened_by: userId, reopened_by_name: userName, reopened_at: now, reopened_reason: why })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  await closeBefore(trx, organisationId, previous?.closed_before ?? null)
  const closedUpTo = previous ? lastDayBefore(previous.closed_before, timeZone) : ''
  await appendEvent(trx, actor, {
    type: 'period.reopened',
    subject: id,
    data: { ids: [id], reason: why, upTo: closedUpTo },
  })
  return closedUpTo
}

interface Standing {
  id: string
  last_day: string
  closed_before: Date
}

/** Closings that stand, the newest first. */
async function findStanding(db: Kysely<Tables>, organisationId: string): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, last_day::text as last_day, closed_before from periods
    where organisation_id = ${organisationId} and reopened_at is null order by closed_before desc limit 1000`.execute(
    db,
  )
  return rows
}

async function isReopened(db: Kysely<Tables>, organisationId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const row = await db
    .selectFrom('periods')
    .select('reopened_at')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.reopened_at != null
}
