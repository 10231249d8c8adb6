import type { HarvestHistory, HarvestPlan, ShortRecord } from '../../api/operations.ts'

/** What a plan is called: its grain, grade and variety. */
export const planName = ({ commodity }: Pick<HarvestPlan, 'commodity'>) =>
  [commodity.commodity.name, commodity.variety || commodity.type.name].filter(Boolean).join(', ')

/** What tells plans of one name apart. */
export const planDetail = ({ commodity, businessUnit }: HarvestPlan) =>
  [commodity.variety && commodity.type.name, commodity.grade.name, businessUnit.name]
    .filter(Boolean)
    .join(' · ')

/** A field of a plan as a whole, whatever stands on it. Hectares and kilograms. */
export interface PlanField {
  id: string
  name: string
  /** The oldest planting there, to be looked at. */
  recordId: string
  area: number
  remaining: number
  harvested: number
  /** Kilograms per hectare: of what was cut, where it is known how much that is, and what was expected. */
  perHectare: number | undefined
  expected: number
}

const TENTHOUSANDTHS = 10_000
/** Hectares are kept to four decimals, which sums of floats are not. */
const hectares = (value: number) => Math.round(value * TENTHOUSANDTHS) / TENTHOUSANDTHS

/** The fields of a plan in the order of their names. */
export function fieldsOf({ records }: Pick<HarvestPlan, 'records'>): PlanField[] {
  const byField = Map.groupBy(records, ({ harvest }) => harvest.fieldId)
  return [...byField]
    .flatMap(([id, plantings]) => {
      const [first] = plantings
      if (!first) return []
      const sum = (of: (each: ShortRecord) => number) =>
        plantings.reduce((total, each) => total + of(each), 0)
      const area = hectares(sum(({ harvest }) => harvest.area))
      const remaining = hectares(sum(({ planting }) => planting.areaRemaining))
      const harvested = Math.round(sum((each) => each.yield.harvested) * 1000) / 1000
      const cut = hectares(area - remaining)
      const expected = sum(({ harvest, planting }) => harvest.area * planting.expectedYield)
      return [
        {
          id,
          name: first.harvest.fieldName,
          recordId: first.id,
          area,
          remaining,
          harvested,
          perHectare: cut > 0 && harvested > 0 ? harvested / cut : undefined,
          expected: area > 0 ? Math.round((expected / area) * 1000) / 1000 : 0,
        },
      ]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Parts of the bar of a plan, in per cent of its width. */
export interface YieldBar {
  harvested: number
  /** Where the harvest is projected to end. */
  projected: number
  /** Where it was expected to. */
  predicted: number
}

export function barOf({ summary }: Pick<HarvestPlan, 'summary'>): YieldBar {
  const { totalPredictedYield, totalProjectedYield, totalHarvestedYield } = summary
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
