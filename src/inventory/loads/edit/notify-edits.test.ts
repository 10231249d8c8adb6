import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../../test/app.ts'
import { ok } from '../../../../test/scene.ts'
import { base, makeFarm, type TestFarm } from '../../../../test/farm.ts'

// An inspector asks what was there and who said so. A movement shows what it says today; that it said something else before, and who
// changed it, is in the timelines of the records concerned.

let service: TestApp
let farm: TestFarm
let record: string
beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
  record = await farm.opening(farm.bays[0], 60_000)
})
afterAll(() => service.close())

const operator = () => farm.organisation.as('operator')
const manager = () => farm.organisation.as('manager')
const MILL = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
const at = '2026-08-03T09:00'

/** Who changed what of this record's movements, in words. */
async function changesTold(recordId: string): Promise<string[]> {
  const { timeline } = ok(await manager().get(`${base}/records/${recordId}`))
  return timeline
    .filter(({ type }: { type: string }) => type === 'updated')
    .map(
      ({ userName, details }: { userName: string; details: { statusMessage: string } }) =>
        `${userName}: ${details.statusMessage}`,
    )
}

async function moved(weight: number, destination: object, overrides: object = {}): Promise<number> {
  const body = { recordId: record, movementDateISO: at, weight, destination, ...overrides }
  return Number(ok(await operator().post(`${base}/movements`, body)).ids[0])
}

const bay = (index: 0 | 1 | 2) => ({ storageId: farm.storeId, substorageId: farm.bays[index] })
/** A movement as people know it: by its number, once it was weighed. */
const numberOf = async (id: number) => ok(await manager().get(`${base}/movements/${id}`)).documentNumber || id
const edited = (id: number, body: object) =>
  manager().put(`${base}/movements/${id}`, { recordId: record, movementDateISO: at, ...body })
const recordOf = async (id: number, side: 'source' | 'destination') => {
  const { docs } = ok(await manager().get(`${base}/records?limit=200`))
  const movement = ok(await manager().get(`${base}/movements/${id}`))
  const place = movement.inventory.storage[side]
  return docs.find(
    ({ storage }: { storage: { substorageId: number } }) => storage.substorageId === place.substorageId,
  ).id
}

describe('a movement that is changed', () => {
  test('tells its weight, date and buyer as they were', async () => {
    const id = await moved(28_000, MILL, { sold: true })
    ok(
      await edited(id, {
        weight: 27_500,
        movementDateISO: '2026-08-04T10:15',
        destination: { organisationId: 'mill-8', organisationName: 'Hill Mill' },
        sold: false,
      }),
    )
    expect(await changesTold(record)).toEqual([
      `manager key: Movement ${await numberOf(id)} changed: 27,500 kg instead of 28,000 kg; to Hill Mill instead of to Valley Mill; ` +
        'on 4 Aug 2026 at 10:15 instead of on 3 Aug 2026 at 09:00; unsold instead of sold.',
    ])
  })

  test('tells the records of the bays that it came from, went to and goes to now', async () => {
    const id = await moved(10_000, bay(1))
    const wrong = await recordOf(id, 'destination')
    ok(await edited(id, { weight: 10_000, destination: bay(2) }))
    const told = [
      `manager key: Movement ${await numberOf(id)} changed: to Long Barn, Bay 3 instead of to Long Barn, Bay 2.`,
    ]
    expect(await changesTold(wrong)).toEqual(told)
    expect(await changesTold(await recordOf(id, 'destination'))).toEqual(told)
    expect(await changesTold(record)).toEqual(told)
  })

  test('tells who weighed it when that changes the weight, and no driver', async () => {
    const id = await moved(28_000, MILL, { sold: true })
    const actions = (body: object) =>
      operator().put(`${base}/movements/${id}/actions`, { recordId: record, ...body })
    ok(await actions({ driver: { name: 'Sam' } }))
    expect(await changesTold(record)).toEqual([])
    ok(await actions({ weighbridge: { empty: 14_200, full: 42_660 } }))
    expect(await changesTold(record)).toEqual([
      `operator key: Movement ${await numberOf(id)} changed: 28,460 kg instead of 28,000 kg.`,
    ])
  })

  test('is told once more when the bay turns out to be empty', async () => {
    const id = await moved(59_000, MILL, { sold: true })
    ok(await edited(id, { weight: 59_000, destination: MILL, sold: true, adjustToZero: true }))
    expect(await changesTold(record)).toEqual([
      `manager key: Movement ${await numberOf(id)} changed: the rest written off instead of the rest left there.`,
    ])
  })

  test('says nothing where nothing changes', async () => {
    const id = await moved(28_000, MILL, { sold: true })
    ok(await edited(id, { weight: 28_000, destination: MILL, sold: true, contractReference: 'C 1' }))
    expect(await changesTold(record)).toEqual([])
  })
})

describe('a movement that is deleted', () => {
  test('leaves what it said', async () => {
    const id = await moved(28_000, MILL, { sold: true })
    ok(await manager().delete(`${base}/movements/${id}`, { recordId: record }))
    expect(await changesTold(record)).toEqual([
      `manager key: Movement ${await numberOf(id)} deleted: 28,000 kg from Long Barn, Bay 1 to Valley Mill on 3 Aug 2026 at 09:00, sold.`,
    ])
  })

  test('names the movement that its grain has gone on with', async () => {
    const first = await moved(10_000, bay(1))
    const inBay2 = await recordOf(first, 'destination')
    const next = Number(
      ok(
        await operator().post(`${base}/movements`, {
          recordId: inBay2,
          movementDateISO: '2026-08-05',
          weight: 4000,
          destination: bay(2),
        }),
      ).ids[0],
    )
    const refused = await manager().delete(`${base}/movements/${first}`, { recordId: record })
    expect(refused.body).toMatchObject({
      code: 'insufficient_stock',
      message: `“Winter wheat 2026” in Long Barn, Bay 2 would be short by 4,000 kg on 5 Aug 2026 at 00:00, when movement ${next} takes from it. Nothing was changed.`,
      body: { movementId: next, shortfall: 4000 },
    })
    ok(await manager().delete(`${base}/movements/${next}`))
    ok(await manager().delete(`${base}/movements/${first}`))
  })
})
