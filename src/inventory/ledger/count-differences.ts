import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * What each count of these facts gained (positive) or lost, in grams, by fact and record: what the books were out by,
 * as everything stands that is known of the time before it.
 *
 * @returns a look-up by fact and record; 0 for a count that agreed
 */
export async function countDifferencesOf(
  db: Kysely<Tables>,
  factIds: number[],
): Promise<(factId: number, recordId: string) => number> {
  if (factIds.length === 0) return () => 0
  const { rows } = await sql<{ fact_id: number; record_id: string; grams: number }>`
    select fact_id, coalesce(destination_record_id, source_record_id) as record_id,
      sum(case when destination_record_id is null then -grams else grams end)::bigint as grams
    from ledger_entries where fact_id = any(${factIds}::bigint[]) and is_count
    group by 1, 2`.execute(db)
  const differences = new Map(rows.map(({ fact_id, record_id, grams }) => [`${fact_id} ${record_id}`, grams]))
  return (factId, recordId) => differences.get(`${factId} ${recordId}`) ?? 0
}
