import { addDays, dayOf, isDay, type Day } from './days.ts'
import { makeUnitFigures, type OfUnits, type UnitFigures } from './make-unit-figures.ts'

/** Figures and dates as the reader writes them, in the organisation's units and time zone. */
export interface Formats extends UnitFigures {
  /** Formats in the units of a crop, by which a bushel is one. */
  of(commodityId: number | undefined): Formats
  whole(count: number): string
  percent(of100: number): string
  /** A measured figure, with at most three decimals: 14.5 */
  figure(value: number): string
  /** 14 Aug, 10:30; with its year where one could take it for another */
  moment(instant: Date | string | number): string
  /** 14 Aug 2026, 09:12: always with its year, as a paper needs it. */
  datedMoment(instant: Date | string | number): string
  /** 10:30 */
  time(instant: Date | string | number): string
  /** Fri, 14 Aug 2026: the farm's day of a moment, which the service writes as text, or a day as it is. */
  day(day: Date | string): string
  /** 14 Aug; with its year where one could take it for another */
  dayMonth(day: Date | string): string
  /** The farm's day of a moment. */
  dayOf(instant: Date | string | number): Day
  /** The farm's day now. */
  today(): Day
  addDays: typeof addDays
}

const HALF_A_YEAR_MS = 183 * 86_400_000

/** @param locale such as en-GB */
export function makeFormats(locale: string, timeZone: string, of: OfUnits): Formats {
  const general = makeGeneral(locale, timeZone)
  const crops = new Map<number | undefined, Formats>()
  const ofCrop = (commodityId?: number): Formats => {
    const known = crops.get(commodityId)
    if (known) return known
    const formats = { ...general, ...makeUnitFigures(locale, of, commodityId), of: ofCrop }
    crops.set(commodityId, formats)
    return formats
  }
  return ofCrop()
}

function makeGeneral(locale: string, timeZone: string): Omit<Formats, keyof UnitFigures | 'of'> {
  const figure = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options })
  const isByHalves = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12
  const hours = isByHalves
    ? ({ hour: 'numeric', minute: '2-digit' } as const)
    : ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const)
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
    whole: (value) => figure.format(Math.round(value)),
    percent: (value) => percent.format(value / 100),
    figure: (value) => figure.format(value).replace('-', '−'),
    moment(value) {
      const date = new Date(value)
      return (isOfOtherYear(date) ? longMoment : moment).format(date)
    },
    datedMoment: (value) => longMoment.format(new Date(value)),
    time: (value) => time.format(new Date(value)),
    day: (value) => (isCalendarDay(value) ? calendarDay.format(noon(value)) : day.format(new Date(value))),
    dayMonth(value) {
      const date = isCalendarDay(value) ? noon(value) : new Date(value)
      const isOther = isOfOtherYear(date)
      if (isCalendarDay(value)) return (isOther ? longCalendarMonth : calendarMonth).format(date)
      return (isOther ? longDayMonth : dayMonth).format(date)
    },
    dayOf: (value) => dayOf(value, timeZone),
    today: () => dayOf(new Date(), timeZone),
    addDays,
  }
}

/** True for a day; a moment may come as text, too. */
const isCalendarDay = (value: Date | string): value is Day => typeof value === 'string' && isDay(value)
