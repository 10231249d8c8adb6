import { useMe } from '../api/session.ts'
import { localeOf, useLanguage } from './language.ts'
import type { Language } from './languages.ts'
import { makeFormats, type Formats, type StockUnit } from './make-formats.ts'

const made = new Map<string, Formats>()

/** How figures and dates are written for whoever reads, on the farm's clock. */
export function useFormats(): Formats {
  const { timeZone, stockUnit } = useMe().organisation
  return formatsOf(useLanguage(), timeZone, stockUnit)
}

/** The same outside of components. */
export function formatsOf(language: Language, timeZone: string, stockUnit: StockUnit = 't'): Formats {
  const key = `${language} ${timeZone} ${stockUnit}`
  const formats = made.get(key) ?? makeFormats(localeOf(language), timeZone, stockUnit)
  made.set(key, formats)
  return formats
}
