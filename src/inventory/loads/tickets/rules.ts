import { fault, type Fault } from '../../../kernel/errors.ts'
import { inProportion, gramsFromKilograms, kilogramsFromGrams } from '../../../kernel/weight.ts'
import type { WeighingRules } from '../../../kernel/weighing.ts'
import { readingFaults, readingsOrNull, type Scales } from '../../readings/rules.ts'
import { netGrams, notWeighed, scaleFaults } from '../rules.ts'
import { message } from '../../../words/catalogue.ts'

/** One lorry in several parts (rules.md §4), as pure functions: what the parts weigh adds up to its net, to the gram. */

/** A part as a body gives it. */
export interface GivenPart {
  /** Path prefix of its faults, with a dot. */
  path: string
  kilograms: number | null | undefined
  /** Its share of the net, in any measure that is one for all parts. */
  share: number | null | undefined
}

const MILLIONTHS = 1_000_000

/** A share as it is kept: whole numbers can be cut without rest. */
export function storedShare(share: number | null | undefined): number | null {
  return share == null ? null : Math.round(share * MILLIONTHS)
}

/** A share as it was given. */
export function givenShare(stored: number | null): number | null {
  return stored === null ? null : stored / MILLIONTHS
}

/** Everything that is wrong with the parts of a ticket: all have weights, or all have shares, and weights add up to what was weighed. */
export function givenPartFaults(
  paths: { scale: string; weight: string },
  scales: Scales,
  parts: GivenPart[],
  weighing: WeighingRules,
): Fault[] {
  const net = netGrams(scales)
  const isShared = parts.some(({ share }) => share != null)
  const sum = parts.reduce((total, { kilograms }) => total + gramsFromKilograms(kilograms ?? 0), 0)
  const needed = isShared ? 'share' : paths.weight
  const missing = parts.filter((each) => (isShared ? each.share == null : each.kilograms == null))
  const isWhole = parts.length === 1 && !isShared
  return [
    ...scaleFaults(paths.scale, scales),
    ...readingFaults(paths.scale.replace(/\.full$/, ''), scales, weighing),
    ...(isWhole && (net !== undefined || scales.full_grams !== null || scales.empty_grams !== null)
      ? []
      : missing.map(({ path }) =>
          fault(
            `${path}${needed}`,
            isShared ? message('everyPartHasShare', {}) : message('everyPartHasWeight', {}),
            'required',
          ),
        )),
    ...(isShared
      ? parts.flatMap(({ path, kilograms }) =>
          kilograms ? [fault(`${path}${paths.weight}`, message('isGivenByShare', {}), 'contradiction')] : [],
        )
      : missing.length === 0
        ? sumFaults(paths.scale, scales, sum)
        : []),
  ]
}

/** Weights that do not add up: what was weighed is what the parts got; before it is weighed empty, more than that. */
export function sumFaults(
  path: string,
  scales: Scales,
  sum: number,
  of: 'parts' | 'bays' = 'parts',
): Fault[] {
  const net = netGrams(scales)
  const weighed = net ?? scales.full_grams
  const isAtOdds = net === undefined ? sum >= (scales.full_grams ?? Infinity) : net > 0 && sum !== net
  if (!isAtOdds || weighed === null) return []
  const said = message('weightsDoNotAddUp', {
    of,
    sum: kilogramsFromGrams(sum),
    weighed: kilogramsFromGrams(weighed),
    isFull: net === undefined,
  })
  return [fault(path, said, 'contradiction')]
}

/** Finds the faults in other shares for a ticket that has so many parts: each part has one share. */
export function newShareFaults(partCount: number, given: number[]): Fault[] {
  if (partCount === 0) return [fault('shares', message('isForPart', {}), 'contradiction')]
  if (given.length === partCount) return []
  const said = message('hasOtherNumberOfShares', { count: given.length, parts: partCount })
  return [fault('shares', said, 'contradiction')]
}

/** Computes the initial grams of each part: as given, or its share of the net once that is known. */
export function givenPartGrams(scales: Scales, parts: GivenPart[]): number[] {
  const net = netGrams(scales)
  const shares = parts.flatMap(({ share }) => storedShare(share) ?? [])
  if (shares.length === parts.length)
    return net === undefined ? shares.map(() => 0) : inProportion(net, shares)
  if (parts.length === 1 && net !== undefined) return [net]
  return parts.map(({ kilograms }) => gramsFromKilograms(kilograms ?? 0))
}

/** A part as it is stored. */
export interface StoredPart {
  id: number
  grams: number
  /** Null where its weight was given. */
  share: number | null
}

