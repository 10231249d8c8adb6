import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measureNamed as measureInGerman } from './de/measures.ts'
import { reasonNamed as reasonInGerman } from './de/stock-terms.ts'
import { measureNamed as measureInFrench } from './fr/measures.ts'
import { reasonNamed as reasonInFrench } from './fr/stock-terms.ts'

// Sentences call reasons and measures what the lists of the page call them.

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../data/${name}.json`, import.meta.url), 'utf8'))

test.each([
  ['de', reasonInGerman, measureInGerman],
  ['fr', reasonInFrench, measureInFrench],
] as const)('reasons and measures have the names of data/names/%s.json', (language, reason, measure) => {
  const { names } = read(`names/${language}`)
  const reasons: { id: number; description: string }[] = read('reasons').adjustment
  const measures: { id: number; name: string }[] = read('measures')
  expect(reasons.map(({ id, description }) => [id, reason(description)])).toEqual(
    reasons.map(({ id }) => [id, names.reasons[id]]),
  )
  expect(measures.map(({ id, name }) => [id, measure(name)])).toEqual(
    measures.map(({ id, name }) => [id, names.measures[id] ?? name]),
  )
})
