import type { Figures, TermCount } from '../facets.ts'
import { caseless } from '../filters.ts'
import { SetColumn, type TextColumn } from './columns.ts'
import { passing, type Kinds, type MeasureTotals } from './kinds.ts'

/** Counts and adds up kinds by number. Plain loops: they are most of what a search takes. */
export class Tally {
  readonly hits: Uint32Array
  readonly #measures: {
    unit: number
    count: Uint32Array
    sum: Float64Array
    min: Float64Array
    max: Float64Array
  }[]

  constructor(size: number, { measures }: Kinds) {
    this.hits = new Uint32Array(size)
    this.#measures = measures.map(({ unit }) => ({
      unit,
      count: new Uint32Array(size),
      sum: new Float64Array(size),
      min: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
      max: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
    }))
  }

  addKinds({ all, withMeasure }: MeasuredFilter, codes: Uint32Array, { hits, measures }: Kinds): void {
    for (let next = 0; next < all.length; next++) {
      const kind = all[next] as number
      const code = codes[kind] as number
      this.hits[code] = (this.hits[code] as number) + (hits.values[kind] as number)
    }
    this.#measures.forEach((own, n) => {
      const { count, sum, min, max } = measures[n] as MeasureTotals
      const [counts, sums, least, most] = [count.values, sum.values, min.values, max.values]
      const some = withMeasure[n] as Uint32Array
      for (let next = 0; next < some.length; next++) {
        const kind = some[next] as number
        const code = codes[kind] as number
        own.count[code] = (own.count[code] as number) + (counts[kind] as number)
        own.sum[code] = (own.sum[code] as number) + (sums[kind] as number)
        if ((least[kind] as number) < (own.min[code] as number)) own.min[code] = least[kind] as number
        if ((most[kind] as number) > (own.max[code] as number)) own.max[code] = most[kind] as number
      }
    })
  }

  /** Adds the counts under `from` in another tally to those under `to` in this one. */
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

function toMillionth(value: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * 1e6)) / 1e6
}

/** Kinds, with what is the same for all columns that they are counted by. */
export interface MeasuredFilter {
  all: Uint32Array
  /** Those among them that have a row with each measure: of some, such as what was counted last, few have. */
  withMeasure: Uint32Array[]
}

/** Kinds that are counted, and what all of their rows add up to. */
export interface CountedFilter extends MeasuredFilter {
  total: Tally
}

export function counted(all: Uint32Array, kinds: Kinds): CountedFilter {
  const withMeasure = kinds.measures.map(({ count: { values } }) =>
    passing(all, (kind) => values[kind] !== 0),
  )
  const total = new Tally(1, kinds)
  total.addKinds({ all, withMeasure }, new Uint32Array(kinds.size), kinds)
  return { all, withMeasure, total }
}

/** Finds the one value that all these kinds share in a column, if they do. */
function onlyCode(some: Uint32Array, codes: Uint32Array): number | undefined {
  const first = codes[some[0] ?? 0]
  for (let next = 1; next < some.length; next++) if (codes[some[next] as number] !== first) return undefined
  return first
}

/** Sums rows of these kinds by value of a column. Rows without a value are left out; a row of several values counts for each. */
export function termsOf(column: TextColumn | SetColumn, lists: CountedFilter[], kinds: Kinds): TermCount[] {
  const isSets = column instanceof SetColumn
  const tally = new Tally(isSets ? column.sets.length : column.texts.length, kinds)
  for (const some of lists) {
    const only = onlyCode(some.all, column.values)
    if (only === undefined) tally.addKinds(some, column.values, kinds)
    else tally.addCode(some.total, 0, only)
  }
  const byText = isSets ? byElement(tally, column, kinds) : tally
  return (column.isCaseless ? bySpelling(byText, column, kinds) : byText).terms(column.texts)
}

/** Turns counts by set into counts by the texts in the sets. */
function byElement(tally: Tally, { sets, texts }: SetColumn, kinds: Kinds): Tally {
  const elements = new Tally(texts.length, kinds)
  sets.forEach((set, code) => {
    if (tally.hits[code] !== 0) for (const element of set) elements.addCode(tally, code, element)
  })
  return elements
}

/** Everything under the most frequent of the spellings; of those that are as frequent, under the first. */
function bySpelling(tally: Tally, { texts }: TextColumn | SetColumn, kinds: Kinds): Tally {
  const merged = new Tally(texts.length, kinds)
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
