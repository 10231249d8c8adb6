import { countryHere } from '../api/country.ts'
import { unitsHere } from '../api/units.ts'
import { localeOfLanguage, type Language } from './languages.ts'
import { fewestDecimals, hectaresIn, scaleUnitOf, stockUnitOf, yieldUnitOf } from './units.ts'
import { isBushel, readUnit, type UnitRead } from './weight-units.ts'

/** Why what somebody typed for a weight is not one. */
export type WeightFault = 'none' | 'unreadable' | 'ambiguous' | 'too-large' | 'unit' | 'bushel' | 'reading'

/** The weight that somebody typed: kilograms to the gram, nothing, or why it is not one figure. */
export type ParsedWeight = { kg: number } | { fault: WeightFault }

/** Facts that a field has about the weights that are typed into it. */
export interface WeightContext {
  /** Kilograms in the unit of a figure without one: that of the scale, where it is left out. */
  kgInUnit?: number
  /** The grain that is weighed, by which a bushel is one. */
  commodityId?: number | undefined
  /** Country of the words for units: that of the organisation. */
  country?: string
}

/** Finds the signs with which a language parts thousands and begins the fraction. Blanks part thousands everywhere. */
function signsOf(language: Language): { group: string; decimal: string } {
  const known = signs.get(language)
  if (known) return known
  const parts = new Intl.NumberFormat(localeOfLanguage(language)).formatToParts(12_345.6)
  const sign = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const found = { group: sign('group').trim(), decimal: sign('decimal') }
  signs.set(language, found)
  return found
}
const signs = new Map<Language, { group: string; decimal: string }>()

/** Beyond what any lorry weighs, and what the service takes. */
const MOST_KG = 1_000_000_000

/**
 * Reads a weight as the language writes it. Blanks and apostrophes part thousands everywhere. What could mean two numbers is refused
 * and not guessed: `28.460` is 28,460 to a German and 28.46 to a Briton, and both weigh lorries. A unit counts, whatever the field's own is;
 * one that is not known in the country is refused.
 *
 * @example parseWeight('28.46 t', 'en') // { kg: 28460 }
 */
export function parseWeight(
  typed: string,
  language: Language,
  {
    kgInUnit = scaleUnitOf(unitsHere.get()).kilograms,
    commodityId,
    country = countryHere.get(),
  }: WeightContext = {},
): ParsedWeight {
  const text = typed.trim()
  if (text === '') return { fault: 'none' }
  const [, figure = '', word = ''] = /^([^\p{L}]*)(\p{L}[\p{L}\s.]*)?$/u.exec(text) ?? []
  if (!/\d/.test(figure)) return { fault: 'unreadable' }
  const unit: UnitRead = word === '' ? { kg: kgInUnit } : readUnit(word, country, commodityId)
  return 'fault' in unit ? unit : parseFigure(figure.trim(), language, unit.kg)
}

/**
 * Reads what a scale shows, which is the lorry, too: bushels are of the grain alone, and none of a lorry is taken for a weight.
 *
 * @example parseReading('1,100 bu', 'en', { commodityId: 1 }) // { fault: 'reading' }
 */
export function parseReading(typed: string, language: Language, context: WeightContext = {}): ParsedWeight {
  const [word = ''] = /\p{L}[\p{L}\s.]*$/u.exec(typed.trim()) ?? []
  return isBushel(word) ? { fault: 'reading' } : parseWeight(typed, language, context)
}

/** From here on a unit is of the size of a tonne, of which three decimals are nothing unusual. */
export const LARGE_UNIT_KG = 500

function parseFigure(bare: string, language: Language, kgInUnit: number): ParsedWeight {
  const joined = bare.replaceAll(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(\D|$))/g, '_')
  if (!/^[\d_.,]+$/.test(joined)) return { fault: 'unreadable' }
  const { group, decimal } = signsOf(language)
  if (couldBeEither(joined, group, decimal, kgInUnit)) return { fault: 'ambiguous' }
  const [whole = '', fraction, ...more] = joined.split(decimal)
  if (more.length > 0 || (fraction !== undefined && !/^\d*$/.test(fraction))) return { fault: 'unreadable' }
  const parts = group === '' ? whole.split('_') : whole.split(new RegExp(`[_${RegExp.escape(group)}]`))
  const isGrouped =
    parts.length === 1 ||
    (/^[1-9]\d{0,2}$/.test(parts[0] ?? '') && parts.slice(1).every((each) => /^\d{3}$/.test(each)))
  if (!isGrouped || !parts.every((each) => /^\d*$/.test(each))) return { fault: 'unreadable' }
  const kg = Math.round(Number(`${parts.join('') || '0'}.${fraction || '0'}`) * kgInUnit * 1000) / 1000
  return kg > MOST_KG ? { fault: 'too-large' } : { kg }
}

/**
 * Reads a weight of stock: a figure without a unit is of the one in which the organisation reads that stock. On a ticket it is of the scale.
 *
 * @example parseStock('28.46', 'en') // { kg: 28460 } where stock is read in tonnes
 */
export function parseStock(typed: string, language: Language, context: WeightContext = {}): ParsedWeight {
  return parseWeight(typed, language, { kgInUnit: stockKilograms(context.commodityId), ...context })
}

const stockKilograms = (commodityId: number | undefined) =>
  stockUnitOf(unitsHere.get(), countryHere.get(), commodityId).kilograms

