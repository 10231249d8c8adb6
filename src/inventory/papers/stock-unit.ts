import type { Actor } from '../../http/actor.ts'
import { readingUnit } from '../../system/commodities/catalogue.ts'
import { fromUnit } from '../../words/units.ts'

/** A unit in which stock is read and counted, and how its figures are written. */
export interface StockUnit {
  label: string
  kilograms: number
  /** The fewest and the most decimals of its figures. */
  decimals: [fewest: number, most: number]
}

const units: Record<'t' | 'kg' | 'lb' | 'short ton', StockUnit> = {
  t: { label: 't', kilograms: fromUnit(1, 't'), decimals: [2, 6] },
  kg: { label: 'kg', kilograms: 1, decimals: [0, 3] },
  lb: { label: 'lb', kilograms: fromUnit(1, 'lb'), decimals: [0, 1] },
  'short ton': { label: 'ton', kilograms: fromUnit(1, 'short ton'), decimals: [2, 4] },
}

/**
 * The unit in which the people of an organisation read stock of a crop, or of none in particular, as the page has it: a bushel is one of a crop,
 * and what has none is in short tons.
 *
 * @example stockUnitFor(actor, 1) // { label: 'bu', kilograms: 27.2155422, … } in the United States
 */
export function stockUnitFor(
  { units: { stock }, countryISO }: Pick<Actor, 'units' | 'countryISO'>,
  commodityId?: number,
): StockUnit {
  if (stock !== 'bu') return units[stock]
  const unit = commodityId === undefined ? undefined : readingUnit(countryISO, commodityId)
  return unit?.name === 'bushel'
    ? { label: 'bu', kilograms: unit.conversion, decimals: [2, 2] }
    : units['short ton']
}
