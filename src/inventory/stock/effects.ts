import type { Static } from 'typebox'
import type { Actor } from '../../http/actor.ts'
import { parseInstantEnd, sayDate, sayTime } from '../../kernel/time.ts'
import { kilogramsFromGrams, sayWeight } from '../../kernel/weight.ts'
import { findReason, reasonOfDifference } from '../../system/reasons/reasons.ts'
import { conflictToWire, type NamedConflict, type Recount, type Undone } from '../ledger/ledger.ts'
import { sayChanges, type Change } from './blend-rules.ts'
import type { StockOutcome } from './change-stock.ts'
import { changesOf, type MergeResult } from './merge-stock.ts'
import type { Remarks } from './schema.ts'

/** What a command did, in its own words, and where its stock went. */
interface Done {
  message: string
  ids: number[]
  /** When its stock moves; the latest of several. */
  at: Date
  /** What it merged into, where it comes in. */
  merged?: MergeResult[]
  /** The record that each of the movements puts stock into. */
  arrivals?: (string | null)[]
  /** What else is odd about it, in sentences. */
  warnings?: string[]
  /** The days that it is dated by without a time. */
  daysAlone?: string[]
  /** Loads that were entered before with its ticket. */
  sameTickets?: SameTicketsOf
}

type SameTicketsOf = NonNullable<Static<typeof Remarks>['sameTickets']>

/**
 * The answer to a change of stock: what the command says of itself, what was written off or found by it, what is undone by it, what
 * merging changed, which counts stand, and the conflicts. Every command tells these, in these words.
 */
export function outcomeToResponse(
  { now }: Actor,
  { message, ids, at, merged = [], arrivals = [], warnings = [], daysAlone = [], sameTickets = [] }: Done,
  outcome: StockOutcome,
) {
  const { recomputed, recounts, undone, conflicts } = outcome
  const {
    lead,
    rest,
    conflicts: told,
    beforeCounts,
  } = partsOf({
    emptied: sayCounted(outcome, at > now),
    undone,
    changes: merged.flatMap((each) => changesOf(each, recomputed)),
    recounts,
    conflicts,
    warnings,
    daysAlone,
  })
  return {
    status: 'success' as const,
    message: [...lead, message, ...rest].join(' '),
    ids: ids.map(String),
    ...(arrivals.some((id) => id !== null) && { recordIds: arrivals.map((id) => id ?? '') }),
    ...(told.length > 0 && { conflicts: told }),
    ...(beforeCounts.length > 0 && { beforeCounts }),
    ...(sameTickets.length > 0 && { sameTickets }),
  }
}

/** How much postings that empty their sources, or replace what lay in a bay, write off or find: no body says it. */
export function sayCounted(
  { countedGrams }: Pick<StockOutcome, 'countedGrams'>,
  isPlanned: boolean,
  ids: number[] = [...countedGrams.keys()],
): string {
  const gains = ids.map((id) => countedGrams.get(id) ?? 0)
  const lost = gains.reduce((sum, grams) => sum + Math.max(0, -grams), 0)
  const found = gains.reduce((sum, grams) => sum + Math.max(0, grams), 0)
  const are = isPlanned ? 'will be' : 'are'
  return [
    ...(lost > 0 ? [`${sayWeight(lost)} left behind ${are} written off.`] : []),
    ...(found > 0 ? [`${sayWeight(found)} that the books lack ${are} written up.`] : []),
  ].join(' ')
}

/**
 * The conflicts that became worse, to be told with what came into each bay: those of the bay itself, and those elsewhere, which storage
 * contracts make and are told with all of it.
 */
export function conflictsByBay(
  { conflicts }: Pick<StockOutcome, 'conflicts'>,
  bayIds: (number | null)[],
): (bayId: number | null) => NamedConflict[] {
  const locked = new Set(bayIds)
  return (here) => conflicts.filter(({ bayId }) => bayId === here || !locked.has(bayId))
}

/** What stock that came in has done. */
export interface Arrived {
  /** What was written off to make room for it, in words (`sayCounted`). */
  emptied?: string
  /** What was lost or found before and is no more. */
  undone?: Undone[]
  /** What it or what lay there is called otherwise now. */
  changes: Change[]
  /** The counts that it came before. */
  recounts?: Recount[]
  /** What it made worse (`snapshotConflicts`). */
  conflicts: NamedConflict[]
  /** What else is odd about it, in sentences. */
  warnings?: string[]
  /** The days that it is dated by without a time. */
  daysAlone?: string[]
  /** Loads that were entered before with its ticket. */
  sameTickets?: SameTicketsOf
}

/** What is to be said of stock that came in: what joining changed, and the conflicts it brought. Empty where there is nothing to say. */
export function remarksOn(arrived: Arrived): Static<typeof Remarks> {
  const { lead, rest, conflicts, beforeCounts } = partsOf(arrived)
  const { sameTickets = [] } = arrived
  const message = [...lead, ...rest].join(' ')
  return {
    ...(message !== '' && { message }),
    ...(conflicts.length > 0 && { conflicts }),
    ...(beforeCounts.length > 0 && { beforeCounts }),
    ...(sameTickets.length > 0 && { sameTickets }),
  }
}

