import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import {
  readIncompatible,
  recordsWithStockIn,
  type IncompatibleArrival,
  type IncompatibleStock,
} from '../ledger/ledger.ts'
import type { Transaction } from '../../db/transaction.ts'
import { haveSameMergeKey } from './merge-key.ts'

/**
 * Finds the stock in some bays that lies, or is to lie, in a record that it is not like, since one was corrected after it had been planned
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
      and m.destination_record_id = any(array(select record_id from ${recordsWithStockIn('bay', bayIds, now)} present))`.execute(
    db,
  )
  return readIncompatible(db, rows, now)
}

/**
 * Notes of what is planned to leave or to join a record whether it is to join stock that it may not be mixed with, now that one of the two was
 * corrected, and of what has come like that whether it is still unlike. So it stays a conflict when its day has come, until both are alike.
 */
export async function noteIncompatible(trx: Transaction, recordId: string, now: Date): Promise<void> {
  // As one list: conditions that are joined by `or` would read all movements there are.
  await sql`
    update movements m set is_unlike = not ${areAlike}
    from records source, records destination
    where m.organisation_id = (select keeper_id from records where id = ${recordId}) and m.id = any(array(
        select id from movements where destination_record_id = ${recordId} and effective_at > ${now}
        union all select id from movements where source_record_id = ${recordId} and effective_at > ${now}
        union all select id from movements where is_unlike and ${recordId} in (source_record_id, destination_record_id)))
      and source.keeper_id = m.organisation_id and source.id = m.source_record_id
      and destination.keeper_id = m.organisation_id and destination.id = m.destination_record_id and m.is_unlike = ${areAlike}`.execute(
    trx,
  )
}

const areAlike = sql`(${haveSameMergeKey(sql`source`, sql`destination`)})`
