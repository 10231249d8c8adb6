import { enterRecord, harvestLoad, makeField, planting, WHEAT, WINTER } from '../../../test/farm.ts'
import type { TestStore } from './test-contracts.ts'

// What tests share of fields of the merchant's, in which crops of the farm's stand.

/** A field of 10 ha; answers its id. */
export const makeValeField = ({ merchant }: TestStore, name = 'Vale Field'): Promise<string> =>
  makeField(merchant, 10, { name })

/** Plants 5 ha of a field with the farm's wheat, or with the merchant's own; answers the record. */
export function plant({ merchant, farm }: TestStore, fieldId: string, { owned = false, type = WINTER } = {}) {
  const owner = { id: farm.organisationId, name: farm.name }
  const commodity = { id: WHEAT, type, variety: 'Skyfall' }
  const source = { ...(!owned && { owner }), planting: { expectedYield: 8000 } }
  const storage = [{ storageId: fieldId, area: 5 }]
  return enterRecord(merchant, planting(fieldId, { owned, commodity, source, storage }))
}

/** The body of a load of 20 t at 20 % moisture, from a field to the first bay. */
export function wetLoad({ storeId, bays }: TestStore, fieldId: string, overrides: object = {}) {
  const place = { storageId: storeId, substorageId: bays[0] }
  const load = { fieldId, ...place, dateISO: '2026-08-02T09:00:00Z', weightNet: 20_000 }
  return harvestLoad({ ...load, moisture: 20, ...overrides })
}
