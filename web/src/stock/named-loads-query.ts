import { ask } from '../api/client.ts'
import { pagesOf } from '../ui/pages.ts'

const PAGE = 200

/** Queries the loads that name a contract or an order, the latest first. */
export function namedLoadsQuery(of: 'tradeId' | 'orderId', id: string) {
  return pagesOf(['movements', of, id], (offset) =>
    ask('GET /api/inventory/movements', {
      query: { [of]: id, sortBy: 'movementDateISO', sortDesc: true, limit: PAGE, offset },
    }),
  )
}
