import type { Static } from 'typebox'
import type { Actor } from '../../http/actor.ts'
import type { ExpiryOfLoad } from '../../http/validate/schema.ts'
import { parseInstantEnd, formatDate } from '../../kernel/time.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { findReason, reasonOfDifference } from '../../system/reasons/reasons.ts'
import {
  conflictToWire,
  type NamedConflict,
  type Recount,
  type Undone,
  messageOfConflict,
} from '../ledger/ledger.ts'
import { type Change, messagesOfChanges } from './blend-rules.ts'
import type { StockOutcome } from './change-stock.ts'
import { changesOf, type MergeResult } from './merge-stock.ts'
import type { Remarks } from './schema.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { paragraph, type Reader } from '../../words/render.ts'
import type { CountedStock } from '../../words/stock-terms.ts'
import type { Wording } from '../../words/writing.ts'

/** A command's own account of its work, and the destinations of its stock. */
interface Done {
  said: Wording[]
  ids: number[]
  /** When its stock moves; the latest of several. */
  at: Date
  /** Parcels that it merged into, where it comes in. */
  merged?: MergeResult[]
  /** The record that each of the movements puts stock into. */
  arrivals?: (string | null)[]
  /** Anything else that is odd about it. */
  warnings?: Wording[]
  /** The days that it is dated by without a time. */
  daysAlone?: string[]
  /** Loads that were entered before with its ticket. */
  sameTickets?: SameTicketsOf
  /** Assurances that have ended, or end soon, of those who have a part in it. */
  expiries?: ExpiryOfLoad[]
}

type SameTicketsOf = NonNullable<Static<typeof Remarks>['sameTickets']>

/**
 * The answer to a change of stock: what the command says of itself, what was written off or found by it, what is undone by it, what
 * merging changed, which counts stand, and the conflicts. Every command tells these, in these words.
 */
export function outcomeToResponse(
  actor: Actor,
  {
    said,
    ids,
    at,
    merged = [],
    arrivals = [],
    warnings = [],
    daysAlone = [],
    sameTickets = [],
    expiries = [],
  }: Done,
  outcome: StockOutcome,
) {
  const { recomputed, recounts, undone, conflicts } = outcome
  const {
    lead,
    rest,
    conflicts: told,
    beforeCounts,
  } = partsOf(
    {
      emptied: countedOff(outcome, at > actor.now),
      undone,
      changes: merged.flatMap((each) => changesOf(each, recomputed)),
      recounts,
      conflicts,
      warnings,
      daysAlone,
    },
    actor,
  )
  return {
    status: 'success' as const,
    message: paragraph([...lead, ...said, ...rest], actor),
    ids: ids.map(String),
    ...(arrivals.some((id) => id !== null) && { recordIds: arrivals.map((id) => id ?? '') }),
    ...(told.length > 0 && { conflicts: told }),
    ...(beforeCounts.length > 0 && { beforeCounts }),
    ...(sameTickets.length > 0 && { sameTickets }),
    ...(expiries.length > 0 && { expiries }),
  }
}