/** What an answer begins with, and what it says besides. */
function partsOf({
  emptied = '',
  undone = [],
  changes,
  recounts = [],
  conflicts,
  warnings = [],
  daysAlone = [],
}: Arrived) {
  const sameDay = recounts.filter((recount) => isOfDayAlone(recount, daysAlone))
  const told = conflicts.map(conflictToWire)
  const blended = new Set(changes.flatMap(({ warning }) => warning ?? []))
  const beware = [...warnings, ...blended, ...told.map((conflict) => conflict.message)]
  const joins = changes.some(({ isPlanned }) => isPlanned) ? 'will join what lies' : 'joined what lay'
  const rest = [
    ...(emptied === '' ? [] : [emptied]),
    ...undone.map(sayUndone),
    ...(changes.length > 0 ? [`The stock ${joins} there: ${sayChanges(changes)}.`] : []),
    ...recounts.filter((recount) => !sameDay.includes(recount)).map(sayRecount),
    ...(beware.length > 0 ? ['Warning:', ...beware] : []),
  ]
  return {
    lead: sameDay.map(sayBeforeCount),
    rest,
    conflicts: told,
    beforeCounts: sameDay.map(countToWire),
  }
}

/** The same of stock that a movement brings in, with when it comes where that is still to come. */
export function remarksOnIntake(actor: Actor, at: Date, arrived: Arrived): Static<typeof Remarks> {
  const { message = '', ...remarks } = remarksOn(arrived)
  const said = `${sayPlanned(actor, at, 1)} ${message}`.trim()
  return { ...(said !== '' && { message: said }), ...remarks }
}

/** When new movements move their stock, if that is still to come: whoever mistyped the date would look for the stock where it is not. */
export function sayPlanned({ now, timeZone }: Actor, at: Date, count: number): string {
  if (at <= now) return ''
  const moves = count === 1 ? 'It is a plan: its stock moves' : 'They are plans: their stock moves'
  return ` ${moves} on ${sayDate(at, timeZone)} at ${sayTime(at, timeZone)}.`
}

/**
 * Whether a count was made in the course of a day by which alone something is dated that falls before it: whoever types in the load of this
 * morning rarely means that. A count at the close of the day comes after all of it.
 */
function isOfDayAlone({ at, timeZone, isPlanned }: Recount, daysAlone: string[]): boolean {
  const day = sayDate(at, timeZone)
  const close = parseInstantEnd(day, timeZone)
  return !isPlanned && daysAlone.includes(day) && close !== undefined && at < close
}

function sayBeforeCount(recount: Recount): string {
  const { stock, at, timeZone } = recount
  return `Dated ${sayDate(at, timeZone)} without a time, this is the start of that day, before the count of ${stock} at ${sayTime(at, timeZone)}, which still stands; ${sayRecountDifference(recount)}. If it was after the count, give its time.`
}

function countToWire({ recordId, at, reason, totalGrams }: Recount) {
  const reasonId = reasonOfDifference(Number(reason), totalGrams)
  return {
    recordId,
    countedAtUTC: at.toISOString(),
    reasonId,
    reason: findReason('adjustment', reasonId)?.description ?? '',
    difference: kilogramsFromGrams(totalGrams),
  }
}

/** A count is a fact: whoever enters something before it sees the bay stay as it was, and is told where the kilograms went. */
function sayRecount(recount: Recount): string {
  const { stock, at, timeZone, grams, isPlanned } = recount
  // Only a bay that is emptied is counted ahead of its time.
  if (isPlanned) {
    const change = `${sayWeight(Math.abs(grams))} ${grams < 0 ? 'more' : 'less'}`
    return `The emptying of ${stock} that is planned for ${sayDate(at, timeZone)} will now write off ${change}.`
  }
  return `The count of ${stock} on ${sayDate(at, timeZone)} still stands; ${sayRecountDifference(recount)}.`
}

function sayRecountDifference({ reason, grams, totalGrams }: Recount): string {
  const why = findReason('adjustment', Number(reason))?.description.toLowerCase() ?? reason
  const isTurned = reasonOfDifference(Number(reason), totalGrams) !== Number(reason)
  const isNow = isTurned
    ? `${totalGrams > 0 ? 'found' : 'lost'} by stock taking, after all; it was entered as ${why}`
    : why
  return sayDifference(grams, totalGrams, isNow)
}

function sayDifference(grams: number, totalGrams: number, reason: string): string {
  const before = totalGrams - grams
  const figure = (whole: number) => (whole > 0 ? 'gain' : 'loss')
  if (totalGrams === 0) return `its ${figure(before)} of ${sayWeight(Math.abs(before))} is gone (${reason})`
  const isTurned = before !== 0 && figure(before) !== figure(totalGrams)
  if (isTurned)
    return `its ${figure(before)} of ${sayWeight(Math.abs(before))} is now a ${figure(totalGrams)} of ${sayWeight(Math.abs(totalGrams))} (${reason})`
  const change = Math.abs(totalGrams) > Math.abs(before) ? 'larger' : 'smaller'
  return `its ${figure(totalGrams)} is now ${sayWeight(Math.abs(grams))} ${change} (${reason})`
}

/** What was written off is back, and what was found is gone: whoever deletes or corrects a load sees only its own weight otherwise. */
function sayUndone({ stock, reason, grams, isPlanned }: Undone): string {
  const weight = sayWeight(Math.abs(grams))
  const why = findReason('adjustment', Number(reason))?.description.toLowerCase() ?? reason
  if (isPlanned)
    return `${weight} of ${stock} will not be ${grams > 0 ? 'written off' : 'written up'} (${why}).`
  return grams > 0
    ? `${weight} that had been written off (${why}) are back in ${stock}.`
    : `${weight} that had been written up (${why}) are taken out of ${stock} again.`
}
