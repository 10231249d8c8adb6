import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type Client, type TestApp } from '../../../test/app.ts'
import { base, GROUP_1, GROUP_2, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'

let service: TestApp
let farm: TestFarm
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
  manager = farm.organisation.as('manager')
})

const url = `${base}/trade-availability`

function item(overrides: object = {}) {
  return {
    type: 'crop',
    harvestYear: '2026',
    commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
    weight: 250_000,
    soldWeight: 100_000,
    ...overrides,
  }
}

async function make(overrides: object = {}) {
  const answer = await manager.post(url, { commodities: [item(overrides)] })
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

test('is a record without a place, with what is sold of it and what is left', async () => {
  const unit = farm.organisation.businessUnitId
  const made = await make({ businessUnitIds: [unit], tags: ['export'] })
  expect(made).toMatchObject({
    organisationId: farm.organisation.organisationId,
    name: 'Winter wheat 2026',
    status: 'active',
    owned: true,
    source: 'trade',
    soldWeight: 100_000,
    position: 150_000,
    isRecordInStorage: false,
    commodity: {
      commodity: { id: WHEAT },
      grade: { id: GROUP_1 },
      variety: 'Skyfall',
      weight: { weight: 250_000 },
    },
    yield: { current: 250_000, initial: 250_000, total: 250_000, loss: 0, sold: 0 },
    storage: { storageId: '', businessUnitIds: [unit], type: '' },
    tags: ['export'],
  })
  const { body: full } = await manager.get(`${base}/records/${made.id}`)
  expect(full.storage.businessUnits).toMatchObject([{ id: unit }])
  expect(
    full.timeline.map((entry: { details: { statusMessage: string } }) => entry.details.statusMessage),
  ).toEqual(['Entered as available to trade: 250,000 kg.'])
  expect(full.timeline[0].details.weight.weight).toBe(250_000)
  const found = await manager.get(`${base}/records?f:businessUnitIds=${unit}`)
  expect(found.body.docs).toMatchObject([{ id: made.id }])
  expect(found.body.custom.businesses).toMatchObject([{ id: unit, totalWeight: 250_000 }])
})

test('is found by its source, with what is sold and left, beside other stock without a place', async () => {
  const { id } = await make()
  const { type, harvestYear, commodity } = item()
  const existing = { type, harvestYear, commodity, owned: true, source: { importWeight: 7000 } }
  const entered = await manager.post(`${base}/records`, existing)
  expect(entered, JSON.stringify(entered.body)).toMatchObject({
    status: 200,
    body: { storage: { storageId: '' } },
  })
  await farm.opening(farm.bays[0], 1000)
  const { body } = await manager.get(`${base}/records?f:source=trade`)
  expect(body.docs).toMatchObject([{ id, source: 'trade', soldWeight: 100_000, position: 150_000 }])
  expect(body.custom.commodities).toMatchObject([
    { commodity: { totalWeight: 250_000, soldWeight: 100_000 } },
  ])
  const { terms } = body.facets.find(({ name }: { name: string }) => name === 'f:source')
  expect(terms.map(({ name, hits }: { name: string; hits: string }) => [name, hits]).sort()).toEqual([
    ['Existing', '2'],
    ['Trade', '1'],
  ])
  const { body: csv } = await manager.get(`${base}/records?f:source=trade&format=csv`)
  const [head, row] = csv
    .trim()
    .split('\r\n')
    .map((line: string) => line.split(','))
  expect(row[head.indexOf('sold in all kg')]).toBe('100000')
})

test('of several is answered as an array; faults come all at once, and nothing is stored', async () => {
  const answer = await manager.post(url, { commodities: [item(), item({ weight: 0, soldWeight: 5 })] })
  expect(answer.body).toMatchObject([{ position: 150_000 }, { position: -5, yield: { current: 0 } }])
  expect(answer.headers['location']).toBe(`${base}/records/${answer.body[0].id}`)
  const refused = await manager.post(url, {
    commodities: [
      item(),
      item({ harvestYear: '20266', businessUnitIds: ['x'], commodity: { id: WHEAT, type: 9 } }),
    ],
  })
  expect(refused.body.validation.map(({ path }: { path: string }) => path)).toEqual([
    'commodities[1].commodity.type',
    'commodities[1].harvestYear',
    'commodities[1].businessUnitIds[0]',
  ])
  expect((await manager.get(`${base}/records`)).body.totalDocs).toBe(2)
  expect((await farm.organisation.as('operator').post(url, { commodities: [item()] })).status).toBe(403)
})

test.each<[what: string, patch: object, expected: object]>([
  [
    'weight',
    { commodityWeight: 80_000 },
    { position: -20_000, soldWeight: 100_000, yield: { current: 80_000, loss: 0, total: 80_000 } },
  ],
  ['more weight', { commodityWeight: 300_000.5 }, { position: 200_000.5, yield: { initial: 300_000.5 } }],
  ['no weight', { commodityWeight: 0 }, { position: -100_000, yield: { current: 0 } }],
  ['sold weight', { soldWeight: 120_000 }, { position: 130_000, soldWeight: 120_000 }],
  ['nothing sold', { soldWeight: null }, { position: 250_000, soldWeight: 0 }],
  ['grade', { commodityGrade: GROUP_2 }, { commodity: { grade: { id: GROUP_2 } }, position: 150_000 }],
  ['no grade', { commodityGrade: null }, { commodity: { grade: { id: 0 } } }],
  ['tags', { tags: ['seed'] }, { tags: ['seed'], soldWeight: 100_000 }],
  ['nothing', {}, { position: 150_000, commodity: { grade: { id: GROUP_1 } } }],
])('a patch changes %s and nothing else', async (_what, patch, expected) => {
  const { id } = await make()
  const answer = await manager.patch(`${url}/${id}`, patch)
  expect(answer).toMatchObject({ status: 200, body: { id, ...expected } })
})

test('a patch is told in the timeline, and replaces business units', async () => {
  const { id } = await make({ businessUnitIds: [farm.organisation.businessUnitId] })
  const answer = await manager.patch(`${url}/${id}`, {
    commodityWeight: 200_000,
    soldWeight: 150_000,
    businessUnitIds: [],
  })
  expect(answer.body.storage.businessUnitIds).toEqual([])
  const { body } = await manager.get(`${base}/records/${id}`)
  expect(body.timeline.at(-1).details.statusMessage).toBe(
    'Changed weight from 250,000 kg to 200,000 kg, sold weight from 100,000 kg to 150,000 kg, business units.',
  )
  const same = await manager.patch(`${url}/${id}`, {
    commodityWeight: 200_000,
    soldWeight: 150_000,
    businessUnitIds: [],
  })
  expect(same.status).toBe(200)
  expect((await manager.get(`${base}/records/${id}`)).body.timeline).toHaveLength(body.timeline.length)
})

test('a new grade holds from then on: what left before has the old one, and what is taken back changes nothing', async () => {
  const { id } = await make()
  const movementDateISO = service.clock.now().toISOString()
  const first = await farm.move(id, farm.bays[0], 1000)
  service.clock.advance({ days: 1 })
  const fields = [{ name: 'Moisture', value: '14', metric: '%' }]
  expect((await manager.post(`${base}/records/${id}/samples`, { fields })).status).toBe(200)
  service.clock.advance({ days: 1 })
  expect((await manager.patch(`${url}/${id}`, { commodityGrade: GROUP_2 })).status).toBe(200)
  service.clock.advance({ days: 1 })
  await farm.move(id, farm.bays[1], 1000, { movementDateISO })
  const { docs } = (await manager.get(`${base}/records?f:storageId=${farm.storeId}`)).body
  expect(docs.map(({ commodity }: { commodity: { grade: { id: number } } }) => commodity.grade.id)).toEqual([
    GROUP_1,
    GROUP_1,
  ])
  expect((await manager.delete(`${base}/movements/${first}`)).status).toBe(200)
  const { commodity } = (await manager.get(`${base}/records/${id}`)).body
  expect(commodity.grade.id).toBe(GROUP_2)
})

test('what moves into a bay is told to come from no place', async () => {
  const { id } = await make()
  await farm.move(id, farm.bays[0], 1000)
  await farm.move(id, farm.bays[0], 500, { movementDateISO: '2026-09-01' })
  const { body } = await manager.get(`${base}/records/${id}`)
  expect(
    body.timeline
      .slice(1)
      .map((entry: { details: { statusMessage: string } }) => entry.details.statusMessage),
  ).toEqual(['1,000 kg moved to Long Barn, Bay 1.', '500 kg is to move to Long Barn, Bay 1.'])
})

test('what is sold and leaves is not counted twice', async () => {
  const { id } = await make()
  await farm.move(id, 'mill-7', 40_000)
  const record = async () => (await manager.get(`${base}/records/${id}`)).body
  expect(await record()).toMatchObject({
    position: 150_000,
    soldWeight: 100_000,
    yield: { current: 210_000, sold: 40_000 },
  })
  await farm.move(id, 'mill-7', 90_000, { movementDateISO: '2026-09-01' })
  expect(await record()).toMatchObject({ position: 120_000, soldWeight: 100_000 })
  const short = await manager.patch(`${url}/${id}`, { commodityWeight: 30_000 })
  expect(short).toMatchObject({ status: 400, body: { code: 'insufficient_stock' } })
})

test('a patch has faults, and is for trade availability of one’s own', async () => {
  const { id } = await make()
  const faulty = await manager.patch(`${url}/${id}`, { commodityGrade: 1020101, businessUnitIds: ['x'] })
  expect(faulty.body.validation.map(({ path }: { path: string }) => path)).toEqual([
    'commodityGrade',
    'businessUnitIds[0]',
  ])
  const stored = await farm.opening(farm.bays[0], 1000)
  expect((await manager.patch(`${url}/${stored}`, { soldWeight: 1 })).status).toBe(404)
  const other = await makeFarm(service)
  expect((await other.organisation.as('manager').patch(`${url}/${id}`, { soldWeight: 1 })).status).toBe(404)
  expect((await manager.patch(`${url}/nonsense`, {})).status).toBe(404)
})

test('a business unit that has been archived may be sent back', async () => {
  const owner = farm.organisation.as('owner')
  const { id: unit } = (await owner.post('/api/identity/business-units', { name: 'Old Site' })).body
  const { id } = await make({ businessUnitIds: [unit] })
  await owner.post(`/api/identity/business-units/${unit}/archive`)
  const patched = await manager.patch(`${url}/${id}`, { businessUnitIds: [unit] })
  expect(patched).toMatchObject({ status: 200, body: { storage: { businessUnitIds: [unit] } } })
})

test('honours If-Match of the record', async () => {
  const made = await make()
  const { headers } = await manager.get(`${base}/records/${made.id}`)
  const change = (soldWeight: number, etag: unknown) =>
    manager.patch(`${url}/${made.id}`, { soldWeight }, { 'if-match': String(etag) })
  expect((await change(1, headers['etag'])).status).toBe(200)
  expect((await change(2, headers['etag'])).status).toBe(412)
})
