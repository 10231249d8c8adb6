import type { Movement, OpenOrder, OpenTrade } from '../api/operations.ts'
import type { TicketTrade } from '../offline/tickets.ts'

// Which order or contract a load may go on. What is left of each is the service's; here it is only put beside the load.

/** An order, or a contract by its window, that a load may go on. */
export interface Offer extends Omit<OpenTrade, 'left'> {
  /** Kilograms; null of an order that counts lorries alone. */
  left: number | null
  /** Of an order. */
  orderId?: string
  /** Lorries still to come, of an order that counts them. */
  leftLoads?: number | null
  haulier?: string
}

/** An open order as an offer: beside contracts it has no window of theirs, but days of its own. */
export const offerOfOrder = ({ orderId, name, trade, ...order }: OpenOrder): Offer => ({
  tradeId: trade?.id ?? '',
  tradeWindow: null,
  orderId,
  kind: order.kind,
  reference: name,
  partnerReference: order.partnerReference,
  partner: order.partner,
  commodity: order.commodity,
  type: order.type,
  grade: { id: 0, name: '' },
  harvestYear: '',
  fromISO: order.fromISO,
  toISO: order.toISO,
  endedISO: null,
  left: order.left,
  leftLoads: order.leftLoads,
  haulier: order.haulier,
  overBy: order.overBy,
  isOfDay: order.isOfDay,
  isWithinTolerance: order.isWithinTolerance,
})

/** A load, as far as contracts ask of it. */
export interface TradedLoad {
  kind: OpenTrade['kind']
  /** '' is nobody yet. */
  partnerId: string
  /** 0 is none yet. */
  commodityId: number
  /** 0 where it is not known. */
  typeId: number
  /** Kilograms; undefined as long as nobody has weighed it. */
  weight: number | undefined
  /** Its day; '' is today. */
  day: string
}

type Known = Pick<TradedLoad, 'partnerId' | 'commodityId' | 'typeId'>

/** True if a load of this partner and grain may go on a contract. */
export const isTradeOf = (
  { partnerId, commodityId, typeId }: Pick<TicketTrade, 'partnerId' | 'commodityId' | 'typeId'>,
  load: Known,
): boolean =>
  partnerId === load.partnerId &&
  commodityId === load.commodityId &&
  (typeId === 0 || load.typeId === 0 || typeId === load.typeId)

/** The offers for a load: the service's answer for it or, without one, what was known last of its partner and grain. */
export function offersFor(load: TradedLoad, answered: Offer[] | undefined, known: Offer[]) {
  // An answer for the load before is shown until the next one comes, and never for another partner.
  return (answered ?? known).filter((offer) =>
    isTradeOf({ partnerId: offer.partner.id, commodityId: offer.commodity.id, typeId: offer.type.id }, load),
  )
}

/** True if a ticket is on the order, or on the contract and the window, of an offer. */
export const isOn = ({ tradeId, tradeWindow, orderId }: Offer, trade: TicketTrade | undefined): boolean =>
  tradeId === trade?.id && tradeWindow === trade.window && orderId === trade.orderId

/** Kilograms by which a load is more than is left of an offer; nothing as long as it is not weighed. */
export const overBy = ({ left }: Pick<Offer, 'left'>, weight: number | undefined): number =>
  weight === undefined || left === null ? 0 : Math.max(Math.round((weight - left) * 1000) / 1000, 0)

/** The offers that take the whole of a load, in their order: where it may go instead. */
export const roomier = (offers: Offer[], weight: number | undefined): Offer[] =>
  offers.filter((offer) => overBy(offer, weight) === 0 && offer.leftLoads !== 0)

/** The order or the contract that a load is stored with; undefined where it has neither. */
export function storedTradeOf({
  trade,
  order,
}: Pick<Movement, 'trade' | 'order'>): Pick<TicketTrade, 'id' | 'window' | 'name' | 'orderId'> | undefined {
  return order ? { id: '', window: null, ...trade, name: order.name, orderId: order.id } : trade
}

/** Days of an offer that a load comes before or after. */
export type MissedDays = { is: 'early' | 'late'; fromISO: string | null; toISO: string | null }

/**
 * Compares the day of a load with those of the order or the window that it is on, or with the end of a contract whose windows are over; undefined where
 * it fits, or no days are agreed.
 *
 * @param day of the load, such as 2026-09-01
 */
export function missedDays({ fromISO, toISO, endedISO }: Offer, day: string): MissedDays | undefined {
  const last = toISO ?? endedISO
  if (fromISO !== null && day < fromISO) return { is: 'early', fromISO, toISO }
  return last !== null && day > last ? { is: 'late', fromISO, toISO: last } : undefined
}
