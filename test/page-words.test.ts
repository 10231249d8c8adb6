import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { fieldColumns } from '../src/inventory/imports/fields.ts'
import { loadColumns } from '../src/inventory/imports/loads/load-columns.ts'
import { loadCountries } from '../src/system/countries/countries.ts'
import { matchHeader } from '../src/system/imports/header.ts'

// What the page calls a thing is known above a column of a file: people copy its words into their tables.

beforeAll(() => loadCountries())

/** The words of a language in the page's catalogue, which only a browser can load. */
function wordsOf(language: string): Record<string, string> {
  const [, block = ''] = new RegExp(`\\n  ${language}: \\{\\n(.*?)\\n  \\},`, 's').exec(catalogue) ?? []
  return Object.fromEntries(
    [...block.matchAll(/^ {4}(\w+): '(.*)',$/gm)].map(([, name, word]) => [name, word]),
  )
}
const catalogue = readFileSync(path.join(import.meta.dirname, '../web/src/i18n/field-names.ts'), 'utf8')

/** What fields are called in the page, and the columns of loads that they are. */
const columns = {
  sender: 'sender',
  receiver: 'receiver',
  owner: 'ownerName',
  driver: 'driver',
  vehicleRegistration: 'vehicle',
  loadReference: 'ticket',
  full: 'gross',
  empty: 'tare',
  weight: 'weight',
  harvestYear: 'harvestYear',
  commodity: 'commodity',
  variety: 'variety',
  grade: 'grade',
  storageId: 'store',
  substorageId: 'bay',
  moveAtUTC: 'date',
  moisture: 'moisture',
} as const

describe.each(['en', 'de', 'fr'] as const)('the words of the page in %s', (language) => {
  test.each(Object.entries(columns))('%s', (field, name) => {
    const word = wordsOf(language)[field] ?? ''
    // The page calls a store Silo in French, and files a bay.
    if (word === 'Silo') return
    const { places } = matchHeader([word], loadColumns, 'DE')
    expect(
      places.filter(({ index }) => index === 0).map((place) => place.name),
      word,
    ).toEqual([name])
  })
})

test.each([
  ['Schein Nr.', 'ticket'],
  ['Datum / Uhrzeit', 'date'],
  ['Gewichte (kg) Brutto', 'gross'],
  ['Gewichte (kg) Netto', 'weight'],
  ['Poids (t) net', 'weight'],
  ['Test weight (lb/bu)', 'testWeight'],
  ['Test weight (kg/hl)', 'specificWeight'],
  ['Feuchte, %', 'moisture'],
])('%j is a head of the column %s', (head, name) => {
  const { places, reasons } = matchHeader([head], loadColumns, 'US')
  expect(places.filter(({ index }) => index === 0).map((place) => place.name)).toEqual([name])
  expect(reasons.filter((reason) => !reason.startsWith('has no column'))).toEqual([])
})

test.each([
  ['Nom', 'Surface', 'FR'],
  ['Nom du champ', 'Hectares', 'FR'],
  ['Pièce', 'Contenance (ha)', 'FR'],
  ['Désignation', 'Superficie', 'FR'],
  ['Bezeichnung', 'Größe', 'DE'],
])('%j and %j are a list of fields in everyday words', (field, area, country) => {
  const { places, reasons } = matchHeader([field, area], fieldColumns, country)
  expect(reasons).toEqual([])
  const found = places.filter(({ index }) => index >= 0).map(({ name, index }) => [index, name])
  expect(found).toEqual([
    [0, 'name'],
    [1, 'area'],
  ])
})
