import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { imported, said } from './test-imports.ts'

// What stands under the tables of a spreadsheet.

let service: TestApp
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  manager = (await makeOrganisation(service)).as('manager')
})

const names = async () =>
  (await manager.get('/api/inventory/storage?limit=200&sortBy=name')).body.docs.map(
    ({ name }: { name: string }) => name,
  )

test('the sum under a table is no place', async () => {
  const result = await imported(
    manager,
    'fields',
    'Feld;Field;Area (ha)\n1;Top;10,5\n2;Total Eclipse;4\n;Total:;14,5\n;Summe (ha);14,5\n;GRAND TOTAL;29\n',
  )
  expect(said(result).map((row) => row.split(' ')[1])).toEqual([
    'success',
    'success',
    'left_out',
    'left_out',
    'left_out',
  ])
  expect(result).toMatchObject({ success: 2, leftOut: 3, validation: 0 })
  expect(result.fileTotals).toEqual([
    { row: 4, text: 'Total:', column: 'Area (ha)', value: 14.5, sum: 14.5, agrees: true },
    { row: 5, text: 'Summe (ha)', column: 'Area (ha)', value: 14.5, sum: 14.5, agrees: true },
    { row: 6, text: 'GRAND TOTAL', column: 'Area (ha)', value: 29, sum: 14.5, agrees: false },
  ])
  const stores = await imported(
    manager,
    'stores',
    'Store,Bay,Commodity,Capacity (t)\nBarn,1,Wheat,500\nBarn,Subtotal,Wheat,500\nTotal,,Wheat,500\n',
  )
  expect(said(stores).map((row) => row.split(' ')[1])).toEqual(['success', 'left_out', 'left_out'])
  expect(await names()).toEqual(['Barn', 'Top', 'Total Eclipse'])
})

test('a place that is called like a sum already is known', async () => {
  ok(
    await manager.post('/api/inventory/storage', {
      name: 'Total',
      type: 'field',
      location: null,
      substorage: [],
    }),
  )
  expect(said(await imported(manager, 'fields', 'Field\nTotal\n'))).toEqual(['2 unchanged Total'])
})

const rowsOf = (body: Parameters<typeof said>[0]) =>
  said(body).map((row) => row.split(' ').slice(0, 2).join(' '))

test('a line of sums between and below groups is known by its sum, whatever its words', async () => {
  await imported(manager, 'stores', 'Store,Bay\nBarn,Bay 1\nBarn,Bay 2\nShed,Floor\n')
  const head = 'Store;Bay;Commodity;Harvest year;Weight (t)\n'
  const table = `${head}Barn;Bay 1;Winter wheat;2026;100,5
Barn;Bay 2;Winter wheat;2026;50
Barn;;Winter wheat;2026;150,5
Shed;Floor;Winter wheat;2026;70
Shed;;Winter wheat;2026;70
;;;;220,5
`
  const { results, sums, leftOut } = await imported(manager, 'inventory/stores?dryRun=true', table)
  expect(rowsOf({ results })).toEqual([
    '2 success',
    '3 success',
    '4 left_out',
    '5 success',
    '6 left_out',
    '7 left_out',
  ])
  expect(leftOut).toBe(3)
  expect(sums.stored.weightKilograms).toBe(220_500)
  // Somebody who has looked at a row says that it is one.
  const confirmed = await imported(manager, 'inventory/stores?dryRun=true&confirm=6', table)
  expect(rowsOf(confirmed)[4]).toBe('6 unchanged')
})

test('what weighs the same and names as much is stock, and so is what names less and weighs otherwise', async () => {
  await imported(manager, 'stores', 'Store,Bay\nBarn,Bay 1\nShed,Floor\n')
  const table = `Store;Bay;Commodity;Variety;Harvest year;Weight (t)
Barn;Bay 1;Winter wheat;Skyfall;2026;28
Barn;Bay 1;Winter wheat;Skyfall;2026;28
Barn;Bay 1;Winter wheat;;2026;28
Shed;;Winter wheat;Skyfall;2026;84
`
  expect(rowsOf(await imported(manager, 'inventory/stores?dryRun=true', table))).toEqual([
    '2 success',
    '3 unchanged',
    '4 success',
    '5 success',
  ])
})

test.each([
  'End of report',
  'Sheet 1/1',
  'Page 1 of 1',
  'Anzahl Schläge: 3',
  'Anzahl Schläge:;3',
  'Printed 14.8.',
  'Gedruckt am 14.08.2026',
  'Stand: 14.08.2026',
  'Fin du rapport',
  'Ende des Berichts',
  'Imprimé le 14/08/2026',
  '*** Ende ***',
  '-----',
  '3 Datensätze',
])('the foot line %j is no field', async (foot) => {
  const table = `Field;Area (ha)\nTop;10,5\nHill;4\n${foot}\n`
  const result = await imported(manager, 'fields', table)
  expect(rowsOf(result)).toEqual(['2 success', '3 success', '4 left_out'])
  expect(await names()).toEqual(['Hill', 'Top'])
  // It may be a field all the same.
  const confirmed = await imported(manager, 'fields?confirm=4&dryRun=true', table)
  expect(rowsOf(confirmed)[2]).toBe('4 success')
})

test.each(['Lower Forty', 'Stand', 'Country Lane 5', 'Number Nine', '12'])(
  'a field without an area may be called %j',
  async (name) => {
    const result = await imported(manager, 'fields?dryRun=true', `Field;Area (ha)\nTop;10,5\n${name};\n`)
    expect(rowsOf(result)).toEqual(['2 success', '3 success'])
  },
)
