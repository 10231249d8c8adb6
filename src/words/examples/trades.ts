import type { trades as english } from '../en/trades.ts'
import type { Examples } from '../writing.ts'

export const trades: Examples<typeof english> = {
  tradeStatusName: { status: 'closed_short' },
  tradeKindName: { kind: 'sale' },
  contractIsWithOthers: {},
  windowEndsBeforeItBegins: {},
  windowsHaveTooMuch: { windows: 520_000, contract: 500_000 },
  isNoStoreOfYours: { id: '12' },
  isAboveLimit: { limit: 15 },
  isBelowLimit: { limit: 15 },
  isNeededOfFixedPrice: {},
  isOfFixedPrice: {},
  tradeIsInUse: { loads: 3 },
  windowIsInUse: { number: 2 },
  tradeCannotBecome: { from: 'cancelled', status: 'confirmed' },
  isNoTrade: { id: '12' },
  tradeTakesNoLoads: { trade: 'S-2026-031', status: 'draft' },
  tradeIsForLoads: { trade: 'S-2026-031', kind: 'sale' },
  tradeIsWith: { trade: 'S-2026-031', partner: 'Valley Mill' },
  tradeIsOfStock: { trade: 'S-2026-031', stock: 'Winter wheat' },
  isNoWindowOf: { trade: 'S-2026-031' },
  windowNeedsTrade: {},
  harvestHasNoTrade: {},
  tradeHasTooMuch: { trade: 'S-2026-031', over: 12_500, isWithinTolerance: true },
}
