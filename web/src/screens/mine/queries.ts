import { queryOptions } from '@tanstack/react-query'
import { ask, Refused, requestOf } from '../../api/client.ts'
import type { OwnerStatement } from '../../api/operations.ts'
import type { TableFormat } from '../../frame/save-table.tsx'

/** Over which time, and of which keeper. */
export interface Span {
  from?: string
  at?: string
  storerId?: string
}

/** Queries what came, went and was lost of an owner's grain; null if it never had any that the reader may see. */
export function statementQuery(ownerId: string, query: Span) {
  return queryOptions({
    queryKey: ['statement', ownerId, query],
    meta: { kept: true },
    queryFn: async (): Promise<OwnerStatement | null> => {
      try {
        return await ask('GET /api/inventory/owners/{id}/statement', { path: { id: ownerId }, query })
      } catch (error) {
        if (error instanceof Refused && error.status === 404) return null
        throw error
      }
    },
  })
}

/** Path of the statement as a file. */
export const statementTablePath = (ownerId: string, query: Span) => (format: TableFormat) =>
  requestOf('GET /api/inventory/owners/{id}/statement', {
    path: { id: ownerId },
    query: { ...query, format },
  }).path

const MOST_ASKED = 100

/** Queries the measurements of parcels, as far as they are known now. */
export function qualityQuery(recordIds: string[]) {
  const ids = recordIds.slice(0, MOST_ASKED).join(',')
  return queryOptions({
    queryKey: ['quality', ids],
    enabled: ids !== '',
    meta: { kept: true },
    queryFn: async () => {
      const records = await ask('GET /api/inventory/records/by-ids', { query: { ids } })
      return new Map(records.map(({ id, quality }) => [id, quality]))
    },
  })
}
