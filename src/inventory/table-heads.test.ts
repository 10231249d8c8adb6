import { expect, test } from 'vitest'
import { render } from '../words/render.ts'
import { message } from '../words/catalogue.ts'
import type { HeadName } from '../words/en/heads.ts'
import { contractSearch } from './contracts/search-contracts.ts'
import { loadSearch } from './harvest/loads.ts'
import { planSearch } from './harvest/queries.ts'
import { settlementSearch } from './settlements/search-settlements.ts'
import { storageCsv } from './storage/search-storages.ts'

test.each([
  ['places', storageCsv],
  ['contracts', contractSearch.csv],
  ['settlements', settlementSearch.csv],
  ['plans', planSearch.csv],
  ['loads', loadSearch.csv],
])('each column of %s has a head in each language, and none has that of another', (_table, csv) => {
  const names = Object.keys(csv)
  const inLanguage = (language: 'en' | 'de' | 'fr') =>
    names.map((name) => render(message('columnHead', { name: name as HeadName }), language))
  expect(inLanguage('en')).toEqual(names)
  for (const language of ['de', 'fr'] as const) {
    const heads = inLanguage(language)
    expect(heads).not.toContain(undefined)
    expect(new Set(heads).size).toBe(names.length)
  }
})
