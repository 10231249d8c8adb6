import { queryOptions } from '@tanstack/react-query'
import { ask, requestOf } from '../../api/client.ts'
import type { Operations } from '../../api/operations.ts'
import type { TableFormat } from '../../frame/save-table.tsx'

/** The question that is asked when a cell is opened. */
export type AskedParts = NonNullable<Operations['GET /api/inventory/trades/position/parts']['query']>

/** Queries what may still be sold, by month. */
export const tradingPositionQuery = queryOptions({
  queryKey: ['trading-position'],
  meta: { kept: true },
  queryFn: () => ask('GET /api/inventory/trades/position'),
})

/** Queries what makes a cell: stock, loads, plans and contracts. */
export function positionPartsQuery(query: AskedParts) {
  return queryOptions({
    queryKey: ['trading-position', 'parts', query],
    queryFn: () => ask('GET /api/inventory/trades/position/parts', { query }),
  })
}

/** Path of the position as a file. */
export const tradingPositionPath = (format: TableFormat) =>
  requestOf('GET /api/inventory/trades/position', { query: { format } }).path
