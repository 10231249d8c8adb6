import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { imported, said } from './test-imports.ts'

// Names as spreadsheets and web pages have them: with blanks that do not break, too many of them, and what nobody sees.

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
const field = (name: string) => ({ name, type: 'field', area: 10, location: null, substorage: [] })

test('a field is known whatever blanks its name has, in a file and in a body', async () => {
  const made = await imported(
    manager,
    'fields',
    'Field,Area (ha)\nTop\u00a0 Field,10\nTop Field,10\nTop  Field\u200b,10\n',
  )
  expect(said(made).map((row) => row.split(' ')[1])).toEqual(['success', 'unchanged', 'unchanged'])
  const body = ok(await manager.post('/api/inventory/storage', field(' Low\u00a0 Field\u200b')))
  expect(body.name).toBe('Low Field')
  ok(await manager.patch(`/api/inventory/storage/${body.id}`, { name: 'Low \u202f Field' }))
  const again = await imported(manager, 'fields', 'Field,Area (ha)\nLow Field,10\n')
  expect(said(again)).toEqual(['2 unchanged Low Field'])
  expect(await names()).toEqual(['Low Field', 'Top Field'])
})

test('a name in which nothing is to be seen is none', async () => {
  const { status, body } = await manager.post('/api/inventory/storage', field('\u200b\u00a0'))
  expect(status).toBe(400)
  expect(body.validation).toMatchObject([{ path: 'name', message: 'must not be empty' }])
})

test('a bay and what lies in it are known whatever blanks they have', async () => {
  const body = ok(
    await manager.post('/api/inventory/storage', {
      name: 'Long Barn',
      type: 'store',
      location: null,
      substorage: [{ name: 'Bay\u00a0 1' }],
    }),
  )
  expect(body.substorage[0].name).toBe('Bay 1')
  const bays = { substorage: [{ name: 'Bay  1' }] }
  expect((await manager.patch(`/api/inventory/storage/${body.id}`, bays)).body.validation).toMatchObject([
    { path: 'substorage[0].name', code: 'duplicate' },
  ])
  expect(said(await imported(manager, 'stores', 'Store,Bay\nLong\u00a0Barn,Bay\u00a01\n'))).toEqual([
    '2 unchanged Long Barn, Bay 1',
  ])
  const stock = (bay: string, variety: string, weight: number, date = '') =>
    `Store,Bay,Commodity,Variety,Harvest year,Weight (t),Date\nLong Barn,${bay},Winter\u00a0 wheat,${variety},2026,${weight},${date}\n`
  const first = await imported(manager, 'inventory/stores', stock('Bay 1', 'KWS Extase', 10))
  const same = await imported(manager, 'inventory/stores', stock('bay\u00a01', 'KWS\u00a0 Extase\u200b', 10))
  const more = await imported(manager, 'inventory/stores', stock('Bay  1', 'KWS  Extase', 5, '2026-08-01'))
  expect([first, same, more].map(({ results }) => results[0].status)).toEqual([
    'success',
    'unchanged',
    'success',
  ])
  const record = ok(await manager.get(`/api/inventory/records/${more.results[0].id}`))
  expect(record.commodity.variety).toBe('KWS Extase')
})

test('a planting is known whatever blanks its variety has', async () => {
  const body = ok(await manager.post('/api/inventory/storage', field('Top')))
  const planting = (variety: string) => [
    {
      rowNumber: 1,
      type: 'crop',
      harvestYear: '2027',
      owned: true,
      commodity: { id: 1, type: 101, variety },
      field: { storageId: body.id },
      planting: { expectedYield: 8000 },
    },
  ]
  const made = ok(await manager.post('/api/inventory/plantings', planting('KWS\u00a0Extase ')))
  const again = ok(await manager.post('/api/inventory/plantings', planting('KWS  Extase')))
  const byFile = await imported(
    manager,
    'inventory/fields',
    'Field,Commodity,Variety,Harvest year\nTop,Winter wheat,KWS\u200b Extase,2027\n',
  )
  expect([made, again, byFile].map(({ results }) => results[0].status)).toEqual([
    'success',
    'unchanged',
    'unchanged',
  ])
})
