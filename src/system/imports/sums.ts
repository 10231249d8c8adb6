import type { Row } from './cells.ts'
import { isMeasured, type Measured } from './columns.ts'
import type { Outcome } from './outcome.ts'
import type { FileTotal, ImportSums, Understood } from './schema.ts'

/** More names of one kind are added up in none. */
export const MOST_NAMES = 500

type Total = ImportSums['stored']

/** What rows add up to. Grams and square metres are added up as whole numbers. */
export class Sums {
  readonly #stored = noTotal()
  readonly #refused = noTotal()
  readonly #named = {
    commodities: new Map<string, Total>(),
    stores: new Map<string, Total>(),
    owners: new Map<string, Total>(),
  }
  readonly #loads = new Map<string, Total & Load>()

  add({ status, understood = {} }: Outcome): void {
    if (status === 'left_out') return
    if (status === 'validation' || status === 'error') return addTo(this.#refused, understood)
    addTo(this.#stored, understood)
    const { commodity, store = understood.field, owner, movement } = understood
    if (movement !== undefined) {
      const load = { movement, commodity: commodity ?? '', store: store ?? '' }
      return this.#addLoad(load, understood)
    }
    const names = { commodities: commodity, stores: store, owners: owner }
    for (const [by, name] of Object.entries(names) as [keyof typeof names, string | undefined][]) {
      if (name === undefined) continue
      const sums = this.#named[by]
      const sum = sums.get(name) ?? noTotal()
      if (sums.size < MOST_NAMES || sums.has(name)) sums.set(name, sum)
      addTo(sum, understood)
    }
  }

  #addLoad(load: Load, understood: Understood): void {
    const key = JSON.stringify(load)
    const sum = this.#loads.get(key) ?? { ...load, ...noTotal() }
    if (this.#loads.size < MOST_NAMES || this.#loads.has(key)) this.#loads.set(key, sum)
    addTo(sum, understood)
  }

  get all(): ImportSums {
    const named = (sums: Map<string, Total>) =>
      [...sums].map(([name, sum]) => ({ name, ...inUnits(sum) })).sort((a, b) => b.rows - a.rows)
    return {
      stored: inUnits(this.#stored),
      refused: inUnits(this.#refused),
      commodities: named(this.#named.commodities),
      stores: named(this.#named.stores),
      owners: named(this.#named.owners),
      ...(this.#loads.size > 0 && {
        loads: [...this.#loads.values()].map(
          ({ movement, store, commodity, rows, weightKilograms: grams }) => ({
            movement,
            store,
            commodity,
            rows,
            weightKilograms: grams / 1000,
          }),
        ),
      }),
    }
  }
}

/** What loads are added up by. */
interface Load {
  movement: string
  store: string
  commodity: string
}

function noTotal(): Total {
  return { rows: 0, weightKilograms: 0, areaHectares: 0 }
}

function addTo(total: Total, { weightKilograms = 0, areaHectares = 0 }: Understood): void {
  total.rows += 1
  total.weightKilograms += Math.round(weightKilograms * 1000)
  total.areaHectares += Math.round(areaHectares * 10_000)
}

function inUnits({ rows, weightKilograms: grams, areaHectares: metres }: Total): Total {
  return { rows, weightKilograms: grams / 1000, areaHectares: metres / 10_000 }
}

const MOST_TOTALS = 200

/** The sums that a file has of its own, beside what its rows add up to in the file's own numbers. */
export class FileTotals {
  readonly found: FileTotal[] = []
  readonly #all = new Map<string, number>()
  readonly #since = new Map<string, number>()

  add({ number, values, aside, header }: Row, { status }: Outcome): void {
    for (const { name, column, header: title } of header.places) {
      const measured = isMeasured(column) ? (values[name] as Measured | undefined) : undefined
      if (!measured) continue
      const { value } = measured
      if (status !== 'left_out') {
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
