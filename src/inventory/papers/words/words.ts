import type { Language } from '../../../words/languages.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { fr } from './fr.ts'

export type { Words }

const all: Record<Language, Words> = { en, de, fr }

export function wordsIn(language: Language): Words {
  return all[language]
}

/**
 * A sentence with what belongs in its braces.
 *
 * @example fill('COPY {n}', { n: 2 }) // 'COPY 2'
 */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''))
}
