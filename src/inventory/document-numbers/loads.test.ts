import { beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { base, makeFarm, openFarm, type TestFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

// A load has a number of its own series as soon as it is weighed or completed (rules.md §11).

let service: TestApp
let farm: TestFarm
beforeEach(async () => void ({ service, farm } = await openFarm()))

const movements = `${base}/movements`
const as = (role: 'operator' | 'manager' = 'manager') => farm.organisation.as(role)
const get = async (id: number | string) => ok(await as().get(`${movements}/${id}`))
const numberOf = async (id: number | string) => (await get(id)).documentNumber as string
const weighed = { weighbridge: { empty: 14_000, full: 15_000 }, driver: { name: 'Sam' } }
const toMill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }

test('each kind is counted by itself, from 1, and what is refused takes no number', async () => {
  const stock = await farm.opening(farm.bays[0], 5_000)
  expect(await numberOf(await farm.move(stock, farm.bays[1], 100))).toBe('1')
  const refused = await as().post(movements, {
    recordId: stock,
    weight: 90_000,
    movementDateISO: service.clock.now().toISOString(),
    destination: { storageId: farm.storeId, substorageId: farm.bays[1] },
  })
  expect(refused.body.code).toBe('insufficient_stock')
  expect(await numberOf(await farm.move(stock, farm.bays[1], 100))).toBe('2')
  expect(await numberOf(await farm.move(stock, 'mill-7', 0, weighed))).toBe('1')
  expect(await numberOf(await farm.move(stock, 'mill-7', 0, weighed))).toBe('2')
  const others = await makeFarm(service)
  const theirs = await others.move(await others.opening(others.bays[0], 500), others.bays[1], 100)
  const seen = await others.organisation.as('viewer').get(`${movements}/${theirs}`)
  expect(seen.body.documentNumber).toBe('1')
})

test('a lorry has its number when it is weighed, and not before', async () => {
  const stock = await farm.opening(farm.bays[0], 50_000)
  const first = await farm.move(stock, 'mill-7', 0, { weighbridge: { empty: 14_000 } })
  const second = await farm.move(stock, 'mill-7', 0, { weighbridge: { empty: 14_000 } })
  expect(await numberOf(first)).toBe('')
  const actions = { recordId: stock, weighbridge: { full: 15_000 } }
  ok(await as('operator').put(`${movements}/${second}/actions`, actions))
  ok(await as('operator').put(`${movements}/${first}/actions`, actions))
  expect([await numberOf(first), await numberOf(second)]).toEqual(['2', '1'])
  // It keeps it, whatever is said of it later.
  ok(await as('operator').put(`${movements}/${second}/actions`, { recordId: stock, driver: { name: 'Sam' } }))
  ok(await as().put(`${movements}/${second}/actions`, { recordId: stock, weighbridge: { full: 15_100 } }))
  expect(await numberOf(second)).toBe('1')
})

test('what is completed as it is has one, too', async () => {
  const stock = await farm.opening(farm.bays[0], 50_000)
  const load = await farm.move(stock, 'mill-7', 1_000)
  expect(await numberOf(load)).toBe('')
  ok(await as().put(`${movements}/${load}/actions`, { recordId: stock, isComplete: true }))
  expect(await numberOf(load)).toBe('1')
})

test('all parts of a lorry have one number', async () => {
  const from = [await farm.opening(farm.bays[0], 50_000), await farm.opening(farm.bays[1], 50_000)]
  const body = {
    records: from.map((id) => ({ id, share: 1 })),
    movementDateISO: service.clock.now().toISOString(),
    destination: toMill,
    sold: true,
    driver: { name: 'Sam' },
    ticket: { empty: 14_000, full: 20_000 },
  }
  const { ids } = ok(await as().post(`${movements}/bulk`, body))
  expect(await Promise.all(ids.map(numberOf))).toEqual(['1', '1'])
  const unweighed = { ...body, ticket: { empty: 14_000 } }
  const later = ok(await as().post(`${movements}/bulk`, unweighed)).ids
  expect(await Promise.all(later.map(numberOf))).toEqual(['', ''])
  const actions = { recordId: from[1], weighbridge: { full: 20_000 } }
  ok(await as().put(`${movements}/${later[1]}/actions`, actions))
  expect(await Promise.all(later.map(numberOf))).toEqual(['2', '2'])
})

test('a deleted load keeps its number, and nobody else gets it', async () => {
  const stock = await farm.opening(farm.bays[0], 50_000)
  const load = await farm.move(stock, farm.bays[1], 100)
  ok(await as().delete(`${movements}/${load}`))
  expect(await get(load)).toMatchObject({ status: 'deleted', documentNumber: '1' })
  expect(await numberOf(await farm.move(stock, farm.bays[1], 100))).toBe('2')
  ok(await as().post(`${movements}/${load}/restore`))
  expect(await numberOf(load)).toBe('1')
})

test('intakes and loads off a field are one series, and a try takes none', async () => {
  const lorry = { empty: 14_000, full: 15_000 }
  await farm.intake(farm.bays[0], 1_000, { driverName: 'Sam', weighbridgeRecord: lorry })
  const crop = await farm.planting()
  const body = {
    recordId: crop,
    weight: 100,
    movementDateISO: service.clock.now().toISOString(),
    destination: { storageId: farm.storeId, substorageId: farm.bays[1] },
  }
  ok(await as().post(`${movements}?dryRun=true`, body))
  expect(await numberOf(ok(await as().post(movements, body)).ids[0])).toBe('2')
})

test('it is searched, however it is written, and a column of the CSV', async () => {
  const stock = await farm.opening(farm.bays[0], 50_000)
  const load = await farm.move(stock, farm.bays[1], 100)
  const found = ok(await as().get(`${movements}?query=No.%200001`)).docs
  expect(found.map(({ id }: { id: number }) => id)).toEqual([load])
  const csv = await as().get(`${movements}?format=csv`)
  expect(csv.body).toMatch(/,documentNumber,loadReference,/)
})
