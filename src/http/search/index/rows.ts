import type { PageRequest } from '../../../kernel/page.ts'
import type { Figures, TermCount } from '../facets.ts'
import type { Selection } from '../filters.ts'
import { deserialize, serialize } from 'node:v8'
import { CodeColumn, NumberColumn, SetColumn, TextColumn, type PackedColumn } from './columns.ts'
import { groupSums, type Group } from './group-sums.ts'
import { Ids } from './ids.ts'
import { Kinds, passing, type KindValues, type RowColumns } from './kinds.ts'
import { counted, termsOf } from './counts.ts'

/** The shape of the rows of one kept search; values come in this order. */
export interface RowShape {
  filters: { name: string; isArray: boolean; isCaseless?: boolean | undefined }[]
  /** The unit of each measure: how many of its whole numbers make one on the wire. */
  measures: number[]
  sorts: string[]
  marks: string[]
  sums: string[]
}

/** One document as it is read. Moments are epoch milliseconds. */
export type IndexRow = [
  id: string,
  holdsFrom: number,
  holdsUntil: number | null,
  kind: KindValues,
  measures: (number | null)[],
  sorts: (number | string)[],
  sums: number[],
]

/** All rows of a search as bytes, column by column, so that of many rows no more than one column is in memory twice. */
export type PackedRows = Uint8Array[]

export interface IndexQuery {
  selection: Selection
  /** The marks that a row must have, or must not. */
  wanted: Record<string, boolean>
  /** The filters by whose values sums are added up, by name. */
  groups: Record<string, string[]>
  sortBy: string
  isDescending: boolean
  /** Names of the ids to sort by, where a sort key is the name of something else. */
  names?: ReadonlyMap<string, string> | undefined
  /** All ids where it is left out. */
  page: PageRequest | undefined
}

/** An answer stands on its own: rows may change as soon as it is given. */
export interface IndexAnswer {
  totalDocs: number
  figures: Figures[]
  terms: Map<string, TermCount[]>
  ids: string[]
  groups: Record<string, Group[]>
}

/** The rows that a search goes by, column by column, and what they add up to by kind, so that hundreds of thousands are counted in a few milliseconds. */
export class IndexRows {
  readonly #shape: RowShape
  #ids = new Ids()
  #kinds: Kinds
  readonly #kindOf = new CodeColumn()
  readonly #counted: RowColumns
  /** Of texts or of numbers, as the first row tells. */
  #sorts: (TextColumn | NumberColumn)[]
  readonly #holdsFrom = new NumberColumn()
  readonly #holdsUntil = new NumberColumn()

