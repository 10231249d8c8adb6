import { inFlow, type Flow } from './instant-rules.ts'
import { comparePoints, type LedgerPoint } from './rules.ts'

/**
 * The composition of blended stock (rules.md §3): grain that leaves a parcel takes every part in proportion. Pure; grams are
 * shared out exactly, so that parts always add up to the whole.
 */

/** A live entry, in the terms of composition: grams from a record or an origin, to a record or an end. */
export interface TraceEntry extends LedgerPoint {
  id: number
  from: { recordId: string } | { origin: string }
  to: { recordId: string } | { end: string }
  grams: number
  /** Its place among the counts of its instant, where there are any; by its two sides alone if left out. */
  flow?: Flow
}

/** Grams by origin. */
export type Parts = Map<string, number>

/** Composition that entries give to records, and that of their own grain. */
export interface Composition {
  /** Composition of every record, after all entries. */
  records: Map<string, Parts>
  /** Composition of the grain that each requested entry carried, by entry id. */
  carried: Map<number, Parts>
}

/** The origin of grain that was taken without its being there, and that nothing has made up for. */
export const UNACCOUNTED = 'unaccounted'

/**
 * Follows every gram through the entries, in their order. Where a plan took more than was there, it took what comes next:
 * that is found where the plan's grain went. It yields after each entry, for thousands of them take their time.
 *
 * @param isAsked which entries to tell of what they carried: of a heap with thousands of loads, each carries some of thousands
 */
export function* composing(
  entries: TraceEntry[],
  isAsked: (entry: TraceEntry) => boolean = () => true,
): Generator<void, Composition> {
  const books: Books = { records: new Map(), carried: new Map(), ended: [], passed: [], owed: new Map() }
  for (const entry of inOrderOfFlow(entries)) {
    const parts =
      'origin' in entry.from
        ? new Map([[entry.from.origin, entry.grams]])
        : takeFrom(books, entry.from.recordId, entry.grams)
    if (isAsked(entry)) books.carried.set(entry.id, parts)
    const isKept = books.owed.size > 0 && [...parts.keys()].some(isOwed)
    if ('recordId' in entry.to) {
      if (isKept) books.passed.push(parts)
      addParts(books, entry.to.recordId, parts)
    } else if (isKept) books.ended.push(parts)
    yield
  }
  if (books.owed.size > 0)
    for (const parts of [...books.records.values(), ...books.carried.values()]) markUnaccounted(parts)
  return { records: books.records, carried: books.carried }
}

/**
 * The state of following. What was taken from a record without being there has the origin `owedBy` it, wherever it goes: as
 * much of that lies in records and at ends as the record owes.
 */
interface Books extends Composition {
  /** Parts that entries carried to an end, of grain that was not there when it was taken. */
  ended: Parts[]
  /** And what of it they carried into a record. */
  passed: Parts[]
  /** Grams by record. */
  owed: Map<string, number>
}

const OWED_BY = `${UNACCOUNTED} `

function owedBy(recordId: string): string {
  return OWED_BY + recordId
}

function isOwed(origin: string): boolean {
  return origin.startsWith(OWED_BY)
}

function markUnaccounted(parts: Parts): void {
  for (const [origin, grams] of parts) {
    if (!isOwed(origin)) continue
    parts.delete(origin)
    addTo(parts, new Map([[UNACCOUNTED, grams]]))
  }
}

/** Entries in the order in which grain flows. Those of one fact: the correction of its source, its load, what emptying the source finds. */
function inOrderOfFlow(entries: TraceEntry[]): TraceEntry[] {
  const sorted = entries.toSorted((a, b) => comparePoints(a, b) || a.id - b.id)
  return [...Map.groupBy(sorted, ({ at }) => at).values()].flatMap((each) => inFlow(each, flowOf))
}

function flowOf({ from, to, flow }: TraceEntry): Flow {
  if (flow) return flow
  return {
    from: 'recordId' in from ? { recordId: from.recordId, stage: 0 } : undefined,
    into: 'recordId' in to ? { recordId: to.recordId, stage: 0 } : undefined,
  }
}

