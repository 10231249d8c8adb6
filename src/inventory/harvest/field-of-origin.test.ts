import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { makeHarvest, type TestHarvest } from './test-harvest.ts'

// A record of stock says which field it came off, as long as all of it came off one.

const NONE = { area: 0, harvestPlanId: '', fieldId: '', fieldName: '' }

let service: TestApp
let harvest: TestHarvest
let planId: string

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  harvest = await makeHarvest(service)
  planId = (await harvest.planOf(await harvest.farm.planting())).id
})

async function harvestOf(recordId: string) {
  return (await harvest.got(`${base}/records/${recordId}`)).harvest
}

async function movedTo(bay: number | undefined, recordId: string, weight: number): Promise<string> {
  const destination = { storageId: harvest.farm.storeId, substorageId: bay }
  const body = { recordId, weight, destination, movementDateISO: '2026-08-14T09:15' }
  const answer = await harvest.manager.post(`${base}/movements`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.recordIds[0]
}

test('stock that came off one field says which, wherever it was moved since', async () => {
  const { fieldId, bays } = harvest.farm
  const { recordId } = await harvest.addLoad(planId)
  await harvest.addLoad(planId)
  const field = { area: 10, harvestPlanId: planId, fieldId, fieldName: expect.stringMatching(/./) }
  expect(await harvestOf(recordId)).toEqual(field)
  const moved = await movedTo(bays[1], recordId, 5000)
  expect(await harvestOf(moved)).toEqual(field)
  // To the dryer and back: it is still of that field.
  await movedTo(bays[0], moved, 2000)
  expect(await harvestOf(recordId)).toEqual(field)
  const { docs } = await harvest.got(`${base}/records`)
  expect(docs.find(({ id }: { id: string }) => id === moved).harvest).toEqual(field)
})

test('nor is any named of stock that came off two fields, or that somebody brought', async () => {
  const { bays } = harvest.farm
  const { recordId } = await harvest.addLoad(planId)
  const second = await harvest.makeField(5)
  await harvest.plant(second)
  await harvest.addLoad(planId, { fieldId: second, substorageId: bays[1] })
  await harvest.addLoad(planId, { fieldId: second })
  expect(await harvestOf(recordId)).toEqual(NONE)
  const existing = await harvest.farm.opening(bays[2], 1000)
  expect(await harvestOf(existing)).toEqual(NONE)
  const moved = await movedTo(bays[2], recordId, 100)
  expect(await harvestOf(moved)).toEqual(NONE)
})

test('a load that is taken back, or still to come, is of no field', async () => {
  const second = await harvest.makeField(5)
  await harvest.plant(second)
  const { recordId } = await harvest.addLoad(planId)
  const other = await harvest.addLoad(planId, { fieldId: second })
  expect(await harvestOf(recordId)).toEqual(NONE)
  const gone = await harvest.manager.delete(`${base}/movements/${other.id}`)
  expect(gone.status, JSON.stringify(gone.body)).toBe(200)
  expect((await harvestOf(recordId)).fieldId).toBe(harvest.farm.fieldId)
  await harvest.addLoad(planId, { fieldId: second, dateISO: '2030-08-14T09:00' })
  expect((await harvestOf(recordId)).fieldId).toBe(harvest.farm.fieldId)
})
