import { expect, test } from 'vitest'
import { readerOf, render } from '../words/render.ts'
import { message } from '../words/catalogue.ts'
import type { ColumnName } from '../words/column-names.ts'
import { deliveryColumns } from './delivery-values/delivery-value.ts'
import { tradeSearch } from './trades/search-trades.ts'
import { contractSearch } from './contracts/search-contracts.ts'
import { loadSearch } from './harvest/loads.ts'
import { planSearch } from './harvest/queries.ts'
import { settlementSearch } from './settlements/search-settlements.ts'
import { stocktakeSearch } from './stocktakes/search-stocktakes.ts'
import { storageColumns } from './storage/search-storages.ts'

test.each([
  ['places', storageColumns],
  ['contracts', contractSearch.columns],
  ['settlements', settlementSearch.columns],
  ['stock-takes', stocktakeSearch.columns],
  ['plans', planSearch.columns],
  ['loads', loadSearch.columns],
  ['contracts to buy and to sell', tradeSearch.columns],
  ['the value of deliveries', Object.fromEntries(deliveryColumns.map((name) => [name, name]))],
])('each column of %s has a head in each language, and none has that of another', (_table, csv) => {
  const names = Object.keys(csv)
  const inLanguage = (language: 'en' | 'de' | 'fr') =>
    names.map((name) => render(message('columnName', { name: name as ColumnName }), readerOf(language)))
  expect(inLanguage('en')).toEqual(names)
  for (const language of ['de', 'fr'] as const) {
    const heads = inLanguage(language)
    expect(heads).not.toContain(undefined)
    expect(new Set(heads).size).toBe(names.length)
  }
})
