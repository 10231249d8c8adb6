import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask, requestOf } from '../../api/client.ts'
import type { Operations } from '../../api/operations.ts'
import type { TableFormat } from '../../frame/save-table.tsx'

/** The question for a report, in the service's own words. */
export type AskedReport = Operations['GET /api/inventory/reports']['query']

/** Queries a report. While another is asked for, the one before stays. */
export function reportQuery(query: AskedReport) {
  return queryOptions({
    queryKey: ['reports', query],
    meta: { kept: true },
    placeholderData: keepPreviousData,
    queryFn: () => ask('GET /api/inventory/reports', { query }),
  })
}

/** Path of a report as a file. */
export const reportPath = (query: AskedReport) => (format: TableFormat) =>
  requestOf('GET /api/inventory/reports', { query: { ...query, format } }).path
