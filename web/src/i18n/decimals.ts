import type { Language } from './languages.ts'
import { parseMeasure } from './numbers.ts'

/**
 * Reads a figure that may be below nothing, as text, so that no computer rounds money; undefined where it is none or could be two.
 *
 * @example readDecimal('−1,25', 'de') // '-1.25'
 */
export function readDecimal(typed: string, language: Language): string | undefined {
  const [, sign = '', whole = '', mark = '', fraction = ''] =
    /^([-−+]?)(\d{1,12})(?:([.,])(\d{1,6}))?$/.exec(typed.trim()) ?? []
  if (whole === '') return undefined
  // Three digits behind a mark could be a neighbour's thousands.
  if (fraction.length === 3 && 'fault' in parseMeasure(`1${mark}234`, language)) return undefined
  return `${/[-−]/.test(sign) ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/** True where nothing is wrong with a cell that may be left empty. */
export const isCellReady = (typed: string, language: Language) =>
  typed.trim() === '' || readDecimal(typed, language) !== undefined
