import { beforeAll, describe, expect, test } from 'vitest'
import { fieldColumns } from '../src/inventory/imports/fields.ts'
import { loadColumns } from '../src/inventory/imports/loads/load-columns.ts'
import { loadCountries } from '../src/system/countries/countries.ts'
import { matchHeader } from '../src/system/imports/header.ts'
import { fieldName } from '../src/words/field-names.ts'

// What fields are called in the page is known above a column of a file: people copy its words into their tables.

beforeAll(() => loadCountries())

/** What fields are called where something is wrong with them, and the columns of loads that they are. */
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
    const word = fieldName(field, language)
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
  expect(reasons.filter(({ id }) => id !== 'hasNoColumn')).toEqual([])
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