function takeFrom({ records, owed }: Books, recordId: string, grams: number): Parts {
  const parts = records.get(recordId) ?? new Map<string, number>()
  const taken = takeProportionally(parts, grams)
  subtract(parts, taken)
  const missing = grams - sumOf(taken)
  if (missing > 0) {
    taken.set(owedBy(recordId), missing)
    owed.set(recordId, (owed.get(recordId) ?? 0) + missing)
  }
  return taken
}

/**
 * Takes grams from parts in proportion, in whole grams that add up exactly: sums of the parts in their order are rounded, and each part
 * gives what lies between two of them. So the odd grams fall to all parts in turn, and what little is left of a load that came
 * years ago leaves a heap like the rest of it. Takes all of it where there is not more.
 */
export function takeProportionally(parts: Parts, grams: number): Parts {
  const total = sumOf(parts)
  if (grams >= total) return new Map(parts)
  const taken: Parts = new Map()
  let sum = 0
  let given = 0
  for (const [origin, has] of parts) {
    sum += has
    const due = roundShare(sum, grams, total)
    if (due > given) taken.set(origin, due - given)
    given = due
  }
  return taken
}

/** `grams × part ÷ total`, rounded. Exact where the product is beyond what a number holds: else a part might give more than it has. */
function roundShare(part: number, grams: number, total: number): number {
  const share = grams * (part / total)
  const beyondHalf = share - Math.floor(share) - 0.5
  if (Math.abs(beyondHalf) > 1e-6 + share * 1e-15) return Math.round(share)
  return Number((2n * BigInt(part) * BigInt(grams) + BigInt(total)) / (2n * BigInt(total)))
}

/** Adds parts to a record. They first make up for grain taken before it came, so that parts add up to the balance. */
function addParts(books: Books, recordId: string, parts: Parts): void {
  const into = books.records.get(recordId) ?? new Map<string, number>()
  books.records.set(recordId, into)
  addTo(into, (books.owed.get(recordId) ?? 0) > 0 ? makeUp(books, recordId, parts) : parts)
}

/**
 * Finds what comes into an overdrawn record where what was taken from it has gone. What was taken and now comes back is owed no
 * more, and is no grain.
 *
 * @returns what is left to lie in the record
 */
function makeUp({ records, ended, passed, owed }: Books, recordId: string, parts: Parts): Parts {
  const origin = owedBy(recordId)
  const debt = owed.get(recordId) ?? 0
  const returned = parts.get(origin) ?? 0
  const coming = without(parts, new Map([[origin, returned]]))
  const grams = debt - returned
  const made = takeProportionally(coming, Math.min(grams, sumOf(coming)))
  owed.set(recordId, grams - sumOf(made))
  if (returned > 0)
    for (const each of passed) replace([each], { origin, grams: debt }, new Map([[UNACCOUNTED, returned]]))
  for (const each of [[...records.values(), ...ended], ...passed.map((one) => [one])])
    replace(each, { origin, grams }, made)
  return without(coming, made)
}

/** Puts `by` in the place of as much of an origin, of which there are so many grams, in proportion to where it lies. */
function replace(places: Parts[], { origin, grams }: { origin: string; grams: number }, by: Parts): void {
  let open = grams
  let left = by
  for (const parts of places) {
    const has = parts.get(origin) ?? 0
    if (has === 0) continue
    const shares = new Map([
      ['here', has],
      ['elsewhere', Math.max(0, open - has)],
    ])
    const share = takeProportionally(left, takeProportionally(shares, sumOf(left)).get('here') ?? 0)
    addTo(parts, new Map([...share, [origin, -sumOf(share)]]))
    open -= has
    left = without(left, share)
  }
}

function addTo(parts: Parts, more: Parts): void {
  for (const [origin, grams] of more) {
    const sum = (parts.get(origin) ?? 0) + grams
    if (sum === 0) parts.delete(origin)
    else parts.set(origin, sum)
  }
}

function subtract(parts: Parts, taken: Parts): void {
  for (const [origin, grams] of taken) {
    const rest = (parts.get(origin) ?? 0) - grams
    if (rest > 0) parts.set(origin, rest)
    else parts.delete(origin)
  }
}

/** Subtracts some of each part. */
function without(parts: Parts, taken: Parts): Parts {
  const rest = new Map(parts)
  subtract(rest, taken)
  return rest
}

function sumOf(parts: Parts): number {
  let sum = 0
  for (const grams of parts.values()) sum += grams
  return sum
}
