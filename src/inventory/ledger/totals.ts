import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readEntriesDue } from './read-histories.ts'
import { addTotals, contributions, noTotals, totalsWithout, type Totals } from './totals-rules.ts'

/** A record's figures at an instant, in grams. */
export interface RecordTotals extends Totals {
  /** The first quantity that came in and was not taken back; what a count found did not come in. */
  initialGrams: number
  /** Sold, and still to leave. */
  plannedSoldGrams: number
}

interface Row {
  record_id: string
  settled_to: Date
  is_of_now: boolean
  balance: number
  received: number
  harvested: number
  loss: number
  sold: number
  initial: number
  planned_sold: number
}

/**
 * So far may the clock of one server be ahead of another's, and what is entered at one moment ahead of it, since such entries are put one
 * behind the other. Whoever has written finds what they wrote.
 */
const CLOCK_SLACK_SECONDS = 60

/** True if the stored figures are current: nothing has come due since, and no clock went back. Needs the ledger's row as `b`. */
function isOfNow(now: Date): RawBuilder<boolean> {
  return sql`(b.settled_to <= ${now}::timestamptz + make_interval(secs => ${CLOCK_SLACK_SECONDS})
    and (b.next_due_at is null or b.next_due_at > ${now}))`
}

/**
 * The figures of records now: the kept ones, and what has come due since; or, where a clock went back, without what is yet to
 * come. Their cost does not grow with history. A record that the ledger has no row for is left out.
 */
export async function totalsOf(
  db: Kysely<Tables>,
  recordIds: string[],
  now: Date,
): Promise<Map<string, RecordTotals>> {
  const { rows } = await sql<Row>`
    select b.record_id, b.settled_to, ${isOfNow(now)} as is_of_now,
      b.balance_grams as balance, b.received_grams as received, b.harvested_grams as harvested,
      b.loss_grams as loss, b.sold_grams as sold,
      coalesce(first.grams, 0) as initial, coalesce(planned.sold, 0) as planned_sold
    from records r
    join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
    left join lateral (
      select e.grams from ledger_entries e
      where e.storer_id = b.storer_id and e.destination_record_id = b.record_id and e.reverses is null and e.effective_at <= ${now}
        and (e.source_outside is null or e.source_outside !~ '^(gain|loss):')
        and not exists (select 1 from ledger_entries back where back.storer_id = e.storer_id and back.reverses = e.id)
      order by e.effective_at, e.fact_id limit 1
    ) first on true
    left join lateral (
      select sum(case when e.reverses is null then e.grams else -e.grams end)::bigint as sold
      from ledger_entries e
      where b.record_id in (e.source_record_id, e.destination_record_id, e.planting_id) and e.sold and e.effective_at > ${now}
    ) planned on b.next_due_at is not null or not ${isOfNow(now)}
    where r.id = any(${recordIds}::uuid[])`.execute(db)
  const totals = new Map<string, RecordTotals>()
  for (const row of rows) totals.set(row.record_id, await totalsOfRow(db, row, now))
  return totals
}

/**
 * Reads the grams harvested of records by now, and of plantings the grams taken off them: the one figure that is read for many
 * plantings at once. Records that the ledger has no row for are left out.
 */
export async function harvestedGramsOf(
  db: Kysely<Tables>,
  recordIds: string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ record_id: string; harvested: number; is_of_now: boolean }>`
    select b.record_id, b.harvested_grams as harvested, ${isOfNow(now)} as is_of_now
    from records r join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
    where r.id = any(${recordIds}::uuid[])`.execute(db)
  const others = rows.filter(({ is_of_now }) => !is_of_now).map(({ record_id }) => record_id)
  const current = others.length === 0 ? new Map<string, RecordTotals>() : await totalsOf(db, others, now)
  return new Map(
    rows.map(({ record_id, harvested }) => [record_id, current.get(record_id)?.harvestedGrams ?? harvested]),
  )
}

/** Computes the grams of a record that are sold and have left by now, for searches, as `totalsOf` does. Needs the ledger's row as `b`. */
export function soldNow(now: Date): RawBuilder<number> {
  return sql`(coalesce(b.sold_grams, 0) + case when not ${isOfNow(now)} then coalesce((
      select sum(case when (e.reverses is null) = (e.effective_at > b.settled_to) then e.grams else -e.grams end)::bigint
      from ledger_entries e
      where e.sold and e.effective_at > least(b.settled_to, ${now}) and e.effective_at <= greatest(b.settled_to, ${now})
        and b.record_id in (e.source_record_id, e.destination_record_id, e.planting_id)), 0) else 0 end)`
}

async function totalsOfRow(db: Kysely<Tables>, row: Row, now: Date): Promise<RecordTotals> {
  const kept: Totals = {
    balanceGrams: row.balance,
    receivedGrams: row.received,
    harvestedGrams: row.harvested,
    lossGrams: row.loss,
    soldGrams: row.sold,
  }
  const between = row.is_of_now
    ? noTotals
    : await sumBetween(
        db,
        row.record_id,
        row.settled_to < now ? [row.settled_to, now] : [now, row.settled_to],
      )
  const sum = row.settled_to < now ? addTotals(kept, between) : totalsWithout(kept, between)
  return { ...sum, initialGrams: row.initial, plannedSoldGrams: row.planned_sold }
}

/** Sums the gains in a record's figures after one moment and until another. */
async function sumBetween(
  db: Kysely<Tables>,
  recordId: string,
  [after, upTo]: [Date, Date],
): Promise<Totals> {
  return contributions(await readEntriesDue(db, recordId, after, upTo), recordId)
}
