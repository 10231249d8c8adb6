import type { Crop, Plot, Season } from './file.ts'

/**
 * What the farm office gets wrong now and then, and finds out seasons later. The correction is entered at its own old
 * date, and may change no other season end than the ones named here.
 */
export type Slip =
  | {
      kind: 'wrong row'
      crop: Crop
      plot: string
      /** The figure of another plot, which was entered in place of its own. */
      enteredGrams: number
      trueGrams: number
      foundIn: number
      /** The seasons at whose ends what was missing still lay there. */
      changes: number[]
    }
  | { kind: 'entered twice'; foundIn: number; changes: number[] }

const FIRST_YEAR = 1852
const CYCLE = 12

/** A slip in three of every twelve seasons: a load of grain, a load of straw, a sale. */
export function slipOf({ year, plots }: Season): Slip | undefined {
  switch ((year - FIRST_YEAR) % CYCLE) {
    case 1:
      return { ...wrongRow(plots, 'grain'), foundIn: year + 2, changes: [year] }
    case 2:
      // Straw is kept for three season ends before its bay is cleared.
      return { ...wrongRow(plots, 'straw'), foundIn: year + 4, changes: [year, year + 1, year + 2] }
    case 4:
      return { kind: 'entered twice', foundIn: year + 1, changes: [year] }
    default:
      return undefined
  }
}

/** The heaviest plot is entered with the figure of the lightest. */
function wrongRow(plots: Plot[], crop: Crop) {
  const [lightest, ...others] = plots.toSorted((a, b) => a.grams[crop] - b.grams[crop])
  const heaviest = others.at(-1)
  if (!lightest || !heaviest) throw new Error('a season has several plots')
  return {
    kind: 'wrong row' as const,
    crop,
    plot: heaviest.plot,
    enteredGrams: lightest.grams[crop],
    trueGrams: heaviest.grams[crop],
  }
}

/** The figures of a season as the office first enters them. */
export function enteredPlots({ plots }: Season, slip: Slip | undefined): Plot[] {
  if (slip?.kind !== 'wrong row') return plots
  return plots.map((plot) =>
    plot.plot === slip.plot ? { ...plot, grams: { ...plot.grams, [slip.crop]: slip.enteredGrams } } : plot,
  )
}
