import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { filePlantings } from '../records/file-plantings.ts'
import { findBusinessUnits, lockOwnStorages, setBusinessUnits } from './own-storage.ts'
import type { BusinessUnitsBody } from './schema.ts'
import { watchStorages } from './watch-storages.ts'

/**
 * Puts places under one business unit, in place of those they were under. All or none: a place that is not the
 * caller's is `not_found`, named by its row.
 */
export async function assignBusinessUnit(
  trx: Transaction,
  actor: Actor,
  { businessUnitId, storageIds }: BusinessUnitsBody,
): Promise<{ message: string; status: string }> {
  const unit = (await findBusinessUnits(trx, actor, [businessUnitId])).get(businessUnitId)
  const storages = await lockOwnStorages(trx, actor, storageIds)
  const missing = storageIds.flatMap((id, index) =>
    storages.has(id)
      ? []
      : [fault(`storageIds[${index}]`, `is not a storage location of yours: ${id}`, 'unknown')],
  )
  const unitFaults =
    unit === undefined
      ? [fault('businessUnitId', `is not a business unit of yours: ${businessUnitId}`, 'unknown')]
      : []
  if (missing.length > 0) {
    throw new Refusal(
      'not_found',
      'At least one place does not exist or is not yours; see validation. Nothing was changed.',
      {
        faults: [...unitFaults, ...missing],
      },
    )
  }
  refuseFaults(unitFaults)
  const ids = [...storages.keys()]
  const tellChanged = await watchStorages(trx, actor, ids)
  await setBusinessUnits(trx, ids, [businessUnitId])
  await filePlantings(trx, actor, { fieldIds: ids })
  await tellChanged({ type: 'storage.updated', data: { businessUnitIds: [businessUnitId] } })
  const count = ids.length === 1 ? '1 storage location belongs' : `${ids.length} storage locations belong`
  return { status: 'success', message: `${count} to ${unit} now.` }
}
