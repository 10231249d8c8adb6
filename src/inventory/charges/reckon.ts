import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { formatDate } from '../../kernel/time.ts'
import { monthsBetween } from './balance-rules.ts'
import { billedMonths, correctionsOf, type ClosedStatement, type BilledLine } from './correction-rules.ts'
import { readOwnerHistory } from './read-history.ts'
import { reckonCharges } from './rules.ts'

/** A time that a statement is of, and whose. */
export interface ChargedSpan {
  ownerId: string
  fromMonth: string
  toMonth: string
}

/**
 * Reckons the lines of a statement as the book is now: those of its own months, and corrections of what closed statements of this owner billed
 * (rules.md §20).
 */
export async function reckonStatement(
  db: Kysely<Tables>,
  actor: Actor,
  { ownerId, fromMonth, toMonth }: ChargedSpan,
): Promise<BilledLine[]> {
  const closed = await findClosed(db, actor, ownerId)
  const billed = billedMonths(closed)
  // Two partners that were merged since may both have had a statement of a month.
  const own = monthsBetween(fromMonth, toMonth).filter((month) => !billed.includes(month))
  const history = await readOwnerHistory(db, actor, ownerId, [...billed, ...own].toSorted())
  const today = formatDate(actor.now, actor.timeZone)
  return [
    ...reckonCharges(history, own, today).map((line) => ({ ...line, corrects: null })),
    ...correctionsOf(closed, reckonCharges(history, billed, today)),
  ]
}

interface Row {
  id: string
  number: string
  from_month: string
  to_month: string
  lines: BilledLine[]
}

/** Statements of an owner that were closed, in the order in which they were. */
async function findClosed(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  ownerId: string,
): Promise<ClosedStatement[]> {
  const { rows } = await sql<Row>`
    select id, number, to_char(first_month, 'YYYY-MM') as from_month, to_char(last_month, 'YYYY-MM') as to_month, lines
    from charge_statements where organisation_id = ${organisationId} and owner_id = ${ownerId} and closed_at is not null
    order by closed_at, id`.execute(db)
  return rows.map(({ id, number, from_month, to_month, lines }) => ({
    id,
    number,
    months: monthsBetween(from_month, to_month),
    lines,
  }))
}
