import './page-globals.ts'
import { globSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import type { WalkLanguage } from './walk-language.ts'

// What the page says in English where it should speak another language.

const SRC = path.join(import.meta.dirname, '../../web/src')
/** Where the catalogue's names are, of grain, of what is measured, and of reasons. */
const CATALOGUE = ['/api/system/settings/GB', '/api/inventory/reasons']

type Texts = Record<string, string>

/** Every text of the page, and every name of the catalogue, that is another in a language. */
export async function englishWords(url: string, language: WalkLanguage): Promise<Set<string>> {
  const files = globSync('**/*messages.ts', { cwd: SRC, exclude: ['i18n/**'] })
  const exported: Record<string, Partial<Record<WalkLanguage | 'en', Texts>>>[] = await Promise.all(
    files.map((file) => import(path.join(SRC, file))),
  )
  const messages = exported.flatMap((file) => Object.values(file))
  const theirs = messages.flatMap((message) => Object.values(message[language] ?? {}))
  const english = messages.flatMap((message) => Object.values(message.en ?? {}))
  const named = await Promise.all(
    CATALOGUE.map(async (at) => (await fetch(url + at, { headers: { 'Accept-Language': language } })).json()),
  )
  // Some words are of both languages.
  const words = new Set(theirs.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)]))
  const all = [...english.filter((text) => !text.includes('{')), ...otherNames(named, language)]
  return new Set(all.filter((text) => !words.has(text)))
}

/** The English names of whatever has another in the language. */
function otherNames(answer: unknown, language: WalkLanguage): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  const { name, description, names } = answer as {
    name?: string
    description?: string
    names?: Partial<Record<WalkLanguage, string>>
  }
  const own = name ?? description
  const other = names?.[language]
  const others = own !== undefined && other !== undefined && other !== own ? [own] : []
  return [...others, ...Object.values(answer).flatMap((each) => otherNames(each, language))]
}

/** What no sentence in German or French has. */
const ENGLISH = /(^|[\s(])(the|of|and|with|from|this|has|is)[\s,.]/i

/** Each text of the page by itself, and what is told to those who do not see it. */
const TEXTS = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode.data)
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const each of document.querySelectorAll('[' + name + ']')) texts.push(each.getAttribute(name))
  return texts
})()`

/** What of a page is English; lists are taken apart. People and farms of the sample write English as well: notes are left out. */
export async function englishOn(page: Page, english: ReadonlySet<string>): Promise<string[]> {
  const texts: string[] = await page.evaluate(TEXTS)
  const parts = texts.flatMap((text) => [text, ...text.split(/ [·→] |, /)]).map((text) => text.trim())
  return [...new Set(parts.filter((text) => english.has(text) || ENGLISH.test(text)))]
}
