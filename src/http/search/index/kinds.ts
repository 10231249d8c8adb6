import { CodeColumn, NumberColumn, SetColumn, TextColumn, type PackedColumn } from './columns.ts'

/** Totals of one measure, kind by kind, over the rows that have it. */
export interface MeasureTotals {
  /** Number of its whole units in one on the wire. */
  unit: number
  count: NumberColumn
  sum: NumberColumn
  min: NumberColumn
  max: NumberColumn
}

interface Shape {
  filters: { isArray: boolean; isCaseless?: boolean | undefined }[]
  /** The unit of each measure. */
  measures: number[]
  marks: string[]
  sums: string[]
}

/**
 * The values of all filters and marks as JSON, `[[filters], [marks]]`, as the database writes it.
 */
export type KindValues = string

/** Columns by which rows are counted: NaN is no value. */
export interface RowColumns {
  measures: NumberColumn[]
  sums: NumberColumn[]
}

const FREE = -1
const FIRST_INDEX = 256

function emptyFilters({ filters }: Shape): (TextColumn | SetColumn)[] {
  return filters.map(({ isArray, isCaseless }) =>
    isArray ? new SetColumn({ isCaseless }) : new TextColumn({ isCaseless }),
  )
}

/**
 * Rows that are alike in all filters and marks are of one kind, and are counted when they come and go. A search adds up kinds, which are far
 * fewer than rows where many are alike.
 */
export class Kinds {
  /** Kinds that were packed, none of which a row is of yet. `next` answers one column after the other, in the order in which they were packed. */
  static async unpack(shape: Shape, next: () => Promise<PackedColumn>): Promise<Kinds> {
    const [size = 0] = (await next()).values
    const filters: (TextColumn | SetColumn)[] = []
    for (const spelling of shape.filters) {
      const packed = await next()
      filters.push(
        spelling.isArray ? SetColumn.unpack(packed, spelling) : TextColumn.unpack(packed, spelling),
      )
    }
    const marks: CodeColumn[] = []
    for (const _mark of shape.marks) marks.push(new CodeColumn((await next()).values as Uint32Array))
    const kinds = new Kinds(shape, filters, marks)
    kinds.#size = size
    for (let kind = 0; kind < size; kind++) kinds.#begin(kind)
    return kinds
  }

  readonly filters: (TextColumn | SetColumn)[]
  readonly marks: CodeColumn[]
  /** Count of rows. */
  readonly hits = new NumberColumn()
  readonly measures: MeasureTotals[]
  readonly sums: NumberColumn[]
  #size = 0
  /** Kinds by their values: what meets goes on to the next free slot. Made when a row comes, which a process that only reads has none of. */
  #index: Int32Array | undefined
  /** Kinds that lost a row with the least or the most of something. */
  readonly #unsettled = new Set<number>()

  constructor(shape: Shape, filters = emptyFilters(shape), marks = shape.marks.map(() => new CodeColumn())) {
    this.filters = filters
    this.marks = marks
    this.measures = shape.measures.map((unit) => ({
      unit,
      count: new NumberColumn(),
      sum: new NumberColumn(),
      min: new NumberColumn(),
      max: new NumberColumn(),
    }))
    this.sums = shape.sums.map(() => new NumberColumn())
  }

  /** Counts the kinds, with those that no row is of any more. */
  get size(): number {
    return this.#size
  }

  /** Their values, without what they are counted to. */
  pack(): PackedColumn[] {
    return [{ values: Uint32Array.of(this.size) }, ...this.#columns.map((column) => column.pack(this.size))]
  }

  /** The number of the kind with these values; a new one where no row has been of it. */
  numberOf(values: KindValues): number {
    const codes = this.#codesOf(values)
    this.#index ??= this.#indexed(FIRST_INDEX)
    let slot = this.#slotOf(codes, this.#index)
    for (; this.#index[slot] !== FREE; slot = (slot + 1) & (this.#index.length - 1)) {
      const kind = this.#index[slot] as number
      if (this.#columns.every((column, n) => column.values[kind] === codes[n])) return kind
    }
    const kind = this.#size++
    for (const [n, column] of this.#columns.entries()) column.setCode(kind, codes[n] ?? 0)
    this.#begin(kind)
    this.#index[slot] = kind
    if (this.#size * 2 > this.#index.length) this.#index = this.#indexed(this.#index.length * 2)
    return kind
  }

  get #columns(): CodeColumn[] {
    return [...this.filters, ...this.marks]
  }

  /** Finds the code of each value in its column. */
  #codesOf(values: KindValues): number[] {
    const [filters, marks] = JSON.parse(values) as [(string | null | (string | null)[])[], boolean[]]
    const codes = this.filters.map((column, n) => {
      const value = filters[n] ?? null
      if (column instanceof SetColumn) return column.codeOf(value === null ? [] : [value].flat())
      return column.codeOf(Array.isArray(value) ? null : value)
    })
    return [...codes, ...marks.map(Number)]
  }

  #slotOf(codes: readonly number[], index: Int32Array): number {
    let mixed = 0
    for (const code of codes) {
      mixed = Math.imul(mixed ^ code, 0x9e37_79b1)
      mixed ^= mixed >>> 15
    }
    return mixed & (index.length - 1)
  }

  /** An index of all kinds, with so many slots or as many more as leave half of them free. */
  #indexed(slots: number): Int32Array {
    if (this.size * 2 > slots) return this.#indexed(slots * 2)
    const index = new Int32Array(slots).fill(FREE)
    const columns = this.#columns
    const codes = columns.map(() => 0)
    for (let kind = 0; kind < this.size; kind++) {
      for (let n = 0; n < columns.length; n++) codes[n] = columns[n]?.values[kind] as number
      let slot = this.#slotOf(codes, index)
      while (index[slot] !== FREE) slot = (slot + 1) & (slots - 1)
      index[slot] = kind
    }
    return index
  }

