import { ticketKey } from '../../kernel/ticket-number.ts'
import { isSameLorry, compareTicket } from '../loads/tickets/same-ticket-rules.ts'

/** Matching a buyer's lines with the loads that left for it. Pure: values in, a proposal out. */

/** A line of the buyer's statement. */
export interface StatedLine {
  line: number
  reference: string
  /** A day, such as 2026-08-14. */
  day: string
  vehicle: string
  grams: number
}

/** Load that one lorry took to the buyer, with all its parts. */
export interface SettlementLoad {
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

/** True if two weights differ by no more than the tolerance of ours; a load that is not weighed agrees with nothing. */
export function isWithinTolerance(theirGrams: number, ourGrams: number): boolean {
  return ourGrams > 0 && Math.abs(theirGrams - ourGrams) * 100 <= ourGrams * TOLERANCE_PERCENT
}

const daysBetween = (one: string, other: string) =>
  Math.abs(Date.parse(`${one}T00:00:00Z`) - Date.parse(`${other}T00:00:00Z`)) / 86_400_000

interface Comparison {
  /** Both have one number, and nothing speaks against it. */
  isReferenced: boolean
  /** True if the load left in the days of the statement: a number alone proves nothing about a load of another year. */
  isOfItsDays: boolean
  days: number
  isNear: boolean
  isSameWeight: boolean
  isAlike: boolean
  isSameVehicle: boolean
  isOtherVehicle: boolean
}

function compare(line: StatedLine, load: SettlementLoad, { from, to }: Days): Comparison {
  const key = ticketKey(line.reference)
  const days = daysBetween(line.day, load.day)
  const lorry = isSameLorry(line.vehicle, load.vehicle)
  const isNear = days <= DAYS_APART
  const isAlike = isWithinTolerance(line.grams, load.grams)
  // Of which harvest year it is no statement says: that the load is another only what speaks against it shows.
  const sameness = compareTicket({
    isOneSeries: true,
    isSameDay: isNear,
    isSameWeight: isAlike,
    isSameLorry: lorry,
  })
  return {
    isReferenced:
      key !== '' && sameness !== 'other' && load.references.some((each) => ticketKey(each) === key),
    isOfItsDays: load.day >= from && load.day <= to,
    days,
    isNear,
    isSameWeight: line.grams === load.grams,
    isAlike,
    isSameVehicle: lorry === true,
    isOtherVehicle: lorry === false,
  }
}

/** From one day to another. */
interface Days {
  from: string
  to: string
}

/** The days of a statement, from its first line to its last. */
export function spanOf(lines: readonly Pick<StatedLine, 'day'>[]): Days {
  const days = lines.map(({ day }) => day).toSorted()
  return { from: days[0] ?? '', to: days.at(-1) ?? '' }
}

/** Those days, and as many before and after them as a load may have been on the road. */
export function daysAround({ from, to }: Days): Days {
  return { from: shifted(from, -DAYS_APART), to: shifted(to, DAYS_APART) }
}

/** A day so many days later. */
function shifted(day: string, days: number): string {
  return day === ''
    ? ''
    : new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Criteria by which a line and a load are one, the surest first. Each goes over what those before it have left. */
const stages: { by: MatchedBy; holds: (compared: Comparison) => boolean }[] = [
  { by: 'reference', holds: ({ isReferenced, isOfItsDays }) => isReferenced && isOfItsDays },
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
 * two lines, is left to the person. A load of other days that has a line's number is offered, and not taken. The order of lines and loads decides nothing.
 *
 * @param span the days of the statement, where these are not all of its lines
 */
export function matchLines(
  lines: readonly StatedLine[],
  loads: readonly SettlementLoad[],
  span: Days = spanOf(lines),
): { matched: Matched[]; unmatched: Unmatched[] } {
  const pairs = pairsOf(lines, loads, daysAround(span))
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
  line: StatedLine
  load: SettlementLoad
  compared: Comparison
}

/** The pairs of which some stage holds, and those with one number. Loads are looked up by day and number, not each with each line. */
function pairsOf(lines: readonly StatedLine[], loads: readonly SettlementLoad[], days: Days): Pair[] {
  const byDay = Map.groupBy(loads, ({ day }) => day)
  const byReference = new Map<string, SettlementLoad[]>()
  for (const load of loads)
    for (const key of new Set(load.references.map(ticketKey)))
      byReference.set(key, [...(byReference.get(key) ?? []), load])
  return lines.flatMap((line) => {
    const key = ticketKey(line.reference)
    const near = daysNear(line.day).flatMap((day) => byDay.get(day) ?? [])
    const possible = new Set([...(key === '' ? [] : (byReference.get(key) ?? [])), ...near])
    return [...possible].flatMap((load): Pair[] => {
      const compared = compare(line, load, days)
      return compared.isReferenced || stages.some(({ holds }) => holds(compared))
        ? [{ line, load, compared }]
        : []
    })
  })
}

function daysNear(day: string): string[] {
  return Array.from({ length: 2 * DAYS_APART + 1 }, (_, index) => shifted(day, index - DAYS_APART))
}

function candidatesOf(line: number, pairs: readonly Pair[], taken: ReadonlySet<number>): number[] {
  const rank = ({ compared }: Pair) => {
    const stage = stages.findIndex(({ holds }) => holds(compared))
    return stage === -1 ? stages.length : stage
  }
  const apart = (pair: Pair) => Math.abs(pair.line.grams - pair.load.grams)
  return pairs
    .filter((pair) => pair.line.line === line && !taken.has(pair.load.id))
    .toSorted((a, b) => rank(a) - rank(b) || apart(a) - apart(b) || a.load.id - b.load.id)
    .slice(0, MOST_CANDIDATES)
    .map(({ load }) => load.id)
}

export const lineStates = ['agreed', 'differs', 'unweighed', 'ambiguous', 'unknown'] as const
export type LineState = (typeof lineStates)[number]

/**
 * Returns the state of a line: it agrees with its load, differs from it by more than the tolerance, may be one of several loads, or has none.
 *
 * @param ourGrams of its load; null where it has none
 */
export function stateOf(theirGrams: number, ourGrams: number | null, candidates: number): LineState {
  if (ourGrams === 0) return 'unweighed'
  if (ourGrams !== null) return isWithinTolerance(theirGrams, ourGrams) ? 'agreed' : 'differs'
  return candidates > 0 ? 'ambiguous' : 'unknown'
}

/** True if somebody has still to decide what comes of a line: one that agrees with its load is settled by that. */
export function isUndecided(state: LineState, decision: string | null): boolean {
  return state !== 'agreed' && decision === null
}
