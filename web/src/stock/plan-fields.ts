import type { HarvestPlan, ShortRecord } from '../api/operations.ts'

/** A field of a plan as a whole, whatever stands on it. Hectares and kilograms. */
export interface PlanField {
  id: string
  name: string
  /** The oldest planting there, to be looked at. */
  recordId: string
  area: number
  remaining: number
  harvested: number
  /** Kilograms per hectare of what was cut, as the service reckons it, and what was expected. */
  perHectare: number | undefined
  expected: number
}

const TENTHOUSANDTHS = 10_000
/** Hectares are kept to four decimals, which sums of floats are not. */
const hectares = (value: number) => Math.round(value * TENTHOUSANDTHS) / TENTHOUSANDTHS

/** The fields of a plan in the order of their names. */
export function fieldsOfPlan({ records, yields }: Pick<HarvestPlan, 'records' | 'yields'>): PlanField[] {
  const yieldOf = new Map(yields.map(({ fieldId, kilogramsPerHectare }) => [fieldId, kilogramsPerHectare]))
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
      const expected = sum(({ harvest, planting }) => harvest.area * planting.expectedYield)
      return [
        {
          id,
          name: first.harvest.fieldName,
          recordId: first.id,
          area,
          remaining,
          harvested,
          perHectare: yieldOf.get(id),
          expected: area > 0 ? Math.round((expected / area) * 1000) / 1000 : 0,
        },
      ]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}
