import { readTimeOfDay } from '../../kernel/time-of-day.ts'
import { message, type Message } from '../../words/catalogue.ts'

/** Dates as people of many countries write them in tables. Pure. */

/** Which comes first in dates such as 3/4/2026. */
export type DateOrder = 'day first' | 'month first'

/** The order of a locale: in "en-US" the month comes first. */
export function dateOrderOf(locale: string): DateOrder {
  try {
    const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit' })
      .formatToParts(0)
      .map(({ type }) => type)
      .filter((type) => ['day', 'month', 'year'].includes(type))
    return parts.join(' ') === 'month day year' ? 'month first' : 'day first'
  } catch {
    return 'day first'
  }
}

/** Letters for a day, a month and a year in English, German and French, as `DD/MM/YYYY`, `TT.MM.JJJJ`, `JJ/MM/AAAA`. */
const PARTS = /^(?:(dd?|tt?|jj?)[/. -](mm?)|(mm?)[/. -](dd?|tt?|jj?))[/. -](?:yyyy|jjjj|aaaa)$/i

/** The order that a header says its dates have: `MM/DD/YYYY`; undefined where it says none. */
export function statedOrder(pattern: string): DateOrder | undefined {
  const parts = PARTS.exec(pattern.trim())
  if (!parts) return undefined
  return parts[1] === undefined ? 'month first' : 'day first'
}

/** Order for a file's dates where one alone could be read in two ways. */
export interface OrderOfFile {
  order: DateOrder
  /** Dates of the file can only be read in the other order. */
  isDoubtful: boolean
}

const WRITTEN = /^(\d{1,2})([/.-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})\.?$/
const YEAR_FIRST = /^(\d{4})([/.-])\s?(\d{1,2})\2\s?(\d{1,2})\.?$/
const DIGITS = /^(20\d{2})(\d{2})(\d{2})$/
const MONTH_FIRST_YEAR_LAST = /^(\d{1,2})[/.-](\d{4})$/
/** `14-Aug-26`, `14. August 2026`, `14 août 2026`, and `Aug 14, 2026`, perhaps after the day of the week. */
const DAY_AND_WORD =
  /^(?:\p{L}+\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s-]+(\p{L}+)\.?,?[\s-]+(\d{4}|\d{2})$/u
const WORD_AND_DAY = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u
/** `Oct 2026`, `Oktober 2026`, and `Oct-26` as Excel shows a month. */
const WORD_AND_YEAR = /^(\p{L}+)\.?[\s-]+(\d{4}|\d{2})$/u
/** Excel counts days from 1900, and takes that year for a leap year. These are of the years 2000 to 2079. */
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/
/** Beyond any date. */
const MOST_CHARACTERS = 60
const SECONDS_OF_DAY = 86_400
const SERIALS = { first: 36_526, last: 65_745, unixEpoch: 25_569 }

const MONTHS = [
  'january jan januar jänner janvier janv',
  'february feb februar feber février fevrier févr fevr fév',
  'march mar märz maerz mrz mär mars',
  'april apr avril avr',
  'may mai',
  'june jun juni juin',
  'july jul juli juillet juil',
  'august aug août aout',
  'september sep sept septembre',
  'october oct oktober okt octobre',
  'november nov novembre',
  'december dec dezember dez décembre decembre déc',
].map((names) => new Set(names.split(' ')))

/** The number of a month by its name in English, German or French; undefined where it is none. */
function monthNamed(word: string): number | undefined {
  const index = MONTHS.findIndex((names) => names.has(word.normalize('NFC').toLowerCase()))
  return index === -1 ? undefined : index + 1
}
const ISO = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i

/** In which order a date can be read: in one of them, in either ("3/4/2026"), or in none that matters. */
export function orderOfDates(text: string): DateOrder | 'either' | undefined {
  const given = text.trim()
  const [dayFirst, monthFirst] = [partsOf(given, 'day first')?.day, partsOf(given, 'month first')?.day]
  if (dayFirst === monthFirst) return undefined
  if (dayFirst === undefined) return 'month first'
  return monthFirst === undefined ? 'day first' : 'either'
}

/** Decides the order from the dates that can be read in one way only, where the owner's locale has this one. One in ten may be a slip. */
export function decideOrder(seen: Record<DateOrder, number>, order: DateOrder): OrderOfFile {
  const total = seen['day first'] + seen['month first']
  return { order, isDoubtful: seen[order] * 10 < total * 9 }
}

/**
 * The ISO 8601 form of a date, with or without a time (kernel/time-of-day.ts); or why it is none. ISO dates are taken as they are, others by the order. A
 * date that can be read in both is refused where those of its file have the other order.
 *
 * @example readDate('14/08/2026', { order: 'day first', isDoubtful: false }) // '2026-08-14'
 */
