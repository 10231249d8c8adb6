import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { base, GROUP_1, harvestLoad, WHEAT, WINTER } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { dryingTo15, makeStore, type TestStore } from './test-contracts.ts'

// Drying sets the moisture of what it dried to the agreed level: nobody is offered wheat of 20 % that is at 15.

let service: TestApp
let store: TestStore
let contractId: string

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.clock.set(TEST_START)
  store = await makeStore(service)
  contractId = (await store.contract({ services: { drying: dryingTo15 } })).id
})

const operator = () => store.merchant.as('operator')
const getRecord = async (id: string) => ok(await store.merchant.as('viewer').get(`${base}/records/${id}`))

async function moistureOf(id: string): Promise<string | undefined> {
  const { quality } = await getRecord(id)
  return quality.find(({ name }: { name: string }) => name === 'Moisture')?.value
}

const wet = (weight: number, moisture: number, at?: string) =>
  store.intake(weight, { contract: { id: contractId }, moisture, ...(at && { at }) })

test('a heap of dried grain has the agreed moisture, whatever it came with', async () => {
  const { id, inventory } = await wet(20_000, 20)
  expect(await moistureOf(inventory.recordId)).toBe('15')
  await wet(10_000, 25)
  expect(await moistureOf(inventory.recordId)).toBe('15')
  expect((await store.movement(id)).drying).toMatchObject({ measuredMoisturePercentage: 20 })
  // What came dry enough is as dry as it was measured: 18,823.529 kg and 8,823.529 kg at 15, and 27,647.058 at 14.
  await wet(27_647.058, 14)
  expect(await moistureOf(inventory.recordId)).toBe('14.5')
})

test('and has it when all is told anew', async () => {
  const { id, inventory } = await wet(20_000, 20)
  const { recordId } = inventory
  const dry = await wet(18_823.529, 13, '2026-08-13T09:00:00Z')
  expect(await moistureOf(recordId)).toBe('14')
  ok(await operator().delete(`${base}/movements/${dry.id}`))
  expect(await moistureOf(recordId)).toBe('15')
  const destination = { storageId: store.storeId, substorageId: store.bays[0], type: 'store' }
  const edit = { recordId, weight: 20_000, movementDateISO: '2026-08-14T07:00:00Z', destination }
  ok(await operator().put(`${base}/movements/${id}`, { ...edit, storageContractId: null }))
  expect(await moistureOf(recordId), 'undried').toBe('20')
  ok(await operator().put(`${base}/movements/${id}`, { ...edit, storageContractId: contractId }))
  expect(await moistureOf(recordId), 'dried again').toBe('15')
})

test('a load off a field, moved to another bay by an edit, is as dry there', async () => {
  const { farm, merchant, storeId, bays } = store
  const manager = merchant.as('manager')
  const field = { name: 'Top Field', type: 'field', area: 10, location: null, substorage: [] }
  const fieldId = ok(await manager.post(`${base}/storage`, field)).id
  const planting = ok(
    await manager.post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      owned: false,
      commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
      storage: [{ storageId: fieldId, area: 10 }],
      source: { owner: { id: farm.organisationId }, planting: { expectedYield: 8000 } },
    }),
  )
  const load = harvestLoad({
    fieldId,
    storageId: storeId,
    substorageId: bays[0],
    dateISO: '2026-08-14T07:00:00Z',
    weightNet: 10_000,
  })
  const { harvestPlanId } = planting.harvest
  const [entered] = [
    ok(await manager.post(`${base}/harvest-plans/${harvestPlanId}/loads`, [{ ...load, moisture: 20 }])),
  ].flat()
  const { docs } = ok(await manager.get(`${base}/records?f:storageId=${storeId}`))
  expect(await moistureOf(docs[0].id)).toBe('15')
  const { inventory } = await store.movement(entered.movementId)
  const { recordIds } = ok(
    await manager.put(`${base}/movements/${entered.movementId}`, {
      recordId: inventory.recordId,
      weight: 10_000,
      movementDateISO: '2026-08-14T07:00:00Z',
      destination: { storageId: storeId, substorageId: bays[1], type: 'store' },
    }),
  )
  expect(await moistureOf(recordIds[0])).toBe('15')
})

test('a copy is dried once, and its answer says so', async () => {
  const { id, inventory } = await wet(20_000, 20)
  const { recordId } = inventory
  const copied = ok(await operator().post(`${base}/movements/${id}/duplicate`, { recordId, count: 2 }))
  expect(copied.message).toContain(
    '2 copies stored: 20,000 kg each. Drying to 15 % took 1,176.471 kg off each.',
  )
  expect(await moistureOf(recordId)).toBe('15')
  expect((await getRecord(recordId)).yield).toMatchObject({
    total: 60_000,
    loss: 3529.413,
    current: 56_470.587,
  })
  const again = ok(
    await operator().post(`${base}/movements/${copied.ids[0]}/duplicate`, { recordId, count: 1 }),
  )
  expect(again.message).toContain('Drying to 15 % took 1,176.471 kg off each.')
  // What lies there is dry: moving it on under the contract takes nothing off.
  const moved = ok(
    await operator().post(`${base}/movements`, {
      recordId,
      weight: 10_000,
      movementDateISO: service.clock.now().toISOString(),
      destination: { storageId: store.storeId, substorageId: store.bays[1] },
      storageContractId: contractId,
    }),
  )
  const there = await getRecord(moved.recordIds[0])
  expect(there.yield).toMatchObject({ current: 10_000, loss: 0 })
  expect(await moistureOf(there.id)).toBe('15')
})
