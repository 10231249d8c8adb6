import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './app.ts'
import { countRoundTrips } from './round-trips.ts'
import {
  harvestLoad,
  intake,
  makeBay,
  makeBays,
  makePlan,
  makeRecord,
  movement,
  WINTER_WHEAT,
  type Bay,
} from './farm.ts'
import { ok, openScene, type Scene } from './scene.ts'

let service: TestApp
let scene: Scene
let trips: ReturnType<typeof countRoundTrips>

beforeAll(async () => {
  service = await openTestApp()
  trips = countRoundTrips(service.database.pool)
  scene = await openScene(service)
})
afterAll(() => service.close())

let keys = 0

/** Sends a movement under an Idempotency-Key of its own, or the one given. */
async function move(body: object, { key = `key-${++keys}`, path = '' } = {}) {
  return scene.farm.as('operator').post(`/api/inventory/movements${path}`, body, { 'idempotency-key': key })
}

/** Does it a few times: every second the service also asks for notices of its own, and that may fall in between. */
async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let time = 1; time <= 3; time++) {
    trips.taken()
    await work()
    counts.push(trips.taken())
  }
  return Math.min(...counts)
}

/** Who asks; locks and what the rules need; what is written. */
const THREE = 3

test('a movement waits for the database three times, with its key and its event', async () => {
  const { id } = await makeRecord(scene)
  const bay = await makeBay(scene)
  // The first one makes the parcel that the others join.
  ok(await move(movement(id, 10, bay)))
  expect(await tripsOf(async () => ok(await move(movement(id, 10, bay))))).toBe(THREE)
  expect(await tripsOf(async () => ok(await move(movement(id, 10, 'mill'))))).toBe(THREE)
})

test('one that comes late waits once more, for the days that it changes, where all since is called the same', async () => {
  const { id } = await makeRecord(scene)
  const bay = await makeBay(scene)
  ok(await move(movement(id, 10, bay)))
  const late = { ...movement(id, 10, bay), movementDateISO: '2025-08-09T09:30:00Z' }
  expect(await tripsOf(async () => ok(await move(late)))).toBe(THREE + 1)
})

test('an intake, and a load off a field, wait six times: their answers are read as lists of them are', async () => {
  const { bay } = await makeRecord(scene)
  const key = () => ({ 'idempotency-key': `key-${++keys}` })
  const moveAtUTC = service.clock.now().toISOString()
  const body = intake(bay, 10, { source: { type: 'intake', intake: { moveAtUTC, driverName: 'Sam' } } })
  const operator = scene.farm.as('operator')
  expect(await tripsOf(async () => ok(await operator.post('/api/inventory/records', body, key())))).toBe(6)
  const { planId, fieldId } = await makePlan(scene)
  const loads = [harvestLoad({ fieldId, ...bay, dateISO: moveAtUTC, weightNet: 10 })]
  const path = `/api/inventory/harvest-plans/${planId}/loads`
  expect(await tripsOf(async () => ok(await operator.post(path, loads, key())))).toBe(6)
})

test('a load in a list waits no more often than at its own address', async () => {
  const { id, bay } = await makeRecord(scene)
  const other = await makeBay(scene)
  const { planId, fieldId } = await makePlan(scene)
  const shared = { weight: 10, dateISO: service.clock.now().toISOString() }
  const crop = { commodity: WINTER_WHEAT, harvestYear: '2025' }
  const enter = (from: object, to: object) => async () => {
    const body = { loads: [{ from, to, ...shared }] }
    const key = { 'idempotency-key': `key-${++keys}` }
    ok(await scene.farm.as('operator').post('/api/inventory/loads', body, key))
  }
  const moved = enter({ recordId: id }, other)
  await moved()
  expect(await tripsOf(moved)).toBe(THREE)
  expect(await tripsOf(enter(crop, bay))).toBeLessThanOrEqual(5)
  expect(await tripsOf(enter({ harvestPlanId: planId, fieldId }, bay))).toBeLessThanOrEqual(5)
})

test('so does one into a bay with a capacity that it keeps within', async () => {
  const { id } = await makeRecord(scene)
  const bay = await makeBay(scene)
  await setCapacity(bay, 100)
  ok(await move(movement(id, 10, bay)))
  expect(await tripsOf(async () => ok(await move(movement(id, 10, bay))))).toBe(THREE)
  const beyond = ok(await move(movement(id, 70, bay)))
  expect(beyond.conflicts).toMatchObject([{ kind: 'over_capacity', weight: 10 }])
})

