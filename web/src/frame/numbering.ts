import { queryOptions } from '@tanstack/react-query'
import { askWithEtag } from '../api/client.ts'

/** Numbering of papers, with its version. */
export const numberingQuery = queryOptions({
  queryKey: ['numbering'],
  queryFn: () => askWithEtag('GET /api/inventory/papers/numbering'),
})
