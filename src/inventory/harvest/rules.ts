import { SQUARE_METRES_PER_HECTARE } from '../../kernel/area.ts'

/**
 * The rules of harvest plans (rules.md §6), as pure functions. Areas in whole square metres, weights in whole grams,
 * yields in grams per hectare, percentages from 0 to 100.
 */

/** A standing crop, as far as its plan is concerned. */
export interface PlantingFigures {
  fieldId: string
  area: number
  /** Of the area, what is still to be harvested. */
  remaining: number
  /** Cut area that a split moved to its parts; negative on a part. 0 where no split guessed how much of it was cut. */
  yieldAreaOffset: number
  /** The id shared by plantings that a split made of one another when their field was partly cut; null for all others. */
  splitGroupId: string | null
  expectedGramsPerHectare: number
  harvestedGrams: number
  /** The part of the loads whose moisture was measured. */
  measuredGrams: number
  /** Over those loads, Σ weight × moisture. */
  gramsTimesMoisture: number
}

/** Totals of a plan's plantings. */
export interface Summary {
  count: number
  area: number
  areaHarvested: number
  predictedGrams: number
  harvestedGrams: number
  projectedGrams: number
  remainingGrams: number
  /** 0 where no load was measured. */
  averageMoisturePercentage: number
  /** 0 where nothing was predicted. */
  varianceAsPercentage: number
  /** Fields that grain came off while no area of them is said to be cut. Their remainder is counted in full, so nothing follows from the variance. */
  fieldsWithoutCutArea: number
  /** Cut area of those, at the expected yield. */
  estimatedCutArea: number
}

/**
 * Adds up plantings: always from the figures themselves, so that no stored sum can go astray.
 *
 * @param others of the same split groups but of other plans, by which yields are measured too
 */
export function summarise(plantings: PlantingFigures[], others: PlantingFigures[] = []): Summary {
  const sum = (figure: (planting: PlantingFigures) => number) => totalOf(plantings.map(figure))
  const predictedGrams = Math.round(sum(predicted))
  const harvestedGrams = sum((each) => each.harvestedGrams)
  const groups = groupsOf([...plantings, ...others])
  const own = new Set(plantings)
  const projectedGrams = harvestedGrams + Math.round(totalOf(groups.map((group) => stillToCome(group, own))))
  const measuredGrams = sum((each) => each.measuredGrams)
  const withoutCutArea = groups.filter((group) => hasNoCutArea(group) && group.some((each) => own.has(each)))
  return {
    count: plantings.length,
    area: sum((each) => each.area),
    areaHarvested: sum(areaHarvested),
    predictedGrams,
    harvestedGrams,
    projectedGrams,
    remainingGrams: projectedGrams - harvestedGrams,
    averageMoisturePercentage:
      measuredGrams === 0 ? 0 : toThousandths(sum((each) => each.gramsTimesMoisture) / measuredGrams),
    varianceAsPercentage:
      predictedGrams === 0 ? 0 : toThousandths(((projectedGrams - predictedGrams) / predictedGrams) * 100),
    fieldsWithoutCutArea: withoutCutArea.length,
    estimatedCutArea: totalOf(withoutCutArea.map(estimatedCut)),
  }
}

/** True if grain came off a field with an area, and nobody has entered how much of it is cut. */
function hasNoCutArea(group: PlantingFigures[]): boolean {
  const of = (figure: (planting: PlantingFigures) => number) => totalOf(group.map(figure))
  return of(areaHarvested) <= 0 && of((each) => each.harvestedGrams) > 0 && of((each) => each.area) > 0
}

/** The area off which a field would have brought what it did at its expected yield: at most all of it; 0 where no yield was expected. */
function estimatedCut(group: PlantingFigures[]): number {
  const area = totalOf(group.map((each) => each.area))
  const expected = totalOf(group.map(predicted))
  const harvested = totalOf(group.map((each) => each.harvestedGrams))
  return expected <= 0 ? 0 : Math.round(Math.min(1, harvested / expected) * area)
}

/** The plantings by field, where fields that a split made of one another are one. */
function groupsOf(plantings: PlantingFigures[]): PlantingFigures[][] {
  const groups = new Map(plantings.map(({ fieldId, splitGroupId }) => [fieldId, splitGroupId ?? fieldId]))
  for (const { fieldId, splitGroupId } of plantings) if (splitGroupId) groups.set(fieldId, splitGroupId)
  return [...Map.groupBy(plantings, ({ fieldId }) => groups.get(fieldId)).values()]
}

function predicted({ area, expectedGramsPerHectare }: PlantingFigures): number {
  return gramsOn(area, expectedGramsPerHectare)
}

function areaHarvested({ area, remaining }: PlantingFigures): number {
  return area - remaining
}

/**
 * Predicts the rest of a field's harvest, over its plantings of one plan: at the field's own yield so far, or at the expected
 * one while it has none of its own. It has one once grain and area were both taken off; area alone is a combine that has
 * not been unloaded yet. The planting that a load was entered for does not show where in the field it grew.
 *
 * The fields that a split made of one another have one yield, since the split can only guess which of them was cut. One reported as
 * untouched has no yield and is expected to bring its expected one.
 *
 * @param own the plantings that are asked for; the group may have others
 */
function stillToCome(group: PlantingFigures[], own: ReadonlySet<PlantingFigures>): number {
  return totalOf(restsOf(group).flatMap(([each, grams]) => (own.has(each) ? grams : [])))
}

