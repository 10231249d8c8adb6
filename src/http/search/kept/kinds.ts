import { NumberColumn, SetColumn, TextColumn } from './columns.ts'

/** What one measure comes to, kind by kind, among the rows that have it. */
export interface MeasureTotals {
  /** How many of its whole numbers make one on the wire. */
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
 * The values of all filters and marks as JSON, `[[filters], [marks]]`, as the database writes it: most rows are of a kind that is known, and of
 * those it is not even read.
 */
export type KindValues = string

/** What is counted of a row; NaN is no value. */
export interface Counted {
  measures: number[]
  sums: number[]
}

/**
 * Rows that are alike in all filters and marks are of one kind, and are counted when they come and go. A search adds up kinds, which are far
 * fewer than rows.
 */
export class Kinds {
  readonly filters: (TextColumn | SetColumn)[]
  readonly marks: NumberColumn[]
  /** How many rows. */
  readonly hits = new NumberColumn()
  readonly measures: MeasureTotals[]
  readonly sums: NumberColumn[]
  readonly #numbers = new Map<string, number>()
  /** Kinds that lost a row with the least or the most of something. */
  readonly #unsettled = new Set<number>()

  constructor({ filters, measures, marks, sums }: Shape) {
    this.filters = filters.map(({ isArray, isCaseless }) =>
      isArray ? new SetColumn({ isCaseless }) : new TextColumn({ isCaseless }),
    )
    this.marks = marks.map(() => new NumberColumn())
    this.measures = measures.map((unit) => ({
      unit,
      count: new NumberColumn(),
      sum: new NumberColumn(),
      min: new NumberColumn(),
      max: new NumberColumn(),
    }))
    this.sums = sums.map(() => new NumberColumn())
  }

  /** How many there are, with those that no row is of any more. */
  get size(): number {
    return this.#numbers.size
  }

  /** The values of each, by its number. */
  get all(): KindValues[] {
    return [...this.#numbers.keys()]
  }

  /** The number of the kind with these values; a new one where no row has been of it. */
  numberOf(values: KindValues): number {
    const known = this.#numbers.get(values)
    if (known !== undefined) return known
    const [filters, marks] = JSON.parse(values) as [(string | null | (string | null)[])[], boolean[]]
    const kind = this.size
    this.#numbers.set(values, kind)
    for (const [n, column] of this.filters.entries()) {
      const value = filters[n] ?? null
      if (column instanceof SetColumn) column.set(kind, value === null ? null : [value].flat())
      else column.set(kind, Array.isArray(value) ? null : value)
    }
    for (const [n, column] of this.marks.entries()) column.set(kind, Number(marks[n]))
    for (const column of [this.hits, ...this.sums]) column.set(kind, 0)
    for (const { count, sum, min, max } of this.measures) {
      count.set(kind, 0)
      sum.set(kind, 0)
      min.set(kind, Number.POSITIVE_INFINITY)
      max.set(kind, Number.NEGATIVE_INFINITY)
    }
    return kind
  }

  /** Counts a row that is of a kind. */
  add(kind: number, { measures, sums }: Counted): void {
    increase(this.hits, kind, 1)
    for (const [n, column] of this.sums.entries()) increase(column, kind, sums[n] ?? 0)
    for (const [n, totals] of this.measures.entries()) {
      const value = measures[n] ?? Number.NaN
      if (Number.isNaN(value)) continue
      increase(totals.count, kind, 1)
      increase(totals.sum, kind, value)
      widen(totals, kind, value)
    }
  }

  /** Takes a row back that was counted with these values. */
  take(kind: number, { measures, sums }: Counted): void {
    increase(this.hits, kind, -1)
    for (const [n, column] of this.sums.entries()) increase(column, kind, -(sums[n] ?? 0))
    for (const [n, { count, sum, min, max }] of this.measures.entries()) {
      const value = measures[n] ?? Number.NaN
      if (Number.isNaN(value)) continue
      increase(count, kind, -1)
      increase(sum, kind, -value)
      if (value === min.values[kind] || value === max.values[kind]) this.#unsettled.add(kind)
    }
  }

  /** Looks for the least and the most once more where one went: in all rows, however many kinds it is about. */
  settle(kindOf: Uint32Array, rowCount: number, measured: NumberColumn[]): void {
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
        const value = measured[n]?.values[row] ?? Number.NaN
        if (!Number.isNaN(value)) widen(totals, kind, value)
      }
    }
  }

  /** The kinds that rows are of, with these marks, or without them where it says so. */
  marked(wanted: [mark: number, isWanted: boolean][]): Uint32Array {
    const found = new Uint32Array(this.size)
    let count = 0
    for (let kind = 0; kind < found.length; kind++) {
      const isThere = (this.hits.values[kind] as number) > 0
      if (isThere && wanted.every(([mark, is]) => this.marks[mark]?.values[kind] === Number(is)))
        found[count++] = kind
    }
    return found.subarray(0, count)
  }

  /** How many rows are of these kinds. */
  countOf(kinds: Uint32Array): number {
    let count = 0
    for (let next = 0; next < kinds.length; next++) count += this.hits.values[kinds[next] as number] as number
    return count
  }
}

function increase({ values }: NumberColumn, kind: number, by: number): void {
  values[kind] = (values[kind] as number) + by
}

function widen({ min, max }: MeasureTotals, kind: number, value: number): void {
  if (value < (min.values[kind] as number)) min.values[kind] = value
  if (value > (max.values[kind] as number)) max.values[kind] = value
}
