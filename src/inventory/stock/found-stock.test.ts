import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { expectDescriptionsAsRecomputed } from '../../../test/recomputed-descriptions.ts'
import { ok } from '../../../test/scene.ts'
import { base, expectSoundLedger, GROUP_2, openFarm, type TestFarm } from '../../../test/farm.ts'

// Stock that a count found where no load stands any more: it is what its parcel was made as, and what somebody said of it since,
// whether a later load is entered, or all is told anew.

let service: TestApp
let farm: TestFarm

beforeEach(async () => {
  ;({ service, farm } = await openFarm())
})
afterAll(expectSoundLedger)

const manager = () => farm.organisation.as('manager')
const commodityOf = async (recordId: string) => {
  const { variety, grade } = ok(await manager().get(`${base}/records/${recordId}`)).commodity
  return `${grade.name} / ${variety}`
}

/** A bay whose only intake, of a mixture, was deleted after a count had found 500 kg there, graded by hand. */
async function foundStock(): Promise<string> {
  const recordId = await farm.intake(farm.bays[0], 10_000, { variety: 'Mixed', at: '2026-08-01T08:00:00Z' })
  const counted = { records: [{ id: recordId, adjustTo: 500 }], reasonId: 1 }
  ok(
    await manager().post(`${base}/records/adjustments`, { ...counted, countedAtISO: '2026-08-02T08:00:00Z' }),
  )
  ok(await manager().patch(`${base}/records/${recordId}`, { commodityGrade: GROUP_2 }))
  const { docs } = ok(await manager().get(`${base}/movements?type=intake`))
  ok(await manager().delete(`${base}/movements/${docs[0].id}`, { recordId }))
  expect(await farm.weightOf(recordId)).toBe(500)
  return recordId
}

test('is the same after a load is entered and after that load is weighed once more', async () => {
  const recordId = await foundStock()
  expect(await commodityOf(recordId)).toBe('Group 2 / Mixed')
  expect(await farm.intake(farm.bays[0], 4000, { variety: 'Skyfall', grade: GROUP_2 })).toBe(recordId)
  expect(await commodityOf(recordId)).toBe('Group 2 / Mixed')
  await expectDescriptionsAsRecomputed(service, [farm.storeId])
  const { docs } = ok(await manager().get(`${base}/movements?type=intake`))
  const weighbridge = { empty: 14_000, full: 18_100 }
  ok(await manager().put(`${base}/movements/${docs[0].id}/actions`, { recordId, weighbridge }))
  expect(await farm.weightOf(recordId)).toBe(4600)
  expect(await commodityOf(recordId)).toBe('Group 2 / Mixed')
  await expectDescriptionsAsRecomputed(service, [farm.storeId])
})

test('is what its parcel was made as, where the load that made it was corrected into another bay', async () => {
  const recordId = await farm.intake(farm.bays[0], 10_000, { variety: 'Skyfall', at: '2026-08-01T08:00:00Z' })
  const { docs } = ok(await manager().get(`${base}/movements?type=intake`))
  const edit = {
    recordId,
    weight: 10_000,
    movementDateISO: '2026-08-01T08:00:00Z',
    destination: { type: 'store', storageId: farm.storeId, substorageId: farm.bays[1] },
  }
  ok(await manager().put(`${base}/movements/${docs[0].id}`, edit))
  ok(
    await manager().post(`${base}/records/adjustments`, {
      records: [{ id: recordId, adjustTo: 700 }],
      reasonId: 1,
    }),
  )
  expect(await farm.intake(farm.bays[0], 1000, { variety: 'Crusoe' })).toBe(recordId)
  expect(await commodityOf(recordId)).toBe('Group 1 / Mixed')
  await expectDescriptionsAsRecomputed(service, [farm.storeId])
})
