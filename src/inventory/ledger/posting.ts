import type { Count, NetPosting } from './rules.ts'
import type { EntrySides } from './totals-rules.ts'

/** A record, or a named outside: `harvest`, `sender:<org>`, `receiver:<org>`, `loss:<reason>`, `gain:<reason>`. */
export type Side = { recordId: string } | { outside: string }

/** Grams that go from one side to the other. */
export interface EntryDraft {
  from: Side
  to: Side
  grams: number
  /** The standing crop that grain from `harvest` is taken off. */
  plantingId?: string
  /** Outbound and sold. */
  sold?: boolean
}

/** A count, which comes after all other entries of the fact. */
export interface CountDraft {
  recordId: string
  countedGrams: number
  reason: string
  maxGainGrams?: number
}

/** Makes the count of a parcel in a bay reported empty. Stock in it is written off; a shortage stays one. */
export function clearedOf(recordId: string, reasonId: number): CountDraft {
  return { recordId, countedGrams: 0, reason: String(reasonId), maxGainGrams: 0 }
}

/** One thing that happened to stock at one moment: a movement, an adjustment, an intake. */
export interface Posting {
  id: number
  effectiveAt: Date
  entries: EntryDraft[]
  counts: CountDraft[]
  /** The record into which it brings a load that nobody has weighed yet: that has no entries. */
  unweighedInto?: string | undefined
  /** A fact that stands, and counts something more. */
  isOfBefore?: boolean
}

/** A command's request to the ledger: facts to take back at their own dates, then facts to add. */
export interface PostingRequest {
  /** The storer of all the stock that it is about. */
  storerId: string
  /** The one person or key that asks for all of it; null where several do together. */
  userId?: string | null
  reverse: number[]
  postings: Posting[]
  /** The loads that lie in the bays concerned, or are to come there, and nobody has weighed yet. */
  unweighed?: UnweighedLoad[]
}

/** A load in a bay, or on its way there, of which the ledger has no entries: nobody has weighed it yet. */
export interface UnweighedLoad {
  factId: number
  recordId: string
  recordName: string
  commodityId: number
  bayId: number
  at: number
  /** The counts of its parcel since: whatever it weighs, it is in what was counted. */
  counts: { factId: number; at: number }[]
}

/** An entry as it will be written. */
export interface NewEntry extends EntrySides {
  factId: number
  at: number
  isCount: boolean
  /** The entry taken back, when this is a reversal. */
  reverses: number | null
}

/** An entry of a fact that nothing has taken back yet. */
export interface LiveEntry extends NewEntry {
  id: number
}

/** The source of grain that is taken off a field. */
export const harvest: Side = { outside: 'harvest' }
/** The sender of stock: an organisation here, or a trading partner by the caller’s own id for it. */
export const sender = (organisationId: string): Side => ({ outside: `sender:${organisationId}` })
/** The receiver of stock that leaves for good. */
export const receiver = (organisationId: string): Side => ({ outside: `receiver:${organisationId}` })
/** The destination of stock that is written off, for a managed reason. */
export const loss = (reasonId: number): Side => ({ outside: `loss:${reasonId}` })
/** The source of stock that is found, for a managed reason. */
export const gain = (reasonId: number): Side => ({ outside: `gain:${reasonId}` })
/** Stock in a bay, or available to trade without one. Never a planting: that is not stock. */
export const record = (recordId: string): Side => ({ recordId })

/** The entries a posting makes, before counts have their say. */
export function entriesOf(posting: PostingRequest, reversed: LiveEntry[]): NewEntry[] {
  return [
    ...reversed.map(reversal),
    ...posting.postings.flatMap((fact) => fact.entries.map((draft) => newEntry(fact, draft))),
  ]
}

/** Sums the gain of each fact's counts over the books, in grams; negative for less. */
export function countedGains(entries: NewEntry[]): Map<number, number> {
  const gains = new Map<number, number>()
  for (const { isCount, factId, grams, destinationRecordId } of entries) {
    if (!isCount) continue
    const found = destinationRecordId === null ? -grams : grams
    gains.set(factId, (gains.get(factId) ?? 0) + found)
  }
  return gains
}

function newEntry(fact: Posting, { from, to, grams, plantingId, sold }: EntryDraft): NewEntry {
  return {
    factId: fact.id,
    at: fact.effectiveAt.getTime(),
    ...sides(from, to),
    grams,
    plantingId: plantingId ?? null,
    sold: sold ?? false,
    isCount: false,
    isReversal: false,
    reverses: null,
  }
}

function reversal(entry: LiveEntry): NewEntry {
  return {
    ...entry,
    sourceRecordId: entry.destinationRecordId,
    sourceOutside: entry.destinationOutside,
    destinationRecordId: entry.sourceRecordId,
    destinationOutside: entry.sourceOutside,
    isReversal: true,
    reverses: entry.id,
  }
}

/** The columns of the two sides. */
export function sides(from: Side, to: Side) {
  return {
    sourceRecordId: 'recordId' in from ? from.recordId : null,
    sourceOutside: 'outside' in from ? from.outside : null,
    destinationRecordId: 'recordId' in to ? to.recordId : null,
    destinationOutside: 'outside' in to ? to.outside : null,
  }
}

/** Every record whose balance or totals the entries and counts touch. */
export function recordsOf(entries: EntrySides[], posting: PostingRequest): string[] {
  const ids = entries.flatMap((entry) => [entry.sourceRecordId, entry.destinationRecordId, entry.plantingId])
  const counted = posting.postings.flatMap((fact) => fact.counts.map((count) => count.recordId))
  return [...new Set([...ids, ...counted])].filter((id) => id !== null).sort()
}

/** Calculates the net effect of entries on one record's balance, fact by fact. */
export function netsOf(entries: NewEntry[], recordId: string): NetPosting[] {
  return entries
    .map(({ at, factId, grams, sourceRecordId, destinationRecordId }) => ({
      at,
      factId,
      grams: (destinationRecordId === recordId ? grams : 0) - (sourceRecordId === recordId ? grams : 0),
    }))
    .filter(({ grams }) => grams !== 0)
}

/** The counts a posting adds to one record. */
export function countsOf(posting: PostingRequest, recordId: string): Count[] {
  return posting.postings.flatMap((fact) =>
    fact.counts
      .filter((count) => count.recordId === recordId)
      .map(({ recordId: _, ...count }) => ({ at: fact.effectiveAt.getTime(), factId: fact.id, ...count })),
  )
}