  constructor(shape: RowShape) {
    this.#shape = shape
    this.#kinds = new Kinds(shape)
    this.#sorts = shape.sorts.map(() => new NumberColumn())
    this.#counted = {
      measures: shape.measures.map(() => new NumberColumn()),
      sums: shape.sums.map(() => new NumberColumn()),
    }
  }

  get size(): number {
    return this.#ids.size
  }

  /** Texts that no row has any more, or kinds, outnumber the others: time to read everything again. */
  get isWorn(): boolean {
    const most = this.size * 2 + 10_000
    return (
      this.#kinds.size > most ||
      [...this.#kinds.filters, ...this.#sorts].some(
        (column) =>
          !(column instanceof NumberColumn) &&
          (column.texts.length > most || (column instanceof SetColumn && column.sets.length > most)),
      )
    )
  }

  /** Adds a row, or puts it in the place of the one with its id. */
  set([id, holdsFrom, holdsUntil, values, measures, sorts, sums]: IndexRow): void {
    if (this.size === 0) {
      this.#sorts = sorts.map((value) => (typeof value === 'string' ? new TextColumn() : new NumberColumn()))
    }
    const known = this.#ids.placeOf(id)
    const place = known ?? this.#ids.push(id)
    if (known !== undefined) this.#takeBack(known)
    const counted = this.#counted
    this.#holdsFrom.set(place, holdsFrom)
    this.#holdsUntil.set(place, holdsUntil ?? Number.POSITIVE_INFINITY)
    for (const [n, column] of counted.measures.entries()) column.set(place, measures[n] ?? Number.NaN)
    for (const [n, column] of this.#sorts.entries()) {
      if (column instanceof TextColumn) column.set(place, String(sorts[n]))
      else column.set(place, Number(sorts[n]))
    }
    for (const [n, column] of counted.sums.entries()) column.set(place, sums[n] ?? 0)
    const kind = this.#kinds.numberOf(values)
    this.#kindOf.setCode(place, kind)
    this.#kinds.add(kind, place, counted)
  }

  #takeBack(place: number): void {
    this.#kinds.take(this.#kindOf.values[place] as number, place, this.#counted)
  }

  /** Removes a row, if there is one with this id. */
  remove(id: string): void {
    const place = this.#ids.placeOf(id)
    if (place === undefined) return
    this.#takeBack(place)
    for (const column of this.#columns()) column.move(this.size - 1, place)
    this.#ids.remove(place)
  }

  /** All rows as bytes, for another process. */
  pack(): PackedRows {
    const columns: PackedColumn[] = [
      { values: this.#ids.bytes },
      ...this.#columns().map((column) => column.pack(this.size)),
      ...this.#kinds.pack(),
    ]
    return columns.map((column) => serialize(column))
  }

  /** The rows that were packed. `next` answers the bytes of one column after the other. */
  static async unpack(shape: RowShape, next: () => Promise<Uint8Array>): Promise<IndexRows> {
    const column = async () => deserialize(await next()) as PackedColumn
    const numbers = async (into: NumberColumn) => void (into.values = (await column()).values as Float64Array)
    const rows = new IndexRows(shape)
    const { measures, sums } = rows.#counted
    rows.#ids = new Ids((await column()).values as Uint8Array)
    rows.#kindOf.values = (await column()).values as Uint32Array
    for (const measure of measures) await numbers(measure)
    for (const place of shape.sorts.keys()) {
      const packed = await column()
      const sort = packed.texts ? TextColumn.unpack(packed) : new NumberColumn()
      if (sort instanceof NumberColumn) sort.values = packed.values as Float64Array
      rows.#sorts[place] = sort
    }
    for (const into of [...sums, rows.#holdsFrom, rows.#holdsUntil]) await numbers(into)
    rows.#kinds = await Kinds.unpack(shape, column)
    for (let place = 0; place < rows.size; place++)
      rows.#kinds.add(rows.#kindOf.values[place] as number, place, rows.#counted)
    return rows
  }

  /** The ids of the rows whose values are not those of this moment. */
  idsNotHolding(at: number): string[] {
    const [from, until] = [this.#holdsFrom.values, this.#holdsUntil.values]
    const ids: string[] = []
    for (let row = 0; row < this.size; row++)
      if ((from[row] as number) > at || (until[row] as number) <= at) ids.push(this.#ids.at(row))
    return ids
  }

  answer(question: IndexQuery): IndexAnswer {
    this.#kinds.settle(this.#kindOf.values, this.size, this.#counted)
    const { found, missing } = this.#find(question)
    // A facet counts under the other filters and not its own.
    const all = counted(found, this.#kinds)
    const terms = this.#shape.filters.map(({ name }, n) => {
      const missed = missing.get(name)
      const lists = missed ? [all, counted(missed, this.#kinds)] : [all]
      return [name, termsOf(this.#kinds.filters[n] as TextColumn, lists, this.#kinds)] as const
    })
    return {
      totalDocs: this.#kinds.countOf(found),
      figures: all.total.figuresOf(0),
      terms: new Map(terms),
      ids: this.#page(found, question),
      groups: this.#groups(question.groups, found),
    }
  }

  /** The ids alone, in order: what nobody asks for is not counted. */
  ids(question: Omit<IndexQuery, 'groups'>): string[] {
    return this.#page(this.#find(question).found, question)
  }

  /** The ids that a sort key has in the place of names. */
  idsSortedBy(sortBy: string): readonly string[] {
    const column = this.#sorts[this.#shape.sorts.indexOf(sortBy)]
    return column instanceof TextColumn ? column.texts.slice(1) : []
  }

  /** The sums alone. */
  groups(question: Pick<IndexQuery, 'selection' | 'wanted' | 'groups'>): Record<string, Group[]> {
    return this.#groups(question.groups, this.#find(question).found)
  }

  /** The kinds that miss no filter, and for each active filter those that miss it alone. */
  #find({ selection, wanted }: Pick<IndexQuery, 'selection' | 'wanted'>): {
    found: Uint32Array
    missing: Map<string, Uint32Array>
  } {
    const active = this.#shape.filters.flatMap(({ name }, n) => {
      const [column, values] = [this.#kinds.filters[n], selection.get(name)]
      return column && values ? [{ name, codes: column.values, passes: column.passing(values) }] : []
    })
    const marks = Object.entries(wanted).map(([name, isWanted]): [number, boolean] => [
      this.#shape.marks.indexOf(name),
      isWanted,
    ])
    const possible = this.#kinds.marked(marks)
    if (active.length === 0) return { found: possible, missing: new Map() }
    // The number of the one filter that each kind misses, 0 for none, and beyond for more than one.
    const several = active.length + 1
    const missed = new Uint8Array(possible.length)
    for (const [n, { passes, codes }] of active.entries()) {
      for (let place = 0; place < possible.length; place++) {
        if (passes[codes[possible[place] as number] as number] === 1) continue
        missed[place] = missed[place] === 0 ? n + 1 : several
      }
    }
    const missing = (which: number) => passing(possible, (_kind, place) => missed[place] === which)
    return { found: missing(0), missing: new Map(active.map(({ name }, n) => [name, missing(n + 1)])) }
  }

  /** The rows of these kinds. */
  #rowsOf(kinds: Uint32Array): Uint32Array {
    const isWanted = new Uint8Array(this.#kinds.size)
    for (let next = 0; next < kinds.length; next++) isWanted[kinds[next] as number] = 1
    const rows = new Uint32Array(this.#kinds.countOf(kinds))
    let count = 0
    for (let row = 0; row < this.size; row++)
      if (isWanted[this.#kindOf.values[row] as number] === 1) rows[count++] = row
    return rows
  }

  #page(kinds: Uint32Array, { sortBy, isDescending, names, page }: Omit<IndexQuery, 'groups'>): string[] {
    const column = this.#sorts[this.#shape.sorts.indexOf(sortBy)]
    if (!column || page?.limit === 0) return []
    const found = this.#rowsOf(kinds)
    const sign = isDescending ? -1 : 1
    const ids = this.#ids
    // An id is unique; it breaks ties.
    const byKey: Compare =
      names && column instanceof TextColumn ? column.comparingNames(names) : (a, b) => column.compare(a, b)
    const compare = (a: number, b: number) => sign * (byKey(a, b) || ids.compare(a, b))
    const rows = page
      ? firstInOrder(found, page.offset + page.limit, compare).subarray(page.offset)
      : found.toSorted(compare)
    return Array.from(rows, (row) => ids.at(row))
  }

  #groups(groups: IndexQuery['groups'], found: Uint32Array): Record<string, Group[]> {
    return Object.fromEntries(Object.entries(groups).map(([name, by]) => [name, this.#sumsBy(by, found)]))
  }

  #sumsBy(by: string[], found: Uint32Array): Group[] {
    const columns = by.map(
      (name) => this.#kinds.filters[this.#shape.filters.findIndex((each) => each.name === name)],
    )
    const sums = this.#kinds.sums.map((column, n) => ({ name: this.#shape.sums[n] ?? '', column }))
    return groupSums(
      columns.filter((column) => column !== undefined),
      sums,
      found,
      this.#kinds.hits,
    )
  }

  #columns(): (CodeColumn | NumberColumn | TextColumn)[] {
    const { measures, sums } = this.#counted
    return [this.#kindOf, ...measures, ...this.#sorts, ...sums, this.#holdsFrom, this.#holdsUntil]
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
