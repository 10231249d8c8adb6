import type { Writing } from '../writing.ts'

/** State of a contract to buy or to sell. */
export type TradeStatusName = 'draft' | 'confirmed' | 'fulfilled' | 'closed_short' | 'cancelled'
/** A purchase or a sale, as the caller sees it. */
export type TradeKindName = 'purchase' | 'sale'

const STATUSES: Record<TradeStatusName, string> = {
  draft: 'Draft',
  confirmed: 'Confirmed',
  fulfilled: 'Fulfilled',
  closed_short: 'Closed short',
  cancelled: 'Cancelled',
}
const KINDS: Record<TradeKindName, string> = { purchase: 'Purchase', sale: 'Sale' }

const loadsOf = (loads: number) => (loads === 1 ? 'A load names' : `${loads} loads name`)

export const trades = {
  tradeStatusName: ({ status }: { status: TradeStatusName }) => STATUSES[status],
  tradeKindName: ({ kind }: { kind: TradeKindName }) => KINDS[kind],
  contractIsWithOthers: () => 'is your own organisation; a contract is with somebody else',
  windowEndsBeforeItBegins: () => 'is before the first day of the window',
  windowsHaveTooMuch: ({ windows, contract }: { windows: number; contract: number }, { weight }: Writing) =>
    `do not fit: the windows have ${weight(windows)} together, the contract ${weight(contract)}`,
  isNoStoreOfYours: ({ id }: { id: string }) => `is none of your stores: ${id}`,
  isAboveLimit: ({ limit }: { limit: number }) => `must not be above the limit, ${limit}`,
  isBelowLimit: ({ limit }: { limit: number }) => `must not be below the limit, ${limit}`,
  isNeededOfFixedPrice: () => 'is needed: a fixed price has an amount, a currency and a unit',
  isOfFixedPrice: () => 'is for a fixed price alone',
  tradeIsInUse: ({ loads }: { loads: number }) =>
    `${loadsOf(loads)} this contract, so it stays with this partner and commodity, and cannot be cancelled. Take the loads off it first, or close it short.`,
  windowIsInUse: ({ number }: { number: number }) =>
    `Loads name window ${number} of this contract, so it stays. Change its days or its weight instead.`,
  tradeCannotBecome: ({ from, status }: { from: TradeStatusName; status: TradeStatusName }) =>
    `cannot be “${STATUSES[status]}”: the contract is “${STATUSES[from]}”`,
  isNoTrade: ({ id }: { id: string }) => `is none of your contracts: ${id}`,
  tradeTakesNoLoads: ({ trade, status }: { trade: string; status: TradeStatusName }) =>
    `is a contract that takes no loads: ${trade} is “${STATUSES[status]}”`,
  tradeIsForLoads: ({ trade, kind }: { trade: string; kind: TradeKindName }) =>
    kind === 'sale'
      ? `is a sale, for loads that leave for a buyer: ${trade}`
      : `is a purchase, for loads that a seller brings: ${trade}`,
  tradeIsWith: ({ trade, partner }: { trade: string; partner: string }) =>
    `is a contract with ${partner}: ${trade}`,
  tradeIsOfStock: ({ trade, stock }: { trade: string; stock: string }) =>
    `is a contract for ${stock}: ${trade}`,
  isNoWindowOf: ({ trade }: { trade: string }) => `is no window of this contract: ${trade}`,
  harvestHasNoTrade: () => 'is for loads that a seller brings or a buyer gets: this one comes off a field',
  windowNeedsTrade: () => 'needs a contract: tradeId',
  tradeHasTooMuch(
    { trade, over, isWithinTolerance }: { trade: string; over: number; isWithinTolerance: boolean },
    { weight }: Writing,
  ) {
    const tolerance = isWithinTolerance ? ', which its tolerance takes' : ', more than its tolerance takes'
    return `Contract ${trade} is over by ${weight(over)}${tolerance}.`
  },
}
