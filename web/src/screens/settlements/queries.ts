import { queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag, requestOf } from '../../api/client.ts'
import { pagesOf } from '../../ui/pages.ts'
import { askedOf } from '../../stock/filters.ts'
import type { SettlementFilters } from './filters.ts'

const PAGE = 200

/** Page after page of statements, as one scrolls. */
export function settlementsQuery(filters: SettlementFilters) {
  const query = askedOf(filters)
  return pagesOf(['settlements', query], (offset) =>
    ask('GET /api/inventory/settlements', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** Path of the settlements as a table for other programs: it exports what is seen. */
export function settlementsCsvPath(filters: SettlementFilters): string {
  return requestOf('GET /api/inventory/settlements', { query: { ...askedOf(filters), format: 'csv' } }).path
}

/** One statement beside our loads, and the version of it that a change names. */
export function settlementQuery(id: string) {
  return queryOptions({
    queryKey: ['settlement', id],
    meta: { kept: true },
    queryFn: () => askWithEtag('GET /api/inventory/settlements/{id}', { path: { id } }),
  })
}
