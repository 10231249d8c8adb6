import { sql, type Kysely } from 'kysely'
import { statement } from '../../db/statement.ts'
import type { Tables } from '../../db/tables.ts'
import { type Transaction, inTransaction } from '../../db/transaction.ts'
import { type Backdated, dueBalances, settleBalances } from '../ledger/ledger.ts'
import { recomputeDescriptions } from './recompute-descriptions.ts'
import { lockBays, type ConcernedBays, type LockedBays } from './lock-bays.ts'
import type { Database } from '../../db/open.ts'

// What was planned joins the stock of its bay when its time comes, and changes what that is called. Nobody does anything at that
// moment: whoever next decides something by what the stock is called takes it in first, or else a job does.

/** Record at which a movement shows: the one that it leads to, or the one that stock leaves for good. */
const joined = sql`coalesce(destination_record_id, source_record_id)`

/** The records that planned movements of theirs have come due of, and that have not taken them in. */
export async function recordsWithDuePlans(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct ${joined} as id from movements where not is_joined and effective_at <= ${now} order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const recordsWithDuePlansInBays = statement<{ bayIds: number[]; now: Date }, { id: string }>(
  ({ bayIds, now }) => sql`
    select id from (
      select distinct ${joined} as id from movements
      where organisation_id = any(array(select organisation_id from bays where id = any(${bayIds}::bigint[])))
        and not is_joined and effective_at <= ${now}
    ) as behind
    where exists (select from records where id = behind.id and bay_id = any(${bayIds}::bigint[])) order by id`,
)

/** Takes planned movements that have come due into these records: they are described anew, with all that has left them since. */
export async function applyDuePlans(trx: Transaction, recordIds: string[], now: Date): Promise<void> {
  const { rows } = await sql<Backdated>`
    with due as (
      update movements set is_joined = true
      where organisation_id = any(array(select keeper_id from records where id = any(${recordIds}::uuid[])))
        and not is_joined and effective_at <= ${now} and ${joined} = any(${recordIds}::uuid[])
      returning source_record_id, destination_record_id, status, effective_at, weight_grams
    )
    select record.id as "recordId", min(effective_at) as since,
      least(sum(weight_grams), ${sql.lit(Number.MAX_SAFE_INTEGER)})::bigint as "changedGrams"
    from due cross join unnest(array[source_record_id, destination_record_id]) as record (id)
    where record.id is not null and status <> 'deleted' group by 1`.execute(trx)
  // From their sources on, which may be called otherwise than when it was planned.
  await recomputeDescriptions(trx, rows, now)
}

/** Takes in what has come due in bays that are locked. Answers whether there was any. */
export async function applyDuePlansInBays(trx: Transaction, bayIds: number[], now: Date): Promise<boolean> {
  const behind = await recordsWithDuePlansInBays.rows(trx, { bayIds, now })
  if (behind.length === 0) return false
  await applyDuePlans(
    trx,
    behind.map(({ id }) => id),
    now,
  )
  return true
}

/** Locks bays as `lockBays` does, and takes in what has come due there: their stock is called what it is by now. */
export async function lockBaysAndApplyDuePlans(
  trx: Transaction,
  now: Date,
  concerned: ConcernedBays,
): Promise<LockedBays> {
  const locked = await lockBays(trx, concerned)
  if (locked.bayIds.length > 0) await applyDuePlansInBays(trx, locked.bayIds, now)
  return locked
}

/** So many records in one transaction: nobody waits long for their locks, however much came due while the program was off. */
const AT_ONCE = 20
/** By then it is not the records that are at fault. */
const MOST_FAILURES = 10

/**
 * Takes in what was planned and has come due: kept balances are brought up to now, and parcels that planned stock has
 * joined are described anew. Answers are right without it, but for what stock that nobody has touched since is called; it keeps
 * searches quick. Run it every few seconds, in any number of processes. A record that cannot be settled holds up no other.
 *
 * @throws AggregateError when all others are settled
 */
export async function settlePlans({ db }: Pick<Database, 'db'>, now: Date): Promise<void> {
  const failures: unknown[] = []
  await eachInTurn(await dueBalances(db, now), failures, (ids) =>
    inTransaction(db, (trx) => settleBalances(trx, ids, now)),
  )
  await eachInTurn(await recordsWithDuePlans(db, now), failures, (ids) =>
    inTransaction(db, (trx) => applyDuePlans(trx, ids, now)),
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
