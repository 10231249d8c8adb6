import type { Units } from '../api/units.ts'
import { bushelKilograms, hasBushels } from './weight-units.ts'

/** One unit in kilograms: a bushel is one of a crop. */
const KILOGRAMS = { kg: 1, t: 1000, lb: 0.453_592_37, 'short ton': 907.184_74 }
/** One unit in hectares. */
const HECTARES = { ha: 1, ac: 0.404_685_642_24 }

/** A unit of weight, and how its figures are written. */
export interface WeightUnit {
  label: string
  kilograms: number
  /** The fewest and the most decimals: in lists, in short, where figures have to add up, and of a yield. */
  decimals: Record<'list' | 'short' | 'exact' | 'yield', [fewest: number, most: number]>
}

const both = (count: number): [number, number] => [count, count]
const inTonnes = { list: both(2), short: both(1), exact: [2, 6] as [number, number], yield: both(2) }
/** A gram is less than a hundredth of a pound. */
const inPounds = { list: both(0), short: both(0), exact: [0, 1] as [number, number], yield: both(0) }
const upToGrams: [number, number] = [0, 3]

const weightUnits: Record<Exclude<Units['stock'], 'bu'>, WeightUnit> = {
  t: { label: 't', kilograms: KILOGRAMS.t, decimals: inTonnes },
  kg: {
    label: 'kg',
    kilograms: KILOGRAMS.kg,
    decimals: { list: upToGrams, short: upToGrams, exact: upToGrams, yield: both(0) },
  },
  lb: { label: 'lb', kilograms: KILOGRAMS.lb, decimals: inPounds },
  'short ton': {
    label: 'ton',
    kilograms: KILOGRAMS['short ton'],
    decimals: { ...inTonnes, exact: [2, 4] },
  },
}

/** A bushel of a crop, where the country knows one. */
export function bushelOf(country: string, commodityId: number | undefined): WeightUnit | undefined {
  const kilograms = commodityId === undefined ? undefined : bushelKilograms(country, commodityId)
  return kilograms === undefined
    ? undefined
    : { label: 'bu', kilograms, decimals: { list: both(1), short: both(0), exact: both(2), yield: both(1) } }
}

/** In which stock of a crop is read, or of no crop in particular. */
export function stockUnitOf({ stock }: Units, country: string, commodityId?: number): WeightUnit {
  if (stock !== 'bu') return weightUnits[stock]
  return bushelOf(country, commodityId) ?? weightUnits['short ton']
}

/** In which the yield of a crop is read, by the unit of area: bushels by the acre where the crop has bushels. */
export function yieldUnitOf(units: Units, country: string, commodityId?: number): WeightUnit {
  const bushel = units.area === 'ac' ? bushelOf(country, commodityId) : undefined
  return bushel ?? stockUnitOf(units, country, commodityId)
}

export const scaleUnitOf = ({ scale }: Units): WeightUnit => weightUnits[scale]
export const hectaresIn = ({ area }: Pick<Units, 'area'>): number => HECTARES[area]

/** Names the units, for column heads over figures and for sentences. */
export function unitNames(units: Units, country: string, commodityId?: number) {
  const stockUnit = stockUnitOf(units, country, commodityId).label
  const knowsBushels = hasBushels(country)
  const yieldUnit = yieldUnitOf(units, country, commodityId).label
  const columnYieldUnit = units.area === 'ac' && knowsBushels ? 'bu' : yieldUnitOf(units, country).label
  const columnUnit = units.stock === 'bu' && knowsBushels ? 'bu' : stockUnit
  const isOfCrop = commodityId !== undefined
  return {
    stockUnit,
    columnUnit,
    entryUnit: isOfCrop ? stockUnit : columnUnit,
    entryYieldUnit: isOfCrop ? yieldUnit : columnYieldUnit,
    yieldUnit: `${yieldUnit}/${units.area}`,
    columnYieldUnit: `${columnYieldUnit}/${units.area}`,
    yieldWeightUnit: yieldUnit,
    scaleUnit: scaleUnitOf(units).label,
    areaUnit: units.area,
  }
}

/**
 * A figure with the fewest decimals that is the same again once it is read, so that 62,340 lb does not come back as 62,339.999.
 *
 * @param steps of one: 1000 for kilograms, which are kept to the gram
 */
export function fewestDecimals(value: number, size: number, steps: number): string {
  const kept = Math.round(value * steps)
  for (const decimals of [0, 1, 2, 3, 4, 5]) {
    const figure = (value / size).toFixed(decimals)
    if (Math.round(Number(figure) * size * steps) === kept) return figure
  }
  return String(Number((value / size).toFixed(6)))
}

/** Puts names of units in a text: `{scaleUnit}`, and of `{kg:kilograms|lb:pounds}` the words of the unit that is set at the scale or for areas. */
export function placeUnits(text: string, names: Record<string, string>): string {
  return text
    .replaceAll(/\{(\w+Unit)\}/g, (all, unit: string) => names[unit] ?? all)
    .replaceAll(
      /\{(\w+):([^|}]*)\|(\w+):([^}]*)\}/g,
      (_all, _first, words: string, unit: string, others: string) =>
        [names['scaleUnit'], names['areaUnit']].includes(unit) ? others : words,
    )
}