/**
 * Computes the grams of each part once the lorry has another net. Shares are shares of that; where weights were given, the other parts keep
 * theirs, and the part whose readings are corrected takes the rest.
 *
 * @returns undefined where nothing would be left for that part
 * @example partsOfNet(30_000, [{ id: 1, grams: 18_000, share: null }, { id: 2, grams: 10_000, share: null }], 2) // 18_000, 12_000
 */
export function partsOfNet(
  net: number,
  parts: StoredPart[],
  correctedId: number,
): Map<number, number> | undefined {
  const shares = parts.flatMap(({ share }) => share ?? [])
  if (shares.length === parts.length) return inPairs(parts, inProportion(net, shares))
  const others = parts.reduce((sum, { id, grams }) => sum + (id === correctedId ? 0 : grams), 0)
  if (net - others <= 0) return undefined
  return new Map(parts.map(({ id, grams }) => [id, id === correctedId ? net - others : grams]))
}

/** Choices for a lorry's net when parts of its load are deleted: it stays, and the other parts take their weight over, or it was less. */
export const lorryNets = ['stays', 'less'] as const
export type LorryNet = (typeof lorryNets)[number]

/** A part that is to be deleted. */
export interface DeletedPart {
  id: number
  grams: number
  lorryNet: LorryNet | undefined
  /** Path prefix of its faults, with a dot. */
  path: string
}

/**
 * Finds the faults of parts that are to be deleted: for a lorry that was weighed, somebody has to state whether its net stays or was less.
 *
 * @param net undefined where it was not weighed full and empty
 * @param staying weights of the other parts
 */
export function deletedPartFaults(
  net: number | undefined,
  deleted: DeletedPart[],
  staying: number[],
): Fault[] {
  if (net === undefined || staying.length === 0) return []
  const isNothingLeft = net - lessGrams(deleted) <= 0
  return deleted.flatMap(({ path, grams, lorryNet }) => {
    const at = `${path}lorryNet`
    if (grams === 0) return []
    if (lorryNet === undefined) return [fault(at, whichNet(net, grams), 'required')]
    if (lorryNet === 'stays' || !isNothingLeft) return []
    return [fault(at, message('leavesNoWeightForOthers', {}), 'contradiction')]
  })
}

const whichNet = (net: number, grams: number) =>
  message('needsLorryNet', {
    net: kilogramsFromGrams(net),
    part: kilogramsFromGrams(grams),
    less: kilogramsFromGrams(net - grams),
  })

/** By how much a lorry's net is less when these parts of it are deleted. */
export function lessGrams(deleted: DeletedPart[]): number {
  return deleted.reduce((sum, { grams, lorryNet }) => sum + (lorryNet === 'less' ? grams : 0), 0)
}

/** The readings of a lorry that weighed so much less, or more where negative: its full weight was read otherwise. */
export function scalesWithLess({ full_grams, empty_grams, readings }: Scales, grams: number): Scales {
  // What the scale said is not said of the figure that is left.
  const kept = readings && readingsOrNull({ ...readings, full: undefined })
  return { empty_grams, full_grams: full_grams === null ? null : full_grams - grams, readings: kept }
}

/** Computes the grams of each part that stays when others are deleted, and the lorry still brought its net. */
export function partsThatStay(net: number, parts: StoredPart[]): Map<number, number> {
  const shares = parts.flatMap(({ share }) => share ?? [])
  const sizes = shares.length === parts.length ? shares : parts.map(({ grams }) => grams)
  return inPairs(parts, inProportion(net, sizes))
}

/**
 * Computes the grams of each part when a deleted one is restored: it gets its own weight back, and the others share the rest in proportion
 * to theirs. Where shares were given, all have theirs again.
 *
 * @param others the parts that are there
 * @returns undefined where nothing would be left for the others
 */
export function partsWithRestored(
  net: number,
  others: StoredPart[],
  restored: StoredPart,
): Map<number, number> | undefined {
  const all = [...others, restored]
  if (others.length === 0 || all.every(({ share }) => share !== null)) return partsThatStay(net, all)
  const rest = net - restored.grams
  if (rest <= 0) return undefined
  const sizes = others.map(({ grams }) => grams)
  return new Map([...inPairs(others, inProportion(rest, sizes)), [restored.id, restored.grams]])
}

function inPairs(parts: StoredPart[], grams: number[]): Map<number, number> {
  return new Map(parts.map(({ id }, index) => [id, grams[index] ?? 0]))
}

/** The readings that a part shows: those of its lorry, unless nothing of the load is said to have gone there. */
export function scalesOfPart(ticket: Scales, { grams, share }: Omit<StoredPart, 'id'>): Scales {
  return grams === 0 && share === null ? notWeighed : ticket
}
