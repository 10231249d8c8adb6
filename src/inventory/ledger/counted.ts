import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * Which of these records have a count in force. What is entered before a count does not show after it, so what lies in such a
 * record later is not what lay there before and what came since.
 */
export async function countedAmong(db: Kysely<Tables>, recordIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ record_id: string }>`
    select distinct record_id from ledger_counts
    where record_id = any(${recordIds}::uuid[]) and withdrawn_at is null`.execute(db)
  return new Set(rows.map(({ record_id }) => record_id))
}
