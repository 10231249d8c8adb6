import { hectaresFrom, squareMetres } from '../../kernel/area.ts'
import { fault, type Fault } from '../../kernel/errors.ts'
import { inProportion } from '../../kernel/weight.ts'
import { nameKey, tidied } from '../../kernel/names.ts'
import { message } from '../../words/catalogue.ts'

/** Splitting a field (rules.md §6), in whole square metres. */

export interface SplitRow {
  source: string
  hectares: number
}

/**
 * Finds all faults in the rows of a split at once: a field without an area, a part too small to keep, parts that
 * together are larger than their field. Faults are at `[row].hectares` or `[row].source`.
 * `areas` has the area of each field in square metres, undefined when not given.
 */
export function splitFaults(rows: SplitRow[], areas: Map<string, number | undefined>): Fault[] {
  const left = new Map(areas)
  return rows.flatMap(({ source, hectares }, index) => {
    if (!left.has(source)) return [fault(`[${index}].source`, message('isNoFieldOfYours', {}), 'unknown')]
    const available = left.get(source)
    if (available === undefined) return [fault(`[${index}].source`, message('hasNoArea', {}))]
    const wanted = squareMetres(hectares)
    if (wanted === 0) return [fault(`[${index}].hectares`, message('isUnderSquareMetre', {}), 'minimum')]
    left.set(source, available - wanted)
    if (wanted <= available) return []
    const rest = Number(hectaresFrom(Math.max(available, 0)))
    return [fault(`[${index}].hectares`, message('isMoreThanLeft', { left: rest }), 'maximum')]
  })
}

/**
 * No field is split into two of one name, whatever their case: sent twice, a split would take the same hectares twice, and no
 * field can be removed. `known` has, for each row, the name of a field that was split off its source before and is called so.
 * Faults are at `[row].name`.
 */
export function partNameFaults(
  rows: { source: string; name: string }[],
  known: (string | undefined)[],
): Fault[] {
  const asked = new Map<string, string>()
  return rows.flatMap(({ source, name }, index) => {
    const key = `${source} ${nameKey(name)}`
    const taken = known[index] ?? asked.get(key)
    asked.set(key, tidied(name))
    if (taken === undefined) return []
    return [fault(`[${index}].name`, message('isPartAlready', { name: taken }), 'duplicate')]
  })
}

/** A planting's area and what of it is still to be harvested, in square metres. */
export interface PlantedArea {
  area: number
  remaining: number
}

/**
 * Shares a planting out over the parts of its field by their size; the last share is what the source keeps. The shares
 * add up exactly, and no share has more left to harvest than it has area (unless the planting itself had).
 *
 * @example shareOut({ area: 100_000, remaining: 50_000 }, [30_000], 100_000)
 * // [{ area: 30_000, remaining: 15_000 }, { area: 70_000, remaining: 35_000 }]
 */
export function shareOut(planting: PlantedArea, parts: number[], fieldArea: number): PlantedArea[] {
  const rest = fieldArea - parts.reduce((sum, part) => sum + part, 0)
  const areas = inProportion(planting.area, [...parts, rest])
  const remaining = inProportion(planting.remaining, areas)
  return areas.map((area, index) => ({ area, remaining: remaining[index] ?? 0 }))
}

/**
 * Which of the crops that stand in a field a variety is given to: those of the commodities that are known to have it, where there
 * are any; else all.
 */
export function cropsOfVariety<Crop extends { commodityId: number }>(
  crops: Crop[],
  knownTo: ReadonlySet<number>,
): Crop[] {
  const known = crops.filter(({ commodityId }) => knownTo.has(commodityId))
  return known.length > 0 ? known : crops
}
