import { countryHere } from '../api/country.ts'
import { stockUnitHere } from '../api/stock-unit.ts'
import type { Language } from './languages.ts'
import { KILOGRAMS_IN } from './make-formats.ts'
import { readUnit, type UnitRead } from './weight-units.ts'

/** Why what somebody typed for a weight is not one. */
export type WeightFault = 'none' | 'unreadable' | 'ambiguous' | 'too-large' | 'unit' | 'bushel'

/** What somebody typed for a weight: kilograms to the gram, nothing, or why it is not one figure. */
export type ParsedWeight = { kg: number } | { fault: WeightFault }

/** What a field knows of the weights that are typed into it. */
export interface WeightContext {
  /** The unit of a figure without one: 1 for kilograms, 1000 for tonnes. */
  kgInUnit?: number
  /** The grain that is weighed, by which a bushel is one. */
  commodityId?: number | undefined
  /** Whose words units are: those of the organisation’s country. */
  country?: string
}

/** How a language writes figures: what parts thousands and what begins the fraction. */
const signs: Record<Language, { group: string; decimal: string }> = {
  en: { group: ',', decimal: '.' },
  de: { group: '.', decimal: ',' },
  fr: { group: '', decimal: ',' },
}
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
  { kgInUnit = 1, commodityId, country = countryHere.get() }: WeightContext = {},
): ParsedWeight {
  const text = typed.trim()
  if (text === '') return { fault: 'none' }
  const [, figure = '', word = ''] = /^([^\p{L}]*)(\p{L}[\p{L}\s.]*)?$/u.exec(text) ?? []
  if (!/\d/.test(figure)) return { fault: 'unreadable' }
  const unit: UnitRead = word === '' ? { kg: kgInUnit } : readUnit(word, country, commodityId)
  return 'fault' in unit ? unit : parseFigure(figure.trim(), language, unit.kg)
}

/** From here on a unit is of the size of a tonne, of which three decimals are nothing unusual. */
const LARGE_UNIT_KG = 500

function parseFigure(bare: string, language: Language, kgInUnit: number): ParsedWeight {
  const joined = bare.replaceAll(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(\D|$))/g, '_')
  if (!/^[\d_.,]+$/.test(joined)) return { fault: 'unreadable' }
  const { group, decimal } = signs[language]
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
 * Reads a weight of stock: a figure without a unit is of the one in which the organisation reads stock. On a ticket it is kilograms.
 *
 * @example parseStock('28.46', 'en') // { kg: 28460 } where stock is read in tonnes
 */
export function parseStock(typed: string, language: Language, context: WeightContext = {}): ParsedWeight {
  return parseWeight(typed, language, { kgInUnit: KILOGRAMS_IN[stockUnitHere.get()], ...context })
}

/** A weight of stock as it would be typed: it reads back as the same. */
export function typedStock(kilograms: number, language: Language): string {
  const inUnit = KILOGRAMS_IN[stockUnitHere.get()]
  if (inUnit === 1) return typedWeight(kilograms, language)
  return String(Math.round(kilograms * 1000) / 1000 / inUnit).replace('.', signs[language].decimal)
}

/** A weight as it would be typed: it reads back as the same, also where it has three decimals. */
export function typedWeight(kilograms: number, language: Language): string {
  const [whole = '', fraction] = String(Math.round(kilograms * 1000) / 1000).split('.')
  if (fraction === undefined) return whole
  return `${whole}${signs[language].decimal}${fraction.length === 3 ? `${fraction}0` : fraction}`
}

/** One sign with three digits behind it: a neighbour's thousands, or this language's thousandths. */
function couldBeEither(text: string, group: string, decimal: string, kgInUnit: number): boolean {
  const [, whole = '', sign = ''] = /^([1-9]\d{0,2})([.,])\d{3}$/.exec(text) ?? []
  if (whole === '') return false
  if (sign === decimal) return kgInUnit < LARGE_UNIT_KG
  return sign === group && kgInUnit >= LARGE_UNIT_KG
}

/** The unit of a measure, which may stand behind its figure. */
export type MeasureUnit = '%' | 'ha'

/** What somebody typed for a measure, such as per cent or hectares: one figure, nothing, or why it is not one. */
export type ParsedMeasure = { value: number } | { fault: 'none' | 'unreadable' | 'ambiguous' }

/**
 * Reads a measure of at most four digits and four decimals. Nobody parts its thousands, so that comma and point both begin the fraction;
 * but what the language would read as a thousand is not guessed. A unit other than the field's own is no figure of it.
 */
export function parseMeasure(typed: string, language: Language, unit: MeasureUnit): ParsedMeasure {
  const text = typed.trim()
  const bare = text.toLowerCase().endsWith(unit) ? text.slice(0, -unit.length).trimEnd() : text
  if (bare === '') return { fault: 'none' }
  const [, whole = '', sign = '', fraction = ''] = /^(\d{1,4})(?:([.,])(\d{1,4}))?$/.exec(bare) ?? []
  if (whole === '') return { fault: 'unreadable' }
  if (sign !== '' && sign === signs[language].group && fraction.length === 3 && !whole.startsWith('0'))
    return { fault: 'ambiguous' }
  return { value: Number(`${whole}.${fraction || '0'}`) }
}

/**
 * What was measured, in the reader's figures; as it was written where it is no number, such as of a smell.
 *
 * @example measureText('14.5', 'de') // '14,5'
 */
export function measureText(value: string, language: Language): string {
  const isNumber = value.trim() !== '' && Number.isFinite(Number(value))
  return isNumber ? typedMeasure(Number(value), language) : value
}

/** A measure as it would be typed. */
export function typedMeasure(value: number, language: Language): string {
  return String(value).replace('.', signs[language].decimal)
}
