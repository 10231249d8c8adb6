import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { ok } from '../../../../test/scene.ts'
import { base, expectSoundLedger, makeFarm, openFarm, type TestFarm } from '../../../../test/farm.ts'

let service: TestApp
let farm: TestFarm

beforeEach(async () => void ({ service, farm } = await openFarm()))
afterAll(expectSoundLedger)

const manager = () => farm.organisation.as('manager')
const rescale = (body: object, query = '') => manager().post(`${base}/movements/rescale${query}`, body)
const AUGUST = { startDateISO: '2026-08-01', endDateISO: '2026-08-12', factor: 1.01 }
const weighed = { empty: 10_000, full: 20_000 }
const get = async (id: number | string) => ok(await manager().get(`${base}/movements/${id}`))

/** A bay that was filled over the scale, emptied over it, and filled again. */
async function filledTwice() {
  const recordId = await farm.intake(farm.bays[0], 0, {
    weighbridgeRecord: weighed,
    at: '2026-08-02T08:00:00Z',
  })
  const out = await farm.move(recordId, 'mill-7', 0, {
    movementDateISO: '2026-08-03T08:00:00Z',
    weighbridge: weighed,
  })
  await farm.intake(farm.bays[0], 0, { weighbridgeRecord: weighed, at: '2026-08-04T08:00:00Z' })
  return { recordId, out }
}

test('all loads of the time are weighed again as one change, which a dry run lists first', async () => {
  const { recordId, out } = await filledTwice()
  const before = await get(out)
  const dry = ok(await rescale(AUGUST, '?dryRun=true'))
  expect(dry.changes).toHaveLength(3)
  expect(dry.changes[1]).toEqual({
    movementId: out,
    movementDateISO: '2026-08-03T08:00:00.000Z',
    vehicleRegistration: '',
    before: { ...weighed, weight: 10_000 },
    after: { empty: 10_100, full: 20_200, weight: 10_100 },
  })
  expect(await get(out)).toEqual(before)
  const done = ok(await rescale(AUGUST))
  expect(done.changes).toEqual(dry.changes)
  expect(done.message).toBe('3 loads from 1 Aug 2026 to 12 Aug 2026 weighed again, by the factor 1.01.')
  expect(await get(out)).toMatchObject({
    weighbridge: { empty: { weight: 10_100 }, full: { weight: 20_200 } },
    inventory: { commodity: { weight: { weight: 10_100 } } },
  })
  expect(await farm.weightOf(recordId)).toBe(10_100)
  const { timeline } = ok(await manager().get(`${base}/records/${recordId}`))
  expect(JSON.stringify(timeline)).toContain('10,100 kg instead of 10,000 kg')
})

test('what nobody weighed, what lies outside the dates, and what went over another scale stays as it is', async () => {
  const recordId = await farm.opening(farm.bays[0], 100_000, { at: '2026-07-01' })
  const typed = await farm.move(recordId, 'mill-7', 1000, { movementDateISO: '2026-08-02' })
  const late = await farm.move(recordId, 'mill-7', 0, { movementDateISO: '2026-08-13', weighbridge: weighed })
  const once = await farm.move(recordId, 'mill-7', 0, {
    movementDateISO: '2026-08-12',
    weighbridge: { full: 20_000 },
  })
  const store = ok(
    await manager().post(`${base}/storage`, {
      name: 'Far Barn',
      type: 'store',
      location: null,
      substorage: [{ name: 'Bay 9' }],
    }),
  )
  expect((await rescale({ ...AUGUST, storageIds: [store.id] })).status).toBe(404)
  const { changes } = ok(await rescale({ ...AUGUST, storageIds: [farm.storeId] }))
  expect(changes).toMatchObject([{ movementId: once, after: { empty: null, full: 20_200, weight: null } }])
  expect((await get(typed)).inventory.commodity.weight.weight).toBe(1000)
  expect(await get(late)).toMatchObject({ weighbridge: { full: { weight: 20_000 } } })
})

test('a lorry in parts is weighed again as a whole', async () => {
  const storage = [9999.999, 5000, 5000.001].map((weight, index) => ({
    storageId: farm.storeId,
    substorageId: farm.bays[index],
    weight,
  }))
  const ticket = { empty: 10_000, full: 30_000 }
  const source = { intake: { ticket, moveAtUTC: '2026-08-02T08:00:00Z' } }
  const body = { type: 'crop', harvestYear: '2026', commodity: { id: 1, type: 101 }, storage, source }
  const [first] = ok(await manager().post(`${base}/records`, body))
  const { changes } = ok(await rescale({ ...AUGUST, factor: 1.0001 }))
  expect(changes).toHaveLength(3)
  const shown = (await get(first.movementId)).ticket
  expect(shown).toMatchObject({ empty: 10_001, full: 30_003, net: 20_002 })
  const grams = shown.parts.map(({ weight }: { weight: number }) => Math.round(weight * 1000))
  expect(grams.reduce((sum: number, each: number) => sum + each, 0)).toBe(20_002_000)
})

test('more than there was is refused, and nothing is changed', async () => {
  const recordId = await farm.opening(farm.bays[0], 10_000, { at: '2026-07-01' })
  const out = await farm.move(recordId, 'mill-7', 0, { movementDateISO: '2026-08-03', weighbridge: weighed })
  expect((await rescale(AUGUST)).body.code).toBe('insufficient_stock')
  expect(await get(out)).toMatchObject({ weighbridge: { full: { weight: 20_000 } } })
  ok(await rescale({ ...AUGUST, factor: 0.99 }))
  expect(await farm.weightOf(recordId)).toBe(100)
})

test('names all that is wrong; it takes who may count', async () => {
  const wrong = await rescale({
    startDateISO: '2026-08-02',
    endDateISO: '2026-08-01',
    factor: 1,
    storageIds: ['x'],
  })
  expect(wrong.body.validation).toMatchObject([
    { path: 'endDateISO', code: 'minimum' },
    { path: 'factor', code: 'invalid' },
    { path: 'storageIds[0]', code: 'unknown' },
  ])
  expect((await farm.organisation.as('operator').post(`${base}/movements/rescale`, AUGUST)).status).toBe(403)
  const other = await makeFarm(service)
  expect((await other.organisation.as('manager').post(`${base}/movements/rescale`, AUGUST)).status).toBe(404)
})
