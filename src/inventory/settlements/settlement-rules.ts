import { nameKey } from '../../kernel/names.ts'

/** Matching a buyer's lines with the loads that left for it. Pure: values in, a proposal out. */

/** A line of the buyer's statement. */
export interface StatementLine {
  line: number
  reference: string
  /** A day, such as 2026-08-14. */
  day: string
  vehicle: string
  grams: number
}

/** What one lorry took to the buyer, with all its parts. */
export interface Load {
  /** The movement; of a lorry in several parts the first of them. */
  id: number
  /** The numbers it is known by: its load reference, and its ticket's number. */
  references: readonly string[]
  day: string
  vehicle: string
  /** 0 where it is not weighed. */
  grams: number
}

export const matchedBy = ['reference', 'weight', 'vehicle', 'hand'] as const
export type MatchedBy = (typeof matchedBy)[number]

export interface Matched {
  line: number
  loadId: number
  by: MatchedBy
}

/** A line that is left to the person, with the loads that it may be, the likeliest first. */
export interface Unmatched {
  line: number
  loadIds: number[]
}

/** A difference above so many per cent of our weight is flagged. */
export const TOLERANCE_PERCENT = 1
const DAYS_APART = 2
const MOST_CANDIDATES = 10

/** Whether two weights differ by no more than the tolerance of ours; a load that is not weighed agrees with nothing. */
export function isWithinTolerance(theirGrams: number, ourGrams: number): boolean {
  return ourGrams > 0 && Math.abs(theirGrams - ourGrams) * 100 <= ourGrams * TOLERANCE_PERCENT
}

/**
 * A reference as it is compared: letters and digits, without case, blanks and leading zeros.
 *
 * @example referenceKey("WB 0012-04") // "wb001204"
 */
export function referenceKey(reference: string): string {
  return nameKey(reference)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')
}

const plateOf = (vehicle: string) => vehicle.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const daysBetween = (one: string, other: string) =>
  Math.abs(Date.parse(`${one}T00:00:00Z`) - Date.parse(`${other}T00:00:00Z`)) / 86_400_000

interface Comparison {
  isReferenced: boolean
  days: number
  isNear: boolean
  isSameWeight: boolean
  isAlike: boolean
  isSameVehicle: boolean
  isOtherVehicle: boolean
}

function compare(line: StatementLine, load: Load): Comparison {
  const key = referenceKey(line.reference)
  const [theirs, ours] = [plateOf(line.vehicle), plateOf(load.vehicle)]
  const days = daysBetween(line.day, load.day)
  return {
    isReferenced: key !== '' && load.references.some((each) => referenceKey(each) === key),
    days,
    isNear: days <= DAYS_APART,
    isSameWeight: line.grams === load.grams,
    isAlike: isWithinTolerance(line.grams, load.grams),
    isSameVehicle: theirs !== '' && theirs === ours,
    isOtherVehicle: theirs !== '' && ours !== '' && theirs !== ours,
  }
}

/** What makes a line and a load one, the surest first. Each goes over what those before it have left. */
const stages: { by: MatchedBy; holds: (compared: Comparison) => boolean }[] = [
  { by: 'reference', holds: ({ isReferenced }) => isReferenced },
  {
    by: 'weight',
    holds: ({ days, isSameWeight, isOtherVehicle }) => days === 0 && isSameWeight && !isOtherVehicle,
  },
  { by: 'weight', holds: ({ isNear, isAlike, isSameVehicle }) => isNear && isAlike && isSameVehicle },
  { by: 'weight', holds: ({ isNear, isAlike, isOtherVehicle }) => isNear && isAlike && !isOtherVehicle },
  { by: 'vehicle', holds: ({ days, isSameVehicle }) => days === 0 && isSameVehicle },
]

/**
 * Matches the lines of a statement with loads. A pair is one where nothing else of its kind could be: a line that may be two loads, or a load that may be
 * two lines, is left to the person. The order of lines and loads decides nothing.
 */
