import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { expectError } from '../../../test/error-body.ts'
import { ok } from '../../../test/scene.ts'
import {
  base,
  expectSoundLedger,
  GROUP_1,
  openFarm,
  WHEAT,
  WINTER,
  type TestFarm,
} from '../../../test/farm.ts'

// Stock that comes into a bay said to be empty writes off what other years left there, also what is entered later (rules.md §2): entered late
// equals entered in order.

let farm: TestFarm
beforeEach(async () => void ({ farm } = await openFarm()))
afterAll(expectSoundLedger)

const manager = () => farm.organisation.as('manager')
const at = (day: number) => `2026-08-${String(day).padStart(2, '0')}T10:00:00Z`

interface Load {
  day: number
  year: string
  weight: number
  adjustToZero?: boolean
  isExisting?: boolean
  bay?: number
}

const bring = ({ day, year, weight, adjustToZero = false, isExisting = false, bay = 0 }: Load) =>
  manager().post(`${base}/records`, {
    type: 'crop',
    harvestYear: year,
    owned: true,
    commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
    storage: [{ storageId: farm.storeId, substorageId: farm.bays[bay], weight }],
    source: isExisting
      ? { type: 'existing', importDateUTC: at(day) }
      : { intake: { moveAtUTC: at(day), driverName: 'Sam' } },
    adjustToZero,
  })

/** What the bay holds of each harvest year, and what was lost of it. */
async function heldIn(bay = 0) {
  const { docs } = ok(await manager().get(`${base}/records`))
  const own = docs.filter(
    (doc: { storage: { substorageId: number } }) => doc.storage.substorageId === farm.bays[bay],
  )
  const rows = await Promise.all(
    own.map(async ({ id }: { id: string }) => ok(await manager().get(`${base}/records/${id}`))),
  )
  return Object.fromEntries(
    rows.map((row) => [row.harvestYear, { current: row.yield.current, loss: row.yield.loss }]),
  )
}

const old: Load = { day: 1, year: '2025', weight: 5000 }
const cleared: Load = { day: 10, year: '2026', weight: 30_000, adjustToZero: true }

describe.each([false, true])('stock that was there before the books began: %s', (isExisting) => {
  test.each([true, false])('a ticket of before, entered in order: %s', async (isInOrder) => {
    const clearing = { ...cleared, isExisting }
    for (const load of isInOrder ? [old, clearing] : [clearing, old]) ok(await bring(load))
    expect(await heldIn()).toEqual({
      2025: { current: 0, loss: 5000 },
      2026: { current: 30_000, loss: 0 },
    })
  })
})

test('in a bay that held the year before, too, and the answer says what becomes of it', async () => {
  const { id } = ok(await bring({ ...old, day: 2 }))
  await farm.move(id, 'mill-7', 5000, { movementDateISO: at(3) })
  ok(await bring(cleared))
  const { message } = ok(await bring({ ...old, day: 4 }))
  expect(message).toContain('5,000 kg')
  expect(message).toContain('bay emptied')
  expect(await heldIn()).toMatchObject({ 2025: { current: 0, loss: 5000 } })
})

test('by a movement from another bay, and by one that is edited into the time before', async () => {
  ok(await bring(cleared))
  const { id: source } = ok(await bring({ ...old, bay: 1, weight: 9000 }))
  const destination = { storageId: farm.storeId, substorageId: farm.bays[0] }
  const move = (day: number) =>
    manager().post(`${base}/movements`, {
      recordId: source,
      weight: 1000,
      movementDateISO: at(day),
      destination,
    })
  const { message } = ok(await move(5))
  expect(message).toContain('1,000 kg')
  expectError(await move(11), 400, 'incompatible_stock')
  const third = { ...destination, substorageId: farm.bays[2] }
  const elsewhere = { recordId: source, weight: 500, movementDateISO: at(11), destination: third }
  const { ids } = ok(await manager().post(`${base}/movements`, elsewhere))
  const edit = { ...elsewhere, movementDateISO: at(6), destination }
  ok(await manager().put(`${base}/movements/${ids[0]}`, edit))
  expect(await heldIn()).toMatchObject({ 2025: { current: 0, loss: 1500 } })
})

test('is refused after the bay was filled again, and comes back when that is deleted', async () => {
  const clearing = ok(await bring(cleared))
  expectError(await bring({ ...old, day: 12 }), 400, 'incompatible_stock')
  ok(await bring(old))
  const { movementId } = clearing
  ok(await manager().delete(`${base}/movements/${movementId}`))
  expect(await heldIn()).toMatchObject({ 2025: { current: 5000, loss: 0 } })
})
