import { localeOf, useLanguage } from '../../i18n/language.ts'

/** A Monday, in a zone without summer time. */
const MONDAY = Date.UTC(2024, 0, 1)
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

/** Days of the week from 1 for Monday and hours of a day, as the reader writes them. */
export function useMailingTimes() {
  const locale = localeOf(useLanguage())
  const days = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const hours = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  return {
    weekday: (day: number) => days.format(MONDAY + (day - 1) * DAY_MS),
    hour: (hour: number) => hours.format(MONDAY + hour * HOUR_MS),
  }
}
