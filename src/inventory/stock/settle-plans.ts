import type { Database } from '../../db/open.ts'
import { inTransaction } from '../../db/transaction.ts'
import { dueBalances, settleBalances } from '../ledger/ledger.ts'
import { recordsWithDuePlans, applyDuePlans } from './due-plans.ts'

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
