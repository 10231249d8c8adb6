import type { HarvestHistory, HarvestPlan } from '../../api/operations.ts'

/** Names a plan by its grain, grade and variety. */
export const planName = ({ commodity }: Pick<HarvestPlan, 'commodity'>) =>
  [commodity.commodity.name, commodity.variety || commodity.type.name].filter(Boolean).join(', ')

/** Describes the differences between plans of one name. */
export const planDetail = ({ commodity, businessUnit }: HarvestPlan) =>
  [commodity.variety && commodity.type.name, commodity.grade.name, businessUnit.name]
    .filter(Boolean)
    .join(' · ')

/** Parts of the bar of a plan, in per cent of its width. */
export interface YieldFigures {
  harvested: number
  /** Projected end of the harvest. */
  projected: number
  /** Expected end of the harvest. */
  predicted: number
}

export function barOf({ summary }: Pick<HarvestPlan, 'summary'>): YieldFigures {
  const { totalPredictedYield, totalHarvestedYield, fieldsWithoutCutArea } = summary
  // Nothing is projected as long as it is not said how much is cut.
  const totalProjectedYield = fieldsWithoutCutArea > 0 ? totalHarvestedYield : summary.totalProjectedYield
  const most = Math.max(totalPredictedYield, totalProjectedYield, totalHarvestedYield, 1)
  const share = (kilograms: number) => (kilograms / most) * 100
  return {
    harvested: share(totalHarvestedYield),
    projected: share(totalProjectedYield),
    predicted: share(totalPredictedYield),
  }
}

/** One line of the history: a figure for each harvest year. */
export const datasetOf = ({ datasets }: HarvestHistory, label: string): number[] =>
  datasets.find((each) => each.label === label)?.data ?? []
