import type { PageRequest } from '../../../kernel/page.ts'
import type { Figures, TermCount } from '../facets.ts'
import type { Selection } from '../filters.ts'
import { NumberColumn, SetColumn, TextColumn } from './columns.ts'
import { groupSums, type Group } from './group-sums.ts'
import { rowsOf, termsOf, totalOf, type Measure } from './tally.ts'

/** What the rows of one kept search look like; values come in this order. */
export interface RowShape {
  filters: { name: string; isArray: boolean; isCaseless?: boolean | undefined }[]
  /** The unit of each measure: how many of its whole numbers make one on the wire. */
  measures: number[]
  sorts: string[]
  marks: string[]
  sums: string[]
}

/** One document as it is read. Moments are epoch milliseconds. */
export type KeptRow = [
  id: string,
  holdsFrom: number,
  holdsUntil: number | null,
  filters: (string | null | (string | null)[])[],
  measures: (number | null)[],
  sorts: (number | string)[],
  marks: boolean[],
  sums: number[],
]

export interface KeptQuestion {
  selection: Selection
  /** The marks that a row must have, or must not. */
  wanted: Record<string, boolean>
  /** The filters by whose values sums are added up, by name. */
  groups: Record<string, string[]>
  sortBy: string
  isDescending: boolean
  /** All ids where it is left out. */
  page: PageRequest | undefined
}

/** An answer stands on its own: rows may change as soon as it is given. */
export interface KeptAnswer {
  totalDocs: number
  figures: Figures[]
  terms: Map<string, TermCount[]>
  ids: string[]
  groups: Record<string, Group[]>
}

/** The rows that a search goes by, column by column, so that tens of thousands are counted in a few milliseconds. */
export class KeptRows {
  readonly #shape: RowShape
  readonly #ids: string[] = []
  readonly #places = new Map<string, number>()
  readonly #filters: (TextColumn | SetColumn)[]
  readonly #measures: Measure[]
  /** Of texts or of numbers, as the first row tells. */
  #sorts: (TextColumn | NumberColumn)[] = []
  readonly #marks: NumberColumn[]
  readonly #sums: NumberColumn[]
  readonly #holdsFrom = new NumberColumn()
  readonly #holdsUntil = new NumberColumn()

