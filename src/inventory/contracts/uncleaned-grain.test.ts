import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { makeStore, type TestStore } from './test-contracts.ts'

// Cleaning is asked for wherever uncleaned grain was moved to, in proportion, until a cleaning loss is entered for it or it has left.

const CLEANING_LOSS = 3

let service: TestApp
let store: TestStore

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.clock.set(TEST_START)
  store = await makeStore(service)
})

const manager = () => store.merchant.as('manager')
const day = (date: number, hour = 9) =>
  `2026-08-${String(date).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`

async function bringIn(weight: number, cleaningAgreed: boolean, at = day(1)) {
  const { id, inventory } = await store.intake(weight, { contract: { cleaningAgreed }, at })
  return { id, recordId: inventory.recordId as string }
}

/** A third bay, beside the two of the store. */
async function thirdBay() {
  const place = { name: 'Shed', type: 'store', location: null, substorage: [{ name: 'Only' }] }
  const { id, substorage } = ok(await manager().post(`${base}/storage`, place))
  return { storageId: id, substorageId: substorage[0].id }
}

const secondBay = () => ({ storageId: store.storeId, substorageId: store.bays[1] })

async function move(recordId: string, weight: number, destination: object, at: string, more: object = {}) {
  const body = { recordId, weight, movementDateISO: at, destination, ...more }
  const { ids, recordIds } = ok(await manager().post(`${base}/movements`, body))
  return { id: ids[0], recordId: recordIds?.[0] }
}

const mill = { organisationId: 'mill', organisationName: 'Mill' }

const clean = async (id: string, adjustTo: number, countedAtISO: string) =>
  ok(
    await manager().post(`${base}/records/adjustments`, {
      records: [{ id, adjustTo }],
      reasonId: CLEANING_LOSS,
      countedAtISO,
    }),
  )

interface Found {
  id: string
  uncleanedWeight: { weight: number }
}

/** What is to be cleaned, in kilograms by record; what the search does not find has nothing uncleaned. */
async function toClean(): Promise<Record<string, number>> {
  const { docs } = ok(await manager().get(`${base}/records?requiresCleaning=true`))
  const { docs: others } = ok(await manager().get(`${base}/records?requiresCleaning=false`))
  for (const { uncleanedWeight } of others as Found[]) expect(uncleanedWeight.weight).toBe(0)
  return Object.fromEntries((docs as Found[]).map(({ id, uncleanedWeight }) => [id, uncleanedWeight.weight]))
}

test('30 t that were moved to two bays are to be cleaned in both, until they are cleaned or gone', async () => {
  const { recordId } = await bringIn(30_000, true)
  const second = await move(recordId, 10_000, secondBay(), day(2))
  expect(await toClean()).toEqual({ [recordId]: 20_000, [second.recordId]: 10_000 })
  const third = await move(recordId, 20_000, await thirdBay(), day(3))
  expect(await toClean()).toEqual({ [second.recordId]: 10_000, [third.recordId]: 20_000 })
  await clean(second.recordId, 9900, day(4))
  expect(await toClean()).toEqual({ [third.recordId]: 20_000 })
  await move(third.recordId, 20_000, mill, day(5), { sold: true })
  expect(await toClean()).toEqual({})
})

test('of a blend, what leaves takes uncleaned grain in proportion', async () => {
  const { recordId } = await bringIn(30_000, true)
  await bringIn(10_000, false, day(2))
  expect(await toClean()).toEqual({ [recordId]: 30_000 })
  const second = await move(recordId, 8000, secondBay(), day(3))
  expect(await toClean()).toEqual({ [recordId]: 24_000, [second.recordId]: 6000 })
  await clean(recordId, 32_000, day(4))
  const back = await move(
    second.recordId,
    8000,
    { storageId: store.storeId, substorageId: store.bays[0] },
    day(5),
  )
  expect(back.recordId).toBe(recordId)
  expect(await toClean()).toEqual({ [recordId]: 6000 })
})

test('a cleaning loss that is noted with a load out of it counts as cleaned', async () => {
  const { recordId } = await bringIn(30_000, true)
  const cleaned = await move(recordId, 10_000, secondBay(), day(2), {
    adjustment: { weight: -300, reason: CLEANING_LOSS },
  })
  expect(await toClean()).toEqual({})
  ok(await manager().delete(`${base}/movements/${cleaned.id}`))
  expect(await toClean()).toEqual({ [recordId]: 30_000 })
  await move(recordId, 5000, mill, day(3), {
    sold: true,
    adjustment: { weight: -200, reason: CLEANING_LOSS },
  })
  expect(await toClean()).toEqual({})
})

test('what is entered late is followed as if it had been entered in its time', async () => {
  const { recordId } = await bringIn(30_000, false)
  const second = await move(recordId, 10_000, secondBay(), day(5))
  expect(await toClean()).toEqual({})
  const late = await bringIn(10_000, true, day(3))
  expect(late.recordId).toBe(recordId)
  // 10 t of 40 t when 10 t left.
  expect(await toClean()).toEqual({ [recordId]: 7500, [second.recordId]: 2500 })
  await clean(recordId, 40_000, day(4))
  expect(await toClean()).toEqual({})
  await bringIn(1000, true, day(2))
  expect(await toClean(), 'came before the cleaning').toEqual({})
  ok(await manager().delete(`${base}/movements/${late.id}`))
  expect(await toClean()).toEqual({})
})

test('a planned move takes uncleaned grain along when its day comes', async () => {
  const { recordId } = await bringIn(30_000, true)
  const planned = await move(recordId, 10_000, secondBay(), day(20))
  expect(await toClean()).toEqual({ [recordId]: 30_000 })
  service.clock.set(day(21))
  expect(Object.keys(await toClean()).sort()).toEqual([recordId, planned.recordId].sort())
})

test('what has still to be cleaned stands on today, until it is', async () => {
  const { recordId } = await bringIn(20_000, true)
  const today = async () => ok(await store.merchant.as('viewer').get(`${base}/today`)).toClean
  expect(await today()).toMatchObject({
    count: 1,
    first: [{ recordId, commodityId: expect.any(Number), weight: 20_000 }],
  })
  await clean(recordId, 19_700, day(2))
  expect(await today()).toEqual({ count: 0, first: [] })
})
