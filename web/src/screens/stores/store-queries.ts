import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'

/** Queries the movements planned for a bay, and where the plan breaks a rule. */
export function bayPlanQuery(id: string, substorageId: number) {
  return queryOptions({
    queryKey: ['plan', id, substorageId],
    meta: { kept: true },
    queryFn: () =>
      ask('GET /api/inventory/storage/{id}/conflicts', { path: { id }, query: { substorageId } }),
  })
}

/** Queries the notes of work and findings at a bay, the latest first. */
export function notesQuery(storageId: string, substorageId: number) {
  return queryOptions({
    queryKey: ['notes', storageId, substorageId],
    meta: { kept: true },
    queryFn: () => ask('GET /api/inventory/storage/notes', { query: { storageId, substorageId, limit: 20 } }),
  })
}

/** When some stock was counted and what was found, the latest first; there is no list of counts by bay. */
export function countsQuery(recordId: string) {
  return queryOptions({
    queryKey: ['counts', recordId],
    meta: { kept: true },
    enabled: recordId !== '',
    queryFn: async () => {
      const { timeline } = await ask('GET /api/inventory/records/{id}', { path: { id: recordId } })
      return timeline
        .filter(({ type }) => type === 'adjustment')
        .toSorted((a, b) => b.createdAtUTC.localeCompare(a.createdAtUTC))
    },
  })
}
