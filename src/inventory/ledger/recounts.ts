import { getLocked, type LockedBalance } from './balances.ts'
import type { LiveEntry, NewEntry, PostingRequest } from './posting.ts'
import type { ReplayOutcome } from './rules.ts'
import type { StockInBay } from '../../words/stock-terms.ts'

/** A count that stays as counted: its own loss or gain has taken up the earlier postings. */
export interface Recount {
  recordId: string
  /** The stock that was counted, and where it lies. */
  stock: StockInBay
  at: Date
  /** Of who keeps the stock. */
  timeZone: string
  reason: string
  /** Extra gain of the count or, negative, extra loss. */
  grams: number
  /** Its gain by now, all in all, or, negative, its loss. */
  totalGrams: number
  /** True if it is still to come. */
  isPlanned: boolean
}

/** A loss or gain whose cause is taken back, and that does not recur. */
export interface Undone {
  recordId: string
  stock: StockInBay
  reason: string
  /** Grams that come back into the record, or, negative, are taken out of it again. */
  grams: number
  /** True if it was still to come. */
  isPlanned: boolean
}

/** A count of one record. */
export function countKey(recordId: string, factId: number): string {
  return `${recordId} ${factId}`
}

/** The counts of before that a change left as they were counted, and what they gain or lose by it. */
export function recountsOf(
  decisions: { recordId: string; outcome: ReplayOutcome }[],
  totals: Map<string, number>,
  { reverse, postings }: PostingRequest,
  locked: Map<string, LockedBalance>,
  judgedTo: number,
): Recount[] {
  const own = new Set([...reverse, ...postings.flatMap(({ id, isOfBefore }) => (isOfBefore ? [] : id))])
  return decisions.flatMap(({ recordId, outcome: { corrections } }) => {
    const record = getLocked(locked, recordId)
    return corrections
      .filter(({ factId }) => !own.has(factId))
      .map(({ at, factId, reason, grams }) => ({
        recordId,
        stock: stockOf(record),
        at: new Date(at),
        timeZone: record.timeZone,
        reason,
        grams,
        totalGrams: totals.get(countKey(recordId, factId)) ?? grams,
        isPlanned: at > judgedTo,
      }))
  })
}

/** Finds losses, drying and gains of the facts taken back that the new postings do not repeat. */
export function undoneOf(
  reversed: LiveEntry[],
  written: NewEntry[],
  locked: Map<string, LockedBalance>,
  judgedTo: number,
): Undone[] {
  const again = new Set(
    written.filter(({ isReversal }) => !isReversal).flatMap((entry) => lossOf(entry)?.key ?? []),
  )
  const lost = reversed.flatMap((entry) => lossOf(entry) ?? []).filter(({ key }) => !again.has(key))
  return [...Map.groupBy(lost, ({ key }) => key).values()].flatMap((losses) => {
    const [{ recordId, reason, at } = { recordId: '', reason: '', at: 0 }] = losses
    const grams = losses.reduce((sum, each) => sum + each.grams, 0)
    return grams === 0
      ? []
      : [
          {
            recordId,
            stock: stockOf(getLocked(locked, recordId)),
            reason,
            grams,
            isPlanned: at > judgedTo,
          },
        ]
  })
}

/** Describes an entry's loss, or, negative, its gain: of which record and why. */
function lossOf({
  at,
  factId,
  sourceRecordId,
  sourceOutside,
  destinationRecordId,
  destinationOutside,
  grams,
}: NewEntry) {
  const isLoss = sourceRecordId !== null
  const recordId = sourceRecordId ?? destinationRecordId
  const reason = /^(?:loss|gain):(.+)$/.exec((isLoss ? destinationOutside : sourceOutside) ?? '')?.[1]
  if (recordId === null || reason === undefined) return undefined
  return { key: `${factId} ${recordId} ${reason}`, recordId, reason, at, grams: isLoss ? grams : -grams }
}

/** A season's parcels of one commodity are all called alike: the bay tells which of them it is. */
function stockOf({ name, bayName: bay }: LockedBalance): StockInBay {
  return { name, bay }
}
