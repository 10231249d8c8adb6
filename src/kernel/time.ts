import { message, type Message } from '../words/catalogue.ts'
/** Dates as people write them, turned into instants in the organisation's time zone (rules.md §1). */

/** With hyphens or, as ISO 8601 has it too, without. */
const DATE_ONLY = /^\d{4}(-\d{2}-\d{2}|\d{4})$/
const ZONED = /(?:[zZ]|[+-]\d{2}(?::?\d{2})?)$/
/** Longer than any date that is meant as one. */
const MAX_DATE_LENGTH = 40
const EARLIEST = Temporal.Instant.from('1800-01-01T00:00:00Z').epochMilliseconds
const LATEST = Temporal.Instant.from('2200-01-01T00:00:00Z').epochMilliseconds

/**
 * The instant a date string means. A date alone is the start of that day, a time without a zone is local time,
 * both in `timeZone`; a time with a zone is what it says. Milliseconds are kept, finer parts dropped.
 * Answers undefined for anything that is not such a date between 1800 and 2200.
 *
 * @example parseInstant('2026-08-14', 'Europe/London') // 2026-08-13T23:00:00Z
 */
export function parseInstant(text: string, timeZone: string): Date | undefined {
  // Temporal reads [Asia/Tokyo] after a time, which is not of ISO 8601, and passes over what it says.
  if (text.includes('[')) return undefined
  try {
    const milliseconds = epochMilliseconds(text.trim(), timeZone)
    return milliseconds >= EARLIEST && milliseconds < LATEST ? new Date(milliseconds) : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The clock of a weighbridge's PC may be ahead of the service's by this much. */
const MAX_CLOCK_AHEAD_MS = 60_000

/**
 * When something happens that a body dates: now where it says nothing, and where it says a moment that a clock which is up to a minute
 * ahead takes for now. Undefined where it says no date.
 *
 * @example momentOf('2026-08-14T09:00:20Z', { timeZone: 'Europe/London', now: new Date('2026-08-14T09:00:00Z') }) // 09:00:00Z
 */
export function momentOf(
  text: string | null | undefined,
  { timeZone, now }: { timeZone: string; now: Date },
): Date | undefined {
  if (text == null) return now
  const instant = parseInstant(text, timeZone)
  const aheadMs = instant ? instant.getTime() - now.getTime() : 0
  return aheadMs > 0 && aheadMs <= MAX_CLOCK_AHEAD_MS ? now : instant
}

/** True if a date string is a date in every time zone. The instant it means depends on the zone. */
export function isDateText(text: string): boolean {
  return text.length <= MAX_DATE_LENGTH && parseInstant(text, 'UTC') !== undefined
}

function epochMilliseconds(text: string, timeZone: string): number {
  if (DATE_ONLY.test(text)) return Temporal.PlainDate.from(text).toZonedDateTime(timeZone).epochMilliseconds
  if (ZONED.test(text)) return Temporal.Instant.from(text).epochMilliseconds
  return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds
}

/**
 * That a local time never was, since the clocks went forward over it, and which is taken instead; nothing of any other text.
 *
 * @example skippedTimes('2026-03-29T01:30', 'Europe/London') // that there was no 01:30 on 2026-03-29
 */
export function skippedTimes(text: string | null | undefined, timeZone: string): Message[] {
  const trimmed = text?.trim() ?? ''
  if (DATE_ONLY.test(trimmed) || ZONED.test(trimmed)) return []
  const instant = parseInstant(trimmed, timeZone)
  if (!instant) return []
  const asked = Temporal.PlainDateTime.from(trimmed)
  const taken = formatTime(instant, timeZone)
  const time = asked.toPlainTime().toString({ smallestUnit: 'minute' })
  if (time === taken) return []
  const date = asked.toPlainDate().toString()
  return [message('clocksWentForward', { time, date, takenUTC: instant.toISOString(), timeZone })]
}

/**
 * The day that a date names which has no time; nothing of any other text.
 *
 * @example dayAlone('20260814', 'Europe/London') // ['2026-08-14']
 */
export function dayAlone(text: string | null | undefined, timeZone: string): string[] {
  const instant = text != null && DATE_ONLY.test(text.trim()) ? parseInstant(text, timeZone) : undefined
  return instant ? [formatDate(instant, timeZone)] : []
}

/** The last instant that a date string covers: the end of the day for a date alone, else the instant itself. */
export function parseInstantEnd(text: string, timeZone: string): Date | undefined {
  const start = parseInstant(text, timeZone)
  if (!start || !DATE_ONLY.test(text.trim())) return start
  const next = Temporal.PlainDate.from(text.trim()).add({ days: 1 }).toZonedDateTime(timeZone)
  return new Date(next.epochMilliseconds - 1)
}

/** The calendar date of an instant in a time zone, for messages to people. */
export function formatDate(instant: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

/** True if two instants fall on one calendar date in a time zone. */
export function isSameDay(one: Date, other: Date, timeZone: string): boolean {
  const apart = Math.abs(one.getTime() - other.getTime())
  // No day is longer, and the date takes longer to find.
  return apart === 0 || (apart < LONGEST_DAY && formatDate(one, timeZone) === formatDate(other, timeZone))
}

const LONGEST_DAY = 26 * 3_600_000

/** The time of day of an instant in a time zone, to the minute, for messages to people. */
export function formatTime(instant: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
}

/** True if `timeZone` is the IANA name of a zone that this machine knows. Temporal takes offsets and whole dates for a zone, too. */
export function isTimeZone(timeZone: string): boolean {
  try {
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)
    return timeZoneId === timeZone && /^[A-Z]/.test(timeZone)
  } catch {
    return false
  }
}

/** Noon of a day such as 2026-08-14 in a time zone, as an instant: of the same day for whoever reads it there. */
export function noonOf(day: string, timeZone: string): string {
  const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: '12:00' })
  return new Date(noon.epochMilliseconds).toISOString()
}
