import { queryOptions } from '@tanstack/react-query'
import { ask, requestOf } from '../../api/client.ts'
import type { TableFormat } from '../../frame/save-table.tsx'

/** Closing of the books: the end of the closed periods and their exceptions. */
export const booksQuery = queryOptions({
  queryKey: ['books'],
  queryFn: () => ask('GET /api/inventory/periods', {}),
})

/** The statement that closing up to a day would keep. */
export function previewQuery(upTo: string) {
  return queryOptions({
    queryKey: ['books', 'preview', upTo],
    queryFn: () => ask('GET /api/inventory/periods/preview', { query: { upTo } }),
    retry: false,
  })
}

export function statementPath(id: string, format: 'pdf' | TableFormat): string {
  return format === 'pdf'
    ? requestOf('GET /api/inventory/periods/{id}/statement.pdf', { path: { id } }).path
    : requestOf('GET /api/inventory/periods/{id}', { path: { id }, query: { format } }).path
}

interface Days {
  from: string
  to: string
  storageId?: string
}

export function registerPath(days: Days, format: 'pdf' | TableFormat): string {
  return format === 'pdf'
    ? requestOf('GET /api/inventory/register/report.pdf', { query: days }).path
    : requestOf('GET /api/inventory/register', { query: { ...days, format } }).path
}
