import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/client.ts'
import { pagesOf } from '../ui/pages.ts'

const PAGE = 100

/** Queries what others have booked in the organisation's name and it has not confirmed, page after page. */
export const openConfirmationsQuery = pagesOf(['confirmations', 'open'], (offset) =>
  ask('GET /api/inventory/confirmations', { query: { limit: PAGE, offset } }),
)

/** Queries what the organisation has booked in the name of others, and these have declined. */
export const declinedConfirmationsQuery = queryOptions({
  queryKey: ['confirmations', 'declined'],
  queryFn: () =>
    ask('GET /api/inventory/confirmations', { query: { as: 'storer', status: 'declined', limit: PAGE } }),
})

/** Queries the organisations that have booked something, or about which it was decided for good. */
export const counterpartiesQuery = queryOptions({
  queryKey: ['counterparties'],
  queryFn: () => ask('GET /api/inventory/counterparties', { query: { limit: PAGE } }),
})

/** Queries one other organisation, with what was decided about it. */
export function counterpartyQuery(id: string) {
  return queryOptions({
    queryKey: ['counterparties', id],
    enabled: id !== '',
    queryFn: () => ask('GET /api/inventory/counterparties/{id}', { path: { id } }),
  })
}
