import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { expectError } from '../../../test/error-body.ts'
import { base, makeFarm, WINTER_BARLEY, type TestFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

// A rule of mixing refuses only where the command makes a mixture worse (rules.md §3).

let service: TestApp
let farm: TestFarm
let wheat: string
let barley: string
let load: number

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

/** Barley that was planned for a bay of wheat has come. */
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
  wheat = await farm.opening(farm.bays[0], 20_000, { at: '2026-08-10T10:00:00Z' })
  barley = await farm.opening(farm.bays[1], 30_000, { commodity: WINTER_BARLEY })
  load = await farm.move(barley, farm.bays[0], 5000, { movementDateISO: '2026-08-15T10:00:00Z' })
  service.clock.set('2026-08-16T10:00:00Z')
})

const manager = () => farm.organisation.as('manager')
const count = (adjustTo: number, id = wheat) =>
  manager().post(`${base}/records/adjustments`, { records: [{ id, adjustTo }], reasonId: 1 })
const bring = (moveAtUTC: string, weight = 1000) =>
  manager().post(`${base}/records`, {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
    storage: [{ storageId: farm.storeId, substorageId: farm.bays[0], weight }],
    source: { intake: { moveAtUTC, driverName: 'Sam' } },
  })

test('more may be counted of what lies there, and less', async () => {
  ok(await count(20_500))
  expect(await farm.weightOf(wheat)).toBe(20_500)
  ok(await count(19_000))
  expect(await farm.weightOf(wheat)).toBe(19_000)
})

test('an old ticket of the rightful heap is taken, and one of after the mixture refused', async () => {
  ok(await bring('2026-08-12T10:00:00Z'))
  expect(await farm.weightOf(wheat)).toBe(21_000)
  expectError(await bring('2026-08-15T12:00:00Z'), 400, 'incompatible_stock')
  expectError(await bring('2026-08-15T10:00:00Z'), 400, 'incompatible_stock')
})

test('the load itself is weighed, and goes back', async () => {
  const weighbridge = { empty: 14_000, full: 19_400 }
  ok(await manager().put(`${base}/movements/${load}/actions`, { recordId: barley, weighbridge }))
  expect(await farm.weightOf(barley)).toBe(30_000 - 5400)
  const more = await manager().post(`${base}/movements`, {
    recordId: barley,
    weight: 100,
    destination: { storageId: farm.storeId, substorageId: farm.bays[0] },
  })
  expectError(more, 400, 'incompatible_stock')
  ok(await manager().delete(`${base}/movements/${load}`))
  ok(await bring('2026-08-15T12:00:00Z'))
})

test('what was gone does not come back beside it', async () => {
  await farm.move(wheat, 'mill-7', 20_000)
  expectError(await count(500), 400, 'incompatible_stock')
})
