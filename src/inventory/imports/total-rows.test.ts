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
