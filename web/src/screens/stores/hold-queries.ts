import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'

/** Queries the holds of a bay and of the parcels in it that are not over, the last to begin first. */
export function holdsQuery(substorageId: number) {
  return queryOptions({
    queryKey: ['holds', substorageId],
    meta: { kept: true },
    queryFn: () =>
      ask('GET /api/inventory/holds', {
        query: { 'f:substorageId': [String(substorageId)], status: ['standing', 'coming'], limit: 50 },
      }),
  })
}

/** Queries what left a held bay or parcel since its hold begins. */
export function holdTraceQuery(id: string) {
  return queryOptions({
    queryKey: ['hold-trace', id],
    queryFn: () => ask('GET /api/inventory/holds/{id}/trace', { path: { id } }),
  })
}
