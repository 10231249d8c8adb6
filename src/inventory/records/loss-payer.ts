import { BAY_EMPTIED, findReason, STOCK_TAKE } from '../../system/reasons/reasons.ts'

const HANDLING_LOSS = 4
const SPILLAGE = 7
const PEST_DAMAGE = 8
const SPOILAGE = 9
const THEFT = 16

/** What goes missing or spoils in the store is on whoever keeps it; the rest comes of the grain itself, or of its owner. */
const storerPays = new Set([STOCK_TAKE, HANDLING_LOSS, BAY_EMPTIED, SPILLAGE, PEST_DAMAGE, SPOILAGE, THEFT])

export const payers = ['owner', 'storer'] as const
export type Payer = (typeof payers)[number]

/**
 * Who bears a loss of stock, by its managed reason (docs/decisions/0020-storage-contracts.md). In an owner's own store they are the
 * same.
 *
 * @example payerOf(DRYING_LOSS) // 'owner'
 */
export function payerOf(reasonId: number): Payer {
  return storerPays.has(reasonId) ? 'storer' : 'owner'
}

/** How answers say why stock was lost, and who bears it. */
export function reasonOfLoss(reasonId: number): { reasonId: number; reason: string; payer: Payer } {
  const reason = findReason('adjustment', reasonId)?.description ?? ''
  return { reasonId, reason, payer: payerOf(reasonId) }
}
