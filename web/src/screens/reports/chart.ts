import type { Report } from '../../api/operations.ts'

export type ReportGroup = Report['groups'][number]
type ReportRow = ReportGroup['rows'][number]

/** A bar of a chart, with that of the year before where it stands beside. */
export interface ReportBar {
  name: string
  value: number
  before: number | null
}

export interface Chart {
  /** The figure that is drawn. */
  figure: Report['figures'][number]
  bars: ReportBar[]
}

/** Figures that people would rather look at, the first of them that is not 0 throughout; by kind. */
const drawn: Record<Report['kind'], string[]> = {
  season: ['yield', 'harvested'],
  deliveries: ['cameIn', 'wentOut'],
  owners: ['closing'],
  losses: ['lost', 'found'],
  hauliers: ['loads'],
  quality: ['moisture', 'cameIn'],
}

const MOST_BARS = 10

/**
 * Chooses the bars of a group: the largest rows, by the first of its kind's figures that says anything. Undefined where fewer than two rows have one, for a
 * single bar tells nothing.
 */
export function chartOf({ kind, figures }: Report, { rows }: ReportGroup): Chart | undefined {
  for (const name of drawn[kind]) {
    const at = figures.findIndex((each) => each.name === name)
    const figure = figures[at]
    const bars = rows
      .map((row) => ({ name: nameOf(row), value: row.figures[at] ?? 0, before: row.before?.[at] ?? null }))
      .filter(({ value, before }) => value > 0 || (before ?? 0) > 0)
    if (figure && bars.length > 1)
      return { figure, bars: bars.toSorted((a, b) => b.value - a.value).slice(0, MOST_BARS) }
  }
  return undefined
}

const nameOf = ({ labels }: ReportRow): string =>
  labels
    .map(({ name }) => name)
    .filter(Boolean)
    .slice(0, 2)
    .join(', ')
