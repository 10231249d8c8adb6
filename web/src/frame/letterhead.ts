import { queryOptions } from '@tanstack/react-query'
import { askWithEtag } from '../api/client.ts'

/** Texts at the head and the foot of papers; a device prints tickets without a network, too. */
export const letterheadQuery = queryOptions({
  queryKey: ['letterhead'],
  meta: { kept: true },
  queryFn: () => askWithEtag('GET /api/inventory/papers/letterhead'),
})
