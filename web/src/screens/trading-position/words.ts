import { useMessages } from '../../i18n/messages.ts'
import { localeOf, useLanguage } from '../../i18n/language.ts'
import { messages } from './messages.ts'
import type { Line } from './rows.ts'

/** Names a month of the position: `Sep 2026`, now, or later. */
export function useMonthWords(): (month: string) => string {
  const m = useMessages(messages)
  const locale = localeOf(useLanguage())
  const format = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  return (month) =>
    month === 'now' ? m.now : month === 'later' ? m.later : format.format(new Date(`${month}-15T12:00:00Z`))
}

/** Names a line of the position: the commodity, or the type, grade, year and tags of a part of it. */
export function nameOfLine({ crop, row }: Line, anyKind: string): string {
  if (!row) return crop.commodity.name
  const { type, grade, harvestYear, tags } = row
  const words = [type.name, grade.name, harvestYear, ...tags.map(({ name }) => name)].filter(Boolean)
  return words.join(', ') || anyKind
}
