import { queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag, requestOf } from '../../api/client.ts'
import type { TableFormat } from '../../frame/save-table.tsx'
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

/** Path of the settlements as a file: it exports what is seen. */
export const settlementsTablePath = (filters: SettlementFilters) => (format: TableFormat) =>
  requestOf('GET /api/inventory/settlements', { query: { ...askedOf(filters), format } }).path

/** One statement beside our loads, and the version of it that a change names. */
export function settlementQuery(id: string) {
  return queryOptions({
    queryKey: ['settlement', id],
    meta: { kept: true },
    queryFn: () => askWithEtag('GET /api/inventory/settlements/{id}', { path: { id } }),
  })
}
