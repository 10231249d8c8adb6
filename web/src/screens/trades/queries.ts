import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag, requestOf } from '../../api/client.ts'
import type { Trade } from '../../api/operations.ts'
import type { TableFormat } from '../../frame/save-table.tsx'
import { askedOf } from '../../stock/filters.ts'
import { pagesOf } from '../../ui/pages.ts'
import type { TradeFilters } from './filters.ts'

/** A contract, and which of its versions it is. */
export interface VersionedTrade {
  trade: Trade
  etag: string | undefined
}

const PAGE = 200

/** Page after page of contracts to buy and to sell, as one scrolls. */
export function tradesQuery(filters: TradeFilters) {
  const query = askedOf(filters)
  return pagesOf(['trades', query], (offset) =>
    ask('GET /api/inventory/trades', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** Path of the contracts as a file: it exports what is seen. */
export const tradesTablePath = (filters: TradeFilters) => (format: TableFormat) =>
  requestOf('GET /api/inventory/trades', { query: { ...askedOf(filters), format } }).path

/** One contract, and the version of it that a change names. */
export function tradeQuery(id: string) {
  return queryOptions({
    queryKey: ['trade', id],
    meta: { kept: true },
    queryFn: () => askWithEtag('GET /api/inventory/trades/{id}', { path: { id } }),
  })
}

/** Queries what was agreed otherwise, the latest first. */
export function tradeChangesQuery(id: string) {
  return queryOptions({
    queryKey: ['trade', id, 'changes'],
    queryFn: () => ask('GET /api/inventory/trades/{id}/changes', { path: { id }, query: { limit: PAGE } }),
  })
}

/** Days of deliveries; '' is any. */
export interface DeliveryDays {
  from: string
  to: string
}

/** The days as the service is asked for them. */
export const askedDays = ({ from, to }: DeliveryDays) => ({
  ...(from !== '' && { fromISO: from }),
  ...(to !== '' && { toISO: to }),
})

/** Queries what the deliveries under a contract are worth. */
export function deliveriesQuery(id: string, days: DeliveryDays) {
  return queryOptions({
    queryKey: ['trade', id, 'deliveries', days],
    placeholderData: keepPreviousData,
    queryFn: () => ask('GET /api/inventory/trades/{id}/deliveries', { path: { id }, query: askedDays(days) }),
  })
}

/** Path of the deliveries as a file. */
export const deliveriesTablePath = (id: string, days: DeliveryDays) => (format: TableFormat) =>
  requestOf('GET /api/inventory/trades/{id}/deliveries', {
    path: { id },
    query: { ...askedDays(days), format },
  }).path
