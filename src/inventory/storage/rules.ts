import { fault, type Fault } from '../../kernel/errors.ts'
import { nameKey } from '../../kernel/names.ts'
import { message } from '../../words/catalogue.ts'

/** Rules of bays and locations (rules.md §3). Values in, decision out. */

/** So many grams of a commodity: what a bay holds at most, or what lies in it. */
export interface Capacity {
  commodityId: number
  grams: number
}

/**
 * Computes the room of a bay in grams: its capacity for the commodity that lies there, or, when it is empty and has
 * exactly one capacity, that one, less what lies there. Negative when it is overfull; 0 where nobody has set its capacity
 * for that commodity.
 *
 * @example remainingGrams([{ commodityId: 1, grams: 500 }], { commodityId: 1, grams: 620 }) // -120
 */
export function remainingGrams(capacities: Capacity[], stock: Capacity | undefined): number {
  if (!stock) return capacities.length === 1 && capacities[0] ? capacities[0].grams : 0
  const capacity = capacities.find((each) => each.commodityId === stock.commodityId)
  return capacity ? capacity.grams - stock.grams : 0
}

/**
 * Computes the room of a bay for each commodity that it has a capacity for, in grams: what lies there takes its room, whatever it is.
 *
 * @example remainingByCommodity([{ commodityId: 1, grams: 500 }, { commodityId: 2, grams: 440 }], 100) // 400 and 340
 */
export function remainingByCommodity(capacities: Capacity[], lyingGrams: number): Capacity[] {
  return capacities.map(({ commodityId, grams }) => ({ commodityId, grams: grams - lyingGrams }))
}

/** True if nobody has set a bay's capacity: for what lies there, or, where nothing does, for anything. */
export function isUnlimited(capacities: Capacity[], stock: Capacity | undefined): boolean {
  return !capacities.some(({ commodityId }) => !stock || commodityId === stock.commodityId)
}

/** A bay as a body names it: `id` of a bay that stands, or undefined for a new one. */
export interface NamedBay {
  id: number | undefined
  name: string | undefined
}

/**
 * Bay names are unique within one store, whatever their case. Judges the names as they will be: bays that stand keep
 * theirs unless the list renames them. Faults are at `substorage[i].name`.
 */
export function bayNameFaults(standing: { id: number; name: string }[], given: NamedBay[]): Fault[] {
  const renamed = new Set(given.filter((each) => each.name !== undefined).map((each) => each.id))
  const taken = new Map(
    standing.filter((bay) => !renamed.has(bay.id)).map((bay) => [nameKey(bay.name), bay.name]),
  )
  return given.flatMap((bay, index) => {
    const path = `substorage[${index}].name`
    if (bay.name === undefined)
      return bay.id === undefined ? [fault(path, message('newBayNeedsName', {}), 'required')] : []
    const clash = taken.get(nameKey(bay.name))
    taken.set(nameKey(bay.name), bay.name)
    return clash === undefined ? [] : [fault(path, message('isBayAlready', { name: clash }), 'duplicate')]
  })
}

/** A bay has at most one capacity for a commodity. Faults are below `path`. */
export function capacityFaults(
  path: string,
  capacities: { commodityId: number }[],
  isCommodity: (commodityId: number) => boolean,
): Fault[] {
  const seen = new Set<number>()
  return capacities.flatMap(({ commodityId }, index) => {
    const at = `${path}[${index}].commodityId`
    if (!isCommodity(commodityId))
      return [fault(at, message('isNoCommodityId', { id: commodityId }), 'unknown')]
    if (seen.has(commodityId)) return [fault(at, message('isCapacityTwice', {}), 'duplicate')]
    seen.add(commodityId)
    return []
  })
}
