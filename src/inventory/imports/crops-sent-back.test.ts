import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { base, cropsOf, imported, said } from './test-imports.ts'

// Exports of crops and of their yields, sent back as they are and edited.

let service: TestApp
let farm: TestOrganisation
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeOrganisation(service)
  manager = farm.as('manager')
  await imported(manager, 'fields', 'Field,Area (ha)\nTop,10\nLow,4\n')
})

const crops = () => cropsOf(manager)

const header = 'Field,Commodity,Type,Variety,Harvest year,Area (ha),Expected yield (t/ha),Planted\n'

/** Two crops in one field, of which a part is split off: both of its crops are of the third variety there. */
async function plantAndSplit(): Promise<void> {
  await imported(
    manager,
    'inventory/fields',
    `${header}Top,Wheat,Winter,Skyfall,2027,5,8,\nTop,Wheat,Winter,Gleam,2027,5,9,\n`,
  )
  await imported(manager, 'field-splits', 'Field,New field,Area (ha),Variety\nTop,Part,4,Crusoe\n')
}

test('exported crops and yields of fields that have one name come back to their own, each by its record', async () => {
  ok(await farm.as('owner').post('/api/identity/business-units', { name: 'East', type: 'farm' }))
  const ids = await Promise.all(
    ['A', 'B'].map(async (name) => {
      const { results } = await imported(manager, 'fields', `Field,Area (ha),Farm\n${name},10,East\n`)
      return results[0].id
    }),
  )
  await imported(
    manager,
    'inventory/fields',
    `${header}A,Wheat,Winter,Skyfall,2027,5,8,\nB,Wheat,Winter,Skyfall,2027,5,8,\n`,
  )
  for (const id of ids) ok(await manager.patch(`/api/inventory/storage/${id}`, { name: 'Home' }))
  const { body } = await manager.get(`${base}/field-yields/export`)
  const result = await imported(manager, 'field-yields', body.replaceAll(',8,', ',9,'))
  expect(said(result)).toEqual(['2 success Home', '3 success Home'])
  expect(await crops()).toEqual(Array(2).fill('Home Skyfall 2027 5 ha 9000 kg/ha'))
  const { body: exported } = await manager.get(`${base}/inventory/fields/export`)
  const sentBack = await imported(manager, 'inventory/fields', exported)
  expect(said(sentBack)).toEqual(['2 unchanged Home', '3 unchanged Home'])
  expect(sentBack.results.map((each: { id: string }) => each.id)).toEqual(
    result.results.map((each: { id: string }) => each.id),
  )
  const lowYield = await imported(
    manager,
    'inventory/fields',
    `${header}Low,Barley,Spring,Laureate,2027,,6,\n`,
  )
  const elsewhere = `Field,Yield (t/ha),Record\nHome,5,${lowYield.results[0].id}\n`
  expect((await imported(manager, 'field-yields', elsewhere)).results[0].message).toEqual([
    'Field: is the name of 2 of yours: say which in “Business unit”',
  ])
})

test('exported yields of crops that are alike in all but their yield come back to their own', async () => {
  await plantAndSplit()
  const before = await crops()
  expect(before.filter((crop) => crop.startsWith('Part Crusoe 2027 2 ha'))).toHaveLength(2)
  const { body } = await manager.get(`${base}/field-yields/export`)
  const { results } = await imported(manager, 'field-yields', body)
  const sentBack = await manager.get(`${base}/inventory/fields/export`)
  const { results: same } = await imported(manager, 'inventory/fields', sentBack.body)
  expect(same.map(({ status, message }: { status: string; message: string[] }) => [status, message])).toEqual(
    Array(4).fill(['unchanged', []]),
  )
  expect(results.map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('unchanged'))
  expect(await crops()).toEqual(before)
})

test('an exported crop that was edited into another is refused, and compared with no crop but its own', async () => {
  await plantAndSplit()
  const before = await crops()
  const { body } = await manager.get(`${base}/inventory/fields/export`)
  const messages = async (edited: string) => {
    const { results } = await imported(manager, 'inventory/fields', edited)
    return results.flatMap(({ message }: { message: string[] }) => message).sort()
  }
  expect(await messages(body)).toEqual([])
  const is = (crop: string) =>
    `is not that of the crop in Record, which is Wheat, Winter, ${crop}, 2027: put one of them right, or leave Record empty to enter another crop`
  expect(await messages(body.replaceAll(/Skyfall|Gleam/g, 'Extase'))).toEqual([
    `Variety: ${is('Gleam')}`,
    `Variety: ${is('Skyfall')}`,
  ])
  expect(await messages(body.replaceAll(',2027,', ',2026,'))).toHaveLength(4)
  expect(await messages(body.replaceAll('Part,', 'Low,'))).toEqual(
    Array(2).fill('Record: is a crop of another field of yours: put Field or Record right'),
  )
  // Each of the two alike in the new field brings what the other does not.
  expect(await messages(body.replace(/(Part,.*,)8(,)/, '$19$2'))).toEqual([
    'Its expected yield is 8000 kg/ha there and 9000 kg/ha here; an import does not change it.',
  ])
  expect(await crops()).toEqual(before)
})
