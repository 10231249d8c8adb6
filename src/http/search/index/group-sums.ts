import { caseless } from '../filters.ts'
import { SetColumn, type NumberColumn, type TextColumn } from './columns.ts'

/** Sums over rows that have these values together; null for a row that has none. */
export interface Group {
  values: (string | null)[]
  /** Count of rows. */
  hits: number
  sums: Record<string, number>
}

/** A column to add up, kind by kind. */
interface SumColumn {
  name: string
  column: NumberColumn
}

/**
 * Sums over the rows of these kinds, by the values of columns together. A row of several values of a column counts for each of them, and
 * one whose set is empty for none. Values that differ by case alone, where case says nothing, are one, called what it is called mostly.
 */
export function groupSums(
  columns: (TextColumn | SetColumn)[],
  sums: SumColumn[],
  kinds: Uint32Array,
  hits: NumberColumn,
): Group[] {
  const groups = new Map<string, Group>()
  const isAnyCaseless = columns.some(({ isCaseless }) => isCaseless)
  const found = sumsByCodes(columns, sums, kinds, hits)
  for (const { codes, hits, totals } of isAnyCaseless ? found.toSorted(mostFirst(columns)) : found) {
    for (const values of textsOf(columns, codes)) {
      const key = JSON.stringify(
        values.map((text, n) => (columns[n]?.isCaseless && text ? caseless(text) : text)),
      )
      const group = groups.get(key) ?? {
        values,
        hits: 0,
        sums: Object.fromEntries(sums.map(({ name }) => [name, 0])),
      }
      group.hits += hits
      for (const [n, { name }] of sums.entries())
        group.sums[name] = (group.sums[name] ?? 0) + (totals[n] ?? 0)
      groups.set(key, group)
    }
  }
  return [...groups.values()]
}

/** Of spellings that are as frequent, the first by the alphabet. */
function mostFirst(columns: (TextColumn | SetColumn)[]): (a: CodeSums, b: CodeSums) => number {
  const textOf = ({ codes }: CodeSums) => JSON.stringify(textsOf(columns, codes))
  return (a, b) => b.hits - a.hits || (textOf(a) < textOf(b) ? -1 : 1)
}

interface CodeSums {
  codes: number[]
  hits: number
  totals: number[]
}

/** By numbers first: combinations of them are far fewer than kinds. */
function sumsByCodes(
  columns: (TextColumn | SetColumn)[],
  sums: SumColumn[],
  kinds: Uint32Array,
  hits: NumberColumn,
): CodeSums[] {
  const groupOf = numbering(columns, kinds)
  const groups = groupOf.firsts.map((kind) => columns.map(({ values }) => values[kind] as number))
  const added = (values: Float64Array) => {
    const totals = new Float64Array(groups.length)
    for (let next = 0; next < kinds.length; next++) {
      const group = groupOf.numbers[next] as number
      totals[group] = (totals[group] as number) + (values[kinds[next] as number] as number)
    }
    return totals
  }
  const counts = added(hits.values)
  const totals = sums.map(({ column }) => added(column.values))
  return groups.map((codes, group) => ({
    codes,
    hits: counts[group] as number,
    totals: totals.map((each) => each[group] as number),
  }))
}

/** Numbers the combinations of codes: the number of each kind's, and the first kind of each. */
function numbering(
  columns: (TextColumn | SetColumn)[],
  kinds: Uint32Array,
): { numbers: Uint32Array; firsts: number[] } {
  const numbers = new Uint32Array(kinds.length)
  let firsts: number[] = []
  for (const column of columns) {
    const size = (column instanceof SetColumn ? column.sets : column.texts).length
    // By the number so far and the code of this column; 0 is none yet.
    const known = new Uint32Array(Math.max(firsts.length, 1) * size)
    const next: number[] = []
    const { values } = column
    for (let place = 0; place < kinds.length; place++) {
      const kind = kinds[place] as number
      const key = (numbers[place] as number) * size + (values[kind] as number)
      if (known[key] === 0) known[key] = next.push(kind)
      numbers[place] = (known[key] as number) - 1
    }
    firsts = next
  }
  return { numbers, firsts }
}

/** The texts behind numbers, for each combination of the elements of sets. */
function textsOf(columns: (TextColumn | SetColumn)[], codes: number[]): (string | null)[][] {
  return columns.reduce<(string | null)[][]>(
    (started, column, n) => {
      const code = codes[n] ?? 0
      const texts =
        column instanceof SetColumn
          ? (column.sets[code] ?? []).map((element) => column.texts[element] ?? '')
          : [code === 0 ? null : (column.texts[code] ?? '')]
      return started.flatMap((values) => texts.map((text) => [...values, text]))
    },
    [[]],
  )
}
