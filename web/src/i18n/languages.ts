const written = { en: 'English', de: 'Deutsch', fr: 'Français' } as const

/** The languages whose texts stand beside each other in each file of messages: types hold that none is missing. */
export type WrittenLanguage = keyof typeof written

/** A further language, of one file. A text that it has not is shown in English. */
export interface Translation {
  /** By its own name. */
  name: string
  /** For figures and dates: `pl-PL`. */
  locale: string
  /** By the English text. Forms of a count are parted by ` | `, in the order one, few, many, other. */
  texts: Record<string, string>
}

const translations = new Map<string, Translation>()

/** Lets people choose a further language. */
export function addTranslation(code: string, translation: Translation): void {
  translations.set(code, translation)
}

/** The code of a language that the console can be read in, such as `de`. */
export type Language = string

const isWritten = (language: Language): language is WrittenLanguage => Object.hasOwn(written, language)

export const isLanguage = (text: string): text is Language => isWritten(text) || translations.has(text)

/** The languages of the console by their codes, each by its own name. */
export function languageNames(): Record<Language, string> {
  const more = [...translations].map(([code, { name }]) => [code, name])
  return { ...written, ...Object.fromEntries(more) }
}

/** Returns the locale in which a language writes figures and dates. */
export function localeOfLanguage(language: Language): string {
  if (isWritten(language)) return { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }[language]
  return translations.get(language)?.locale ?? 'en-GB'
}

/**
 * A text, or several of them by their names, in a language.
 *
 * @example inLanguage({ en: { open: 'Open' }, de: { open: 'Öffnen' }, fr: { open: 'Ouvrir' } }, 'de') // { open: 'Öffnen' }
 */
export function inLanguage<Texts extends string | object>(
  all: Record<WrittenLanguage, Texts>,
  language: Language,
): Texts {
  if (isWritten(language)) return all[language]
  const texts = translations.get(language)?.texts ?? {}
  // Of the same shape: each text is replaced by a text.
  return translated(all.en, texts) as Texts
}

function translated(texts: unknown, words: Record<string, string>): unknown {
  if (typeof texts === 'string') return words[texts] ?? texts
  if (Array.isArray(texts)) return texts.map((each) => translated(each, words))
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(Object.entries(texts).map(([name, each]) => [name, translated(each, words)]))
}
