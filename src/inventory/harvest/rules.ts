import { SQUARE_METRES_PER_HECTARE } from '../../kernel/area.ts'
import { inProportion } from '../../kernel/in-proportion.ts'

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
  /**
   * The area that the harvested grain came off, less the area that was cut. They differ where a field was split after a part of it was
   * cut: the cut area is shared out, and the grain stays with the source.
   *
   * 5 of 10 ha were cut, for 45 t, when half of the field was split off. Each half has 2.5 cut hectares; the source has all 45 t, which
   * came off 5 ha, so it has +2.5 ha here, and the other half −2.5. If then 5 ha are said to remain of the source and none of the other
   * half, they become +5 and −5.
   */
  yieldAreaOffset: number
  expectedGramsPerHectare: number
  harvestedGrams: number
  /** The part of the loads whose moisture was measured. */
  measuredGrams: number
  /** Over those loads, Σ weight × moisture. */
  gramsTimesMoisture: number
}

/** What a plan's plantings add up to. */
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
}

/** Adds up plantings: always from the figures themselves, so that no stored sum can go astray. */
export function summarise(plantings: PlantingFigures[]): Summary {
  const sum = (figure: (planting: PlantingFigures) => number) =>
    plantings.reduce((total, each) => total + figure(each), 0)
  const predictedGrams = sum(predicted)
  const harvestedGrams = sum((each) => each.harvestedGrams)
  const fields = [...Map.groupBy(plantings, ({ fieldId }) => fieldId).values()]
  const projectedGrams = harvestedGrams + fields.reduce((total, field) => total + stillToCome(field), 0)
  const measuredGrams = sum((each) => each.measuredGrams)
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
  }
}

function predicted({ area, expectedGramsPerHectare }: PlantingFigures): number {
  return gramsOn(area, expectedGramsPerHectare)
}

function areaHarvested({ area, remaining }: PlantingFigures): number {
  return area - remaining
}

/**
 * What the rest of a field will bring, over its plantings of one plan: at the field's own yield so far, or at the expected
 * one while it has none of its own. It has one once grain and area were both taken off; area alone is a combine that has
 * not been unloaded yet. Which of several plantings a load was entered for says nothing of where in the field it grew.
 */
export function stillToCome(field: PlantingFigures[]): number {
  const sum = (figure: (planting: PlantingFigures) => number) =>
    field.reduce((total, each) => total + figure(each), 0)
  const taken = sum((each) => areaHarvested(each) + each.yieldAreaOffset)
  const harvestedGrams = sum((each) => each.harvestedGrams)
  if (taken <= 0 || harvestedGrams <= 0)
    return sum((each) => gramsOn(each.remaining, each.expectedGramsPerHectare))
  return Math.round((harvestedGrams / taken) * sum((each) => each.remaining))
}

function gramsOn(squareMetres: number, gramsPerHectare: number): number {
  return Math.round((squareMetres * gramsPerHectare) / SQUARE_METRES_PER_HECTARE)
}

function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** How far a harvest is. */
export type PlanStatus = 'empty' | 'planned' | 'harvesting' | 'harvested'

/** The status of a plan with such a summary. */
export function statusOf({ count, area, areaHarvested: taken, harvestedGrams }: Summary): PlanStatus {
  if (count === 0) return 'empty'
  if (area > 0 && taken >= area) return 'harvested'
  return taken > 0 || harvestedGrams > 0 ? 'harvesting' : 'planned'
}

/** One harvest year in figures. */
export interface YearFigures {
  year: string
  predictedGrams: number
  harvestedGrams: number
  area: number
  gramsPerHectare: number
}

/** The harvest years of plantings in order, each with what it was to bring, what it brought, and off how much land. */
export function historyOf(plantings: (PlantingFigures & { year: string })[]): YearFigures[] {
  return [...Map.groupBy(plantings, ({ year }) => year)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([year, own]) => {
      const { predictedGrams, harvestedGrams, area } = summarise(own)
      return { year, predictedGrams, harvestedGrams, area, gramsPerHectare: yieldOf(own) }
    })
}

/** Grams per hectare cut, 0 where nothing is known to be cut. Grain off a field of which no area is known says nothing of a yield. */
function yieldOf(plantings: PlantingFigures[]): number {
  const fields = [...Map.groupBy(plantings, ({ fieldId }) => fieldId).values()].map((field) => ({
    cut: totalOf(field.map(areaCut)),
    grams: totalOf(field.map(({ harvestedGrams }) => harvestedGrams)),
  }))
  const cut = totalOf(fields.map((field) => field.cut))
  const grams = totalOf(fields.map((field) => (field.cut > 0 ? field.grams : 0)))
  return cut <= 0 ? 0 : (grams / cut) * SQUARE_METRES_PER_HECTARE
}

/** The land that a planting's grain came off: what was taken off the remaining area, or all of it where nobody said. */
function areaCut(planting: PlantingFigures): number {
  const { area, harvestedGrams, yieldAreaOffset } = planting
  const taken = areaHarvested(planting) + yieldAreaOffset
  return taken <= 0 && harvestedGrams > 0 ? area + yieldAreaOffset : taken
}

/**
 * How far the yield area offsets of fields that a split made of one another change with what remains of them, told in one request.
 * The split could only guess how much of each was cut. What remains more of one and less of another says where the cut land lies:
 * the grain came off the same land as before. Only what remains less in all was cut since, or, if it is more, was not cut.
 *
 * @param changes by field, how many square metres more remain
 * @example offsetChanges([25_000, -35_000]) // [25_000, -25_000]
 */
export function offsetChanges(changes: number[]): number[] {
  const gains = changes.map((change) => Math.max(change, 0))
  const losses = changes.map((change) => Math.max(-change, 0))
  const moved = Math.min(totalOf(gains), totalOf(losses))
  const taken = inProportion(moved, losses)
  return inProportion(moved, gains).map((given, index) => given - (taken[index] ?? 0))
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
