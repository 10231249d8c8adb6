import { readFileSync } from 'node:fs'

/** The figures of the experiment, as the file beside this script has them. Weights in whole grams. */

export const crops = ['grain', 'straw'] as const
export type Crop = (typeof crops)[number]

export interface Plot {
  plot: string
  grams: Record<Crop, number>
}

export interface Season {
  /** The year of the harvest. */
  year: number
  plots: Plot[]
}

const FILE = new URL('broadbalk-wheat.csv', import.meta.url)
const HEADER = 'year,plot,grain,straw'

/** All seasons of the file, the earliest first. */
export function readSeasons(): Season[] {
  const [header, ...lines] = readFileSync(FILE, 'utf8').trim().split(/\r?\n/)
  if (header !== HEADER) throw new Error(`${FILE.pathname} does not begin with ${HEADER}`)
  const rows = lines.map((line) => {
    const [year = '', plot = '', grain = '', straw = ''] = line.split(',')
    return { year: Number(year), plot, grams: { grain: gramsOf(grain), straw: gramsOf(straw) } }
  })
  return [...Map.groupBy(rows, ({ year }) => year)]
    .map(([year, plots]) => ({ year, plots: plots.map(({ plot, grams }) => ({ plot, grams })) }))
    .sort((a, b) => a.year - b.year)
}

/** "1.92" tonnes are 1,920,000 g. The digits are moved and never multiplied, so that nothing is rounded. */
export function gramsOf(tonnes: string): number {
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(tonnes) ?? []
  if (whole === '') throw new Error(`“${tonnes}” is not a weight in tonnes`)
  return Number(whole + decimals.padEnd(6, '0'))
}

export function sumOf(plots: Plot[], crop: Crop): number {
  return plots.reduce((sum, { grams }) => sum + grams[crop], 0)
}

/** A fraction of a figure, in whole grams. */
export function part(grams: number, numerator: number, denominator: number): number {
  return Math.floor((grams * numerator) / denominator)
}
