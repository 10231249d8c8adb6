import type { Figures, TermCount } from '../facets.ts'
import { caseless } from '../filters.ts'
import { SetColumn, type NumberColumn, type TextColumn } from './columns.ts'

/** What is added up of each row, and how many of its whole numbers make one on the wire. */
export interface Measure {
  column: NumberColumn
  unit: number
}

/** Rows to count, and of them those that have a value of each measure. */
export interface Rows {
  all: Uint32Array
  measured: Uint32Array[]
}

/** Most measures have a value in every row, or in few: looked up once, not for every column. */
export function rowsOf(all: Uint32Array, measures: Measure[]): Rows {
  const measured = measures.map(({ column: { values } }) => {
    const some = new Uint32Array(all.length)
    let count = 0
    for (let next = 0; next < all.length; next++) {
      const row = all[next] as number
      if (!Number.isNaN(values[row])) some[count++] = row
    }
    return count === all.length ? all : some.subarray(0, count)
  })
  return { all, measured }
}

/** Counts and adds up rows by number. Plain loops: they are most of what a search takes. */
class Tally {
  readonly hits: Uint32Array
  readonly #measures: {
    unit: number
    count: Uint32Array
    sum: Float64Array
    min: Float64Array
    max: Float64Array
  }[]

  constructor(size: number, measures: Measure[]) {
    this.hits = new Uint32Array(size)
    this.#measures = measures.map(({ unit }) => ({
      unit,
      count: new Uint32Array(size),
      sum: new Float64Array(size),
      min: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
      max: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
    }))
  }

  addRows({ all, measured }: Rows, codes: Uint32Array, measures: Measure[]): void {
    const counts = countsOf(all, codes, this.hits.length)
    add(this.hits, counts)
    this.#measures.forEach(({ count, sum, min, max }, n) => {
      const rows = measured[n] as Uint32Array
      const { values } = (measures[n] as Measure).column
      add(count, rows === all ? counts : countsOf(rows, codes, count.length))
      for (let next = 0; next < rows.length; next++) {
        const row = rows[next] as number
        const code = codes[row] as number
        const value = values[row] as number
        sum[code] = (sum[code] as number) + value
        if (value < (min[code] as number)) min[code] = value
        if (value > (max[code] as number)) max[code] = value
      }
    })
  }

  /** What is counted under `from` in another tally counts under `to` in this one. */
  addCode(other: Tally, from: number, to: number): void {
    this.hits[to] = (this.hits[to] as number) + (other.hits[from] as number)
    this.#measures.forEach((own, n) => {
      const measure = other.#measures[n] as typeof own
      own.count[to] = (own.count[to] as number) + (measure.count[from] as number)
      own.sum[to] = (own.sum[to] as number) + (measure.sum[from] as number)
      own.min[to] = Math.min(own.min[to] as number, measure.min[from] as number)
      own.max[to] = Math.max(own.max[to] as number, measure.max[from] as number)
    })
  }

  figuresOf(code: number): Figures[] {
    return this.#measures.map(({ unit, count, sum, min, max }) => {
      const counted = count[code] as number
      if (counted === 0) return { count: 0, sum: 0, min: 0, max: 0, average: 0 }
      const total = sum[code] as number
      return {
        count: counted,
        sum: total / unit,
        min: (min[code] as number) / unit,
        max: (max[code] as number) / unit,
        average: toMillionth(total / counted / unit),
      }
    })
  }

  terms(texts: readonly string[]): TermCount[] {
    return [...this.hits].flatMap((hits, code) =>
      code === 0 || hits === 0
        ? []
        : [{ id: texts[code] ?? '', label: null, hits, figures: this.figuresOf(code) }],
    )
  }
}

function countsOf(rows: Uint32Array, codes: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (let next = 0; next < rows.length; next++) {
    const code = codes[rows[next] as number] as number
    counts[code] = (counts[code] as number) + 1
  }
  return counts
}

function add(sums: Uint32Array, counts: Uint32Array): void {
  for (let code = 0; code < counts.length; code++)
    sums[code] = (sums[code] as number) + (counts[code] as number)
}

function toMillionth(value: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * 1e6)) / 1e6
}

/** What all these rows add up to. */
export function totalOf(rows: Rows, size: number, measures: Measure[]): Figures[] {
  const tally = new Tally(1, measures)
  tally.addRows(rows, new Uint32Array(size), measures)
  return tally.figuresOf(0)
}

/** What the rows add up to by value of a column; rows without a value are nowhere. A row of several values counts for each. */
export function termsOf(column: TextColumn | SetColumn, lists: Rows[], measures: Measure[]): TermCount[] {
  const isSets = column instanceof SetColumn
  const tally = new Tally(isSets ? column.sets.length : column.texts.length, measures)
  for (const rows of lists) tally.addRows(rows, column.values, measures)
  const byText = isSets ? byElement(tally, column, measures) : tally
  return (column.isCaseless ? bySpelling(byText, column, measures) : byText).terms(column.texts)
}

/** What is counted by set, by the texts that are in the sets. */
function byElement(tally: Tally, { sets, texts }: SetColumn, measures: Measure[]): Tally {
  const elements = new Tally(texts.length, measures)
  sets.forEach((set, code) => {
    if (tally.hits[code] !== 0) for (const element of set) elements.addCode(tally, code, element)
  })
  return elements
}

/** Everything under the most frequent of the spellings; of those that are as frequent, under the first. */
function bySpelling(tally: Tally, { texts }: TextColumn | SetColumn, measures: Measure[]): Tally {
  const merged = new Tally(texts.length, measures)
  const codes = texts.keys().filter((code) => code !== 0 && tally.hits[code] !== 0)
  for (const spellings of Map.groupBy(codes, (code) => caseless(texts[code] ?? '')).values()) {
    const [first = 0] = spellings.toSorted(
      (a, b) =>
        (tally.hits[b] ?? 0) - (tally.hits[a] ?? 0) ||
        Buffer.compare(Buffer.from(texts[a] ?? ''), Buffer.from(texts[b] ?? '')),
    )
    for (const code of spellings) merged.addCode(tally, code, first)
  }
  return merged
}