export function matchLines(
  lines: readonly StatementLine[],
  loads: readonly Load[],
): { matched: Matched[]; unmatched: Unmatched[] } {
  const pairs = pairsOf(lines, loads)
  const takenLines = new Set<number>()
  const takenLoads = new Set<number>()
  // A number that stands on several papers is for a person to judge: neither its lines nor its loads are matched by anything weaker.
  const doubtful = { lines: new Set<number>(), loads: new Set<number>() }
  const matched: Matched[] = []
  for (const { by, holds } of stages) {
    const free = pairs.filter(
      ({ line, load, compared }) =>
        holds(compared) &&
        !takenLines.has(line.line) &&
        !takenLoads.has(load.id) &&
        !doubtful.lines.has(line.line) &&
        !doubtful.loads.has(load.id),
    )
    const ofLine = Map.groupBy(free, ({ line }) => line.line)
    const ofLoad = Map.groupBy(free, ({ load }) => load.id)
    for (const { line, load } of free) {
      if (ofLine.get(line.line)?.length === 1 && ofLoad.get(load.id)?.length === 1) {
        matched.push({ line: line.line, loadId: load.id, by })
        takenLines.add(line.line)
        takenLoads.add(load.id)
      } else if (by === 'reference') {
        doubtful.lines.add(line.line)
        doubtful.loads.add(load.id)
      }
    }
  }
  const left = lines.filter(({ line }) => !takenLines.has(line))
  return {
    matched: matched.toSorted((a, b) => a.line - b.line),
    unmatched: left.map(({ line }) => ({ line, loadIds: candidatesOf(line, pairs, takenLoads) })),
  }
}

interface Pair {
  line: StatementLine
  load: Load
  compared: Comparison
}

/** The pairs of which some stage holds. Loads are looked up by day and number, not each with each line. */
function pairsOf(lines: readonly StatementLine[], loads: readonly Load[]): Pair[] {
  const byDay = Map.groupBy(loads, ({ day }) => day)
  const byReference = new Map<string, Load[]>()
  for (const load of loads)
    for (const key of new Set(load.references.map(referenceKey)))
      byReference.set(key, [...(byReference.get(key) ?? []), load])
  return lines.flatMap((line) => {
    const key = referenceKey(line.reference)
    const near = daysAround(line.day).flatMap((day) => byDay.get(day) ?? [])
    const possible = new Set([...(key === '' ? [] : (byReference.get(key) ?? [])), ...near])
    return [...possible].flatMap((load): Pair[] => {
      const compared = compare(line, load)
      return stages.some(({ holds }) => holds(compared)) ? [{ line, load, compared }] : []
    })
  })
}

function daysAround(day: string): string[] {
  const noon = Date.parse(`${day}T12:00:00Z`)
  return Array.from({ length: 2 * DAYS_APART + 1 }, (_, index) =>
    new Date(noon + (index - DAYS_APART) * 86_400_000).toISOString().slice(0, 10),
  )
}

function candidatesOf(line: number, pairs: readonly Pair[], taken: ReadonlySet<number>): number[] {
  const rank = ({ compared }: Pair) => stages.findIndex(({ holds }) => holds(compared))
  const apart = (pair: Pair) => Math.abs(pair.line.grams - pair.load.grams)
  return pairs
    .filter((pair) => pair.line.line === line && !taken.has(pair.load.id))
    .toSorted((a, b) => rank(a) - rank(b) || apart(a) - apart(b) || a.load.id - b.load.id)
    .slice(0, MOST_CANDIDATES)
    .map(({ load }) => load.id)
}

export const lineStates = ['agreed', 'differs', 'ambiguous', 'unknown'] as const
export type LineState = (typeof lineStates)[number]

/**
 * How a line stands: it agrees with its load, differs from it by more than the tolerance, may be one of several loads, or has none.
 *
 * @param ourGrams of its load; null where it has none
 */
export function stateOf(theirGrams: number, ourGrams: number | null, candidates: number): LineState {
  if (ourGrams !== null) return isWithinTolerance(theirGrams, ourGrams) ? 'agreed' : 'differs'
  return candidates > 0 ? 'ambiguous' : 'unknown'
}

/** Whether somebody has still to say what comes of a line: one that agrees with its load is settled by that. */
export function isUndecided(state: LineState, decision: string | null): boolean {
  return state !== 'agreed' && decision === null
}
