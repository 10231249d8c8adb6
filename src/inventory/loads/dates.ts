import { message, type Message } from '../../words/catalogue.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { dayAlone, parseInstant, skippedTimes } from '../../kernel/time.ts'
import type { Wording } from '../../words/writing.ts'

type GivenDates = (string | null | undefined)[]

/** Finds oddities in the dates of a body, worded for the response: times that the clock skipped, and days without a time. */
export function oddDates(
  { timeZone }: Actor,
  dates: GivenDates,
): { warnings: Wording[]; daysAlone: string[] } {
  return {
    warnings: dates.flatMap((text) => skippedTimes(text, timeZone)),
    daysAlone: dates.flatMap((text) => dayAlone(text, timeZone)),
  }
}

/**
 * Adds to the refusal of a shortage that a date without a time is the start of its day, where the stock is short just then: whoever
 * enters a load of this morning by its date alone finds nothing in the bay that was filled at eight (rules.md §1).
 *
 * @param dates as they were sent
 * @throws what `work` throws
 */
export async function explainDayAlone<T>(
  actor: Actor,
  dates: GivenDates,
  work: () => Promise<T>,
): Promise<T> {
  return work().catch((error: unknown) => {
    throw error instanceof Refusal ? explainedDayAlone(actor, dates, error) : error
  })
}

/** Explains a date without a time in a refusal that was caught, as `explainDayAlone` does. */
export function explainedDayAlone({ timeZone }: Actor, dates: GivenDates, refusal: Refusal): Refusal {
  if (refusal.code !== 'insufficient_stock') return refusal
  const day = dates
    .flatMap((text) => dayAlone(text, timeZone))
    .find((each) => parseInstant(each, timeZone)?.toISOString() === refusal.details['date'])
  if (day === undefined) return refusal
  return withReason(refusal, message('dayStarts', { day }))
}

const JUDGED_AT_THE_END = new Set(['insufficient_stock', 'incompatible_stock'])

/** Says where one of several corrections is refused, because the others are still to come, that they can be sent together. */
export function withWayOut(error: unknown): never {
  if (!(error instanceof Refusal) || !JUDGED_AT_THE_END.has(error.code)) throw error
  throw withReason(error, message('sendTogether', {}))
}

function withReason({ code, said, faults, details }: Refusal, reason: Message): Refusal {
  return new Refusal(code, message('withReason', { refusal: said, reason }), { faults, details })
}
