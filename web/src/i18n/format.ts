import { useMe } from '../api/session.ts'
import { localeOf, useLanguage } from './language.ts'
import type { Language } from './languages.ts'
import { makeFormats, type Formats } from './make-formats.ts'

const made = new Map<string, Formats>()

/** How figures and dates are written for whoever reads, on the farm's clock. */
export function useFormats(): Formats {
  return formatsOf(useLanguage(), useMe().organisation.timeZone)
}

/** The same outside of components. */
export function formatsOf(language: Language, timeZone: string): Formats {
  const key = `${language} ${timeZone}`
  const formats = made.get(key) ?? makeFormats(localeOf(language), timeZone)
  made.set(key, formats)
  return formats
}
