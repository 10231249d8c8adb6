import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import { dueBalances, settleBalances, type Late } from './ledger/ledger.ts'
import { describeAgain } from './records/describe.ts'

/** So many records in one transaction: nobody waits long for their locks, however much came due while the program was off. */
const AT_ONCE = 20
/** By then it is not the records that are at fault. */
const MOST_FAILURES = 10

/**
 * Takes in what was planned and has come due: kept balances are brought up to now, and parcels that planned stock has
 * joined are described anew. Answers are right without it, but for the description; it keeps searches quick. Run it
 * about every minute, in any number of processes. A record that cannot be settled holds up no other.
 *
 * @throws AggregateError when all others are settled
 */
export async function settlePlans({ db }: Pick<Database, 'db'>, now: Date): Promise<void> {
  const failures: unknown[] = []
  await eachInTurn(await dueBalances(db, now), failures, (ids) =>
    inTransaction(db, (trx) => settleBalances(trx, ids, now)),
  )
  await eachInTurn(await recordsToJoin(db, now), failures, (ids) =>
    inTransaction(db, (trx) => joinDue(trx, ids, now)),
  )
  if (failures.length > 0) throw new AggregateError(failures, 'plans that came due could not be taken in')
}

/** Works on some records at a time; where that fails, on each of them alone. */
async function eachInTurn(
  ids: string[],
  failures: unknown[],
  work: (some: string[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE)
    const isDone = await work(some).then(
      () => true,
      () => false,
    )
    for (const id of isDone ? [] : some) {
      await work([id]).catch((error: unknown) => failures.push(error))
      if (failures.length >= MOST_FAILURES)
        throw new AggregateError(failures, 'plans that came due cannot be taken in')
    }
  }
}

/** Where a movement shows: where it leads, or where stock leaves for good. */
const joined = sql`coalesce(destination_record_id, source_record_id)`

async function recordsToJoin(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct ${joined} as id from movements where not is_joined and effective_at <= ${now} order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function joinDue(trx: Transaction, recordIds: string[], now: Date): Promise<void> {
  const { rows } = await sql<Late>`
    with due as (
      update movements set is_joined = true
      where not is_joined and effective_at <= ${now} and ${joined} = any(${recordIds}::uuid[])
      returning source_record_id, destination_record_id, status, effective_at, weight_grams
    )
    select record.id as "recordId", min(effective_at) as since,
      least(sum(weight_grams), ${sql.lit(Number.MAX_SAFE_INTEGER)})::bigint as "changedGrams"
    from due cross join unnest(array[source_record_id, destination_record_id]) as record (id)
    where record.id is not null and status <> 'deleted' group by 1`.execute(trx)
  // From their sources on, which may be called otherwise than when it was planned.
  await describeAgain(trx, rows, now)
}
