import type { Row } from './cells.ts'
import type { Outcome } from './outcome.ts'
import type { ImportSums, UnderstoodSchema } from './schema.ts'

/** More names of one kind are added up in none. */
export const MOST_NAMES = 500

type Total = ImportSums['stored']

/** Totals of rows. Grams and square metres are added up as whole numbers. */
export class SumsOfRows {
  readonly #stored = noTotal()
  readonly #refused = noTotal()
  readonly #named = {
    commodities: new Map<string, Total>(),
    stores: new Map<string, Total>(),
    owners: new Map<string, Total>(),
  }
  readonly #loads = new Map<string, Total & Load & { number: number }>()

  add({ status, understood = {} }: Outcome, { number }: Row): void {
    if (status === 'left_out') return
    if (status === 'validation' || status === 'error') return addTo(this.#refused, understood)
    addTo(this.#stored, understood)
    const { commodity, store = understood.field, owner, movement } = understood
    if (movement !== undefined) {
      const load = { movement, commodity: commodity ?? '', store: store ?? '' }
      return this.#addLoad(load, understood, number)
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

  #addLoad(load: Load, understood: UnderstoodSchema, number: number): void {
    const key = JSON.stringify(load)
    const sum = this.#loads.get(key) ?? { ...load, ...noTotal(), number }
    // As the file has them, whatever order they come in.
    sum.number = Math.min(sum.number, number)
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
        loads: [...this.#loads.values()]
          .sort((a, b) => a.number - b.number)
          .map(({ movement, store, commodity, rows, weightKilograms: grams }) => ({
            movement,
            store,
            commodity,
            rows,
            weightKilograms: grams / 1000,
          })),
      }),
    }
  }
}

/** Names by which loads are added up. */
interface Load {
  movement: string
  store: string
  commodity: string
}

function noTotal(): Total {
  return { rows: 0, weightKilograms: 0, areaHectares: 0 }
}

function addTo(total: Total, { weightKilograms = 0, areaHectares = 0 }: UnderstoodSchema): void {
  total.rows += 1
  total.weightKilograms += Math.round(weightKilograms * 1000)
  total.areaHectares += Math.round(areaHectares * 10_000)
}

function inUnits({ rows, weightKilograms: grams, areaHectares: metres }: Total): Total {
  return { rows, weightKilograms: grams / 1000, areaHectares: metres / 10_000 }
}
