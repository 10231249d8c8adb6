import { localeOf, useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { messages } from './messages.ts'

/** Writes months such as 2026-08, and spans of them, as the reader does. */
export function useMonths() {
  const m = useMessages(messages)
  const locale = localeOf(useLanguage())
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const month = (text: string) => format.format(new Date(`${text}-01T00:00:00Z`))
  const span = (from: string, to: string) =>
    from === to ? month(from) : say(m.fromTo, { from: month(from), to: month(to) })
  return { month, span }
}

/** The first day that is in none of the months up to this one: 2026-12 gives 2027-01-01. */
export function firstDayAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}
