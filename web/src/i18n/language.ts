import { useSyncExternalStore } from 'react'
import { countryHere } from '../api/country.ts'
import { answerIn } from '../api/client.ts'
import { followed } from '../api/followed.ts'
import { isLanguage, localeOfLanguage, type Language } from './languages.ts'
import { remember } from '../api/remember.ts'

const KEPT = 'granary.language'

/** The language that was chosen here, or the first of the browser's that there is. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT) ?? '', ...navigator.languages.map((each) => each.slice(0, 2))]
  return wanted.find(isLanguage) ?? 'en'
}

const current = followed<Language>('en')

/** At the start of the page: the language of this device. */
export const startLanguage = () => chooseLanguage(firstLanguage())

export function chooseLanguage(language: Language): void {
  remember(KEPT, language)
  document.documentElement.lang = language
  current.set(language)
  answerIn(language)
}

/** English is written as the organisation's country writes it: many browsers in Britain say that they are American. */
const ENGLISH = new Set(['AU', 'CA', 'GB', 'IE', 'NZ', 'US'])

/** For dates and figures: the browser's own way of writing the language where it has one, such as de-CH. */
export function localeOf(language: Language): string {
  const country = countryHere.get()
  if (language === 'en' && ENGLISH.has(country)) return `en-${country}`
  const own = navigator.languages.find((each) => each.slice(0, 2) === language && each.length > 2)
  return own ?? localeOfLanguage(language)
}

export const useLanguage = () => useSyncExternalStore(current.subscribe, current.get)
export const languageNow = current.get
/** Calls back whenever another language is chosen. */
export const onLanguage = current.subscribe
