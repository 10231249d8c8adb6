/**
 * Days of the organisation's time zone, as `2026-08-14`, wherever the browser is. A day is text, so that nobody takes it for the moment
 * at which it begins somewhere else.
 */
export type Day = string

const DAY = /^\d{4}-\d{2}-\d{2}$/

export function isDay(text: string): boolean {
  const noon = new Date(`${text}T12:00:00Z`)
  return DAY.test(text) && !Number.isNaN(noon.getTime()) && noon.toISOString().slice(0, 10) === text
}

/** The day on which a moment is. */
export function dayOf(instant: Date | string | number, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const found = new Map(parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return `${found.get('year')}-${found.get('month')}-${found.get('day')}`
}

export function addDays(day: Day, count: number): Day {
  const noon = new Date(`${day}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() + count)
  return noon.toISOString().slice(0, 10)
}

/** Counts the days between: 0 for the same day. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000)
}

/** The moment at which a day begins: midnight, or the first moment there is where clocks are put forward then. */
export function startOfDay(day: Day, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The offset of the hours around it; where it changes that night, the first of the two that is within the day counts.
  const candidates = [12, -12].map((hours) => midnight - offsetAt(midnight + hours * 3_600_000, timeZone))
  const within = candidates.filter((each) => dayOf(each, timeZone) === day).sort((a, b) => a - b)
  return new Date(within[0] ?? firstMomentOf(day, timeZone, midnight))
}

/** The last moment of a day in the farm's zone: what lies there then is its close. */
export function endOfDay(day: Day, timeZone: string): Date {
  return new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1)
}

/**
 * The moment at which the farm's clock shows a time, such as `10:30`, on a day. Of an hour that is there twice it is the first; a time that
 * is left out when clocks go forward is as long after midnight as it says.
 */
export function momentOf(day: Day, time: string, timeZone: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const [before, after] = [-24, 24].map((hours) => shown - offsetAt(shown + hours * 3_600_000, timeZone)) as [
    number,
    number,
  ]
  const isShownAt = (instant: number) => instant + offsetAt(instant, timeZone) === shown
  return new Date(isShownAt(before) || !isShownAt(after) ? before : after)
}

/** The time that the farm's clock shows at a moment, such as `14:45`. */
export function timeOf(instant: Date | string | number, timeZone: string): string {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', options).format(new Date(instant))
}

/** A day and a time as they are typed; '' is none. */
export interface TypedMoment {
  day: string
  time: string
}

/** Writes a moment as a form shows it. */
export const typedMoment = (instant: Date | string | number, timeZone: string): TypedMoment => ({
  day: dayOf(instant, timeZone),
  time: timeOf(instant, timeZone),
})

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/**
 * The moment that is typed in place of another: what was not touched stays. Where the day and the time are those it shows, that is the very
 * moment, also in an hour that is there twice; where the time is, its seconds stay on the other day.
 *
 * @returns undefined while there is no day or no time
 */
export function editedMoment({ day, time }: TypedMoment, before: string, timeZone: string): Date | undefined {
  if (!isDay(day) || !TIME.test(time)) return undefined
  const shown = typedMoment(before, timeZone)
  if (day === shown.day && time === shown.time) return new Date(before)
  const withinMinute = time === shown.time ? Date.parse(before) % 60_000 : 0
  return new Date(momentOf(day, time, timeZone).getTime() + withinMinute)
}

/**
 * The moment that is typed for something new. Without a time it is now, to the minute so that what was rehearsed is what is sent, but not
 * before the form was opened: what is moved may have been entered in this very minute. Without a time on another day it is noon.
 *
 * @returns undefined while there is no day, or where the time is none
 */
export function newMoment(
  { day, time }: TypedMoment,
  { openedAt, timeZone }: { openedAt: number; timeZone: string },
  now = Date.now(),
): Date | undefined {
  if (!isDay(day) || (time !== '' && !TIME.test(time))) return undefined
  if (time !== '') return momentOf(day, time, timeZone)
  if (day === dayOf(now, timeZone)) return new Date(Math.max(openedAt, Math.floor(now / 60_000) * 60_000))
  return momentOf(day, '12:00', timeZone)
}

/** The moment at which something is saved, with the day that it is and the zone of the farm's clock. */
export interface SavedAt {
  now: Date
  today: string
  timeZone: string
}

/** The moment at which somebody looked: when it is saved, if nothing is typed; today, if a time alone is. Undefined where what is typed is none. */
export function momentSeen({ day, time }: TypedMoment, { now, today, timeZone }: SavedAt): Date | undefined {
  if (day === '' && time === '') return now
  const at = now.getTime()
  return newMoment({ day: day === '' ? today : day, time }, { openedAt: at, timeZone }, at)
}

/** Finds the start of a day without midnight: the moment after the clock was put forward, to the minute. */
function firstMomentOf(day: Day, timeZone: string, near: number): number {
  let before = near - 15 * 3_600_000
  let after = near + 15 * 3_600_000
  while (after - before > 60_000) {
    const middle = Math.floor((before + after) / 120_000) * 60_000
    if (middle <= before) break
    if (dayOf(middle, timeZone) < day) before = middle
    else after = middle
  }
  return after
}

/** Measures how far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const found = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes) => found.get(name) ?? 0
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - Math.floor(instant / 1000) * 1000
}
