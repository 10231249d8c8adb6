import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../api/client.ts'
import type { OpenTrade } from '../api/operations.ts'
import type { TicketTrade } from '../offline/tickets.ts'
import { agreedName } from './agreed-name.ts'
import { offerOfOrder, offersFor, type Offer, type TradedLoad } from './trade-offers.ts'

/** The contracts that loads may go on now, of all partners: kept for when there is no network. */
const keptOffersQuery = (kind: OpenTrade['kind']) =>
  queryOptions({
    queryKey: ['open-trades', kind],
    meta: { kept: true },
    queryFn: () => ask('GET /api/inventory/trades/open', { query: { kind } }),
  })

/** The orders that loads may go on now, of all partners: kept as well. */
export const storedOrdersQuery = (kind: OpenTrade['kind']) =>
  queryOptions({
    queryKey: ['open-orders', kind],
    meta: { kept: true },
    queryFn: () => ask('GET /api/inventory/orders/open', { query: { kind } }),
  })

const askedFor = ({ kind, partnerId, commodityId, typeId, weight, day }: TradedLoad) => ({
  kind,
  partnerId,
  commodity: commodityId,
  ...(typeId > 0 && { commodityType: typeId }),
  ...(weight !== undefined && { weight }),
  ...(day !== '' && { dateISO: day }),
})

const isAsked = ({ partnerId, commodityId }: TradedLoad) => partnerId !== '' && commodityId > 0

const offersQuery = (load: TradedLoad) =>
  queryOptions({
    queryKey: ['open-trades', askedFor(load)],
    enabled: isAsked(load),
    placeholderData: keepPreviousData,
    queryFn: () => ask('GET /api/inventory/trades/open', { query: askedFor(load) }),
  })

const ordersQuery = (load: TradedLoad) =>
  queryOptions({
    queryKey: ['open-orders', askedFor(load)],
    enabled: isAsked(load),
    placeholderData: keepPreviousData,
    queryFn: () => ask('GET /api/inventory/orders/open', { query: askedFor(load) }),
  })

/**
 * The orders that a load may go on, and then the contracts: as the service answers or, as long as it cannot be asked, as they were known last.
 */
export function useOffers(load: TradedLoad): Offer[] {
  const keptTrades = useQuery(keptOffersQuery(load.kind))
  const keptOrders = useQuery(storedOrdersQuery(load.kind))
  const trades = useQuery(offersQuery(load))
  const orders = useQuery(ordersQuery(load))
  return [
    ...offersFor(load, orders.data?.docs.map(offerOfOrder), (keptOrders.data?.docs ?? []).map(offerOfOrder)),
    ...offersFor(load, trades.data?.docs, keptTrades.data?.docs ?? []),
  ]
}

/** The order or the contract of an offer, as a ticket has it. */
export const tradeOf = (offer: Offer): TicketTrade => ({
  id: offer.tradeId,
  ...(offer.orderId !== undefined && { orderId: offer.orderId }),
  window: offer.tradeWindow,
  name: agreedName(offer),
  partnerId: offer.partner.id,
  commodityId: offer.commodity.id,
  typeId: offer.type.id,
})
