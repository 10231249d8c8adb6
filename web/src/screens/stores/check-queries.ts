import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'

/** Queries the checks of a bay, the last first. */
export function checksQuery(storageId: string, substorageId: number) {
  return queryOptions({
    queryKey: ['checks', storageId, substorageId],
    meta: { kept: true },
    queryFn: () =>
      ask('GET /api/inventory/storage/{id}/checks', {
        path: { id: storageId },
        query: { substorageId, limit: 60 },
      }),
  })
}
