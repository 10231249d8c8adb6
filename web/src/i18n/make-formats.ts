import { addDays, dayOf, type Day } from './days.ts'

/** Figures and dates as the reader writes them, in the organisation's time zone. */
export interface Formats {
  /** Kilograms, to the gram only where there are grams: 28,460 */
  kg(kilograms: number): string
  /** The unit in which stock is shown. */
  stockUnit: StockUnit
  /** Kilograms of stock in that unit: 28.46 of tonnes, or 28,460 */
  stock(kilograms: number): string
  /** The same to the gram, where there are grams. */
  exactStock(kilograms: number): string
  /** The same with its sign. */
  signedStock(kilograms: number): string
  /** The same in short, for pictures: 28.5, or 28,460 */
  shortStock(kilograms: number): string
  /** The same with a decimal only where it has one, for axes and limits: 28, 120.5, or 28,460 */
  plainStock(kilograms: number): string
  /** Kilograms by the hectare in that unit: 7.52, or 7,520 */
  yieldOf(kilogramsPerHectare: number): string
  /** With its sign: +28,460 or −1,540 */
  signedKg(kilograms: number): string
  whole(count: number): string
  percent(of100: number): string
  /** A measured figure, with at most three decimals: 14.5 */
  figure(value: number): string
  /** 14 Aug, 10:30; with its year where one could take it for another */
  moment(instant: Date | string | number): string
  /** 10:30 */
  time(instant: Date | string | number): string
  /** Fri, 14 Aug 2026: the farm's day of a moment, or a day as it is. */
  day(day: Date | Day): string
  /** 14 Aug; with its year where one could take it for another */
  dayMonth(day: Date | Day): string
  /** The farm's day of a moment. */
  dayOf(instant: Date | string | number): Day
  /** The farm's day now. */
  today(): Day
  addDays: typeof addDays
}

/** The sign that is as wide as a figure, where a hyphen would be lost. */
const withMinus = (figure: string) => figure.replace('-', '−')

const HALF_A_YEAR_MS = 183 * 86_400_000

/** Units in which stock is shown and entered. Whatever is kept and sent is kilograms. */
export type StockUnit = 't' | 'kg'

export const KILOGRAMS_IN: Record<StockUnit, number> = { t: 1000, kg: 1 }

/** @param locale such as en-GB */
export function makeFormats(locale: string, timeZone: string, stockUnit: StockUnit): Formats {
  const figures = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)
  const kilograms = figures({ maximumFractionDigits: 3 })
  const isTonnes = stockUnit === 't'
  const inUnit = (value: number) => value / KILOGRAMS_IN[stockUnit]
  const tonnes = figures({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const shortTonnes = figures({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const exact = figures({ minimumFractionDigits: 2, maximumFractionDigits: 6 })
  const [stock, short, exactly] = isTonnes ? [tonnes, shortTonnes, exact] : [kilograms, kilograms, kilograms]
  const signedStock = figures(
    isTonnes
      ? { minimumFractionDigits: 2, maximumFractionDigits: 6, signDisplay: 'exceptZero' }
      : { maximumFractionDigits: 3, signDisplay: 'exceptZero' },
  )
  const signed = figures({ maximumFractionDigits: 3, signDisplay: 'exceptZero' })
  const percent = figures({ style: 'percent', maximumFractionDigits: 1 })
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options })
  const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const months = { day: 'numeric', month: 'short' } as const
  const [moment, longMoment] = [
    dates({ ...months, ...hours }),
    dates({ ...months, year: 'numeric', ...hours }),
  ]
  const time = dates(hours)
  const day = dates({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const [dayMonth, longDayMonth] = [dates(months), dates({ ...months, year: 'numeric' })]
  // A day is no moment: it is written out as it stands, whatever the zone.
  const onCalendar = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  const calendarDay = onCalendar({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const [calendarMonth, longCalendarMonth] = [onCalendar(months), onCalendar({ ...months, year: 'numeric' })]
  const noon = (text: Day) => new Date(`${text}T12:00:00Z`)
  // In January, December is the last one.
  const isOfOtherYear = (value: Date) =>
    Math.abs(value.getTime() - Date.now()) > HALF_A_YEAR_MS &&
    dayOf(value, timeZone).slice(0, 4) !== dayOf(new Date(), timeZone).slice(0, 4)
  return {
    kg: (value) => withMinus(kilograms.format(value)),
    stockUnit,
    stock: (value) => withMinus(stock.format(inUnit(value))),
    exactStock: (value) => withMinus(exactly.format(inUnit(value))),
    signedStock: (value) => withMinus(signedStock.format(inUnit(value))),
    shortStock: (value) => withMinus(short.format(inUnit(value))),
    plainStock: (value) =>
      kilograms.format(isTonnes ? Math.round(inUnit(value) * 10) / 10 : Math.round(value)),
    yieldOf: (value) => (isTonnes ? tonnes.format(inUnit(value)) : kilograms.format(Math.round(value))),
    signedKg: (value) => withMinus(signed.format(value)),
    whole: (value) => kilograms.format(Math.round(value)),
    percent: (value) => percent.format(value / 100),
    figure: (value) => withMinus(kilograms.format(value)),
    moment(value) {
      const date = new Date(value)
      return (isOfOtherYear(date) ? longMoment : moment).format(date)
    },
    time: (value) => time.format(new Date(value)),
    day: (value) => (typeof value === 'string' ? calendarDay.format(noon(value)) : day.format(value)),
    dayMonth(value) {
      const date = typeof value === 'string' ? noon(value) : value
      const isOther = isOfOtherYear(date)
      if (typeof value === 'string') return (isOther ? longCalendarMonth : calendarMonth).format(date)
      return (isOther ? longDayMonth : dayMonth).format(date)
    },
    dayOf: (value) => dayOf(value, timeZone),
    today: () => dayOf(new Date(), timeZone),
    addDays,
  }
}
