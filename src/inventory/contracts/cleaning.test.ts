import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { makeStore, type TestStore } from './test-contracts.ts'

let service: TestApp
let store: TestStore
const manager = () => store.merchant.as('manager')

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeStore(service)
})

const day = (date: number, hour = 7) => `2026-08-0${date}T${String(hour).padStart(2, '0')}:00:00Z`

/** 10 t. */
const bringIn = (cleaningAgreed: boolean, at: string) =>
  store.intake(10_000, { contract: { cleaningAgreed }, at })

async function sell(recordId: string, weight: number, at: string): Promise<number> {
  const { ids } = ok(
    await manager().post(`${base}/movements`, {
      recordId,
      weight,
      movementDateISO: at,
      destination: { organisationId: 'mill', organisationName: 'Mill' },
      sold: true,
    }),
  )
  return Number(ids[0])
}

const toClean = async () =>
  ok(await manager().get(`${base}/records?requiresCleaning=true`)).docs.map(({ id }: { id: string }) => id)

test('a load that has gone does not make what comes after it to be cleaned', async () => {
  const { inventory } = await bringIn(true, day(1))
  const { recordId } = inventory
  expect(await toClean()).toEqual([recordId])
  await sell(recordId, 4000, day(2))
  expect(await toClean()).toEqual([recordId])
  const sale = await sell(recordId, 6000, day(3))
  const clean = await bringIn(false, day(4))
  expect(clean.inventory.recordId).toBe(recordId)
  expect(await toClean()).toEqual([])
  ok(await manager().delete(`${base}/movements/${sale}`))
  expect(await toClean()).toEqual([recordId])
  await sell(recordId, 16_000, day(5))
  await bringIn(true, day(6))
  expect(await toClean()).toEqual([recordId])
})

test('within one day the hours tell, and at one moment the order in which it was entered', async () => {
  const { inventory } = await bringIn(true, day(1, 8))
  const { recordId } = inventory
  await sell(recordId, 10_000, day(1, 9))
  await bringIn(false, day(1, 10))
  expect(await toClean()).toEqual([])
  await bringIn(true, day(1, 11))
  expect(await toClean()).toEqual([recordId])
  await sell(recordId, 20_000, day(1, 11))
  await bringIn(false, day(1, 11))
  expect(await toClean()).toEqual([])
})

test('a sale that is planned empties nothing yet', async () => {
  const now = service.clock.now().getTime()
  const hours = (count: number) => new Date(now + count * 3_600_000).toISOString()
  const { inventory } = await bringIn(true, hours(-1))
  const { recordId } = inventory
  await sell(recordId, 10_000, hours(1))
  await bringIn(false, hours(2))
  expect(await toClean()).toEqual([recordId])
  service.clock.advance({ hours: 3 })
  expect(await toClean()).toEqual([])
})

test('a load that is moved to another bay and is under no contract any more has not to be cleaned, wherever it goes on to', async () => {
  const contract = await store.contract({ services: { cleaning: { agreed: true } } })
  const { id, inventory } = await store.intake(10_000, { contract: { id: contract.id }, at: day(1) })
  expect(await toClean()).toEqual([inventory.recordId])
  const [first, second] = store.bays
  const into = (substorageId: number) => ({ destination: { storageId: store.storeId, substorageId } })
  const edit = {
    recordId: inventory.recordId,
    movementDateISO: day(1),
    weight: 10_000,
    storageContractId: null,
  }
  const { recordIds } = ok(await manager().put(`${base}/movements/${id}`, { ...edit, ...into(second) }))
  const on = { recordId: recordIds[0], movementDateISO: day(2), weight: 4000, ...into(first) }
  ok(await manager().post(`${base}/movements`, on))
  expect(await toClean()).toEqual([])
})
