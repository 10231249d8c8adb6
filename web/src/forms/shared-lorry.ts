import type { Language } from '../i18n/languages.ts'
import { parseStock } from '../i18n/numbers.ts'
import type { TicketTrade } from '../offline/tickets.ts'

// One lorry on several contracts: each part names its own, and the last one takes what the others leave.

/** A part of a lorry, as it is typed; the weight of the last one is not read. */
export interface TypedShare {
  trade: TicketTrade | null
  weight: string
}

export interface LorryShare {
  trade: TicketTrade | null
  /** Kilograms. */
  weight: number
}

/** Kilograms that are left for the last part; undefined as long as the others are not weights. */
export function restOf(
  shares: TypedShare[],
  total: number,
  read: { language: Language; commodityId: number },
): number | undefined {
  let rest = total
  for (const { weight } of shares.slice(0, -1)) {
    const typed = parseStock(weight, read.language, { commodityId: read.commodityId })
    if (!('kg' in typed) || typed.kg <= 0) return undefined
    rest = Math.round((rest - typed.kg) * 1000) / 1000
  }
  return rest
}

/** The parts of a lorry; undefined where they are not all weights, or leave nothing for the last one. */
export function sharesOf(
  shares: TypedShare[],
  total: number,
  read: { language: Language; commodityId: number },
): LorryShare[] | undefined {
  const rest = restOf(shares, total, read)
  if (rest === undefined || rest <= 0) return undefined
  return shares.map(({ trade, weight }, index) => {
    if (index === shares.length - 1) return { trade, weight: rest }
    const typed = parseStock(weight, read.language, { commodityId: read.commodityId })
    return { trade, weight: 'kg' in typed ? typed.kg : 0 }
  })
}

/** The fields of a load or of a part that name its order and its contract, by window where one was chosen. */
export const tradeFieldsOf = (trade: TicketTrade | null) =>
  trade && {
    tradeId: trade.id || null,
    orderId: trade.orderId ?? null,
    ...(trade.window !== null && { tradeWindow: trade.window }),
  }