/** Puts into words the weights that postings write off or find as they empty sources or replace what lay in a bay: no body gives them. */
export function countedOff(
  { countedGrams }: Pick<StockOutcome, 'countedGrams'>,
  isPlanned: boolean,
  ids: number[] = [...countedGrams.keys()],
): Message[] {
  const gains = ids.map((id) => countedGrams.get(id) ?? 0)
  const lost = gains.reduce((sum, grams) => sum + Math.max(0, -grams), 0)
  const found = gains.reduce((sum, grams) => sum + Math.max(0, grams), 0)
  return [
    ...(lost > 0 ? [message('isWrittenOff', { weight: kilogramsFromGrams(lost), isPlanned })] : []),
    ...(found > 0 ? [message('isWrittenUp', { weight: kilogramsFromGrams(found), isPlanned })] : []),
  ]
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

/** Effects of stock that came in. */
export interface Arrived {
  /** Stock that was written off to make room for it (`countedOff`). */
  emptied?: Message[]
  /** Losses and finds of before that are no more. */
  undone?: Undone[]
  /** Changes in the description of it, or of what lay there. */
  changes: Change[]
  /** The counts that it came before. */
  recounts?: Recount[]
  /** Conflicts that it made worse (`snapshotConflicts`). */
  conflicts: NamedConflict[]
  /** Anything else that is odd about it. */
  warnings?: Wording[]
  /** The days that it is dated by without a time. */
  daysAlone?: string[]
  /** Loads that were entered before with its ticket. */
  sameTickets?: SameTicketsOf
  /** Assurances that have ended, or end soon, of those who have a part in it. */
  expiries?: ExpiryOfLoad[]
}

/** Builds the remarks on stock that came in: the changes by joining, and the conflicts it brought. Empty where there is nothing to remark. */
export function remarksOn(arrived: Arrived, reader: Reader): Static<typeof Remarks> {
  return remarksAfter([], arrived, reader)
}

/** Builds the remarks on stock that came in, behind the messages that go first. */
function remarksAfter(first: Message[], arrived: Arrived, reader: Reader): Static<typeof Remarks> {
  const { lead, rest, conflicts, beforeCounts } = partsOf(arrived, reader)
  const { sameTickets = [], expiries = [] } = arrived
  const said = paragraph([...first, ...lead, ...rest], reader)
  return {
    ...(said !== '' && { message: said }),
    ...(conflicts.length > 0 && { conflicts }),
    ...(beforeCounts.length > 0 && { beforeCounts }),
    ...(sameTickets.length > 0 && { sameTickets }),
    ...(expiries.length > 0 && { expiries }),
  }
}

/** Builds the parts of a response: its beginning, and the rest. */
function partsOf(
  {
    emptied = [],
    undone = [],
    changes,
    recounts = [],
    conflicts,
    warnings: given = [],
    daysAlone = [],
  }: Arrived,
  reader: Reader,
) {
  const sameDay = recounts.filter((recount) => isOfDayAlone(recount, daysAlone))
  // There is one such warning.
  const blended = changes.flatMap(({ warning }) => warning ?? []).slice(0, 1)
  const warnings = [...given, ...blended, ...conflicts.map((each) => messageOfConflict(each, reader))]
  const isPlanned = changes.some((change) => change.isPlanned === true)
  const joined = message('joinsOtherStock', { changes: messagesOfChanges(changes), isPlanned })
  const rest = [
    ...emptied,
    ...undone.map(messageOfUndone),
    ...(changes.length > 0 ? [joined] : []),
    ...recounts.filter((recount) => !sameDay.includes(recount)).map(messageOfRecount),
    ...(warnings.length > 0 ? [message('hasWarnings', { warnings })] : []),
  ]
  return {
    lead: sameDay.map(messageOfDay),
    rest,
    conflicts: conflicts.map((each) => conflictToWire(each, reader)),
    beforeCounts: sameDay.map(countToWire),
  }
}

/** Builds the remarks on stock that a movement brings in, with the time that it comes where that is still ahead. */
export function remarksOnIntake(actor: Actor, at: Date, arrived: Arrived): Static<typeof Remarks> {
  return remarksAfter(planned(actor, at, 1), arrived, actor)
}

/** When new movements move their stock, if that is still to come: whoever mistyped the date would look for the stock where it is not. */
export function planned({ now, timeZone }: Actor, at: Date, count: number): Message[] {
  return at <= now ? [] : [message('isPlan', { count, atUTC: at.toISOString(), timeZone })]
}

/**
 * True if a count was made in the course of a day, and something dated by that day alone falls before it. Whoever types in the load of this
 * morning rarely means that. A count at the close of the day comes after all of it.
 */
function isOfDayAlone({ at, timeZone, isPlanned }: Recount, daysAlone: string[]): boolean {
  const day = formatDate(at, timeZone)
  const close = parseInstantEnd(day, timeZone)
  return !isPlanned && daysAlone.includes(day) && close !== undefined && at < close
}

function messageOfDay(recount: Recount): Message {
  return message('countOfDayStands', { ...countedOf(recount), difference: differenceOf(recount) })
}

function countedOf({ stock, at, timeZone }: Recount): CountedStock {
  return { stock, atUTC: at.toISOString(), timeZone }
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
function messageOfRecount(recount: Recount): Message {
  const { grams, isPlanned } = recount
  // Only a bay that is emptied is counted ahead of its time.
  if (isPlanned) {
    const weight = kilogramsFromGrams(Math.abs(grams))
    return message('emptyingWillWriteOff', { ...countedOf(recount), weight, isMore: grams < 0 })
  }
  return message('countStands', { ...countedOf(recount), difference: differenceOf(recount) })
}

/** Describes the loss or find of a count, before and now. */
function differenceOf({ reason, grams, totalGrams }: Recount): Message {
  const isTurned = reasonOfDifference(Number(reason), totalGrams) !== Number(reason)
  return message('differenceIsNow', {
    before: kilogramsFromGrams(totalGrams - grams),
    now: kilogramsFromGrams(totalGrams),
    by: kilogramsFromGrams(Math.abs(grams)),
    reasonName: nameOfReason(reason),
    ...(isTurned && { turned: totalGrams > 0 ? ('found' as const) : ('lost' as const) }),
  })
}

function nameOfReason(reason: string): string {
  return findReason('adjustment', Number(reason))?.description ?? reason
}

/** Puts into words the undone write-offs and finds: whoever deletes or corrects a load sees only its own weight otherwise. */
function messageOfUndone({ stock, reason, grams, isPlanned }: Undone): Message {
  const undone = { stock, weight: kilogramsFromGrams(Math.abs(grams)), reasonName: nameOfReason(reason) }
  if (isPlanned) return message('willNotBeWritten', { ...undone, isOff: grams > 0 })
  return grams > 0 ? message('isBackInStock', undone) : message('isTakenOutAgain', undone)
}
