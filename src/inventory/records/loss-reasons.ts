import { fault, type Fault } from '../../kernel/errors.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { findReason, BAY_EMPTIED, STOCK_TAKE } from '../../system/reasons/reasons.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Finds faults in the reason for a change of stock: it is not a managed one, or it goes the other way than the change.
 *
 * @param grams amount that the change adds, negative if it takes stock away; 0 goes with any reason
 * @param countOf name of the stock that was counted; left out of an adjustment
 */
export function reasonFaults(path: string, reasonId: number, grams: number, countOf?: string): Fault[] {
  const reason = findReason('adjustment', reasonId)
  if (!reason) return [fault(path, message('isNoReason', {}), 'unknown_reason')]
  const { description, direction } = reason
  const about = { reasonName: description, ...(countOf !== undefined && { countOf }) }
  if (direction === 'loss' && grams > 0) {
    const said = message('isReasonForLoss', { ...about, added: kilogramsFromGrams(grams) })
    return [fault(path, said, 'direction')]
  }
  if (direction === 'gain' && grams < 0) {
    const said = message('isReasonForGain', { ...about, taken: kilogramsFromGrams(-grams) })
    return [fault(path, said, 'direction')]
  }
  return []
}

const HANDLING_LOSS = 4
const SPILLAGE = 7
const PEST_DAMAGE = 8
const SPOILAGE = 9
const THEFT = 16

/** Reasons for losses that the storer bears: stock goes missing or spoils in the store. Others come of the grain itself, or of its owner. */
const storerPays = new Set([STOCK_TAKE, HANDLING_LOSS, BAY_EMPTIED, SPILLAGE, PEST_DAMAGE, SPOILAGE, THEFT])

export const payers = ['owner', 'storer'] as const
export type Payer = (typeof payers)[number]

/**
 * Returns the party that bears a loss of stock, by its managed reason (docs/decisions/0020-storage-contracts.md). In an owner's own store
 * owner and storer are the same.
 *
 * @example payerOf(DRYING_LOSS) // 'owner'
 */
export function payerOf(reasonId: number): Payer {
  return storerPays.has(reasonId) ? 'storer' : 'owner'
}

/** Returns the reason for a loss of stock, and who bears it, in the form of responses. */
export function reasonOfLoss(reasonId: number): { reasonId: number; reason: string; payer: Payer } {
  const reason = findReason('adjustment', reasonId)?.description ?? ''
  return { reasonId, reason, payer: payerOf(reasonId) }
}
