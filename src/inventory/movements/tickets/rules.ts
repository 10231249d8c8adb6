import { fault, type Fault } from '../../../kernel/errors.ts'
import { inProportion, gramsFromKilograms, sayWeight } from '../../../kernel/weight.ts'
import { netGrams, notWeighed, scaleFaults, type Scales } from '../rules.ts'

/** One lorry in several parts (rules.md §4), as pure functions: what the parts weigh adds up to its net, to the gram. */

/** A part as a body gives it. */
export interface GivenPart {
  /** Where faults of it are told, with a dot. */
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
): Fault[] {
  const net = netGrams(scales)
  const isShared = parts.some(({ share }) => share != null)
  const sum = parts.reduce((total, { kilograms }) => total + gramsFromKilograms(kilograms ?? 0), 0)
  const needed = isShared ? 'share' : paths.weight
  const missing = parts.filter((each) => (isShared ? each.share == null : each.kilograms == null))
  const isWhole = parts.length === 1 && !isShared
  return [
    ...scaleFaults(paths.scale, scales),
    ...(isWhole && (net !== undefined || scales.full_grams !== null || scales.empty_grams !== null)
      ? []
      : missing.map(({ path }) =>
          fault(
            `${path}${needed}`,
            `is needed: every part has a ${isShared ? 'share' : 'weight'}`,
            'required',
          ),
        )),
    ...(isShared
      ? parts.flatMap(({ path, kilograms }) =>
          kilograms
            ? [
                fault(
                  `${path}${paths.weight}`,
                  'is what its share of the net is: give one of them',
                  'contradiction',
                ),
              ]
            : [],
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
  what: 'parts' | 'bays' = 'parts',
): Fault[] {
  const net = netGrams(scales)
  const weighed = net ?? scales.full_grams
  const isAtOdds = net === undefined ? sum >= (scales.full_grams ?? Infinity) : net > 0 && sum !== net
  if (!isAtOdds || weighed === null) return []
  const lorry = net === undefined ? 'the full lorry' : 'the lorry'
  const message = `the weights of the ${what} add up to ${sayWeight(sum)}, ${lorry} weighed ${sayWeight(weighed)}`
  return [fault(path, message, 'contradiction')]
}

/** What each part weighs at first: as given, or its share of the net once that is known. */
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
 * What each part weighs once the lorry has another net. Shares are shares of that; where weights were given, the other parts keep theirs, and
 * the part whose readings are corrected takes the rest.
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

/** What each of the parts that stay weighs when others are deleted: the lorry still brought its net. */
export function partsThatStay(net: number, parts: StoredPart[]): Map<number, number> {
  const shares = parts.flatMap(({ share }) => share ?? [])
  const sizes = shares.length === parts.length ? shares : parts.map(({ grams }) => grams)
  return inPairs(parts, inProportion(net, sizes))
}

function inPairs(parts: StoredPart[], grams: number[]): Map<number, number> {
  return new Map(parts.map(({ id }, index) => [id, grams[index] ?? 0]))
}

/** The readings that a part shows: those of its lorry, unless nothing of the load is said to have gone there. */
export function scalesOfPart(ticket: Scales, { grams, share }: Omit<StoredPart, 'id'>): Scales {
  return grams === 0 && share === null ? notWeighed : ticket
}
