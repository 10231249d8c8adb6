import './page-globals.ts'
import { globSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'

// What the page says in English where it should speak German.

const SRC = path.join(import.meta.dirname, '../../web/src')
/** Where the catalogue's names are, of grain, of what is measured, and of reasons. */
const CATALOGUE = ['/api/system/settings/GB', '/api/inventory/reasons']

type Texts = Record<string, string>

/** Every text of the page, and every name of the catalogue, that is another in German. */
export async function englishWords(url: string): Promise<Set<string>> {
  const files = globSync('**/*messages.ts', { cwd: SRC, exclude: ['i18n/**'] })
  const exported: Record<string, { en?: Texts; de?: Texts }>[] = await Promise.all(
    files.map((file) => import(path.join(SRC, file))),
  )
  const messages = exported.flatMap((file) => Object.values(file))
  const german = messages.flatMap(({ de = {} }) => Object.values(de))
  const english = messages.flatMap(({ en = {} }) => Object.values(en)).filter((text) => !text.includes('{'))
  const named = await Promise.all(
    CATALOGUE.map(async (at) => (await fetch(url + at, { headers: { 'Accept-Language': 'de' } })).json()),
  )
  // Some words are German as well.
  const words = new Set(german.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)]))
  return new Set([...english, ...otherNames(named)].filter((text) => !words.has(text)))
}

/** The English names of whatever has another in German. */
function otherNames(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  const { name, description, names } = answer as {
    name?: string
    description?: string
    names?: { de?: string }
  }
  const own = name ?? description
  const others = own !== undefined && names?.de !== undefined && names.de !== own ? [own] : []
  return [...others, ...Object.values(answer).flatMap(otherNames)]
}

/** Each text of the page by itself, and what is told to those who do not see it. */
const TEXTS = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode.data)
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const each of document.querySelectorAll('[' + name + ']')) texts.push(each.getAttribute(name))
  return texts
})()`

/** What of a page is English; lists are taken apart. */
export async function englishOn(page: Page, english: ReadonlySet<string>): Promise<string[]> {
  const texts: string[] = await page.evaluate(TEXTS)
  const parts = texts.flatMap((text) => [text, ...text.split(/ [·→] |, /)]).map((text) => text.trim())
  return [...new Set(parts.filter((text) => english.has(text)))]
}
