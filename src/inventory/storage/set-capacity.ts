import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { findCommodity } from '../../system/commodities/catalogue.ts'
import { setCapacities } from './bays.ts'
import { findBays, lockOwnStorageWithBays } from './own-storage.ts'
import { getStorage } from './queries.ts'
import type { SetCapacityBody, StorageLocation } from './schema.ts'
import { watchStorages } from './watch-storages.ts'

/**
 * Says how much of a commodity a bay holds, in kilograms; a capacity it had for that commodity is replaced. Stock that
 * lies there already is not refused: it shows as a conflict (rules.md §3).
 */
export async function setBayCapacity(
  trx: Transaction,
  actor: Actor,
  storageId: string,
  { substorageId, commodityId, weight }: SetCapacityBody,
): Promise<StorageLocation> {
  const storage = await lockOwnStorageWithBays(trx, actor, storageId)
  const bays = await findBays(trx, storage.id)
  const isBay = bays.some((bay) => bay.id === substorageId)
  refuseFaults([
    ...(isBay ? [] : [fault('substorageId', `is not a bay of ${storage.name}: ${substorageId}`, 'unknown')]),
    ...(findCommodity(commodityId)
      ? []
      : [fault('commodityId', `is not a commodity: ${commodityId}`, 'unknown')]),
  ])
  const tellChanged = await watchStorages(trx, actor, [storage.id])
  await setCapacities(trx, [{ bayId: substorageId, commodityId, weight }])
  await tellChanged({ type: 'storage.capacity_set', data: { substorageId, commodityId, weight } })
  return getStorage(trx, actor, storage.id)
}
