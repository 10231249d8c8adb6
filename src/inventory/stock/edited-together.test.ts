import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { base, expectSoundLedger, openFarm, type TestFarm } from '../../../test/farm.ts'
import { expectDescriptionsAsRecomputed } from '../../../test/recomputed-descriptions.ts'
import { ok } from '../../../test/scene.ts'

let service: TestApp
let farm: TestFarm
beforeEach(async () => void ({ service, farm } = await openFarm()))
afterAll(expectSoundLedger)

const varietiesIn = async (recordId: string) =>
  ok(await farm.organisation.as('viewer').get(`${base}/records/${recordId}`)).commodity.variety

// Found by the model: the second to be told joined a parcel that had been told before it came.
test.each([['intake first'], ['load off the field first']])(
  'loads of two varieties that are sent to one bay and moment by one edit are mixed there: %s',
  async (order) => {
    const [one, other] = farm.bays
    const crop = await farm.planting({ variety: 'Skyfall' })
    const at = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString()
    const moved = await farm.move(crop, one, 1000.003, { movementDateISO: at(-1) })
    const parcel = await farm.intake(one, 1000.003, { variety: 'Crusoe', at: at(0) })
    expect(await varietiesIn(parcel)).toBe('Mixed')
    const { docs } = ok(await farm.organisation.as('viewer').get(`${base}/movements?type=intake`))
    const [{ id: taken }] = docs
    const edit = (id: number, recordId: string) => ({
      id: String(id),
      recordId,
      weight: 1000.003,
      movementDateISO: at(-24),
      destination: { storageId: farm.storeId, substorageId: other },
    })
    const edits = [edit(taken, parcel), edit(moved, crop)]
    ok(
      await farm.organisation
        .as('manager')
        .put(`${base}/movements/bulk`, { movements: order === 'intake first' ? edits : edits.toReversed() }),
    )
    await expectDescriptionsAsRecomputed(service, [farm.storeId])
    const { inventory } = ok(await farm.organisation.as('viewer').get(`${base}/movements/${taken}`))
    const { lines } = ok(await farm.organisation.as('viewer').get(`${base}/position`))
    expect(lines.map((line: { weight: number }) => line.weight)).toContain(2000.006)
    expect(await varietiesIn(inventory.recordId)).toBe('Mixed')
  },
)
