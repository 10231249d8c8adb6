import { kilogramsFromGrams } from '../../kernel/weight.ts'

/** Reports as pure sums over lines (rules.md §21): grouped, added up, and set beside the year before. */

/** A thing that a row is about: a field, a partner, a contract. Without an id it is none of them, such as a load without a contract. */
export interface RowLabel {
  id: string
  name: string
}

/** Amounts that may be added up, by name: grams, square metres, loads, and grams times per cent. */
export type Amounts = Readonly<Record<string, number>>

/** Amounts of one row as the database has them. Several lines of one row are added up. */
export interface ReportLine {
  group: RowLabel
  labels: RowLabel[]
  commodityId: number
  amounts: Amounts
}

/** A figure of each row and total. It is reckoned from what was added up, and never from other figures: so a mean of a total is one by weight. */
export interface Figure {
  name: string
  unit: string
  of: (amounts: Amounts) => number | null
}

const amountOf = (amounts: Amounts, name: string): number => amounts[name] ?? 0
const toThousandth = (value: number): number => Math.round(value * 1000) / 1000

/** Kilograms of an amount in grams. */
export const weightFigure = (name: string): Figure => ({
  name,
  unit: 'kg',
  of: (amounts) => kilogramsFromGrams(amountOf(amounts, name)),
})

/** A number of things. */
export const countFigure = (name: string): Figure => ({
  name,
  unit: '',
  of: (amounts) => amountOf(amounts, name),
})

/** Hectares of an amount in square metres. */
export const areaFigure = (name: string): Figure => ({
  name,
  unit: 'ha',
  of: (amounts) => amountOf(amounts, name) / 10_000,
})

/** A mean by weight: null where nothing was measured. The amount `…Sum` has grams times value, and `…Grams` the grams that were measured. */
export const meanFigure = (name: string, unit: string): Figure => ({
  name,
  unit,
  of(amounts) {
    const grams = amountOf(amounts, `${name}Grams`)
    return grams === 0 ? null : toThousandth(amountOf(amounts, `${name}Sum`) / grams)
  },
})

/** Kilograms of one amount by so much of another: null where there is none of that. */
export const rateFigure = (name: string, unit: string, grams: string, by: string, one: number): Figure => ({
  name,
  unit,
  of(amounts) {
    const many = amountOf(amounts, by) / one
    return many <= 0 ? null : toThousandth(kilogramsFromGrams(amountOf(amounts, grams)) / many)
  },
})

/** Figures of this period, and of the year before where it is set beside. */
interface Figures {
  figures: (number | null)[]
  before: (number | null)[] | null
}

export interface ReportRow extends Figures {
  labels: RowLabel[]
}

/** Figures that add up several rows, and of how many commodities: weights of several are no weight of one grain. */
export interface ReportTotal extends Figures {
  commodities: number
}

export interface ReportGroup {
  group: RowLabel
  rows: ReportRow[]
  total: ReportTotal
}

export interface Reported {
  groups: ReportGroup[]
  total: ReportTotal
}

interface Both {
  now: ReportLine[]
  before: ReportLine[]
}

/**
 * Groups lines into rows with subtotals and a total. With the lines of the year before each row has both; a row that only one of the years has is 0 in the other.
 * Sorted by names, so that the order in which loads were entered makes no difference.
 *
 * @param before lines of the year before; undefined where it is not set beside
 */
export function reportOf(
  figures: readonly Figure[],
  now: ReportLine[],
  before: ReportLine[] | undefined,
): Reported {
  const figuresOf = ({ now: own, before: earlier }: Both): Figures => ({
    figures: reckon(figures, own),
    before: before === undefined ? null : reckon(figures, earlier),
  })
  const totalOf = (both: Both): ReportTotal => ({
    ...figuresOf(both),
    commodities: new Set([...both.now, ...both.before].map(({ commodityId }) => commodityId)).size,
  })
  const all: Both = { now, before: before ?? [] }
  return {
    groups: groupedBy(all, ({ group }) => [group]).map(({ labels: [group = NONE], both }) => ({
      group,
      rows: groupedBy(both, ({ labels }) => labels).map(({ labels, both: own }) => ({
        labels,
        ...figuresOf(own),
      })),
      total: totalOf(both),
    })),
    total: totalOf(all),
  }
}

const NONE: RowLabel = { id: '', name: '' }

function reckon(figures: readonly Figure[], lines: ReportLine[]): (number | null)[] {
  const sums: Record<string, number> = {}
  for (const { amounts } of lines)
    for (const [name, amount] of Object.entries(amounts)) sums[name] = amountOf(sums, name) + amount
  return figures.map(({ of }) => of(sums))
}

/** The lines of both years by what labels them, in the order of names. Names may have changed between the years: those of this year count. */
function groupedBy(
  { now, before }: Both,
  labelsOf: (line: ReportLine) => RowLabel[],
): { labels: RowLabel[]; both: Both }[] {
  const keyOf = (line: ReportLine) => JSON.stringify(labelsOf(line).map(({ id }) => id))
  const [own, earlier] = [Map.groupBy(now, keyOf), Map.groupBy(before, keyOf)]
  return [...new Set([...own.keys(), ...earlier.keys()])]
    .map((key) => {
      const both = { now: own.get(key) ?? [], before: earlier.get(key) ?? [] }
      const [first] = [...both.now, ...both.before]
      return { key, labels: first ? labelsOf(first) : [], both }
    })
    .toSorted((a, b) => compareLabels(a.labels, b.labels) || compare(a.key, b.key))
}

/** Compares rows by their names; none comes last: loads without a contract stand below those that have one. */
function compareLabels(one: RowLabel[], other: RowLabel[]): number {
  for (const [place, { name }] of one.entries()) {
    const beside = other[place]?.name ?? ''
    const order =
      Number(name === '') - Number(beside === '') || compare(name.toLowerCase(), beside.toLowerCase())
    if (order !== 0) return order
  }
  return 0
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
