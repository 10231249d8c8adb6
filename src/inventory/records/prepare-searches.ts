import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { hasSnapshot } from '../../http/search/index/snapshot.ts'
import { queryIndex, MANY_ROWS } from '../../http/search/index/tables.ts'
import { organisationReader } from '../../system/access/organisation-reader.ts'
import { recordSearch } from './search-records.ts'

/** Other chores wait meanwhile: what is left over has its turn in the next round. */
const LONGEST_MS = 5_000

/**
 * Puts together what record searches go by for organisations that have many records and none of it on the shelf, as after an update: whoever
 * searches first would wait for it, a second for 40,000 records (docs/decisions/0024-search-speed.md).
 */
export async function prepareSearches(db: Kysely<Tables>, now: () => Date): Promise<void> {
  const until = performance.now() + LONGEST_MS
  for (const organisationId of await organisationsWithManyRecords(db)) {
    if (performance.now() > until) return
    const reader = await organisationReader(db, organisationId, now())
    if (await hasSnapshot(db, recordSearch, reader)) continue
    await queryIndex(db, recordSearch, reader, (rows) => rows.size)
  }
}

async function organisationsWithManyRecords(db: Kysely<Tables>): Promise<string[]> {
  // One stretch of an index each, which ends where there are enough.
  const { rows } = await sql<{ id: string }>`
    select o.id from organisations o
    where exists (select from records r where r.keeper_id = o.id offset ${MANY_ROWS - 1})
    order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}
