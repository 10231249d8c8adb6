export const languages = ['en', 'de', 'fr'] as const
/** A language that answers can be in. */
export type Language = (typeof languages)[number]

export const isLanguage = (text: string): text is Language => languages.some((each) => each === text)
