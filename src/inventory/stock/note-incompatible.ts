import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { haveSameMergeKey } from './merge-key.ts'

/**
 * Notes of what is planned to leave or to join a record whether it is to join stock that it may not be mixed with, now that one of the two was
 * corrected, and of what has come like that whether it is still unlike. So it stays a conflict when its day has come, until both are alike.
 */
export async function noteIncompatible(trx: Transaction, recordId: string, now: Date): Promise<void> {
  // As one list: conditions that are joined by `or` would read all movements there are.
  await sql`
    update movements m set is_unlike = not ${areAlike}
    from records source, records destination
    where m.id = any(array(
        select id from movements where destination_record_id = ${recordId} and effective_at > ${now}
        union all select id from movements where source_record_id = ${recordId} and effective_at > ${now}
        union all select id from movements where is_unlike and ${recordId} in (source_record_id, destination_record_id)))
      and source.id = m.source_record_id and destination.id = m.destination_record_id and m.is_unlike = ${areAlike}`.execute(
    trx,
  )
}

const areAlike = sql`(${haveSameMergeKey(sql`source`, sql`destination`)})`
