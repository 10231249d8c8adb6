import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import {
  readIncompatible,
  recordsStandingIn,
  type IncompatibleArrival,
  type IncompatibleStock,
} from '../ledger/ledger.ts'

/**
 * What of the stock in some bays lies, or is to lie, in a record that it is not like, since one was corrected after it had been planned
 * (`noteIncompatible` of records). One statement, and another where such stock has come.
 */
export async function findIncompatibleStock(
  db: Kysely<Tables>,
  bayIds: number[],
  now: Date,
): Promise<IncompatibleStock> {
  const { rows } = await sql<IncompatibleArrival>`
    select m.destination_record_id as "recordId", m.id as "factId", m.effective_at as "effectiveAt"
    from movements m
    where m.is_unlike and m.status <> 'deleted'
      and m.destination_record_id = any(array(select record_id from ${recordsStandingIn('bay', bayIds, now)} present))`.execute(
    db,
  )
  return readIncompatible(db, rows, now)
}
