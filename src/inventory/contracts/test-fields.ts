import { harvestLoad } from '../../../test/harvest-load.ts'
import { base, ok, WHEAT, WINTER, type TestStore } from './test-contracts.ts'

// What tests share of fields of the merchant's, in which crops of the farm's stand.

/** A field of 10 ha; answers its id. */
export async function makeField({ merchant }: TestStore, name = 'Vale Field'): Promise<string> {
  const field = { name, type: 'field', area: 10, location: null, substorage: [] }
  return ok(await merchant.as('manager').post(`${base}/storage`, field)).id
}

/** Plants 5 ha of a field with the farm's wheat, or with the merchant's own; answers the record. */
export async function plant(
  { merchant, farm }: TestStore,
  fieldId: string,
  { owned = false, type = WINTER } = {},
) {
  const owner = { id: farm.organisationId, name: farm.name }
  return ok(
    await merchant.as('manager').post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      owned,
      commodity: { id: WHEAT, type, variety: 'Skyfall' },
      storage: [{ storageId: fieldId, area: 5 }],
      source: { ...(!owned && { owner }), planting: { expectedYield: 8000 } },
    }),
  )
}

/** The body of a load of 20 t at 20 % moisture, from a field to the first bay. */
export function wetLoad({ storeId, bays }: TestStore, fieldId: string, overrides: object = {}) {
  return harvestLoad({
    fieldId,
    storageId: storeId,
    substorageId: bays[0],
    dateISO: '2026-08-02T09:00:00Z',
    weightNet: 20_000,
    moisture: 20,
    ...overrides,
  })
}
