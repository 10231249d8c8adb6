import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/client.ts'
import { pagesOf } from '../ui/pages.ts'

const PAGE = 100
/** As many as are looked at without asking for more. */
const FEW = 20

/** Queries what others have booked in the organisation's name and it has not confirmed, page after page. */
export const openConfirmationsQuery = pagesOf(['confirmations', 'open'], (offset) =>
  ask('GET /api/inventory/confirmations', { query: { limit: PAGE, offset } }),
)

/** Queries what the organisation has decided about what others booked in its name, page after page, the latest decision first. */
export const decidedConfirmationsQuery = pagesOf(['confirmations', 'decided'], (offset) =>
  ask('GET /api/inventory/confirmations', { query: { status: 'decided', limit: FEW, offset } }),
)

/** Queries what the organisation has booked in the name of others, by what these say to it, page after page. */
export const bookedForOthersQuery = (status: 'declined' | 'accepted' | 'pending') =>
  pagesOf(['confirmations', 'for others', status], (offset) =>
    ask('GET /api/inventory/confirmations', { query: { as: 'storer', status, limit: FEW, offset } }),
  )

/** Queries the single bookings behind something that is to be confirmed, page after page. */
export const bookingsQuery = (id: string) =>
  pagesOf(['confirmations', 'bookings', id], (offset) =>
    ask('GET /api/inventory/confirmations/{id}/bookings', { path: { id }, query: { limit: FEW, offset } }),
  )

/** Queries the organisations that have booked something, or about which it was decided for good, page after page. */
export const counterpartiesQuery = pagesOf(['counterparties'], (offset) =>
  ask('GET /api/inventory/counterparties', { query: { limit: PAGE, offset } }),
)

/** Queries one other organisation, with what was decided about it. */
export function counterpartyQuery(id: string) {
  return queryOptions({
    queryKey: ['counterparties', id],
    enabled: id !== '',
    queryFn: () => ask('GET /api/inventory/counterparties/{id}', { path: { id } }),
  })
}
