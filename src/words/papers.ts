import { papers as de } from './de/papers.ts'
import { papers as en } from './en/papers.ts'
import { papers as fr } from './fr/papers.ts'
import type { Language } from './languages.ts'
import type { SameWords } from './writing.ts'

/** Everything that papers say, which is the same in each language. */
export type PaperWords = SameWords<typeof en>

const all: Record<Language, PaperWords> = { en, de, fr }

export function paperWordsIn(language: Language): PaperWords {
  return all[language]
}
