import { message, type Message } from '../words/catalogue.ts'
/** Times of day as people of many countries write them in tables. Pure. */

/**
 * Marks before or after hours that count to twelve, without blanks and points: those of every locale that we have, as Unicode's CLDR lists them, and
 * those that German, Dutch and American scales write.
 */
const HALVES = {
  morning: 'am a vorm vormittags vm pd pg πμ ص an gh hh ቅቀ ጥዋት 上午 凌晨 清晨 早上 午前 오전',
  afternoon: 'pm p nachm nachmittags nm md ptg μμ م anw gd ea ድቀ ከሰዓት 下午 中午 晚上 午後 오후',
}
const MORNING = new Set(HALVES.morning.split(' '))
const AFTERNOON = new Set(HALVES.afternoon.split(' '))
/** Words beside an hour that mark it as one. */
const AROUND = new Set('um kl klo at à a u uhr h hr hrs hour hours uur heures min ч'.split(' '))

/** Hours, minutes and seconds with marks between them; minutes may be missing. */
const MARKED =
  /^(\D*)(\d{1,2})(?:\s?(?::|\.|h|hrs?|uhr|u|ч)\s?(\d{2})(?:\s?(?::|\.|min|mn|m)\s?(\d{2})(?:[.,]\d{1,6})?)?)?(\D*)$/u
/** A time in digits without marks: `1430`, `930`, `143015`. */
const DIGITS = /^(\D*)(\d{1,2})(\d{2})(\d{2})?(\D*)$/u
/** As a spreadsheet counts the time of a day: a part of it. */
const PART_OF_DAY = /^0?[.,](\d+)$/
const SECONDS_OF_DAY = 86_400
/** Beyond any time. */
const MOST_CHARACTERS = 40

/** Why a text is no time of a day. */
interface NoTime {
  reason: Message
}

/**
 * A time of day in ISO 8601, with seconds where it has them; or why it is none. Hours go to 23, or to 12 with a mark of the half of the day. A part
 * of a day, as a spreadsheet keeps times, is read as well.
 *
 * @example readTimeOfDay('2:30 PM') // '14:30'
 */
export function readTimeOfDay(text: string): string | NoTime {
  const given = text
    .normalize('NFKC')
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .trim()
    .toLowerCase()
  if (given.length > MOST_CHARACTERS) return wrong()
  const part = PART_OF_DAY.exec(given)?.[1]
  if (part !== undefined) return ofPart(part)
  const [, before = '', hours = '', minutes = '', seconds = '', after = ''] =
    MARKED.exec(given) ?? DIGITS.exec(given) ?? []
  const words = [before, after].map(lettersIn).filter((word) => word !== '')
  const halves = words.filter((word) => MORNING.has(word) || AFTERNOON.has(word))
  // “à 14:30” and “14 h” have such words, and “a” is also short for the morning.
  const isAfternoon = halves.some((word) => AFTERNOON.has(word))
  const isMorning = halves.some((word) => MORNING.has(word) && !(word === 'a' && word === lettersIn(before)))
  const isKnown = words.every((word) => halves.includes(word) || AROUND.has(word))
  const isAlone = minutes === '' && words.length === 0
  if (hours === '' || !isKnown || isAlone || (isMorning && isAfternoon)) return wrong()
  const hour = hourOf(Number(hours), isMorning, isAfternoon)
  if (hour === undefined) return wrong()
  return clock(hour, Number(minutes), seconds === '' ? undefined : Number(seconds))
}

/** An hour of 24; undefined where the half of the day that is said has no such hour. */
function hourOf(hour: number, isMorning: boolean, isAfternoon: boolean): number | undefined {
  if (isMorning) return hour > 12 ? undefined : hour % 12
  if (!isAfternoon) return hour
  if (hour === 0) return undefined
  // Some scales write 14:30 PM.
  return hour > 12 ? hour : (hour % 12) + 12
}

function ofPart(decimals: string): string | NoTime {
  const both = decimals.length === 2 && Number(decimals) < 60
  const seconds = Math.round(Number(`0.${decimals}`) * SECONDS_OF_DAY)
  const asPart = clock(Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60 || undefined)
  if (both) return { reason: message('timeIsAmbiguous', { one: `00:${decimals}`, other: String(asPart) }) }
  return asPart
}

function clock(hours: number, minutes: number, seconds?: number): string | NoTime {
  if (hours > 23 || minutes > 59 || (seconds ?? 0) > 59) return wrong()
  return [hours, minutes, ...(seconds === undefined ? [] : [seconds])]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

function lettersIn(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}]+/gu, '')
}

function wrong(): NoTime {
  return { reason: message('isNoTime', {}) }
}