export function readDate(text: string, { order, isDoubtful }: OrderOfFile): string | { reason: Message } {
  const given = text.trim()
  if (ISO.test(given)) {
    const iso = given.replace(' ', 'T')
    return isDay(iso.slice(0, 10)) ? iso : wrong(order)
  }
  const parts = partsOf(given, order)
  if (parts === undefined) return wrong(order)
  const { day: date, time } = parts
  if (isDoubtful && orderOfDates(given) === 'either') {
    const other = order === 'day first' ? 'month first' : 'day first'
    const otherDate = partsOf(given, other)?.day ?? ''
    return { reason: message('dateIsAmbiguous', { one: date, other: otherDate, order: other }) }
  }
  return time === undefined ? date : `${date}T${time}`
}

interface Parts {
  day: string
  time: string | undefined
}

/** The day and the time of a text: of a date alone, of one with a time behind or before it, and of a spreadsheet's number of days. */
function partsOf(text: string, order: DateOrder): Parts | undefined {
  if (text.length > MOST_CHARACTERS) return undefined
  const given = text.replaceAll(/[\u200e\u200f]/g, '')
  const alone = dayOf(given, order) ?? plainDay(given)
  if (alone !== undefined) return { day: alone, time: undefined }
  const serial = serialParts(given)
  if (serial) return serial
  for (const { 0: gap, index } of given.matchAll(/[\s,T]+/gi)) {
    const [before, after] = [given.slice(0, index), given.slice(index + gap.length)]
    for (const [date, clock] of [
      [before, after],
      [after, before],
    ] as const) {
      const day = dayOf(date, order) ?? plainDay(date)
      const time = day === undefined ? undefined : readTimeOfDay(clock)
      if (day !== undefined && typeof time === 'string') return { day, time }
    }
  }
  return undefined
}

/** The day that a date means which is not in ISO 8601, read in this order; undefined where there is no such day. */
function dayOf(given: string, order: DateOrder): string | undefined {
  const [, first = '', , second = '', year = ''] = WRITTEN.exec(given) ?? []
  const [day, month] = order === 'day first' ? [first, second] : [second, first]
  return year === '' ? undefined : dayIn(year, month, day)
}

/** The day that a date means whose parts tell which is which: a month in letters, the year first, or a spreadsheet's number of days. */
function plainDay(given: string): string | undefined {
  if (given.length > MOST_CHARACTERS) return undefined
  const [, ownYear, , itsMonth = '', itsDay = ''] = YEAR_FIRST.exec(given) ?? []
  if (ownYear !== undefined) return dayIn(ownYear, itsMonth, itsDay)
  const [, year, month = '', day = ''] = DIGITS.exec(given) ?? []
  if (year !== undefined) return dayIn(year, month, day)
  const [, before = '', word = '', itsYear = ''] = DAY_AND_WORD.exec(given) ?? []
  const [, first = '', after = '', lastYear = ''] = WORD_AND_DAY.exec(given) ?? []
  const named = monthNamed(word) ?? monthNamed(first)
  if (named !== undefined) return dayIn(itsYear || lastYear, String(named), before || after)
  return undefined
}

/** Converts a spreadsheet's number of days: its decimals are a part of a day, to the second. */
function serialParts(given: string): Parts | undefined {
  const [, days = '', decimals = ''] = SERIAL.exec(given) ?? []
  if (Number(days) < SERIALS.first || Number(days) > SERIALS.last) return undefined
  const seconds = Math.round((Number(`${days}.${decimals || '0'}`) - SERIALS.unixEpoch) * SECONDS_OF_DAY)
  const [day = '', time = ''] = new Date(seconds * 1000).toISOString().split('T')
  if (!/[1-9]/.test(decimals)) return { day, time: undefined }
  return { day, time: time.slice(0, 8).replace(/:00$/, '') }
}

/** Years of two digits are of this century. */
function dayIn(year: string, month: string, day: string): string | undefined {
  const whole = year.length === 2 ? `20${year}` : year
  const date = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(date) ? date : undefined
}

/** A date, or a month without a day: `2025-10`, `10/2025`. A month is its first day, and said to be one. */
export function readDateOrMonth(
  text: string,
  file: OrderOfFile,
): { date: string; precision: 'date' | 'month' } | { reason: Message } {
  const given = text.trim()
  const [, month, year] = MONTH_FIRST_YEAR_LAST.exec(given) ?? []
  const [, word = '', itsYear = ''] = (given.length <= MOST_CHARACTERS && WORD_AND_YEAR.exec(given)) || []
  const named = monthNamed(word)
  if (named !== undefined) return { date: dayIn(itsYear, String(named), '1') ?? '', precision: 'month' }
  const iso =
    month && year ? `${year}-${month.padStart(2, '0')}` : /^\d{4}-\d{2}$/.test(given) ? given : undefined
  if (iso !== undefined) {
    return isDay(`${iso}-01`) ? { date: `${iso}-01`, precision: 'month' } : orMonth(wrong(file.order))
  }
  const date = readDate(given, file)
  return typeof date === 'string' ? { date, precision: 'date' } : orMonth(date)
}

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

function orMonth({ reason }: { reason: Message }): { reason: Message } {
  return { reason: message('orMonth', { reason }) }
}

function wrong(order: DateOrder): { reason: Message } {
  const example = order === 'day first' ? '14/08/2026' : '08/14/2026'
  return { reason: message('isNoTableDate', { example }) }
}
