import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'

/** The loads entered last, deleted ones too: what the book says now of the tickets that were done here. */
export const bookQuery = queryOptions({
  queryKey: ['book-of-tickets'],
  meta: { kept: true },
  queryFn: async () => {
    const everyStatus = { 'f:status': ['incomplete', 'complete', 'deleted'] }
    const query = { ...everyStatus, limit: 200, sortBy: 'id', sortDesc: true } as const
    return (await ask('GET /api/inventory/movements', { query })).docs
  },
})
