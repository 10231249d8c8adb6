import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { LiveEntry } from './posting.ts'

/** A row of `ledger_entries`. */
export interface EntryRow {
  id: number
  fact_id: number
  at: number
  source_record_id: string | null
  source_outside: string | null
  destination_record_id: string | null
  destination_outside: string | null
  grams: number
  planting_id: string | null
  sold: boolean
  is_count: boolean
  reverses: number | null
}

/** The columns of an `EntryRow`, of a table called `e`. */
export const entryColumns = sql`e.id, e.fact_id, (extract(epoch from e.effective_at) * 1000)::bigint as at, e.source_record_id,
  e.source_outside, e.destination_record_id, e.destination_outside, e.grams, e.planting_id, e.sold, e.is_count, e.reverses`

/** The entries of facts that nothing has taken back yet. */
export async function readLiveEntries(trx: Transaction, factIds: number[]): Promise<LiveEntry[]> {
  if (factIds.length === 0) return []
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from ledger_entries e
    where e.fact_id = any(${factIds}::bigint[]) and e.reverses is null
      and not exists (select 1 from ledger_entries back where back.reverses = e.id)
    order by e.id`.execute(trx)
  return rows.map(liveEntry)
}

/** A record's entries with `after` < effective_at ≤ `upTo`, also those that were only taken off it as a planting. */
export async function readEntriesDue(
  db: Kysely<Tables>,
  recordId: string,
  after: Date,
  upTo: Date,
): Promise<LiveEntry[]> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from ledger_entries e
    where (e.source_record_id = ${recordId} or e.destination_record_id = ${recordId} or e.planting_id = ${recordId})
      and e.effective_at > ${after} and e.effective_at <= ${upTo}`.execute(db)
  return rows.map(liveEntry)
}

function liveEntry(row: EntryRow): LiveEntry {
  return {
    id: row.id,
    factId: row.fact_id,
    at: row.at,
    sourceRecordId: row.source_record_id,
    sourceOutside: row.source_outside,
    destinationRecordId: row.destination_record_id,
    destinationOutside: row.destination_outside,
    grams: row.grams,
    plantingId: row.planting_id,
    sold: row.sold,
    isCount: row.is_count,
    isReversal: row.reverses !== null,
    reverses: row.reverses,
  }
}
