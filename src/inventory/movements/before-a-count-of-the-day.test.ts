import { beforeEach, expect, test } from 'vitest'
import { base, harvestLoad, openFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

// Dated by the day alone, what was typed in today falls before this morning's count, and the bay does not change. The answer begins with it.

let farm: TestFarm
let recordId: string

beforeEach(async () => {
  ;({ farm } = await openFarm())
  recordId = await farm.opening(farm.bays[0], 50_000)
  await count('2026-08-14T07:15:00Z')
})

const manager = () => farm.organisation.as('manager')
const count = async (countedAtISO: string) => {
  const records = [{ id: recordId, adjustTo: 49_000 }]
  ok(await manager().post(`${base}/records/adjustments`, { records, countedAtISO, reasonId: null }))
}

const load = (moveAtUTC: string) => ({
  type: 'crop',
  harvestYear: '2026',
  owned: true,
  commodity: { id: WHEAT, type: WINTER, grade: 1010101, variety: 'Skyfall' },
  storage: [{ storageId: farm.storeId, substorageId: farm.bays[0], weight: 28_000 }],
  source: { intake: { moveAtUTC, driverName: 'Sam' } },
})

const lead = (difference: string) =>
  `Dated 14 Aug 2026 without a time, this is the start of that day, before the count of “Winter wheat 2026” in Long Barn, Bay 1 at 08:15, which still stands; ${difference} (stock take). If it was after the count, give its time.`
const larger = lead('its loss is now 28,000 kg larger')
const beforeCount = (difference: number) => [
  { recordId, countedAtUTC: '2026-08-14T07:15:00.000Z', reasonId: 1, reason: 'Stock take', difference },
]

test('a load in: the answer begins with the count, and a dry run shows it', async () => {
  const dry = ok(await manager().post(`${base}/records?dryRun=true`, load('2026-08-14')))
  const stored = ok(await manager().post(`${base}/records`, load('2026-08-14')))
  expect(dry.message).toBe(`A dry run; nothing was stored. This would answer: ${larger}`)
  expect(stored.message).toBe(larger)
  expect(stored.beforeCounts).toEqual(beforeCount(-29_000))
  expect(stored.yield.current).toBe(49_000)
  const timed = ok(await manager().post(`${base}/records`, load('2026-08-14T09:00')))
  expect(timed.message).toBeUndefined()
  expect(timed.yield.current).toBe(77_000)
})

test('a load out, and its correction', async () => {
  const sale = {
    recordId,
    weight: 400,
    movementDateISO: '2026-08-14',
    destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
    sold: true,
  }
  const { ids, ...stored } = ok(await manager().post(`${base}/movements`, sale))
  expect(stored.message).toBe(
    `${lead('its loss is now 400 kg smaller')} Movement stored: 400 kg to Valley Mill.`,
  )
  expect(stored.beforeCounts).toEqual(beforeCount(-600))
  const edited = ok(await manager().put(`${base}/movements/${ids[0]}`, { ...sale, weight: 500 }))
  expect(edited.message).toMatch(/^Dated 14 Aug 2026 without a time, .* its loss is now 100 kg smaller/)
  expect(edited.beforeCounts).toEqual(beforeCount(-500))
})

test('a load off the field, and stock that was there', async () => {
  const plantingId = await farm.planting()
  const { harvest } = ok(await manager().get(`${base}/records/${plantingId}`))
  const body = harvestLoad({
    fieldId: farm.fieldId,
    storageId: farm.storeId,
    substorageId: farm.bays[0],
    dateISO: '2026-08-14',
    weightNet: 28_000,
  })
  const entered = ok(await manager().post(`${base}/harvest-plans/${harvest.harvestPlanId}/loads`, [body]))
  expect(entered.message).toBe(larger)
  expect(entered.beforeCounts).toEqual(beforeCount(-29_000))
  const existing = { ...load(''), source: { type: 'existing', importDateUTC: '2026-08-14' } }
  const there = ok(await manager().post(`${base}/records`, existing))
  expect(there.message).toBe(larger)
})

test.each([
  ['a count of the next day', '2026-08-12', '2026-08-13T07:15:00Z'],
  ['a count at the close of its day, after which there is nothing', '2026-08-13', '2026-08-13'],
])('%s is told as before', async (_what, day, countedAtISO) => {
  await count(countedAtISO)
  const { message, beforeCounts } = ok(await manager().post(`${base}/records`, load(day)))
  expect(message).toMatch(/^The count of .* on 13 Aug 2026 still stands; its loss is now 28,000 kg larger/)
  expect(beforeCounts).toBeUndefined()
})
