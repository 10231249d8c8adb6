import { readTerminalLocale } from '../config.ts'
import { isLanguage, type Language } from '../words/languages.ts'
import { readerOf, type Reader } from '../words/render.ts'

/**
 * The language of the locale that a terminal is set to; English where there is no such language.
 *
 * @example terminalLanguage('de_DE.UTF-8') // 'de'
 */
export function terminalLanguage(locale = readTerminalLocale()): Language {
  const [language = ''] = locale.toLowerCase().split(/[^a-z]/)
  return isLanguage(language) ? language : 'en'
}

/** Whoever sits at the terminal. */
export const terminalReader = (): Reader => readerOf(terminalLanguage())
