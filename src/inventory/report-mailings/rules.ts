/** When reports are mailed, as pure functions. */

export const mailingRhythms = ['day', 'week', 'month'] as const
export type MailingRhythm = (typeof mailingRhythms)[number]

/** A time that comes again, on the organisation's clock. */
export interface MailingTime {
  every: MailingRhythm
  /** From 1 for Monday of a week, or of a month; null of each day. A month that has no such day has it on its last one. */
  day: number | null
  hour: number
}

/**
 * Finds the first moment after one at which a mailing is due. An hour that the clocks leave out is the one after it.
 *
 * @param timeZone the organisation's, an IANA name
 * @example nextDue({ every: 'week', day: 1, hour: 7 }, new Date('2026-08-14T08:30:00Z'), 'Europe/London') // 2026-08-17T06:00:00Z
 */
export function nextDue({ every, day, hour }: MailingTime, after: Date, timeZone: string): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(after.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const dueOn = (date: Temporal.PlainDate) =>
    new Date(date.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds)
  for (let ahead = 0; ; ahead += 1) {
    const due = dueOn(dayAhead(from, ahead, every, day))
    if (due > after) return due
  }
}

/** The day of this rhythm that lies so many days, weeks or months ahead. */
function dayAhead(
  from: Temporal.PlainDate,
  ahead: number,
  every: MailingRhythm,
  day: number | null,
): Temporal.PlainDate {
  if (every === 'day') return from.add({ days: ahead })
  if (every === 'week') return from.add({ days: (day ?? 1) - from.dayOfWeek + 7 * ahead })
  const month = from.with({ day: 1 }).add({ months: ahead })
  return month.with({ day: Math.min(day ?? 1, month.daysInMonth) })
}