function restsOf(group: PlantingFigures[]): [PlantingFigures, number][] {
  const measured = ownYield(group)
  return group.map((each) => [
    each,
    measured?.of.has(each)
      ? measured.gramsPerSquareMetre * each.remaining
      : gramsOn(each.remaining, each.expectedGramsPerHectare),
  ])
}

/**
 * Predicts the grams that are still to come off each planting of a plan, as its summary does of all of them.
 *
 * @param others of the same split groups but of other plans, by which yields are measured too
 */
export function restOfPlantings<Planting extends PlantingFigures>(
  plantings: Planting[],
  others: PlantingFigures[],
): Map<Planting, number> {
  const rests = new Map(groupsOf([...plantings, ...others]).flatMap(restsOf))
  return new Map(plantings.map((each) => [each, Math.round(rests.get(each) ?? 0)]))
}

/** Calculates a group's yield so far by the square metre, and the plantings it applies to; undefined while it has none of its own. */
function ownYield(
  group: PlantingFigures[],
): { of: ReadonlySet<PlantingFigures>; gramsPerSquareMetre: number } | undefined {
  const fields = [...Map.groupBy(group, ({ fieldId }) => fieldId).values()]
  const cut = fields.filter((field) => !isUntouched(field)).flat()
  const taken = totalOf(cut.map(areaHarvested))
  const harvestedGrams = totalOf(cut.map((each) => each.harvestedGrams))
  if (taken <= 0 || harvestedGrams <= 0) return undefined
  return { of: new Set(cut), gramsPerSquareMetre: harvestedGrams / taken }
}

/**
 * Grams per hectare cut of each field that has a yield of its own, over its plantings of one crop; fields that a split made of one another
 * have one yield.
 */
export function yieldsOfFields(plantings: PlantingFigures[]): Map<string, number> {
  return new Map(
    groupsOf(plantings).flatMap((group) => {
      const measured = ownYield(group)
      if (!measured) return []
      const gramsPerHectare = measured.gramsPerSquareMetre * SQUARE_METRES_PER_HECTARE
      return [...measured.of].map(({ fieldId }) => [fieldId, gramsPerHectare] as const)
    }),
  )
}

/** That a split guessed that some of a field was cut, and somebody has said that nothing was. */
function isUntouched(field: PlantingFigures[]): boolean {
  return (
    totalOf(field.map(areaHarvested)) <= 0 &&
    field.every((each) => each.harvestedGrams === 0) &&
    field.some((each) => each.yieldAreaOffset !== 0)
  )
}

function gramsOn(squareMetres: number, gramsPerHectare: number): number {
  return (squareMetres * gramsPerHectare) / SQUARE_METRES_PER_HECTARE
}

function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** Progress of a harvest. */
export type PlanStatus = 'empty' | 'planned' | 'harvesting' | 'harvested'

/** The status of a plan with such a summary. */
export function plantingStatusOf({ count, area, areaHarvested: taken, harvestedGrams }: Summary): PlanStatus {
  if (count === 0) return 'empty'
  if (area > 0 && taken >= area) return 'harvested'
  return taken > 0 || harvestedGrams > 0 ? 'harvesting' : 'planned'
}

/** One harvest year in figures. */
export interface YearFigures {
  year: string
  predictedGrams: number
  harvestedGrams: number
  /** Planted. */
  area: number
  /** Cut so far, which the yield is of. */
  areaHarvested: number
  gramsPerHectare: number
}

/** The harvest years of plantings in order, each with what it was to bring, what it brought, and off how much land. */
export function historyOf(plantings: (PlantingFigures & { year: string })[]): YearFigures[] {
  return [...Map.groupBy(plantings, ({ year }) => year)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([year, own]) => {
      const { predictedGrams, harvestedGrams, area } = summarise(own)
      const { cut, gramsPerHectare } = yieldOf(own)
      return { year, predictedGrams, harvestedGrams, area, areaHarvested: cut, gramsPerHectare }
    })
}

/** The area cut, and grams per hectare of it, 0 where nothing is known to be cut. Grain off a field of which no area is known says nothing of a yield. */
function yieldOf(plantings: PlantingFigures[]): { cut: number; gramsPerHectare: number } {
  const fields = groupsOf(plantings).map((group) => ({
    cut: areaCut(group),
    grams: totalOf(group.map(({ harvestedGrams }) => harvestedGrams)),
  }))
  const cut = totalOf(fields.map((field) => field.cut))
  const grams = totalOf(fields.map((field) => (field.cut > 0 ? field.grams : 0)))
  return { cut, gramsPerHectare: cut <= 0 ? 0 : (grams / cut) * SQUARE_METRES_PER_HECTARE }
}

/** The land that the grain of a field came off: what was taken off the remaining area, or all of a planting of which nobody said. */
function areaCut(group: PlantingFigures[]): number {
  const taken = totalOf(group.map(areaHarvested))
  const isShared = group.some(({ splitGroupId }) => splitGroupId !== null)
  if (isShared && taken > 0) return taken
  return totalOf(
    group.map((each) =>
      areaHarvested(each) <= 0 && each.harvestedGrams > 0 ? each.area : areaHarvested(each),
    ),
  )
}

function totalOf(figures: number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}

/**
 * Shares what remains of a field out over its plantings, given oldest first: the oldest is harvested first.
 *
 * @example shareRemaining([60_000, 40_000], 50_000) // [10_000, 40_000]
 */
export function shareRemaining(areas: number[], remaining: number): number[] {
  let left = remaining
  return areas
    .toReversed()
    .map((area) => {
      const share = Math.min(area, left)
      left -= share
      return share
    })
    .toReversed()
}
