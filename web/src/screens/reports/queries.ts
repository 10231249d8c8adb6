import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask, requestOf } from '../../api/client.ts'
import type { TableFormat } from '../../frame/save-table.tsx'
import type { AskedReport } from './asked.ts'

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
export const reportPath = (query: AskedReport) => (format: TableFormat | 'pdf') =>
  requestOf('GET /api/inventory/reports', { query: { ...query, format } }).path
