/** The reckoning of what may still be sold (rules.md §19), as pure functions. Weights in grams. */

export const partKinds = [
  'stock',
  'reserved',
  'plannedIn',
  'plannedOut',
  'harvest',
  'purchase',
  'sale',
] as const
export type PartKind = (typeof partKinds)[number]

const adds: Record<PartKind, 1 | -1> = {
  stock: 1,
  reserved: -1,
  plannedIn: 1,
  plannedOut: -1,
  harvest: 1,
  purchase: 1,
  sale: -1,
}

/**
 * A row of the position: stock that is called alike. A type or grade of 0 is none, of several, or, of a contract, any; a contract that takes any
 * harvest year has none.
 */
export interface StockKey {
  commodityId: number
  typeId: number
  gradeId: number
  harvestYear: string
  /** In order. */
  tagIds: number[]
}

/** The thing that a part of the sum is of, by which it is opened. Empty where it has none. */
export interface PartSource {
  recordId: string
  movementId: number | null
  tradeId: string
  tradeWindow: number | null
  planId: string
  reservationId: string
  name: string
  place: string
}

/** A part of the sum: stock that is there, a load that is planned, or what is left of a contract. */
export interface Part extends PartSource {
  kind: PartKind
  key: StockKey
  month: string
  /** When it comes or goes; null for what is there, and where nobody said. */
  day: string | null
  grams: number
}

export const NOW = 'now'
export const LATER = 'later'
const MONTHS_AHEAD = 18

/** Lists the columns of a position: now, the months from that of `today` on, and later. */
export function monthsFrom(today: string): string[] {
  const first = Temporal.PlainYearMonth.from(today.slice(0, 7))
  const months = Array.from({ length: MONTHS_AHEAD }, (_month, index) =>
    first.add({ months: index }).toString(),
  )
  return [NOW, ...months, LATER]
}

/** The month in which something counts that is due on a day: what is overdue counts in the month that runs. */
export function monthOfDay(day: string, today: string): string {
  const month = day < today ? today.slice(0, 7) : day.slice(0, 7)
  const last = Temporal.PlainYearMonth.from(today.slice(0, 7)).add({ months: MONTHS_AHEAD - 1 })
  return month > last.toString() ? LATER : month
}

/**
 * The month in which what is left of a contract counts: that of the last day of its window. Without a window a sale may be asked for any day, and
 * so counts in the month that runs; nobody knows when a purchase comes, so it counts later.
 */
export function monthOfContract(kind: 'purchase' | 'sale', lastDay: string | null, today: string): string {
  if (lastDay !== null) return monthOfDay(lastDay, today)
  return kind === 'sale' ? today.slice(0, 7) : LATER
}

/** Weights of a row in one month. */
export interface Cell {
  month: string
  plannedIn: number
  plannedOut: number
  harvest: number
  purchases: number
  sales: number
  /** All until the end of the month; below zero is short. */
  available: number
}

/** A sum of parts over the months. */
export interface PositionSum {
  stock: number
  reserved: number
  cells: Cell[]
}

/** Adds parts up by month: what is available in one is what the one before had, and what comes and goes in it. */
export function sumByMonth(months: string[], parts: Part[]): PositionSum {
  const byMonth = Map.groupBy(parts, ({ month }) => month)
  const of = (some: Part[], kind: PartKind) =>
    some.reduce((sum, part) => sum + (part.kind === kind ? part.grams : 0), 0)
  let available = 0
  const cells = months.map((month): Cell => {
    const own = byMonth.get(month) ?? []
    available += own.reduce((sum, { kind, grams }) => sum + adds[kind] * grams, 0)
    return {
      month,
      plannedIn: of(own, 'plannedIn'),
      plannedOut: of(own, 'plannedOut'),
      harvest: of(own, 'harvest'),
      purchases: of(own, 'purchase'),
      sales: of(own, 'sale'),
      available,
    }
  })
  return { stock: of(parts, 'stock'), reserved: of(parts, 'reserved'), cells }
}

/** Returns a text that is equal for equal rows. */
export function keyText({ commodityId, typeId, gradeId, harvestYear, tagIds }: StockKey): string {
  return JSON.stringify([commodityId, typeId, gradeId, harvestYear, tagIds])
}

