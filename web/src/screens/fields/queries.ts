import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import type { StorageDetails } from '../../api/operations.ts'

/** A field, and which of its versions it is. */
export interface VersionedField {
  field: StorageDetails
  etag: string | undefined
}

/** Metres that an outline may be off in the picture of the whole farm, where few fields are larger than a hundred of them. */
const FARM_METRES = 5

/** All fields with their outlines, what grew there in a harvest year, and what it brought. */
export function fieldsQuery(harvestYear: string | undefined) {
  return queryOptions({
    queryKey: ['field shapes', harvestYear ?? 'newest'],
    meta: { kept: harvestYear === undefined },
    queryFn: () =>
      ask('GET /api/inventory/storage/shapes', {
        query: { tolerance: FARM_METRES, ...(harvestYear !== undefined && { harvestYear }) },
      }),
  })
}

/** The fields within corners, in full. */
export function nearQuery(bbox: string | undefined) {
  return queryOptions({
    queryKey: ['field shapes near', bbox],
    enabled: bbox !== undefined,
    queryFn: () => ask('GET /api/inventory/storage/shapes', { query: { bbox: bbox ?? '', tolerance: 1 } }),
  })
}
