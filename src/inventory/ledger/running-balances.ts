import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** A stretch of a record's time; both ends are part of it. */
export interface Stretch {
  recordId: string
  from: Date
  to: Date
}

/** What a fact did to a record, and what lay there before it and after it, in grams. */
export interface RunningBalance {
  grams: number
  beforeGrams: number
}

/**
 * What every fact of a stretch did to its record, by record and fact. Facts are in order of time, those of one instant in the order of
 * entry; what was taken back did nothing.
 *
 * @example (await runningBalances(db, [{ recordId, from, to }]))(recordId, 4711) // { grams: -28_460_000, beforeGrams: 40_000_000 }
 */
export async function runningBalances(
  db: Kysely<Tables>,
  stretches: Stretch[],
): Promise<(recordId: string, factId: number) => RunningBalance | undefined> {
  const { rows } = await sql<{ record_id: string; fact_id: number; grams: number; before_grams: number }>`
    select id as record_id, fact_id, grams,
      (ledger_balance_at(id, starts - interval '1 microsecond') + sum(grams) over (partition by id order by effective_at, fact_id) - grams)::bigint
        as before_grams
    from (
      select told.id, told.starts, e.effective_at, e.fact_id, sum(e.grams)::bigint as grams
      from unnest(
        ${stretches.map(({ recordId }) => recordId)}::uuid[],
        ${stretches.map(({ from }) => from)}::timestamptz[],
        ${stretches.map(({ to }) => to)}::timestamptz[]
      ) as told (id, starts, ends)
      cross join lateral (
        select effective_at, fact_id, grams from ledger_entries
        where destination_record_id = told.id and effective_at between told.starts and told.ends
        union all
        select effective_at, fact_id, -grams from ledger_entries
        where source_record_id = told.id and effective_at between told.starts and told.ends
      ) e
      group by told.id, told.starts, e.effective_at, e.fact_id
      -- Where it was before it was edited, it did nothing.
      having sum(e.grams) <> 0
    ) facts`.execute(db)
  const byFact = new Map(
    rows.map((row) => [
      `${row.record_id} ${row.fact_id}`,
      { grams: row.grams, beforeGrams: row.before_grams },
    ]),
  )
  return (recordId, factId) => byFact.get(`${recordId} ${factId}`)
}
