/**
 * The season's own books, kept in the plainest way there is: all that happened, in the order in which it happened, gone
 * through again for every question. It shares nothing with the service but the rules, rules.md §2, §3 and §5.
 */

/** How a contract says that wet grain loses weight. */
export type Drying =
  | { rows: [min: number, max: number, percentage: number][]; level: number }
  | { level: number }

/** Something that happened in the yard. Grams; `bay` and `field` are names. */
export type Happening = { at: string; number: number } & (
  | { kind: 'load'; field: string; bay: string; grossGrams: number; moisture: number }
  | { kind: 'move'; bay: string; to: string; grams: number }
  | { kind: 'outbound'; bay: string; grams: number; sold: boolean }
  | { kind: 'count'; bay: string; countedGrams: number }
)

/** What lies in a bay, by the field it came off. */
type Parts = Map<string, number>

export interface Books {
  gramsByBay: Map<string, number>
  lossGramsByBay: Map<string, number>
  soldGramsByBay: Map<string, number>
  /** What each outbound load was made of, by its number: fractions of one. */
  sharesByOutbound: Map<number, Map<string, number>>
}

/** The grams that drying takes of a load (rules.md §5): by the agreed table, else by dry matter; rounded once. */
export function shrinkGrams(grossGrams: number, moisture: number, drying: Drying | undefined): number {
  if (!drying || moisture <= drying.level) return 0
  const rows = 'rows' in drying ? drying.rows : []
  const row = rows.find(
    ([min, max], place) =>
      moisture >= min && (moisture < max || (place === rows.length - 1 && moisture === max)),
  )
  if (row) return Math.round((grossGrams * row[2]) / 100)
  return Math.round((grossGrams * (moisture - drying.level)) / (100 - drying.level))
}

/** Goes through everything again, in the order in which it happened. */
export function keepBooks(happenings: Happening[], dryingOfBay: (bay: string) => Drying | undefined): Books {
  const parts = new Map<string, Parts>()
  const books: Books = {
    gramsByBay: new Map(),
    lossGramsByBay: new Map(),
    soldGramsByBay: new Map(),
    sharesByOutbound: new Map(),
  }
  for (const each of happenings.toSorted((a, b) => a.at.localeCompare(b.at) || a.number - b.number)) {
    const inBay = grams(books.gramsByBay, each.bay)
    if (each.kind === 'load') {
      const lost = shrinkGrams(each.grossGrams, each.moisture, dryingOfBay(each.bay))
      add(books.gramsByBay, each.bay, each.grossGrams - lost)
      add(books.lossGramsByBay, each.bay, lost)
      put(parts, each.bay, new Map([[each.field, each.grossGrams - lost]]))
    } else if (each.kind === 'move') {
      add(books.gramsByBay, each.bay, -each.grams)
      add(books.gramsByBay, each.to, each.grams)
      put(parts, each.to, take(parts, each.bay, each.grams / inBay))
    } else if (each.kind === 'outbound') {
      add(books.gramsByBay, each.bay, -each.grams)
      if (each.sold) add(books.soldGramsByBay, each.bay, each.grams)
      books.sharesByOutbound.set(each.number, shares(take(parts, each.bay, each.grams / inBay)))
    } else {
      add(books.gramsByBay, each.bay, each.countedGrams - inBay)
      add(books.lossGramsByBay, each.bay, inBay - each.countedGrams)
      take(parts, each.bay, (inBay - each.countedGrams) / inBay)
    }
  }
  return books
}

function grams(sums: Map<string, number>, key: string): number {
  return sums.get(key) ?? 0
}

function add(sums: Map<string, number>, key: string, more: number): void {
  sums.set(key, grams(sums, key) + more)
}

function put(parts: Map<string, Parts>, bay: string, arriving: Parts): void {
  const there = parts.get(bay) ?? new Map()
  for (const [field, each] of arriving) add(there, field, each)
  parts.set(bay, there)
}

/** What leaves takes every part in proportion (rules.md §3). */
function take(parts: Map<string, Parts>, bay: string, share: number): Parts {
  const there = parts.get(bay) ?? new Map<string, number>()
  const taken = new Map([...there].map(([field, each]) => [field, each * share]))
  for (const [field, each] of taken) add(there, field, -each)
  return taken
}

function shares(parts: Parts): Map<string, number> {
  const sum = [...parts.values()].reduce((total, each) => total + each, 0)
  return new Map([...parts].map(([field, each]) => [field, each / sum]))
}
