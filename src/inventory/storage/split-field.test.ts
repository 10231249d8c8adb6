import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { actorOf, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { base } from './test-storage.ts'
import { inTransaction } from '../../db/transaction.ts'
import { newId } from '../../kernel/ids.ts'
import { createRecord } from '../movements/intakes/create-record.ts'

let service: TestApp
let farm: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

async function makeField(area: number | null, name = 'Hill Field'): Promise<string> {
  const body = {
    name,
    type: 'field',
    area,
    location: { address: { regionISO: 'GB-HRT' } },
    tags: ['clay'],
    substorage: [],
  }
  const answer = await farm.as('manager').post(base, { ...body, businessUnitIds: [farm.businessUnitId] })
  return answer.body.id
}

/** A planting in a field, of which `remaining` hectares still stand. */
async function plant(
  fieldId: string,
  area: number,
  remaining = area,
  commodity: object = {},
): Promise<string> {
  const actor = actorOf(farm, service.clock.now())
  const [planting] = await inTransaction(service.database.db, (trx) =>
    createRecord(trx, actor, {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: { id: 1, type: 101, tags: [], variety: 'Skyfall', ...commodity },
      source: { type: 'planting', planting: { expectedYield: 8000, plantingAtUTC: '2025-10-02' } },
      storage: [{ storageId: fieldId, area }],
    }),
  )
  if (!planting) throw new Error('no planting was made')
  const id = planting.recordId
  await service.database.db
    .updateTable('records')
    .set({ remaining_area_hectares: remaining })
    .where('id', '=', id)
    .execute()
  return id
}

async function plantingsOf(fieldId: string) {
  return service.database.db
    .selectFrom('records')
    .innerJoin('ledger_balances', 'record_id', 'id')
    .select([
      'id',
      'variety',
      'harvest_year',
      'planted_on',
      'area_hectares',
      'remaining_area_hectares',
      'expected_yield_grams_per_hectare',
    ])
    .where('storage_id', '=', fieldId)
    .execute()
}

const split = (rows: object[]) => farm.as('manager').post(`${base}/fields/split`, rows)
const read = async (id: string) => (await farm.as('viewer').get(`${base}/${id}`)).body

test('a field becomes more fields, and its crop is shared out by hectares', async () => {
  const source = await makeField(10)
  const planting = await plant(source, 8, 4)
  const answer = await split([
    { source, name: 'North', hectares: 2.5 },
    { source, name: 'West', hectares: 1.25, variety: 'Crusoe', rowNumber: 2 },
  ])
  expect(answer).toMatchObject({
    status: 200,
    body: {
      status: 'success',
      message: '2 fields were made: North, West.',
      ids: [expect.any(String), expect.any(String)],
    },
    headers: { location: `${base}/${answer.body.ids[0]}` },
  })
  const [north, west] = answer.body.ids
  expect(await read(north)).toMatchObject({
    name: 'North',
    type: 'field',
    area: 2.5,
    tags: ['clay'],
    businessUnits: [{ id: farm.businessUnitId }],
    location: { address: { regionISO: 'GB-HRT' } },
  })
  expect((await read(source)).area).toBe(6.25)
  const same = { harvest_year: '2026', planted_on: '2025-10-02', expected_yield_grams_per_hectare: 8_000_000 }
  expect(await plantingsOf(north)).toEqual([
    {
      ...same,
      id: expect.any(String),
      variety: 'Skyfall',
      area_hectares: '2.0000',
      remaining_area_hectares: '1.0000',
    },
  ])
  expect(await plantingsOf(west)).toMatchObject([
    { variety: 'Crusoe', area_hectares: '1.0000', remaining_area_hectares: '0.5000' },
  ])
  expect(await plantingsOf(source)).toMatchObject([
    { id: planting, variety: 'Skyfall', area_hectares: '5.0000', remaining_area_hectares: '2.5000' },
  ])
})

test('thirds add up to the square metre, and a field may be given away whole', async () => {
  const source = await makeField(1)
  await plant(source, 1)
  const { body } = await split([
    { source, name: 'A', hectares: 0.3333 },
    { source, name: 'B', hectares: 0.3333 },
    { source, name: 'C', hectares: 0.3334 },
  ])
  expect((await read(source)).area).toBe(0)
  const areas = await Promise.all(
    [...body.ids, source].map(async (id: string) => (await plantingsOf(id))[0]?.area_hectares),
  )
  expect(areas).toEqual(['0.3333', '0.3333', '0.3334', '0.0000'])
})

test('a crop that is wholly harvested stays with its field', async () => {
  const source = await makeField(10)
  await plant(source, 10, 0)
  const { body } = await split([{ source, name: 'A', hectares: 5 }])
  expect(await plantingsOf(body.ids[0])).toEqual([])
  expect(await plantingsOf(source)).toMatchObject([{ area_hectares: '10.0000' }])
})

test('a variety is given to the crops of the commodity that has it, or to all where none is known to', async () => {
  const source = await makeField(10)
  await plant(source, 10, 2)
  await plant(source, 10, 10, { id: 2, type: 201, variety: 'Craft' })
  const { body } = await split([
    { source, name: 'A', hectares: 1, variety: ' laureate' },
    { source, name: 'B', hectares: 1, variety: 'crusoe' },
    { source, name: 'C', hectares: 1, variety: 'Trial 7' },
    { source, name: 'D', hectares: 1 },
  ])
  const varieties = await Promise.all(
    body.ids.map(async (id: string) => (await plantingsOf(id)).map(({ variety }) => variety).toSorted()),
  )
  expect(varieties).toEqual([
    ['Skyfall', 'laureate'],
    ['Craft', 'crusoe'],
    ['Trial 7', 'Trial 7'],
    ['Craft', 'Skyfall'],
  ])
})

test('no field is split into two of one name: a split that is sent twice would take the hectares twice', async () => {
  const [source, another] = [await makeField(10), await makeField(10)]
  await plant(source, 10)
  const { body } = await split([{ source, name: ' North ', hectares: 3 }])
  const again = await split([
    { source, name: 'NORTH', hectares: 3, variety: 'Crusoe' },
    { source, name: 'East', hectares: 1 },
    { source, name: 'east', hectares: 2 },
    { source: another, name: 'North', hectares: 3 },
  ])
  const isPart = (name: string) => `is already what a part of this field is called: ${name}`
  expect(again).toMatchObject({
    status: 400,
    body: {
      validation: [
        { path: '[0].name', message: isPart('North'), code: 'duplicate' },
        { path: '[2].name', message: isPart('East'), code: 'duplicate' },
      ],
    },
  })
  expect((await read(source)).area).toBe(7)
  // Two fields may have one name, and a part that is called otherwise by now has left its own.
  expect((await split([{ source: another, name: 'North', hectares: 3 }])).status).toBe(200)
  await farm.as('manager').patch(`${base}/${body.ids[0]}`, { name: 'Far North' })
  expect((await split([{ source, name: 'North', hectares: 3 }])).status).toBe(200)
})

test('all rows or none, every fault by its row', async () => {
  const [source, bare] = [await makeField(10), await makeField(null)]
  await plant(source, 10)
  const answer = await split([
    { source, name: 'A', hectares: 6 },
    { source, name: 'B', hectares: 4.5 },
    { source: bare, name: 'C', hectares: 1 },
  ])
  expect(answer).toMatchObject({
    status: 400,
    body: { validation: [{ path: '[1].hectares', data: { left: 4 } }, { path: '[2].source' }] },
  })
  expect((await read(source)).area).toBe(10)
  expect(await plantingsOf(source)).toMatchObject([{ area_hectares: '10.0000' }])
})

test.each([
  { name: 'no hectares', row: { hectares: 0 }, path: '[0].hectares' },
  { name: 'no name', row: { name: '' }, path: '[0].name' },
])('refuses $name', async ({ row, path }) => {
  const source = await makeField(10)
  expect(await split([{ source, name: 'A', hectares: 1, ...row }])).toMatchObject({
    status: 400,
    body: { validation: [{ path }] },
  })
})

test('what is not there or not yours is 404, a store is no field', async () => {
  const foreign = await makeOrganisation(service)
  const theirs = await foreign
    .as('manager')
    .post(base, { name: 'X', type: 'field', area: 5, location: null, substorage: [] })
  for (const source of [theirs.body.id, newId(), 'none']) {
    expect(await split([{ source, name: 'A', hectares: 1 }])).toMatchObject({
      status: 404,
      body: { validation: [{ path: '[0].source' }] },
    })
  }
  const store = await farm
    .as('manager')
    .post(base, { name: 'Barn', type: 'store', area: 5, location: null, substorage: [] })
  expect(await split([{ source: store.body.id, name: 'A', hectares: 1 }])).toMatchObject({ status: 400 })
})

test('a field does not become smaller than what stands in it', async () => {
  const fieldId = await makeField(10)
  await plant(fieldId, 10, 0)
  await plant(fieldId, 6)
  await plant(fieldId, 6, 2)
  const patch = (area: number | null) => farm.as('manager').patch(`${base}/${fieldId}`, { area })
  expect(await patch(2)).toMatchObject({
    status: 400,
    body: {
      validation: [{ path: 'area', code: 'minimum', message: expect.stringContaining('6 ha planted') }],
    },
  })
  expect(await patch(6)).toMatchObject({ status: 200, body: { area: 6 } })
  // Nobody knows the area, and then it is found to be less.
  expect((await patch(null)).status).toBe(200)
  expect((await patch(5.9999)).status).toBe(400)
  expect((await patch(7)).status).toBe(200)
})
