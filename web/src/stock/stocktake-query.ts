import { queryOptions } from '@tanstack/react-query'
import { askWithEtag } from '../api/client.ts'

/** One session with its lines, and the version of it that an approval names. It is kept: bays are counted where there is no network. */
export function stocktakeQuery(id: string) {
  return queryOptions({
    queryKey: ['stocktake', id],
    meta: { kept: true },
    queryFn: () => askWithEtag('GET /api/inventory/stocktakes/{id}', { path: { id } }),
  })
}
