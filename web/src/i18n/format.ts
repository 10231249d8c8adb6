import { useMe } from '../api/session.ts'
import { addDays, dayOf, type Day } from './days.ts'
import { localeOf, useLanguage } from './language.ts'
import type { Language } from './languages.ts'

/** Figures and dates as the reader writes them, in the organisation's time zone. */
export interface Formats {
  /** Kilograms, to the gram only where there are grams: 28,460 */
  kg(kilograms: number): string
  /** Kilograms as tonnes with two decimals: 28.46 */
  tonnes(kilograms: number): string
  /** Kilograms as tonnes with one decimal, for pictures: 28.5 */
  shortTonnes(kilograms: number): string
  /** Kilograms as whole tonnes, for axes: 28 */
  wholeTonnes(kilograms: number): string
  /** With its sign: +28,460 or −1,540 */
  signedKg(kilograms: number): string
  whole(count: number): string
  percent(of100: number): string
  /** A measured figure, with at most three decimals: 14.5 */
  figure(value: number): string
  /** 14 Aug, 10:30 */
  moment(instant: Date | string | number): string
  /** 10:30 */
  time(instant: Date | string | number): string
  /** Fri, 14 Aug 2026: the farm's day of a moment, or a day as it is. */
  day(day: Date | Day): string
  /** 14 Aug */
  dayMonth(day: Date | Day): string
  /** The farm's day of a moment. */
  dayOf(instant: Date | string | number): Day
  /** The farm's day now. */
  today(): Day
  addDays: typeof addDays
}

const made = new Map<string, Formats>()

/** How figures and dates are written for whoever reads, on the farm's clock. */
export function useFormats(): Formats {
  return formatsOf(useLanguage(), useMe().organisation.timeZone)
}

/** The same outside of components. */
export function formatsOf(language: Language, timeZone: string): Formats {
  const key = `${language} ${timeZone}`
  const formats = made.get(key) ?? makeFormats(localeOf(language), timeZone)
  made.set(key, formats)
  return formats
}

/** The sign that is as wide as a figure, where a hyphen would be lost. */
const withMinus = (figure: string) => figure.replace('-', '−')

function makeFormats(locale: string, timeZone: string): Formats {
  const figures = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)
  const kilograms = figures({ maximumFractionDigits: 3 })
  const tonnes = figures({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const short = figures({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const signed = figures({ maximumFractionDigits: 3, signDisplay: 'exceptZero' })
  const percent = figures({ style: 'percent', maximumFractionDigits: 1 })
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options })
  const moment = dates({
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const time = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = dates({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const dayMonth = dates({ day: 'numeric', month: 'short' })
  // A day is no moment: it is written out as it stands, whatever the zone.
  const onCalendar = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  const calendarDay = onCalendar({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const calendarMonth = onCalendar({ day: 'numeric', month: 'short' })
  const noon = (text: Day) => new Date(`${text}T12:00:00Z`)
  return {
    kg: (value) => withMinus(kilograms.format(value)),
    tonnes: (value) => withMinus(tonnes.format(value / 1000)),
    shortTonnes: (value) => withMinus(short.format(value / 1000)),
    wholeTonnes: (value) => kilograms.format(Math.round(value / 1000)),
    signedKg: (value) => withMinus(signed.format(value)),
    whole: (value) => kilograms.format(Math.round(value)),
    percent: (value) => percent.format(value / 100),
    figure: (value) => withMinus(kilograms.format(value)),
    moment: (value) => moment.format(new Date(value)),
    time: (value) => time.format(new Date(value)),
    day: (value) => (typeof value === 'string' ? calendarDay.format(noon(value)) : day.format(value)),
    dayMonth: (value) =>
      typeof value === 'string' ? calendarMonth.format(noon(value)) : dayMonth.format(value),
    dayOf: (value) => dayOf(value, timeZone),
    today: () => dayOf(new Date(), timeZone),
    addDays,
  }
}
