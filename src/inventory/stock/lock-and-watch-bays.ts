import type { Transaction } from '../../db/transaction.ts'
import { snapshotConflicts } from './conflicts.ts'
import type { NamedConflict } from '../ledger/ledger.ts'
import { lockBaysAndApplyDuePlans } from './due-plans.ts'

/**
 * Locks the bays that stock is to come into, and looks at them before it does. What it answers is asked afterwards, and tells what is
 * to be said of what came into one of them: the conflicts that were made worse there, and those in bays that none of it came to, which
 * storage contracts make and are said of all of it (`snapshotConflicts`).
 *
 * @param contractIds the storage contracts that it comes in under
 *
 * @example
 * const findWorsened = await lockAndSnapshotBays(trx, actor.now, [bay.id])
 * await post(trx, posting, actor.now)
 * const worsenedIn = await newConflicts()
 * const conflicts = worsenedIn(bay.id)
 */
export async function lockAndSnapshotBays(
  trx: Transaction,
  now: Date,
  bayIds: number[],
  contractIds: (string | null)[] = [],
): Promise<() => Promise<(bayId: number | null) => NamedConflict[]>> {
  const locked = await lockBaysAndApplyDuePlans(trx, now, { bayIds, recordIds: [] })
  const newConflicts = await snapshotConflicts(trx, locked, now, contractIds)
  return async () => {
    const worse = await newConflicts()
    return (here) => worse.filter(({ bayId }) => bayId === here || !locked.includes(bayId))
  }
}
