import type { Writing } from '../writing.ts'
import type { TradeKindName } from './trades.ts'

/** State of an order. */
export type OrderStatusName = 'open' | 'done' | 'cancelled'

const STATUSES: Record<OrderStatusName, string> = { open: 'Open', done: 'Done', cancelled: 'Cancelled' }

export const orders = {
  orderStatusName: ({ status }: { status: OrderStatusName }) => STATUSES[status],
  orderNeedsAmount: () => 'is needed, or a number of loads',
  orderNeedsTradeOr: () => 'is needed, or a contract: tradeId',
  isNoBayOfOrder: ({ id }: { id: number }) => `is no bay of this store: ${id}`,
  orderIsInUse: ({ loads }: { loads: number }) =>
    `${loads === 1 ? 'A load names' : `${loads} loads name`} this order, so it cannot be cancelled. Take the loads off it first, or mark it as done.`,
  orderHasEnded: ({ status }: { status: OrderStatusName }) =>
    `The order is “${STATUSES[status]}”, so there is nothing for a driver to fetch or bring. Open it again first.`,
  orderCannotBecome: ({ from, status }: { from: OrderStatusName; status: OrderStatusName }) =>
    `cannot be “${STATUSES[status]}”: the order is “${STATUSES[from]}”`,
  isNoOrder: ({ id }: { id: string }) => `is none of your orders: ${id}`,
  orderTakesNoLoads: ({ order, status }: { order: string; status: OrderStatusName }) =>
    `is an order that takes no loads: ${order} is “${STATUSES[status]}”`,
  orderIsOfOtherTrade: ({ order }: { order: string }) =>
    `is an order under another contract than the load’s: ${order}`,
  orderIsForLoads: ({ order, kind }: { order: string; kind: TradeKindName }) =>
    kind === 'sale'
      ? `is an order for loads that leave for a buyer: ${order}`
      : `is an order for loads that a seller brings: ${order}`,
  orderIsWith: ({ order, partner }: { order: string; partner: string }) =>
    `is an order with ${partner}: ${order}`,
  orderIsOfStock: ({ order, stock }: { order: string; stock: string }) =>
    `is an order for ${stock}: ${order}`,
  orderHasTooMuch(
    { order, over, isWithinTolerance }: { order: string; over: number; isWithinTolerance: boolean },
    { weight }: Writing,
  ) {
    const tolerance = isWithinTolerance ? ', which the contract’s tolerance takes' : ''
    return `Order ${order} is over by ${weight(over)}${tolerance}.`
  },
  orderHasTooManyLoads: ({ order, over }: { order: string; over: number }) =>
    `Order ${order} is over by ${over === 1 ? 'one load' : `${over} loads`}.`,
  driverOrder: ({ order }: { order: string }) => (order === '' ? 'Order' : `Order ${order}`),
  driverNoOrder: () => 'There is no such order',
  driverNoOrderWhy: () => 'It is done or withdrawn, or the address is wrong. Ask whoever gave it to you.',
  driverOf: () => 'Given by',
  driverNumber: () => 'Say at the weighbridge',
  driverGrain: () => 'Grain',
  driverLeft: () => 'Still to move',
  driverWeightLeft: ({ left }: { left: number }, { weight }: Writing) => weight(left),
  driverLoadsLeft: ({ loads }: { loads: number }) => (loads === 1 ? '1 load' : `${loads} loads`),
  driverDays: () => 'When',
  driverFromTo({ from, to }: { from: string | null; to: string | null }, { date }: Writing) {
    if (to === null) return `from ${date(from ?? '')}`
    return from === null ? `until ${date(to)}` : `${date(from)} to ${date(to)}`
  },
  driverLoadAt: () => 'Load at',
  driverUnloadAt: () => 'Unload at',
  driverHours: () => 'Opening hours',
  driverMap: ({ store }: { store: string }) => `${store} on the map`,
}