  constructor(shape: RowShape) {
    this.#shape = shape
    this.#filters = shape.filters.map(({ isArray, isCaseless }) =>
      isArray ? new SetColumn({ isCaseless }) : new TextColumn({ isCaseless }),
    )
    this.#measures = shape.measures.map((unit) => ({ column: new NumberColumn(), unit }))
    this.#marks = shape.marks.map(() => new NumberColumn())
    this.#sums = shape.sums.map(() => new NumberColumn())
  }

  get size(): number {
    return this.#ids.length
  }

  /** Texts that no row has any more outnumber the others: time to read everything again. */
  get isWorn(): boolean {
    const most = this.size * 2 + 10_000
    return this.#columns().some(
      (column) =>
        !(column instanceof NumberColumn) &&
        (column.texts.length > most || (column instanceof SetColumn && column.sets.length > most)),
    )
  }

  /** Adds a row, or puts it in the place of the one with its id. */
  set([id, holdsFrom, holdsUntil, filters, measures, sorts, marks, sums]: KeptRow): void {
    if (this.size === 0) {
      this.#sorts = sorts.map((value) => (typeof value === 'string' ? new TextColumn() : new NumberColumn()))
    }
    let place = this.#places.get(id)
    if (place === undefined) {
      place = this.#ids.push(id) - 1
      this.#places.set(id, place)
    }
    this.#holdsFrom.set(place, holdsFrom)
    this.#holdsUntil.set(place, holdsUntil ?? Number.POSITIVE_INFINITY)
    for (const [n, column] of this.#filters.entries()) {
      const value = filters[n] ?? null
      if (column instanceof SetColumn) column.set(place, value === null ? null : [value].flat())
      else column.set(place, Array.isArray(value) ? null : value)
    }
    for (const [n, { column }] of this.#measures.entries()) column.set(place, measures[n] ?? Number.NaN)
    for (const [n, column] of this.#sorts.entries()) {
      if (column instanceof TextColumn) column.set(place, String(sorts[n]))
      else column.set(place, Number(sorts[n]))
    }
    for (const [n, column] of this.#marks.entries()) column.set(place, Number(marks[n]))
    for (const [n, column] of this.#sums.entries()) column.set(place, sums[n] ?? 0)
  }

  /** The last row takes the place of the one that goes. */
  remove(id: string): void {
    const place = this.#places.get(id)
    const last = this.#ids.length - 1
    if (place === undefined) return
    const moved = this.#ids[last] as string
    for (const column of this.#columns()) column.move(last, place)
    this.#ids[place] = moved
    this.#places.set(moved, place)
    this.#ids.pop()
    this.#places.delete(id)
  }

  /** The ids of the rows whose values are not those of this moment. */
  idsNotHolding(at: number): string[] {
    return this.#ids.filter(
      (_id, row) =>
        (this.#holdsFrom.values[row] as number) > at || (this.#holdsUntil.values[row] as number) <= at,
    )
  }

  answer(question: KeptQuestion): KeptAnswer {
    const { found, missing } = this.#find(question)
    const counted = rowsOf(found, this.#measures)
    // A facet counts under the other filters and not its own.
    const terms = this.#shape.filters.map(({ name }, n) => {
      const missed = missing.get(name)
      const lists = missed ? [counted, rowsOf(missed, this.#measures)] : [counted]
      return [name, termsOf(this.#filters[n] as TextColumn, lists, this.#measures)] as const
    })
    return {
      totalDocs: found.length,
      figures: totalOf(counted, this.size, this.#measures),
      terms: new Map(terms),
      ids: this.#page(found, question),
      groups: this.#groups(question.groups, found),
    }
  }

  /** The ids alone, in order: what nobody asks for is not counted. */
  ids(question: Omit<KeptQuestion, 'groups'>): string[] {
    return this.#page(this.#find(question).found, question)
  }

  /** The sums alone. */
  groups(question: Pick<KeptQuestion, 'selection' | 'wanted' | 'groups'>): Record<string, Group[]> {
    return this.#groups(question.groups, this.#find(question).found)
  }

  /** The rows that miss no filter, and for each active filter those that miss it alone. */
  #find({ selection, wanted }: Pick<KeptQuestion, 'selection' | 'wanted'>): {
    found: Uint32Array
    missing: Map<string, Uint32Array>
  } {
    const active = this.#shape.filters.flatMap(({ name }, n) => {
      const [column, values] = [this.#filters[n], selection.get(name)]
      return column && values ? [{ name, codes: column.values, passes: column.passing(values) }] : []
    })
    const possible = this.#marked(wanted)
    if (active.length === 0) return { found: possible, missing: new Map() }
    // The number of the one filter that each row misses, 0 for none, and beyond for more than one.
    const missed = possible.map((row) => {
      let one = 0
      for (let n = 0; n < active.length; n++) {
        const { passes, codes } = active[n] as (typeof active)[number]
        if (passes[codes[row] as number] === 1) continue
        if (one > 0) return active.length + 1
        one = n + 1
      }
      return one
    })
    const missing = (which: number) => possible.filter((_row, place) => missed[place] === which)
    return { found: missing(0), missing: new Map(active.map(({ name }, n) => [name, missing(n + 1)])) }
  }

  /** The rows with these marks, or without them where it says so. */
  #marked(wanted: Record<string, boolean>): Uint32Array {
    const all = new Uint32Array(this.size)
    for (let row = 0; row < all.length; row++) all[row] = row
    return Object.entries(wanted).reduce((rows, [name, isWanted]) => {
      const values = this.#marks[this.#shape.marks.indexOf(name)]?.values
      return rows.filter((row) => values?.[row] === Number(isWanted))
    }, all)
  }

  #page(found: Uint32Array, { sortBy, isDescending, page }: Omit<KeptQuestion, 'groups'>): string[] {
    const column = this.#sorts[this.#shape.sorts.indexOf(sortBy)]
    if (!column) return []
    const sign = isDescending ? -1 : 1
    const ids = this.#ids
    // An id is unique; it breaks ties.
    const compare = (a: number, b: number) =>
      sign * (column.compare(a, b) || ((ids[a] as string) < (ids[b] as string) ? -1 : 1))
    const rows = page
      ? firstInOrder(found, page.offset + page.limit, compare).subarray(page.offset)
      : found.toSorted(compare)
    return Array.from(rows, (row) => ids[row] as string)
  }

  #groups(groups: KeptQuestion['groups'], found: Uint32Array): Record<string, Group[]> {
    return Object.fromEntries(Object.entries(groups).map(([name, by]) => [name, this.#sumsBy(by, found)]))
  }

  #sumsBy(by: string[], found: Uint32Array): Group[] {
    const columns = by.map(
      (name) => this.#filters[this.#shape.filters.findIndex((each) => each.name === name)],
    )
    const sums = this.#sums.map((column, n) => ({ name: this.#shape.sums[n] ?? '', column }))
    return groupSums(
      columns.filter((column) => column !== undefined),
      sums,
      found,
    )
  }

  #columns(): (NumberColumn | TextColumn | SetColumn)[] {
    const measures = this.#measures.map(({ column }) => column)
    return [
      ...this.#filters,
      ...measures,
      ...this.#sorts,
      ...this.#marks,
      ...this.#sums,
      this.#holdsFrom,
      this.#holdsUntil,
    ]
  }
}

type Compare = (a: number, b: number) => number

/** The first `count` of the values in order: without sorting them all where few are wanted of many. */
export function firstInOrder(values: Uint32Array, count: number, compare: Compare): Uint32Array {
  if (count >= values.length / 8) return values.toSorted(compare).subarray(0, count)
  if (count <= 0) return new Uint32Array()
  // A heap whose root is the last of the first so far: what comes after it is passed by with one comparison. From the
  // end on, since what was added last is what is asked for first.
  const heap = values.slice(-count)
  for (let place = (count >> 1) - 1; place >= 0; place--) sink(heap, place, compare)
  for (let next = values.length - count - 1; next >= 0; next--) {
    const value = values[next] as number
    if (compare(value, heap[0] as number) >= 0) continue
    heap[0] = value
    sink(heap, 0, compare)
  }
  return heap.sort(compare)
}

function sink(heap: Uint32Array, from: number, compare: Compare): void {
  let place = from
  for (;;) {
    const [left, right] = [2 * place + 1, 2 * place + 2]
    let last = place
    if (left < heap.length && compare(heap[left] as number, heap[last] as number) > 0) last = left
    if (right < heap.length && compare(heap[right] as number, heap[last] as number) > 0) last = right
    if (last === place) return
    const value = heap[place] as number
    heap[place] = heap[last] as number
    heap[last] = value
    place = last
  }
}
