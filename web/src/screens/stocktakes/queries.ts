import { queryOptions } from '@tanstack/react-query'
import { ask, requestOf } from '../../api/client.ts'
import type { TableFormat } from '../../frame/save-table.tsx'
import { askedOf } from '../../stock/filters.ts'
import { pagesOf } from '../../ui/pages.ts'
import type { StocktakeFilters } from './filters.ts'

const PAGE = 100

/** Page after page of sessions, as one scrolls. */
export function stocktakesQuery(filters: StocktakeFilters) {
  const query = askedOf(filters)
  return pagesOf(['stocktakes', query], (offset) =>
    ask('GET /api/inventory/stocktakes', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** Path of the sessions as a file: it exports what is seen. */
export const stocktakesTablePath = (filters: StocktakeFilters) => (format: TableFormat) =>
  requestOf('GET /api/inventory/stocktakes', { query: { ...askedOf(filters), format } }).path

/** The people of the organisation by name, for who counts and who approves. */
export const colleaguesQuery = queryOptions({
  queryKey: ['stocktake-people'],
  queryFn: () => ask('GET /api/inventory/stocktakes/people', { query: { limit: 200 } }),
})
