import { queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag, requestOf } from '../../api/client.ts'
import type { Order } from '../../api/operations.ts'
import type { TableFormat } from '../../frame/save-table.tsx'
import { askedOf } from '../../stock/filters.ts'
import { pagesOf } from '../../ui/pages.ts'
import type { OrderFilters } from './filters.ts'

/** An order, and which of its versions it is. */
export interface VersionedOrder {
  order: Order
  etag: string | undefined
}

const PAGE = 200

/** Page after page of orders, as one scrolls. */
export function ordersQuery(filters: OrderFilters) {
  const query = askedOf(filters)
  return pagesOf(['orders', query], (offset) =>
    ask('GET /api/inventory/orders', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** Path of the orders as a file: it exports what is seen. */
export const ordersTablePath = (filters: OrderFilters) => (format: TableFormat) =>
  requestOf('GET /api/inventory/orders', { query: { ...askedOf(filters), format } }).path

/** One order, and the version of it that a change names. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ['order', id],
    meta: { kept: true },
    queryFn: () => askWithEtag('GET /api/inventory/orders/{id}', { path: { id } }),
  })
}

/** Queries what was said otherwise, the latest first. */
export function orderChangesQuery(id: string) {
  return queryOptions({
    queryKey: ['order', id, 'changes'],
    queryFn: () => ask('GET /api/inventory/orders/{id}/changes', { path: { id }, query: { limit: PAGE } }),
  })
}

/** The contract that is called off from. */
export function calledFromQuery(id: string | undefined) {
  return queryOptions({
    queryKey: ['trade', id],
    enabled: id !== undefined,
    queryFn: () => askWithEtag('GET /api/inventory/trades/{id}', { path: { id: id ?? '' } }),
  })
}
