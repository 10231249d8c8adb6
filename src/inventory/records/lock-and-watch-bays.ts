import type { Transaction } from '../../db/transaction.ts'
import { watchBays } from '../conflicts/conflicts.ts'
import type { NamedConflict } from '../ledger/ledger.ts'
import { lockBaysAsOf } from './take-in-due.ts'

/**
 * Locks the bays that stock is to come into, and looks at them before it does. What it answers is asked afterwards, and tells what is
 * to be said of what came into one of them: the conflicts that were made worse there, and those in bays that none of it came to, which
 * storage contracts make and are said of all of it (`watchBays`).
 *
 * @param contractIds the storage contracts that it comes in under
 *
 * @example
 * const findWorsened = await lockAndWatchBays(trx, actor.now, [bay.id])
 * await post(trx, posting, actor.now)
 * const worsenedIn = await findWorsened()
 * const conflicts = worsenedIn(bay.id)
 */
export async function lockAndWatchBays(
  trx: Transaction,
  now: Date,
  bayIds: number[],
  contractIds: (string | null)[] = [],
): Promise<() => Promise<(bayId: number | null) => NamedConflict[]>> {
  const locked = await lockBaysAsOf(trx, now, { bayIds, recordIds: [] })
  const findWorsened = await watchBays(trx, locked, now, contractIds)
  return async () => {
    const worse = await findWorsened()
    return (here) => worse.filter(({ bayId }) => bayId === here || !locked.includes(bayId))
  }
}
