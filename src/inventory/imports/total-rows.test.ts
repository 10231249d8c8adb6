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
    'validation',
    'validation',
    'validation',
  ])
  expect(result.results[2].problems).toEqual([
    {
      column: 'Field',
      value: 'Total:',
      reason: 'is what stands before a sum: leave this row out. If it is a name, enter it by hand first',
    },
  ])
  const stores = await imported(
    manager,
    'stores',
    'Store,Bay,Commodity,Capacity (t)\nBarn,1,Wheat,500\nBarn,Subtotal,Wheat,500\nTotal,,Wheat,500\n',
  )
  expect(said(stores).map((row) => row.split(' ')[1])).toEqual(['success', 'validation', 'validation'])
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
