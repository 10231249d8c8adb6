import { comparePoints, type Point } from './rules.ts'

/**
 * What blended stock is made of (domain.md §3): what leaves a parcel takes every part in proportion. Pure; grams are
 * shared out exactly, so that parts always add up to the whole.
 */

/** A live entry, in the terms of composition: grams from a record or an origin, to a record or an end. */
export interface TraceEntry extends Point {
  id: number
  from: { recordId: string } | { origin: string }
  to: { recordId: string } | { end: string }
  grams: number
}

/** Grams by origin. */
export type Parts = Map<string, number>

/** What entries make of records, and what each of them carries. */
export interface Composition {
  /** What every record is made of, after all entries. */
  records: Map<string, Parts>
  /** What each entry carried, by entry id. */
  carried: Map<number, Parts>
}

/** The origin of grains that a plan, or a shortfall, has taken without their being there. */
export const UNACCOUNTED = 'unaccounted'

/** Follows every gram through the entries, in their order. */
export function compose(entries: TraceEntry[]): Composition {
  const books: Books = { records: new Map(), owed: new Map() }
  const carried = new Map<number, Parts>()
  for (const entry of entries.toSorted(compareEntries)) {
    const parts =
      'origin' in entry.from
        ? new Map([[entry.from.origin, entry.grams]])
        : takeFrom(books, entry.from.recordId, entry.grams)
    carried.set(entry.id, parts)
    if ('recordId' in entry.to) addParts(books, entry.to.recordId, parts)
  }
  return { records: books.records, carried }
}

/** What records are made of, and what was taken from them without being there. */
interface Books {
  records: Map<string, Parts>
  owed: Map<string, number>
}

/** A fact that finds stock, such as an excess written up where a bay is emptied, finds it before it takes it. */
function compareEntries(a: TraceEntry, b: TraceEntry): number {
  return comparePoints(a, b) || Number('recordId' in a.from) - Number('recordId' in b.from) || a.id - b.id
}

function takeFrom({ records, owed }: Books, recordId: string, grams: number): Parts {
  const parts = records.get(recordId) ?? new Map<string, number>()
  const taken = takeProportionally(parts, grams)
  const rest = new Map([...parts].map(([origin, has]) => [origin, has - (taken.get(origin) ?? 0)]))
  for (const [origin, left] of rest) if (left === 0) rest.delete(origin)
  records.set(recordId, rest)
  const missing = grams - [...taken.values()].reduce((sum, part) => sum + part, 0)
  if (missing > 0) {
    taken.set(UNACCOUNTED, (taken.get(UNACCOUNTED) ?? 0) + missing)
    owed.set(recordId, (owed.get(recordId) ?? 0) + missing)
  }
  return taken
}

/**
 * Takes grams from parts in proportion: whole grams by largest remainder, so that they add up exactly. Takes all of it
 * where there is not more.
 */
export function takeProportionally(parts: Parts, grams: number): Parts {
  const total = [...parts.values()].reduce((sum, part) => sum + part, 0)
  if (grams >= total) return new Map(parts)
  const shares = [...parts].map(([origin, has]) => {
    const product = BigInt(has) * BigInt(grams)
    return { origin, whole: Number(product / BigInt(total)), remainder: product % BigInt(total) }
  })
  let missing = grams - shares.reduce((sum, { whole }) => sum + whole, 0)
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? compareText(a.origin, b.origin) : a.remainder > b.remainder ? -1 : 1,
  )
  for (const share of byRemainder) {
    if (missing === 0) break
    share.whole += 1
    missing -= 1
  }
  return new Map(shares.filter(({ whole }) => whole > 0).map(({ origin, whole }) => [origin, whole]))
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What comes makes up first for what was taken before it came, so that parts add up to the balance. */
function addParts({ records, owed }: Books, recordId: string, parts: Parts): void {
  const into = records.get(recordId) ?? new Map<string, number>()
  const coming = [...parts.values()].reduce((sum, part) => sum + part, 0)
  const madeUp = Math.min(owed.get(recordId) ?? 0, coming)
  if (madeUp > 0) owed.set(recordId, (owed.get(recordId) ?? 0) - madeUp)
  for (const [origin, grams] of takeProportionally(parts, coming - madeUp))
    into.set(origin, (into.get(origin) ?? 0) + grams)
  records.set(recordId, into)
}