  /** Nothing is of this kind so far. */
  #begin(kind: number): void {
    for (const column of [this.hits, ...this.sums]) column.set(kind, 0)
    for (const { count, sum, min, max } of this.measures) {
      count.set(kind, 0)
      sum.set(kind, 0)
      min.set(kind, Number.POSITIVE_INFINITY)
      max.set(kind, Number.NEGATIVE_INFINITY)
    }
  }

  /** Counts a row that is of a kind. */
  add(kind: number, row: number, { measures, sums }: RowColumns): void {
    increase(this.hits, kind, 1)
    for (let n = 0; n < sums.length; n++) increase(at(this.sums, n), kind, valueAt(sums, n, row))
    for (let n = 0; n < measures.length; n++) {
      const value = valueAt(measures, n, row)
      if (Number.isNaN(value)) continue
      const totals = at(this.measures, n)
      increase(totals.count, kind, 1)
      increase(totals.sum, kind, value)
      widen(totals, kind, value)
    }
  }

  /** Takes a row back that was counted with the values it has. */
  take(kind: number, row: number, { measures, sums }: RowColumns): void {
    increase(this.hits, kind, -1)
    for (let n = 0; n < sums.length; n++) increase(at(this.sums, n), kind, -valueAt(sums, n, row))
    for (let n = 0; n < measures.length; n++) {
      const value = valueAt(measures, n, row)
      if (Number.isNaN(value)) continue
      const { count, sum, min, max } = at(this.measures, n)
      increase(count, kind, -1)
      increase(sum, kind, -value)
      if (value === min.values[kind] || value === max.values[kind]) this.#unsettled.add(kind)
    }
  }

  /** Looks for the least and the most once more where one went: in all rows, however many kinds it is about. */
  settle(kindOf: Uint32Array, rowCount: number, { measures }: RowColumns): void {
    if (this.#unsettled.size === 0) return
    const isAsked = new Uint8Array(this.size)
    for (const kind of this.#unsettled) {
      isAsked[kind] = 1
      for (const { min, max } of this.measures) {
        min.set(kind, Number.POSITIVE_INFINITY)
        max.set(kind, Number.NEGATIVE_INFINITY)
      }
    }
    this.#unsettled.clear()
    for (let row = 0; row < rowCount; row++) {
      const kind = kindOf[row] as number
      if (isAsked[kind] === 0) continue
      for (const [n, totals] of this.measures.entries()) {
        const value = valueAt(measures, n, row)
        if (!Number.isNaN(value)) widen(totals, kind, value)
      }
    }
  }

  /** The kinds that rows are of, with these marks, or without them where it says so. */
  marked(wanted: [mark: number, isWanted: boolean][]): Uint32Array {
    const found = new Uint32Array(this.size)
    let count = 0
    for (let kind = 0; kind < found.length; kind++)
      if ((this.hits.values[kind] as number) > 0) found[count++] = kind
    return wanted.reduce<Uint32Array>(
      (some, [mark, isWanted]) => {
        const { values } = at(this.marks, mark)
        return passing(some, (kind) => values[kind] === Number(isWanted))
      },
      found.subarray(0, count),
    )
  }

  /** Counts the rows of these kinds. */
  countOf(kinds: Uint32Array): number {
    let count = 0
    for (let next = 0; next < kinds.length; next++) count += this.hits.values[kinds[next] as number] as number
    return count
  }
}

function at<Column>(columns: readonly Column[], place: number): Column {
  return columns[place] as Column
}

function valueAt(columns: readonly NumberColumn[], n: number, row: number): number {
  return at(columns, n).values[row] as number
}

/** Those that pass. The filter of typed arrays takes five times as long. */
export function passing(some: Uint32Array, passes: (kind: number, place: number) => boolean): Uint32Array {
  const found = new Uint32Array(some.length)
  let count = 0
  for (let place = 0; place < some.length; place++) {
    const kind = some[place] as number
    if (passes(kind, place)) found[count++] = kind
  }
  return count === some.length ? some : found.slice(0, count)
}

function increase({ values }: NumberColumn, kind: number, by: number): void {
  values[kind] = (values[kind] as number) + by
}

function widen({ min, max }: MeasureTotals, kind: number, value: number): void {
  if (value < (min.values[kind] as number)) min.values[kind] = value
  if (value > (max.values[kind] as number)) max.values[kind] = value
}
