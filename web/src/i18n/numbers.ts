import type { Language } from './languages.ts'

/** What somebody typed for a weight: kilograms to the gram, nothing, or why it is not one figure. */
export type ParsedWeight = { kg: number } | { fault: 'none' | 'unreadable' | 'ambiguous' | 'too-large' }

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
 * and not guessed: `28.460` is 28,460 to a German and 28.46 to a Briton, and both weigh lorries.
 *
 * @param kgInUnit 1 for kilograms; 1000 for tonnes, of which three decimals are nothing unusual
 */
export function parseWeight(typed: string, language: Language, kgInUnit = 1): ParsedWeight {
  const bare = typed.trim().replace(/\s*(kg|t)$/i, '')
  if (bare === '') return { fault: 'none' }
  const joined = bare.replaceAll(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(\D|$))/g, '_')
  if (!/^[\d_.,]+$/.test(joined) || !/\d/.test(joined)) return { fault: 'unreadable' }
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
  if (sign === decimal) return kgInUnit === 1
  return sign === group && kgInUnit > 1
}

/** What somebody typed for a measure, such as per cent or hectares: one figure, nothing, or why it is not one. */
export type ParsedMeasure = { value: number } | { fault: 'none' | 'unreadable' | 'ambiguous' }

/**
 * Reads a measure of at most four digits and four decimals. Nobody parts its thousands, so that comma and point both begin the fraction;
 * but what the language would read as a thousand is not guessed.
 */
export function parseMeasure(typed: string, language: Language): ParsedMeasure {
  const bare = typed.trim().replace(/\s*(%|ha)$/i, '')
  if (bare === '') return { fault: 'none' }
  const [, whole = '', sign = '', fraction = ''] = /^(\d{1,4})(?:([.,])(\d{1,4}))?$/.exec(bare) ?? []
  if (whole === '') return { fault: 'unreadable' }
  if (sign !== '' && sign === signs[language].group && fraction.length === 3 && !whole.startsWith('0'))
    return { fault: 'ambiguous' }
  return { value: Number(`${whole}.${fraction || '0'}`) }
}

/** A measure as it would be typed. */
export function typedMeasure(value: number, language: Language): string {
  return String(value).replace('.', signs[language].decimal)
}
