import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { expectError } from '../../../test/error-body.ts'
import { base, GROUP_1, makeFarm, WHEAT, WINTER, WINTER_BARLEY, type TestFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

// A load that nobody has weighed yet is judged by kind when it is entered, and describes what it joins from when it has a weight (rules.md §3).

let service: TestApp
let farm: TestFarm
beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
})
afterAll(() => service.close())

const FEED = 1010106
const wheat = { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' }
const feed = { id: WHEAT, type: WINTER, grade: FEED, variety: 'Extase' }
const manager = () => farm.organisation.as('manager')
const later = '2026-08-20T10:00:00Z'

/** A lorry that comes into the first bay; nobody has weighed it empty. */
const tip = (commodity: object, { moveAtUTC, bay = 0 }: { moveAtUTC?: string; bay?: number } = {}) =>
  manager().post(`${base}/records`, {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity,
    storage: [{ storageId: farm.storeId, substorageId: farm.bays[bay], weight: 0 }],
    source: { intake: { moveAtUTC, driverName: 'Sam', weighbridgeRecord: { full: 42_000 } } },
  })
const weigh = (recordId: string, id: number | string, weighbridge: object = { empty: 14_000 }) =>
  manager().put(`${base}/movements/${id}/actions`, { recordId, weighbridge })
/** The movement that a parcel began with. */
const movementOf = async (recordId: string) =>
  ok(await manager().get(`${base}/records/${recordId}`)).timeline.find(
    ({ type }: { type: string }) => type === 'movement',
  ).details.id
const conflicts = async () => ok(await manager().get(`${base}/storage/${farm.storeId}/conflicts`)).conflicts
const called = async (id: string) => {
  const { commodity } = ok(await manager().get(`${base}/records/${id}`))
  return [commodity.grade.id, commodity.variety, commodity.weight.weight]
}

describe('of another kind', () => {
  test('is refused when it is entered, whoever brings it', async () => {
    const [one, two] = farm.bays
    await farm.opening(one, 20_000)
    const refused = await tip(WINTER_BARLEY)
    expectError(refused, 400, 'incompatible_stock')
    const barley = await farm.opening(two, 20_000, { commodity: WINTER_BARLEY })
    const moved = await manager().post(`${base}/movements`, {
      recordId: barley,
      weight: 0,
      destination: { storageId: farm.storeId, substorageId: one },
    })
    expectError(moved, 400, 'incompatible_stock')
    ok(await tip(wheat))
  })

  test('is refused where it lay there then, and taken where it came after', async () => {
    const sold = await farm.opening(farm.bays[0], 20_000)
    await farm.move(sold, 'mill-7', 20_000, { movementDateISO: '2026-08-10T10:00:00Z' })
    expectError(await tip(WINTER_BARLEY, { moveAtUTC: '2026-08-09T10:00:00Z' }), 400, 'incompatible_stock')
    ok(await tip(WINTER_BARLEY, { moveAtUTC: '2026-08-11T10:00:00Z' }))
  })

  test('lies in the bay when other stock is to come there', async () => {
    const { id } = ok(await tip(WINTER_BARLEY))
    expectError(await tip(wheat), 400, 'incompatible_stock')
    const source = await farm.opening(farm.bays[1], 5000)
    const moved = await manager().post(`${base}/movements`, {
      recordId: source,
      weight: 1000,
      destination: { storageId: farm.storeId, substorageId: farm.bays[0] },
    })
    expectError(moved, 400, 'incompatible_stock')
    ok(await weigh(id, await movementOf(id)))
    expect(await farm.weightOf(id)).toBe(28_000)
  })

  test('lies there alone too, once all that was weighed is said to have gone elsewhere long before', async () => {
    const [first, second, third] = farm.bays
    const place = (substorageId: number | undefined) => ({ storageId: farm.storeId, substorageId })
    const { id: recordId, movementId } = ok(
      await manager().post(`${base}/records`, {
        type: 'crop',
        harvestYear: '2026',
        owned: true,
        commodity: WINTER_BARLEY,
        storage: [{ ...place(first), weight: 10_000 }],
        source: { intake: { moveAtUTC: '2026-08-12T10:00:00Z' } },
      }),
    )
    ok(await tip(WINTER_BARLEY, { moveAtUTC: '2026-08-12T20:00:00Z' }))
    const wheatId = await farm.opening(second, 5000)
    const { ids } = ok(
      await manager().post(`${base}/movements`, {
        recordId: wheatId,
        weight: 1000,
        movementDateISO: '2026-08-14T07:00:00Z',
        destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
        sold: true,
      }),
    )
    const edits = {
      movements: [
        {
          id: String(movementId),
          recordId,
          weight: 10_000,
          movementDateISO: '2026-08-12T10:00:00Z',
          destination: place(third),
        },
        {
          id: ids[0],
          recordId: wheatId,
          weight: 1000,
          movementDateISO: '2026-08-14T07:00:00Z',
          destination: place(first),
        },
      ],
    }
    expectError(await manager().put(`${base}/movements/bulk`, edits), 400, 'incompatible_stock')
    expect(await farm.weightOf(recordId)).toBe(10_000)
  })

  test('no longer, once the bay was counted as empty, or it was deleted', async () => {
    const { id } = ok(await tip(WINTER_BARLEY))
    service.clock.advance({ hours: 1 })
    ok(
      await manager().post(`${base}/records/adjustments`, {
        records: [{ id, adjustTo: 0 }],
        reasonId: 1,
      }),
    )
    ok(await tip(wheat))
    const again = ok(await tip(WINTER_BARLEY, { bay: 1 }))
    ok(await manager().delete(`${base}/movements/${await movementOf(again.id)}`))
    ok(await tip(wheat, { bay: 1 }))
  })

  test('is a conflict where it is planned, and still weighed when it has come', async () => {
    await farm.opening(farm.bays[0], 20_000)
    const planned = ok(await tip(WINTER_BARLEY, { moveAtUTC: later }))
    const expected = {
      kind: 'incompatible',
      recordId: planned.id,
      weight: 0,
      movementDateUTC: new Date(later).toISOString(),
    }
    expect(await conflicts()).toMatchObject([expected])
    const { message } = (await conflicts())[0]
    expect(message).toMatch(/an unweighed load of “.+” would lie in Long Barn, Bay 1 with stock/)
    service.clock.set('2026-08-21T08:00:00Z')
    expect(await conflicts()).toMatchObject([expected])
    ok(await weigh(planned.id, await movementOf(planned.id)))
    expect(await conflicts()).toMatchObject([{ ...expected, weight: 20_000, recordId: expect.any(String) }])
  })
})

describe('of the same kind', () => {
  test.each([true, false])('describes nothing until it is weighed, entered first: %s', async (isFirst) => {
    const load = () => tip(feed, { moveAtUTC: '2026-08-12T10:00:00Z' })
    const unweighed = isFirst ? ok(await load()) : undefined
    const heap = await farm.intake(farm.bays[0], 3540, { at: '2026-08-12T09:00:00Z' })
    if (!unweighed) expect(ok(await load()).message ?? '').not.toContain('grade')
    expect(await called(heap)).toEqual([GROUP_1, 'Skyfall', 3540])
    const { docs } = ok(await manager().get(`${base}/movements/actions`))
    const { id } = docs.find(
      ({ inventory }: { inventory: { commodity: { variety: string } } }) =>
        inventory.commodity.variety === 'Extase',
    )
    const { message } = ok(await weigh(heap, id))
    expect(message).toContain(
      'The stock joined what lay there: the grade is now Feed; the variety is now Mixed.',
    )
    expect(await called(heap)).toEqual([FEED, 'Mixed', 31_540])
  })

  test('describes what is moved on only once it is weighed', async () => {
    const heap = await farm.opening(farm.bays[0], 3540)
    const source = await farm.opening(farm.bays[1], 30_000, { grade: FEED, variety: 'Extase' })
    const moved = ok(
      await manager().post(`${base}/movements`, {
        recordId: source,
        weight: 0,
        movementDateISO: '2026-08-12T10:00:00Z',
        destination: { storageId: farm.storeId, substorageId: farm.bays[0] },
      }),
    )
    expect(moved.message).not.toContain('grade')
    await farm.move(heap, farm.bays[2], 1000)
    expect(await called(heap)).toEqual([GROUP_1, 'Skyfall', 2540])
    ok(await weigh(source, moved.ids[0], { empty: 14_000, full: 15_000 }))
    expect(await called(heap)).toEqual([FEED, 'Mixed', 3540])
  })

  test.each(['alone', 'with others'])(
    'describes the heap where it was planned, and has come with a weight by one edit, changed %s',
    async (how) => {
      const source = await farm.opening(farm.bays[1], 30_000, { grade: FEED, variety: 'Extase' })
      const heap = await farm.opening(farm.bays[0], 3540)
      const destination = { storageId: farm.storeId, substorageId: farm.bays[0] }
      const plan = { recordId: source, weight: 0, movementDateISO: later, destination }
      const [id] = ok(await manager().post(`${base}/movements`, plan)).ids
      const come = { ...plan, weight: 1000, movementDateISO: service.clock.now().toISOString() }
      const edited =
        how === 'alone'
          ? await manager().put(`${base}/movements/${id}`, come)
          : await manager().put(`${base}/movements/bulk`, { movements: [{ ...come, id }] })
      ok(edited)
      expect(await called(heap)).toEqual([FEED, 'Mixed', 4540])
    },
  )
})
