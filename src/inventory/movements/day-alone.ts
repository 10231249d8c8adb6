import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { dayAlone, parseInstant } from '../../kernel/time.ts'

/**
 * Adds to the refusal of a shortage that a date without a time is the start of its day, where the stock is short just then: whoever
 * enters a load of this morning by its date alone finds nothing in the bay that was filled at eight (rules.md §1).
 *
 * @param dates as they were sent
 * @throws what `work` throws
 */
export async function explainDayAlone<T>(
  { timeZone }: Actor,
  dates: (string | null | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'insufficient_stock') throw error
    const { code, message, faults, details } = error
    const day = dates
      .flatMap((text) => dayAlone(text, timeZone))
      .find((each) => parseInstant(each, timeZone)?.toISOString() === details['date'])
    if (day === undefined) throw error
    const why = `${day} without a time is the start of that day: if the stock left later, give the time.`
    throw new Refusal(code, `${message} ${why}`, { faults, details })
  }
}