test('and many in one request', async () => {
  const bay = await makeBay(scene)
  const bays = await makeBays(scene, 12)
  const records: { id: string; weight: number }[] = []
  for (const each of bays) records.push({ id: (await makeRecord(scene, 1000, each)).id, weight: 10 })
  const body = { records, movementDateISO: '2025-08-10T09:30:00Z', destination: bay }
  ok(await move(body, { path: '/bulk' }))
  expect(await tripsOf(async () => ok(await move(body, { path: '/bulk' })))).toBe(THREE)
})

test('a load off a field does too, unless its crop is somebody else’s, who may have a contract to look for', async () => {
  const own = await makePlan(scene)
  const others = await makePlan(scene, { owner: { id: 'hill-farm', name: 'Hill Farm' } })
  const tripsOff = async (plantingId: string, more: object = {}) => {
    const load = { ...movement(plantingId, 10, await makeBay(scene)), ...more }
    ok(await move(load))
    return tripsOf(async () => ok(await move(load)))
  }
  expect(await tripsOff(own.plantingId)).toBe(THREE)
  expect(await tripsOff(others.plantingId, { storageContractId: null })).toBe(THREE)
  expect(await tripsOff(others.plantingId)).toBe(THREE + 1)
})

test('so does one while plans of somebody else have come due', async () => {
  const { id } = await makeRecord(scene)
  const bay = await makeBay(scene)
  ok(await move(movement(id, 10, bay)))
  const others = await openScene(service)
  const theirs = await makeRecord(others)
  const plan = { ...movement(theirs.id, 10, await makeBay(others)), movementDateISO: '2026-08-14T09:00:00Z' }
  ok(await others.farm.as('operator').post('/api/inventory/movements', plan))
  service.clock.advance({ hours: 1 })
  expect(await tripsOf(async () => ok(await move(movement(id, 10, bay))))).toBe(THREE)
})

test('a key that was used has the first word, whatever the command would say by now', async () => {
  const { id } = await makeRecord(scene, 1000)
  const all = movement(id, 1000, 'mill')
  const first = ok(await move(all, { key: 'all-of-it' }))
  const again = await move(all, { key: 'all-of-it' })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(ok(again)).toEqual(first)
  // Without the key it is refused, as nothing is left.
  expect((await move(all)).body.code).toBe('insufficient_stock')
  const senseless = await move({ ...all, weight: 0.0001 }, { key: 'all-of-it' })
  expect(senseless.status).toBe(422)
  expect(senseless.body.code).toBe('idempotency_key_reused')
})

test('what a refused movement had locked and written is gone with it', async () => {
  const { id } = await makeRecord(scene, 1000)
  const refused = await move(movement(id, 1001, await makeBay(scene)), { key: 'too-much' })
  expect(refused.body.code).toBe('insufficient_stock')
  const record = ok(await scene.farm.as('operator').get(`/api/inventory/records/${id}`))
  expect(record.commodity.weight.weight).toBe(1000)
  // The key is free again.
  ok(await move(movement(id, 1000, 'mill'), { key: 'too-much' }))
})

test('bays and records of others are not there, and are not locked', async () => {
  const { id } = await makeRecord(scene)
  const others = await openScene(service)
  const theirs = await makeRecord(others)
  const into = await move(movement(id, 10, theirs.bay))
  expect([into.status, into.body.code]).toEqual([404, 'not_found'])
  const own = await makeBay(scene)
  const mixed = await move(
    movement(id, 10, { storageId: own.storageId, substorageId: theirs.bay.substorageId }),
  )
  expect(mixed.body.validation).toMatchObject([{ path: 'destination.substorageId', code: 'unknown_bay' }])
  const outOf = await move(movement(theirs.id, 10, own))
  expect([outOf.status, outOf.body.code]).toEqual([404, 'not_found'])
})

/** Kilograms of wheat. */
async function setCapacity({ storageId, substorageId }: Bay, weight: number): Promise<void> {
  const body = { substorageId, commodityId: WINTER_WHEAT.id, weight }
  ok(await scene.farm.as('manager').post(`/api/inventory/storage/${storageId}/commodities`, body))
}
