import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readEntriesDue } from './read-histories.ts'
import { addTotals, contribution, type Totals } from './rules.ts'

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
  is_behind: boolean
  balance: number
  received: number
  harvested: number
  loss: number
  sold: number
  initial: number
  planned_sold: number
}

/**
 * The figures of records now: the kept ones, and what has come due since. Their cost does not grow with history.
 * A record that the ledger has no row for is left out.
 */
export async function totalsOf(
  db: Kysely<Tables>,
  recordIds: string[],
  now: Date,
): Promise<Map<string, RecordTotals>> {
  const { rows } = await sql<Row>`
    select b.record_id, b.settled_to, coalesce(b.next_due_at <= ${now}, false) as is_behind,
      b.balance_grams as balance, b.received_grams as received, b.harvested_grams as harvested,
      b.loss_grams as loss, b.sold_grams as sold,
      coalesce(first.grams, 0) as initial, coalesce(planned.sold, 0) as planned_sold
    from ledger_balances b
    left join lateral (
      select e.grams from ledger_entries e
      where e.destination_record_id = b.record_id and e.reverses is null and e.effective_at <= ${now}
        and (e.source_outside is null or e.source_outside !~ '^(gain|loss):')
        and not exists (select 1 from ledger_entries back where back.reverses = e.id)
      order by e.effective_at, e.fact_id limit 1
    ) first on true
    left join lateral (
      select sum(case when e.reverses is null then e.grams else -e.grams end)::bigint as sold
      from ledger_entries e
      where b.record_id in (e.source_record_id, e.destination_record_id, e.planting_id) and e.sold and e.effective_at > ${now}
    ) planned on b.next_due_at is not null
    where b.record_id = any(${recordIds}::uuid[])`.execute(db)
  const totals = new Map<string, RecordTotals>()
  for (const row of rows) totals.set(row.record_id, await totalsOfRow(db, row, now))
  return totals
}

/**
 * What has been harvested of records now, in grams, and of plantings off them: the one figure that many plantings are asked
 * for at once. What the ledger has no row for is left out.
 */
export async function harvestedGramsOf(
  db: Kysely<Tables>,
  recordIds: string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ record_id: string; harvested: number; is_behind: boolean }>`
    select record_id, harvested_grams as harvested, coalesce(next_due_at <= ${now}, false) as is_behind
    from ledger_balances where record_id = any(${recordIds}::uuid[])`.execute(db)
  const behind = rows.filter(({ is_behind }) => is_behind).map(({ record_id }) => record_id)
  const current = behind.length === 0 ? new Map<string, RecordTotals>() : await totalsOf(db, behind, now)
  return new Map(
    rows.map(({ record_id, harvested }) => [record_id, current.get(record_id)?.harvestedGrams ?? harvested]),
  )
}

/**
 * What has been sold of a record and has left by now, in grams, for searches: the kept figure, and what has come due since. Needs
 * the ledger's row as `b`.
 */
export function soldNow(now: Date): RawBuilder<number> {
  return sql`(coalesce(b.sold_grams, 0) + case when b.next_due_at <= ${now} then coalesce((
      select sum(case when e.reverses is null then e.grams else -e.grams end)::bigint from ledger_entries e
      where e.sold and e.effective_at > b.settled_to and e.effective_at <= ${now}
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
  const due = row.is_behind ? await readEntriesDue(db, row.record_id, row.settled_to, now) : []
  const sum = due.map((entry) => contribution(entry, row.record_id)).reduce(addTotals, kept)
  return { ...sum, initialGrams: row.initial, plannedSoldGrams: row.planned_sold }
}
