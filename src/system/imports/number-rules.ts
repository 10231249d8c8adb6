import { message, type Message } from '../../words/catalogue.ts'
/** Numbers as people of many countries write them in tables. Pure. */

/** The mark before the decimals. */
export type DecimalMark = '.' | ','

/** Finds the mark that a locale has before decimals; one that is neither point nor comma counts as a point. */
export function decimalMarkOf(locale: string): DecimalMark {
  try {
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
    return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
  } catch {
    return '.'
  }
}

// A blank, also one that does not break, an apostrophe as the Swiss write it, or the other mark: between groups of three.
const GROUPS = /^[+-]?\d{1,3}(?:([ \u00a0\u2009\u202f'’.,])\d{3})(?:\1\d{3})*(?:([.,])(\d+))?$/
const PLAIN = /^[+-]?\d+(?:([.,])(\d*))?$/
const BARE = /^[+-]?[.,]\d+$/

/** Finds the mark that a text was written with: one, none, or either ("1,234"). */
export function markOf(text: string): DecimalMark | 'either' | undefined {
  const number = text.trim()
  const plain = PLAIN.exec(number)
  if (plain) {
    const [, mark, decimals = ''] = plain
    if (mark === undefined) return undefined
    const isGroup = decimals.length === 3 && /^[+-]?[1-9]\d{0,2}[.,]/.test(number)
    return isGroup ? 'either' : (mark as DecimalMark)
  }
  if (BARE.test(number)) return number.replace(/^[+-]/, '')[0] as DecimalMark
  const grouped = GROUPS.exec(number)
  if (!grouped) return undefined
  const [, group, mark] = grouped
  if (mark !== undefined && mark !== group) return mark as DecimalMark
  if (group === '.') return ','
  return group === ',' ? '.' : undefined
}

/** Mark for a file's numbers where one alone could be read in two ways. */
export interface MarkOfFile {
  /** The mark before decimals; undefined where the file does not show it. */
  mark: DecimalMark | undefined
  /** Some numbers of the file have the other mark. */
  isMixed: boolean
}

/** Decides a column's mark from how often numbers that can be read in one way only have each. One in ten may be a slip. */
export function decideMark(seen: Record<DecimalMark, number>, fallback: DecimalMark | undefined): MarkOfFile {
  const total = seen['.'] + seen[',']
  if (total === 0) return { mark: fallback, isMixed: false }
  const usual = seen['.'] >= seen[','] ? '.' : ','
  const isMixed = seen[usual] < total
  return { mark: seen[usual] * 10 >= total * 9 ? usual : undefined, isMixed }
}

/**
 * The number that a text means, or why it is none. Blanks, points, commas and apostrophes between groups of three are taken.
 * A text that could be read in two ways ("1,234") is read as the file writes its other numbers, and refused where it has them
 * both ways: a thousand times too much is worse than a row to be put right.
 *
 * @example readNumber('1.234,5', { mark: '.', isMixed: false }) // 1234.5
 */
export function readNumber(text: string, { mark, isMixed }: MarkOfFile): number | { reason: Message } {
  const number = text.trim()
  const own = markOf(number)
  const isAmbiguous = own === 'either' && (mark === undefined || (isMixed && !number.includes(mark)))
  if (isAmbiguous) {
    const [whole = '', decimals = ''] = number.split(/[.,]/)
    return { reason: message('numberIsAmbiguous', { whole, decimals }) }
  }
  const decimalMark = own === 'either' ? mark : own
  const grouped = GROUPS.exec(number)
  const isGrouped = grouped !== null && grouped[2] !== grouped[1]
  if (!isGrouped && !PLAIN.test(number) && !BARE.test(number)) return { reason: message('isNoNumber', {}) }
  const kept = [...number].filter((each) => /[\d+-]/.test(each) || each === decimalMark).join('')
  const value = Number(kept.replace(',', '.'))
  // There is no −0 on paper.
  return Number.isFinite(value) ? value + 0 : { reason: message('isNoNumber', {}) }
}

/**
 * The mark that what surrounds a column speaks for: its file's delimiter and its owner's language. Undefined where they disagree, as
 * semicolons do with a language that has points.
 *
 * @param delimiter speaks for a mark where it is a comma or a semicolon
 */
export function markAround(delimiter: string, ofLocale: DecimalMark): DecimalMark | undefined {
  const spoken = delimiter === ',' ? '.' : delimiter === ';' ? ',' : ofLocale
  return spoken === ofLocale ? spoken : undefined
}

/** A number as a spreadsheet or a hand may have written it: with what follows it, such as a unit. */
export interface WrittenNumber {
  number: string
  /** Text behind the number; empty where there is none. */
  unit: string
  isRough: boolean
}

/** Beyond any number with its unit. The patterns below take as long as the square of what they read. */
const MOST_CHARACTERS = 100
const ROUGHLY = /^(?:ca\.?|approx\.?|about|circa|etwa|rund|env\.?|environ|~|≈)\s*/i
const SHORTENED = /^([+-]?\d(?:[.,]\d+)?)E\+?(\d{1,2})$/
const BEHIND = /^([+-]?[\d.,'’ \u00a0\u2009\u202f]*\d[.,]?)\s*([^\d\s.,+-][^\d]*)$/

/**
 * Parts a cell into its number and the unit behind it, and sees whether it is rough: "ca. 4", or shortened by a spreadsheet to
 * "1.2E+03".
 *
 * @example splitNumber('12.5t') // { number: '12.5', unit: 't', isRough: false }
 */
export function splitNumber(cell: string): WrittenNumber {
  if (cell.length > MOST_CHARACTERS) return { number: cell, unit: '', isRough: false }
  const text = cell.replace(ROUGHLY, '')
  const isRough = text !== cell
  const [, digits, power] = SHORTENED.exec(text) ?? []
  if (digits !== undefined) {
    const value = Number(digits.replace(',', '.')) * 10 ** Number(power)
    return { number: String(Number(value.toPrecision(15))), unit: '', isRough: true }
  }
  const [, number, unit] = BEHIND.exec(text) ?? []
  return number === undefined
    ? { number: text, unit: '', isRough }
    : { number: number.trim(), unit: (unit ?? '').trim(), isRough }
}

/**
 * A figure such as a moisture or a falling number, with or without its unit. Such figures have no thousands, so whatever mark they have is
 * the decimal one.
 *
 * @example readFigure('14,5 %', '%') // 14.5
 */
export function readFigure(text: string, unit: string): number | { reason: Message } {
  const written = splitNumber(text.trim())
  const isOther = written.unit !== '' && written.unit.toLowerCase() !== unit.toLowerCase()
  const number = written.number.replace(',', '.')
  return !isOther && /^\d{1,4}(?:\.\d*)?$/.test(number)
    ? Number(number)
    : { reason: message('isNoFigure', { unit }) }
}

/** Degrees have no thousands, so whatever mark they have is the decimal one. */
export function readDegrees(text: string): number | { reason: Message } {
  const number = text.trim().replace(',', '.')
  return /^[+-]?\d{1,3}(?:\.\d*)?$/.test(number) ? Number(number) + 0 : { reason: message('isNoNumber', {}) }
}

/**
 * Rewrites a number so that it is read alike in a file without the others, by a mark of its own; a number that cannot be read stays as it is.
 *
 * @example writeApart('28,460', { mark: ',', isMixed: false }) // '28,4600'
 */
export function writeApart(text: string, file: MarkOfFile): string {
  if (markOf(text) !== 'either' || typeof readNumber(text, file) !== 'number') return text
  const number = text.trim()
  return number.includes(file.mark ?? '') ? `${number}0` : number.replace(/[.,]/, '')
}