/** A weight of stock as it would be typed: it reads back as the same. */
export function typedStock(kilograms: number, language: Language, commodityId?: number): string {
  return typedIn(kilograms, stockKilograms(commodityId), language)
}

/** A weight of a ticket as it would be typed: it reads back as the same. */
export function typedWeight(kilograms: number, language: Language): string {
  return typedIn(kilograms, scaleUnitOf(unitsHere.get()).kilograms, language)
}

/** A weight of a ticket as it stands in its field: as it is read everywhere, where that reads back as the same. */
export function fieldWeight(
  kilograms: number,
  { weighed }: { weighed(kilograms: number): string },
  language: Language,
): string {
  const written = weighed(kilograms)
  const read = parseWeight(written, language)
  return 'kg' in read && read.kg === kilograms ? written : typedWeight(kilograms, language)
}

/** Three decimals of a small unit could be a neighbour's thousands: a fourth says that they are none. */
function typedIn(kilograms: number, kgInUnit: number, language: Language): string {
  const [whole = '', fraction] = fewestDecimals(kilograms, kgInUnit, 1000).split('.')
  if (fraction === undefined) return whole
  const isPlain = kgInUnit >= LARGE_UNIT_KG || fraction.length !== 3
  return `${whole}${signsOf(language).decimal}${fraction}${isPlain ? '' : '0'}`
}

/**
 * Reads a yield: kilograms by the hectare. A unit of weight may stand behind it, or one of a yield such as bu/ac and t/ha.
 *
 * @example parseYield('60 bu/ac', 'en', { commodityId: 1 }) // { kg: 4035.0 } in America
 */
export function parseYield(typed: string, language: Language, context: WeightContext = {}): ParsedWeight {
  const units = unitsHere.get()
  const [, weight = typed, area] = /^(.*)\/\s*(ha|ac)\s*$/iu.exec(typed) ?? []
  const { kilograms } = yieldUnitOf(units, countryHere.get(), context.commodityId)
  const read = parseWeight(weight, language, { kgInUnit: kilograms, ...context })
  if (!('kg' in read)) return read
  const hectares = hectaresIn({
    area: area === undefined ? units.area : area.toLowerCase() === 'ac' ? 'ac' : 'ha',
  })
  return { kg: Math.round((read.kg / hectares) * 1000) / 1000 }
}

/** One sign with three digits behind it: a neighbour's thousands, or this language's thousandths. */
function couldBeEither(text: string, group: string, decimal: string, kgInUnit: number): boolean {
  const [, whole = '', sign = ''] = /^([1-9]\d{0,2})([.,])\d{3}$/.exec(text) ?? []
  if (whole === '') return false
  if (sign === decimal) return kgInUnit < LARGE_UNIT_KG
  return sign === group && kgInUnit >= LARGE_UNIT_KG
}

/** A measure, such as per cent or hectares, read from typed text: one figure, or the reason there is none: nothing typed, unreadable or ambiguous. */
export type ParsedMeasure = { value: number } | { fault: 'none' | 'unreadable' | 'ambiguous' }

/** Reads per cent, whose sign may stand behind the figure. */
export function parsePercentage(typed: string, language: Language): ParsedMeasure {
  return parseMeasure(typed.trim().replace(/\s*%$/, ''), language)
}

/**
 * Reads an area, in hectares. A figure without a unit is of the one in which the organisation reads areas.
 *
 * @example parseArea('80 ac', 'en') // { value: 32.3749 }
 */
export function parseArea(typed: string, language: Language): ParsedMeasure {
  const [, figure = '', unit] = /^(.*?)\s*(ha|ac|acres?)?$/iu.exec(typed.trim()) ?? []
  const read = parseMeasure(figure, language)
  if (!('value' in read)) return read
  const area = unit === undefined ? unitsHere.get().area : unit.toLowerCase() === 'ha' ? 'ha' : 'ac'
  return { value: Math.round(read.value * hectaresIn({ area }) * 10_000) / 10_000 }
}

/** An area as it would be typed: it reads back as the same. */
export function typedArea(hectares: number, language: Language): string {
  const figure = fewestDecimals(hectares, hectaresIn(unitsHere.get()), 10_000)
  return figure.replace('.', signsOf(language).decimal)
}

/**
 * Reads a measure of at most four digits and four decimals. Nobody parts its thousands, so that comma and point both begin the fraction;
 * but what the language would read as a thousand is not guessed.
 */
export function parseMeasure(bare: string, language: Language): ParsedMeasure {
  if (bare === '') return { fault: 'none' }
  const [, whole = '', sign = '', fraction = ''] = /^(\d{1,4})(?:([.,])(\d{1,4}))?$/.exec(bare) ?? []
  if (whole === '') return { fault: 'unreadable' }
  if (sign !== '' && sign === signsOf(language).group && fraction.length === 3 && !whole.startsWith('0'))
    return { fault: 'ambiguous' }
  return { value: Number(`${whole}.${fraction || '0'}`) }
}

/**
 * Formats a measured value in the reader's figures; a value that is no number, such as of a smell, stays as it was written.
 *
 * @example measureText('14.5', 'de') // '14,5'
 */
export function measureText(value: string, language: Language): string {
  const isNumber = value.trim() !== '' && Number.isFinite(Number(value))
  return isNumber ? typedMeasure(Number(value), language) : value
}

/** A measure as it would be typed. */
export function typedMeasure(value: number, language: Language): string {
  return String(value).replace('.', signsOf(language).decimal)
}
