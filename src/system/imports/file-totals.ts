import type { Row } from './cells.ts'
import { isMeasured, type MeasuredColumn } from './columns.ts'
import type { FileTotal } from './schema.ts'

const MOST_TOTALS = 200

/** The sums that a file has of its own, beside what its rows add up to in the file's own numbers. */
export class FileTotals {
  readonly found: FileTotal[] = []
  readonly #all = new Map<string, number>()
  readonly #since = new Map<string, number>()

  add({ number, values, aside, header }: Row, isSum: boolean): void {
    for (const { name, column, header: title } of header.places) {
      const measured = isMeasured(column) ? (values[name] as MeasuredColumn | undefined) : undefined
      if (!measured) continue
      const { value } = measured
      if (!isSum) {
        this.#all.set(name, (this.#all.get(name) ?? 0) + value)
        this.#since.set(name, (this.#since.get(name) ?? 0) + value)
        continue
      }
      const [all = 0, since = 0] = [this.#all.get(name), this.#since.get(name)].map((sum = 0) => rounded(sum))
      const isOfAll = rounded(value) === all || rounded(value) !== since
      const sum = isOfAll ? all : since
      this.#since.set(name, 0)
      if (column.measure === 'yield' || this.found.length >= MOST_TOTALS) continue
      this.found.push({
        row: number,
        text: aside ?? '',
        column: title,
        value,
        sum,
        agrees: rounded(value) === sum,
      })
    }
  }
}

/** Numbers of a file have at most six decimals that mean something. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
