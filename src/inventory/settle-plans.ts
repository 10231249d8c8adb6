import { sql } from 'kysely'
import type { Database } from '../db/open.ts'
import { inTransaction } from '../db/transaction.ts'
import { settleBalances, type Late } from './ledger/ledger.ts'
import { describeAgain } from './records/describe.ts'

/**
 * Takes in what was planned and has come due: kept balances are brought up to now, and parcels that planned stock has
 * joined are described anew. Answers are right without it, but for the description; it keeps searches quick. Run it
 * about every minute, in any number of processes.
 */
export async function settlePlans(database: Database, now: Date): Promise<void> {
  while ((await inTransaction(database.db, (trx) => settleBalances(trx, now))) > 0);
  await inTransaction(database.db, async (trx) => {
    const { rows } = await sql<Late>`
      with due as (
        update movements set is_joined = true where not is_joined and effective_at <= ${now}
        returning source_record_id, destination_record_id, status, effective_at, weight_grams
      )
      select record.id as "recordId", min(effective_at) as since, least(sum(weight_grams), ${sql.lit(Number.MAX_SAFE_INTEGER)})::bigint as "changedGrams"
      from due cross join unnest(array[source_record_id, destination_record_id]) as record (id)
      where record.id is not null and status <> 'deleted' group by 1`.execute(trx)
    // From their sources on, which may be called otherwise than when it was planned.
    await describeAgain(trx, rows, now)
  })
}
