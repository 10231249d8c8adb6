import { cleaned, isTotal, type CutRecord } from './cells.ts'
import { isMeasured } from './columns.ts'
import type { Header, HeaderPlace } from './header.ts'
import { readNumber, splitNumber, type DecimalMark } from './number-rules.ts'

/** Sums of the rows above, by the measured columns of a table, in the file's own numbers. */
type Sums = number[]

/** Rows that follow each other and have one text in a column. */
interface Run {
  text: string
  rows: number
  sums: Sums
}

/** The columns of all imports that say where something lies. */
const PLACES = new Set(['store', 'bay', 'field', 'name'])
const MARKS = ['.', ','] as const

/**
 * Finds the lines of a table that nothing but their numbers shows to be sums: they name less than the rows above, nothing that those do not, and
 * have what those weigh together. All rows are looked at in their order, before it is known which mark stands before decimals.
 */
export class SumLines {
  readonly #measured: HeaderPlace[]
  readonly #named: HeaderPlace[]
  readonly #ofMark: Record<DecimalMark, SumsOfMark>
  /** The cells that a sum may have something in. */
  readonly #read: ReadonlySet<number>
  /** Which of the named columns say where something lies. */
  readonly #places: ReadonlySet<number>
  #above: string[] = []

  constructor({ places }: Pick<Header<HeaderPlace>, 'places'>) {
    const there = places.filter(({ index }) => index >= 0)
    this.#measured = there.filter(({ column }) => isMeasured(column) && column.measure !== 'yield')
    const texts = there.filter(({ column }) => column.measure === 'text' || column.measure === 'year')
    this.#named = texts.filter(({ said }) => said.fillDown !== true)
    this.#read = new Set([...texts, ...this.#measured].flatMap(({ index, unitIndex }) => [index, unitIndex]))
    this.#places = new Set(this.#named.flatMap(({ name }, at) => (PLACES.has(name) ? [at] : [])))
    this.#ofMark = { '.': new SumsOfMark(this.#named.length), ',': new SumsOfMark(this.#named.length) }
  }

  add({ number, cells, reason }: CutRecord): void {
    if (reason !== undefined || this.#measured.length === 0) return
    const names = this.#named.map(({ index }) => cleaned(cells[index] ?? ''))
    const written = this.#measured.map(({ index }) => cleaned(cells[index] ?? ''))
    const isSumByName = names.some((name) => name !== '' && isTotal(name))
    const isLess = this.#namesLess(names, cells)
    // One row and its like without a variety may be two; the same without its bay is what lies in the store.
    const mayBeOfOne = names.some((name, at) => name === '' && this.#places.has(at))
    for (const mark of MARKS) {
      const values = written.map((text) => valueOf(text, mark))
      this.#ofMark[mark].add(number, values, { names, isSumByName, isLess, mayBeOfOne })
    }
    if (!isSumByName) this.#above = names
  }

  /** True if a row gives less than the one above, and nothing else; a date or a figure of its own makes it a row. */
  #namesLess(names: string[], cells: string[]): boolean {
    const isOther = names.some((name, at) => name !== '' && name !== this.#above[at])
    const isBare = names.some((name, at) => name === '' && (this.#above[at] ?? '') !== '')
    if (isOther || !isBare) return false
    return cells.every((cell, index) => this.#read.has(index) || cleaned(cell) === '')
  }

  /** The numbers of the lines that are sums, with this mark before decimals. */
  found(mark: DecimalMark | undefined): ReadonlySet<number> {
    return this.#ofMark[mark ?? '.'].found
  }
}

interface Looked {
  names: string[]
  isSumByName: boolean
  isLess: boolean
  /** True if it may be the sum of a single row. */
  mayBeOfOne: boolean
}

/** The sums of rows whose numbers are read with one mark. */
class SumsOfMark {
  readonly found = new Set<number>()
  readonly #all: Run = { text: '', rows: 0, sums: [] }
  #since: Run = { text: '', rows: 0, sums: [] }
  readonly #runs: Run[]

  constructor(named: number) {
    this.#runs = Array.from({ length: named }, () => ({ text: '', rows: 0, sums: [] }))
  }

  add(
    number: number,
    values: (number | undefined)[],
    { names, isSumByName, isLess, mayBeOfOne }: Looked,
  ): void {
    if (isSumByName || (isLess && this.#isSum(values, names, mayBeOfOne ? 1 : 2))) {
      if (!isSumByName) this.found.add(number)
      this.#since = { text: '', rows: 0, sums: [] }
      return
    }
    for (const [at, name] of names.entries()) {
      const run = this.#runs[at]
      if (run && run.text !== name) this.#runs[at] = { text: name, rows: 0, sums: [] }
    }
    for (const run of [this.#all, this.#since, ...this.#runs]) {
      run.rows += 1
      for (const [at, value = 0] of values.entries()) run.sums[at] = (run.sums[at] ?? 0) + value
    }
  }

  /** Of what is alike in all that the line names, of the rows since the last sum, or of all. */
  #isSum(values: (number | undefined)[], names: string[], least: number): boolean {
    const alike = this.#runs.filter((_run, at) => names[at] !== '')
    const shortest = alike.toSorted((a, b) => a.rows - b.rows)[0]
    const groups = shortest ? [shortest] : [this.#since, this.#all]
    const isFilled = values.some((value) => value !== undefined && value !== 0)
    return (
      isFilled &&
      groups.some(
        ({ rows, sums }) =>
          rows >= least &&
          values.every((value, at) => value === undefined || rounded(value) === rounded(sums[at] ?? 0)),
      )
    )
  }
}

function valueOf(text: string, mark: DecimalMark): number | undefined {
  if (text === '') return undefined
  const value = readNumber(splitNumber(text).number, { mark, isMixed: false })
  return typeof value === 'number' ? value : undefined
}

/** Numbers of a file have at most six decimals that mean something. */
function rounded(value: number): number {
  return Math.round(value * 1e6)
}
