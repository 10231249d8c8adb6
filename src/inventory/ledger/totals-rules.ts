/** The two sides of an entry, as far as totals care. */
export interface EntrySides {
  sourceRecordId: string | null
  sourceOutside: string | null
  destinationRecordId: string | null
  destinationOutside: string | null
  grams: number
  sold: boolean
  plantingId: string | null
  /** An entry that takes another back undoes what that one added. */
  isReversal: boolean
}

/** Sums of a record's entries, by kind. */
export interface Totals {
  balanceGrams: number
  receivedGrams: number
  harvestedGrams: number
  lossGrams: number
  soldGrams: number
}

export const noTotals: Readonly<Totals> = {
  balanceGrams: 0,
  receivedGrams: 0,
  harvestedGrams: 0,
  lossGrams: 0,
  soldGrams: 0,
}

/** Computes the amounts that one entry adds to one record's totals. A planting counts only the grain taken off it. */
export function contribution(entry: EntrySides, recordId: string): Totals {
  const balanceGrams =
    (entry.destinationRecordId === recordId ? entry.grams : 0) -
    (entry.sourceRecordId === recordId ? entry.grams : 0)
  // Seen as it was first posted: a reversal is the first entry with a minus.
  const sign = entry.isReversal ? -1 : 1
  const [from, to] = entry.isReversal
    ? [entry.destinationOutside, entry.sourceOutside]
    : [entry.sourceOutside, entry.destinationOutside]
  const cameIn = (entry.isReversal ? entry.sourceRecordId : entry.destinationRecordId) === recordId
  const grams = sign * entry.grams
  const isHarvest = from === 'harvest'
  const isGain = from?.startsWith('gain:') ?? false
  const isLoss = to?.startsWith('loss:') ?? false
  // A count that is corrected may hand back part of its loss, or of its gain.
  const isLossBack = from?.startsWith('loss:') ?? false
  const isGainBack = to?.startsWith('gain:') ?? false
  return {
    balanceGrams,
    receivedGrams: cameIn && !isGain && !isLossBack ? grams : 0,
    harvestedGrams: isHarvest && (cameIn || entry.plantingId === recordId) ? grams : 0,
    lossGrams: isLoss || isGainBack ? grams : isGain || isLossBack ? -grams : 0,
    soldGrams: entry.sold && to?.startsWith('receiver:') && !cameIn ? grams : 0,
  }
}

/** Sums the amounts that entries add to one record's totals. */
export function contributions(entries: EntrySides[], recordId: string): Totals {
  return entries.map((entry) => contribution(entry, recordId)).reduce(addTotals, noTotals)
}

/** The sum of totals. */
export function addTotals(a: Totals, b: Totals): Totals {
  return {
    balanceGrams: a.balanceGrams + b.balanceGrams,
    receivedGrams: a.receivedGrams + b.receivedGrams,
    harvestedGrams: a.harvestedGrams + b.harvestedGrams,
    lossGrams: a.lossGrams + b.lossGrams,
    soldGrams: a.soldGrams + b.soldGrams,
  }
}

/** Subtracts a part from totals. */
export function totalsWithout(all: Totals, part: Totals): Totals {
  return {
    balanceGrams: all.balanceGrams - part.balanceGrams,
    receivedGrams: all.receivedGrams - part.receivedGrams,
    harvestedGrams: all.harvestedGrams - part.harvestedGrams,
    lossGrams: all.lossGrams - part.lossGrams,
    soldGrams: all.soldGrams - part.soldGrams,
  }
}