/** True if stock of row `key` is what a contract for `asked` takes: it names no type, grade, year or tag that the stock has not. */
export function isNarrowerThan(key: StockKey, asked: StockKey): boolean {
  return (
    key.commodityId === asked.commodityId &&
    (asked.typeId === 0 || key.typeId === asked.typeId) &&
    (asked.gradeId === 0 || key.gradeId === asked.gradeId) &&
    (asked.harvestYear === '' || key.harvestYear === asked.harvestYear) &&
    asked.tagIds.every((id) => key.tagIds.includes(id))
  )
}

/**
 * True of a row below zero that nothing is missing of: contracts that leave something open, such as the quality, are filled by other rows. All that
 * they take is set against all that is sold within it, in each month.
 */
export function isFilledByOthers(months: string[], parts: Part[], key: StockKey): boolean {
  const isShort = (some: Part[]) => sumByMonth(months, some).cells.some(({ available }) => available < 0)
  const own = parts.filter((part) => keyText(part.key) === keyText(key))
  return isShort(own) && !isShort(parts.filter((part) => isNarrowerThan(part.key, key)))
}

/** More than there will be, or than there is room for: since when, how much then, and how much at its worst. */
export interface MonthShortfall {
  key: StockKey
  month: string
  grams: number
  worst: { month: string; grams: number }
  tradeIds: string[]
}

/**
 * Finds what is sold beyond what will be there. For each description that a sale asks for, everything it takes is set against all sales that take
 * nothing else: wheat of any grade may be feed wheat, and feed wheat that is sold must be there as such. A shortfall of which a narrower one says
 * all is not told again.
 */
export function findOversold(months: string[], parts: Part[]): MonthShortfall[] {
  const asked = new Map(
    parts.flatMap(({ kind, key }) => (kind === 'sale' ? [[keyText(key), key] as const] : [])),
  )
  const found = [...asked.values()].flatMap((key) => {
    const within = parts.filter((part) => isNarrowerThan(part.key, key))
    const short = shortfallOf(sumByMonth(months, within).cells, ({ available }) => -available)
    if (!short) return []
    const until = months.slice(0, months.indexOf(short.worst.month) + 1)
    return [{ key, ...short, tradeIds: tradesOf(within, 'sale', until) }]
  })
  return found.filter(
    (one) =>
      !found.some(
        (other) =>
          other !== one &&
          isNarrowerThan(other.key, one.key) &&
          months.indexOf(other.month) <= months.indexOf(one.month) &&
          other.worst.grams >= one.worst.grams,
      ),
  )
}

/** Grams of a commodity that lie in bays of a known capacity, and what these hold. */
export interface Room {
  commodityId: number
  capacityGrams: number
  lyingGrams: number
}

/**
 * Finds what is bought beyond what the stores hold: what lies in bays whose capacity is known, with all that comes and less all that goes, is more
 * than these hold. A commodity that no such bay is for is not judged.
 *
 * @param parts of all that lies in or comes into the own stores
 */
export function findOverbought(months: string[], parts: Part[], rooms: Room[]): MonthShortfall[] {
  return rooms.flatMap(({ commodityId, capacityGrams, lyingGrams }) => {
    const own = parts.filter(
      ({ kind, key }) => key.commodityId === commodityId && kind !== 'stock' && kind !== 'reserved',
    )
    const { cells } = sumByMonth(months, own)
    const over = shortfallOf(cells, ({ available }) => lyingGrams + available - capacityGrams)
    if (!over || !own.some(({ kind }) => kind === 'purchase')) return []
    const until = months.slice(0, months.indexOf(over.worst.month) + 1)
    const tradeIds = tradesOf(own, 'purchase', until)
    if (tradeIds.length === 0) return []
    const key = { commodityId, typeId: 0, gradeId: 0, harvestYear: '', tagIds: [] }
    return [{ key, ...over, tradeIds }]
  })
}

function shortfallOf(cells: Cell[], shortOf: (cell: Cell) => number) {
  const short = cells.flatMap((cell) => {
    const grams = shortOf(cell)
    return grams > 0 ? [{ month: cell.month, grams }] : []
  })
  const [first] = short
  if (!first) return undefined
  return { ...first, worst: short.reduce((most, each) => (each.grams > most.grams ? each : most), first) }
}

function tradesOf(parts: Part[], kind: PartKind, months: string[]): string[] {
  const own = parts.filter((part) => part.kind === kind && months.includes(part.month))
  return [...new Set(own.map(({ tradeId }) => tradeId))]
}
