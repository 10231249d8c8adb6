import { Cron } from 'croner'

const TIME_OF_DAY = /^([01]?\d|2[0-3]):([0-5]\d)$/
/** As people write it: minute, hour, day, month, day of the week. */
const FIELDS = 5

/** When work is done by itself, on the clock of the machine. */
export interface Schedule {
  /** As it was set. */
  text: string
  /** The last moment that it names before another one. */
  previous: (now: Date) => Date | undefined
  next: (now: Date) => Date | undefined
}

/** The schedules by which backups and drills are made by themselves; undefined is never. */
export interface BackupSchedules {
  schedule: Schedule | undefined
  drillSchedule: Schedule | undefined
}

/**
 * Reads a schedule: a time of day, or an expression of cron with five fields.
 *
 * @returns undefined for a text that is neither
 * @example scheduleOf('02:30')
 * @example scheduleOf('0 2 * * 1-5')
 */
export function scheduleOf(text: string): Schedule | undefined {
  const [, hour, minute] = TIME_OF_DAY.exec(text) ?? []
  const pattern = hour === undefined ? text : `${Number(minute)} ${Number(hour)} * * *`
  if (pattern.trim().split(/\s+/).length !== FIELDS) return undefined
  try {
    const cron = new Cron(pattern, { paused: true })
    // One that names no day, such as the 30th of February, is a slip of the pen.
    if (!cron.nextRun()) return undefined
    return {
      text,
      previous: (now) => cron.previousRuns(1, now)[0],
      next: (now) => cron.nextRun(now) ?? undefined,
    }
  } catch {
    return undefined
  }
}
