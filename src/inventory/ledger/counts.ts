import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * Counts in force, as a subquery with the columns `storer_id`, `fact_id`, `record_id`, `effective_at`, `counted_grams`,
 * `reason` and `difference_grams`: what each gained (positive) or lost, which is what the books were out by, as everything
 * stands that is known of the time before it. Adjustments are counts, and so is stock that was written off to empty a bay.
 *
 * @param which what is said of a count `c`
 * @example countsInForce(sql`c.record_id = ${recordId}`)
 */
export function countsInForce(which: RawBuilder<unknown>): RawBuilder<unknown> {
  // `offset 0`: what a count found is asked of those alone that are meant.
  return sql`(
    select c.storer_id, c.fact_id, c.record_id, c.effective_at, c.counted_grams, c.reason, difference.grams as difference_grams
    from (select * from ledger_counts c where ${which} and c.withdrawn_at is null offset 0) c
    cross join lateral (
      select coalesce(sum(case when e.destination_record_id = c.record_id then e.grams else -e.grams end), 0)::bigint as grams
      from ledger_entries e
      where e.storer_id = c.storer_id and e.fact_id = c.fact_id and e.is_count and c.record_id in (e.source_record_id, e.destination_record_id)
    ) difference)`
}

/**
 * The numbers of the facts that have counted a record in force, but for some, as a subquery with the column `fact_id`. Both are read whole
 * from an index, and no count is looked at by itself.
 *
 * @param others a query of numbers of facts
 */
export function countingFactsBut(
  recordId: RawBuilder<unknown>,
  others: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select fact_id from ledger_counts where record_id = ${recordId} and withdrawn_at is null except ${others})`
}

/** The records of which a fact has counted what is there, in force. */
export async function recordsCountedBy(db: Kysely<Tables>, factId: number): Promise<string[]> {
  const { rows } = await sql<{ record_id: string }>`
    select record_id from ledger_counts where fact_id = ${factId} and withdrawn_at is null order by record_id`.execute(
    db,
  )
  return rows.map(({ record_id }) => record_id)
}

/** The records that a fact counted when it was last taken back. */
export async function recordsLastCountedBy(db: Kysely<Tables>, factId: number): Promise<string[]> {
  const { rows } = await sql<{ record_id: string }>`
    select record_id from ledger_counts
    where fact_id = ${factId} and withdrawn_at = (select max(withdrawn_at) from ledger_counts where fact_id = ${factId})
    order by record_id`.execute(db)
  return rows.map(({ record_id }) => record_id)
}

/**
 * Counts that were taken back with the fact that made them, in the form of `countsInForce`: of each fact the last, and
 * none that the fact has made anew since. The difference is what it was when it was taken back.
 */
export function countsTakenBack(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select distinct on (c.record_id, c.fact_id) c.storer_id, c.fact_id, c.record_id, c.effective_at, c.counted_grams, c.reason, difference.grams as difference_grams
    from (select * from ledger_counts c where ${which} and c.withdrawn_at is not null offset 0) c
    cross join lateral (
      select coalesce(sum(case when e.source_record_id = c.record_id then e.grams else -e.grams end), 0)::bigint as grams
      from ledger_entries e
      where e.storer_id = c.storer_id and e.fact_id = c.fact_id and e.is_count and e.reverses is not null and e.recorded_at = c.withdrawn_at
        and c.record_id in (e.source_record_id, e.destination_record_id)
    ) difference
    where not exists (
        select from ledger_counts again
        where again.storer_id = c.storer_id and again.fact_id = c.fact_id and again.record_id = c.record_id and again.withdrawn_at is null)
    order by c.record_id, c.fact_id, c.withdrawn_at desc)`
}

/** The numbers of the counts in force of records, by record and instant (epoch milliseconds), in their order. */
export async function countsAt(
  db: Kysely<Tables>,
  recordIds: string[],
): Promise<(recordId: string, at: number) => readonly number[]> {
  const { rows } = await sql<{ record_id: string; at: number; fact_ids: number[] }>`
    select record_id, (extract(epoch from effective_at) * 1000)::bigint as at, jsonb_agg(fact_id order by fact_id) as fact_ids
    from ledger_counts where record_id = any(${recordIds}::uuid[]) and withdrawn_at is null group by 1, 2`.execute(
    db,
  )
  const known = new Map(rows.map(({ record_id, at, fact_ids }) => [`${record_id} ${at}`, fact_ids]))
  return (recordId, at) => known.get(`${recordId} ${at}`) ?? []
}
