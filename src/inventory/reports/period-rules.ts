/** Days and harvest years that a report is of, as pure functions of the day that it is asked on. */

export const reportPeriods = [
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisHarvestYear',
  'lastHarvestYear',
  'dates',
] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** A span of days, both included. */
export interface Span {
  from: string
  to: string
}

/** A country's way to count harvests. */
export interface HarvestYearRules {
  /** Month and day on which a harvest year begins, such as `07-01`. */
  start: string
  /** True where a harvest year bears two numbers, such as 2026/27. */
  isSplit: boolean
}

/**
 * Returns the days of a preset period. Weeks begin on Mondays (ISO 8601). One that runs ends today: the year before is set beside it up to the same day.
 *
 * @param today in the organisation's time zone
 * @example spanOfPeriod('thisHarvestYear', '2026-08-14', { start: '07-01', isSplit: false }) // { from: '2026-07-01', to: '2026-08-14' }
 */
export function spanOfPeriod(
  period: Exclude<ReportPeriod, 'dates'>,
  today: string,
  { start }: HarvestYearRules,
): Span {
  const day = Temporal.PlainDate.from(today)
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  const month = day.with({ day: 1 })
  if (period === 'yesterday') {
    const yesterday = day.subtract({ days: 1 }).toString()
    return { from: yesterday, to: yesterday }
  }
  if (period === 'thisWeek') return { from: monday.toString(), to: today }
  if (period === 'lastWeek')
    return { from: monday.subtract({ days: 7 }).toString(), to: monday.subtract({ days: 1 }).toString() }
  if (period === 'thisMonth') return { from: month.toString(), to: today }
  if (period === 'lastMonth')
    return { from: month.subtract({ months: 1 }).toString(), to: month.subtract({ days: 1 }).toString() }
  const year = Temporal.PlainDate.from(`${firstYearOf(today, start)}-${start}`)
  if (period === 'thisHarvestYear') return { from: year.toString(), to: today }
  return { from: year.subtract({ years: 1 }).toString(), to: year.subtract({ days: 1 }).toString() }
}

/** Returns the days of a span a year before. */
export function yearBefore({ from, to }: Span): Span {
  const earlier = (day: string) => Temporal.PlainDate.from(day).subtract({ years: 1 }).toString()
  return { from: earlier(from), to: earlier(to) }
}

/**
 * Labels the harvest year that runs on a day, or one of the years before it.
 *
 * @example harvestYearOn('2027-03-01', { start: '07-01', isSplit: false }, 1) // '2025'
 */
export function harvestYearOn(today: string, { start, isSplit }: HarvestYearRules, yearsBefore = 0): string {
  return labelOf(firstYearOf(today, start) - yearsBefore, isSplit)
}

/**
 * Labels the harvest year before one.
 *
 * @example harvestYearBefore('2026/27') // '2025/26'
 */
export function harvestYearBefore(label: string): string {
  return labelOf(Number(label.slice(0, 4)) - 1, label.includes('/'))
}

function firstYearOf(today: string, start: string): number {
  return Number(today.slice(0, 4)) - (today.slice(5) < start ? 1 : 0)
}

function labelOf(year: number, isSplit: boolean): string {
  return isSplit ? `${year}/${String((year + 1) % 100).padStart(2, '0')}` : String(year)
}
