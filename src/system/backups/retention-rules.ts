/** The number of days, weeks and months of which a backup is kept. */
export interface Retention {
  days: number
  weeks: number
  months: number
}

const NAME = /^granary-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.granary$/
const DAY_MS = 86_400_000

/**
 * Names the backup of a moment.
 *
 * @example backupName(new Date('2026-11-30T02:00:00Z')) // 'granary-2026-11-30T020000Z.granary'
 */
export function backupName(at: Date): string {
  return `granary-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.granary`
}

/** The moment in the name of a backup; undefined for a file that is none of ours. */
export function momentOfBackup(name: string): Date | undefined {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return day === undefined || Number.isNaN(at.getTime()) ? undefined : at
}

/** The backups among files, the newest first. Pure. */
export function newestBackups(names: string[]): string[] {
  return names.filter((name) => momentOfBackup(name) !== undefined).toSorted((a, b) => (a < b ? 1 : -1))
}

/**
 * Finds the backups that need not be kept: of each of the last days, weeks and months that have one, the newest stays, and the newest of all in any
 * case. Files with other names are nobody's to remove. Days are of UTC, and weeks begin on Monday.
 *
 * @example surplusBackups(['granary-2026-11-30T020000Z.granary', 'granary-2026-11-30T010000Z.granary'], { days: 7, weeks: 4, months: 12 })
 *   // ['granary-2026-11-30T010000Z.granary']
 */
export function surplusBackups(names: string[], { days, weeks, months }: Retention): string[] {
  const all = newestBackups(names)
  const kept = new Set([
    ...all.slice(0, 1),
    ...newestOfEach(all, days, (at) => dayOf(at)),
    ...newestOfEach(all, weeks, (at) => dayOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS))),
    ...newestOfEach(all, months, (at) => dayOf(at).slice(0, 7)),
  ])
  return all.filter((name) => !kept.has(name))
}

function newestOfEach(newestFirst: string[], count: number, periodOf: (at: Date) => string): string[] {
  const byPeriod = new Map<string, string>()
  for (const name of newestFirst) {
    const at = momentOfBackup(name)
    if (at && !byPeriod.has(periodOf(at))) byPeriod.set(periodOf(at), name)
  }
  return [...byPeriod.values()].slice(0, count)
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
