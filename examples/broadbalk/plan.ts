import type { Season } from './file.ts'
import { planGrain } from './grain.ts'
import { enteredPlots, slipOf, type Slip } from './slips.ts'
import type { Step } from './steps.ts'
import { planStraw } from './straw.ts'

/**
 * What a farm office does with a season: pure, and the same every time. Weights come from the file alone: its figures, or
 * fractions of them. Dates without a zone are local time on the farm.
 */

export interface SeasonPlan {
  year: number
  slip: Slip | undefined
  /** August to June, in order. */
  steps: Step[]
  /** In the July after it, when bays are emptied for the new harvest. */
  clearing: Step[]
}

/** The end of a season: the moment 1 July begins, and with it the new harvest year. */
export function seasonEnd(year: number): string {
  return `${year + 1}-07-01`
}

export function planOf(season: Season): SeasonPlan {
  const slip = slipOf(season)
  const plots = enteredPlots(season, slip)
  const grain = planGrain(season.year, plots, slip?.kind === 'entered twice')
  const straw = planStraw(season.year, plots)
  const byDate = (steps: Step[]) => steps.sort((a, b) => (a.at < b.at ? -1 : 1))
  return {
    year: season.year,
    slip,
    steps: byDate([...grain.steps, ...straw.steps]),
    clearing: byDate([...grain.clearing, ...straw.clearing]),
  }
}
