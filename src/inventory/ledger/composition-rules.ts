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

/** What left the traced stock for good, or what it became, by end or record. */
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
  const records = new Map<string, Parts>()
  const carried = new Map<number, Parts>()
  for (const entry of entries.toSorted((a, b) => comparePoints(a, b) || a.id - b.id)) {
    const parts = 'origin' in entry.from ? new Map([[entry.from.origin, entry.grams]]) : takeFrom(records, entry.from.recordId, entry.grams)
    carried.set(entry.id, parts)
    if ('recordId' in entry.to) addParts(records, entry.to.recordId, parts)
  }
  return { records, carried }
}

function takeFrom(records: Map<string, Parts>, recordId: string, grams: number): Parts {
  const parts = records.get(recordId) ?? new Map<string, number>()
  const taken = takeProportionally(parts, grams)
  const rest = new Map([...parts].map(([origin, has]) => [origin, has - (taken.get(origin) ?? 0)]))
  for (const [origin, left] of rest) if (left === 0) rest.delete(origin)
  records.set(recordId, rest)
  const missing = grams - [...taken.values()].reduce((sum, part) => sum + part, 0)
  if (missing > 0) taken.set(UNACCOUNTED, missing)
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
  const byRemainder = shares.toSorted((a, b) => (a.remainder === b.remainder ? compareText(a.origin, b.origin) : a.remainder > b.remainder ? -1 : 1))
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

function addParts(records: Map<string, Parts>, recordId: string, parts: Parts): void {
  const into = records.get(recordId) ?? new Map<string, number>()
  for (const [origin, grams] of parts) into.set(origin, (into.get(origin) ?? 0) + grams)
  records.set(recordId, into)
}
