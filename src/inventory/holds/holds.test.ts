import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../test/scene.ts'
import { base, expectSoundLedger, WHEAT, WINTER } from '../../../test/farm.ts'
import { TEST_START } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { openHeldFarm, type HeldFarm } from './test-holds.ts'

// What is on hold does not leave, and takes nothing in (rules.md §13).

let { service, farm, heap, operator, manager, set, leave } = {} as HeldFarm
beforeEach(
  async () =>
    void ({ service, farm, heap, operator, manager, set, leave } = await openHeldFarm('infestation')),
)
afterAll(expectSoundLedger)

const NOW = TEST_START
const into = (bay: number, more: object = {}) => ({
  destination: { storageId: farm.storeId, substorageId: bay },
  sold: undefined,
  ...more,
})
const intake = (bay: number, more: object = {}) =>
  operator().post(`${base}/records`, {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: WHEAT, type: WINTER },
    storage: [{ storageId: farm.storeId, substorageId: bay, weight: 500 }],
    source: { intake: { moveAtUTC: NOW, sender: { id: 'brook', name: 'Brook' }, ...more } },
  })
const refused = { status: 400, body: { code: 'on_hold' } }

describe('a bay on hold', () => {
  test('lets nothing out, says why and whom to ask, and changes nothing', async () => {
    const { id, createdByName } = await set({ note: 'Weevils in probe 3' })
    const answer = await leave()
    expect(answer).toMatchObject({
      ...refused,
      body: {
        code: 'on_hold',
        body: { holdIds: [id], reason: 'infestation', substorageId: farm.bays[0], ask: createdByName },
      },
    })
    expect(answer.body.message).toContain(`(infestation): nothing may leave it. Ask ${createdByName}.`)
    expect(await leave(into(farm.bays[1]))).toMatchObject(refused)
    expect(await farm.weightOf(heap)).toBe(300_000)
  })

  test('is told in the reader’s language', async () => {
    await set({ reason: 'awaiting_result' })
    const body = {
      recordId: heap,
      weight: 1000,
      movementDateISO: NOW,
      destination: { organisationId: 'mill-7', organisationName: 'M' },
      sold: true,
    }
    const { body: german } = await operator().post(`${base}/movements`, body, { 'accept-language': 'de' })
    expect(german.message).toContain('gesperrt (Ergebnis steht aus). Es darf nichts abgehen.')
  })

  test('takes nothing in: no movement, no intake, no load off a field, and none of a list', async () => {
    await set({ substorageId: farm.bays[1] })
    expect(await leave(into(farm.bays[1]))).toMatchObject(refused)
    expect(await intake(farm.bays[1])).toMatchObject(refused)
    const crop = await farm.planting()
    expect(await leave({ ...into(farm.bays[1]), recordId: crop })).toMatchObject(refused)
    const load = {
      from: { recordId: heap },
      to: { storageId: farm.storeId, substorageId: farm.bays[1] },
      weight: 10,
      dateISO: NOW,
    }
    expect(await operator().post(`${base}/loads`, { loads: [load] })).toMatchObject(refused)
    ok(await leave(into(farm.bays[2])))
  })

  test('blocks one way alone where that is said', async () => {
    const { id } = await set({ blocks: 'in' })
    ok(await leave())
    expect(await intake(farm.bays[0])).toMatchObject(refused)
    ok(await manager().post(`${base}/holds/${id}/release`, {}))
    await set({ blocks: 'out' })
    ok(await intake(farm.bays[0]))
    expect(await leave()).toMatchObject(refused)
  })

  test('refuses a late ticket for its time, when it is over as well, and none before or after', async () => {
    const { id } = await set({ fromISO: '2026-08-10', untilISO: '2026-08-12' })
    ok(await leave())
    ok(await leave({ movementDateISO: '2026-08-09T12:00:00Z' }))
    expect(await leave({ movementDateISO: '2026-08-10T12:00:00Z' })).toMatchObject(refused)
    expect(await leave({ movementDateISO: '2026-08-12T12:00:00Z' })).toMatchObject(refused)
    ok(await leave({ movementDateISO: '2026-08-13T12:00:00Z' }))
    expect(ok(await operator().get(`${base}/holds/${id}`)).status).toBe('ended')
  })

  test('refuses all of several where one of them is against it, and copies', async () => {
    const other = await farm.opening(farm.bays[1], 1000)
    const movementId = await farm.move(heap, 'mill-7', 10)
    service.clock.advance({ minutes: 1 })
    await set()
    const records = [
      { id: other, weight: 10 },
      { id: heap, weight: 10 },
    ]
    const destination = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
    const body = { records, movementDateISO: service.clock.now().toISOString(), destination, sold: true }
    expect(await operator().post(`${base}/movements/bulk`, body)).toMatchObject(refused)
    expect(await farm.weightOf(other)).toBe(1000)
    ok(await operator().post(`${base}/movements/${movementId}/duplicate`, { recordId: heap, count: 2 }))
  })

  test('is held on its parcel alone where that is said', async () => {
    const { id } = await set({ storageId: undefined, substorageId: undefined, recordId: heap, blocks: 'out' })
    expect(await leave()).toMatchObject(refused)
    const found = ok(await operator().get(`${base}/holds?status=standing&f:substorageId=${farm.bays[0]}`))
    expect(found.docs).toMatchObject([{ id, recordId: heap, storageId: farm.storeId, status: 'standing' }])
  })
})

describe('an override', () => {
  const holdOverride = 'To the fumigation chamber of the mill'

  test('lets one load go, is shown with it, and takes the permission', async () => {
    await set()
    expect(await leave({ holdOverride })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const [id] = ok(await leave({ holdOverride }, manager())).ids
    expect(ok(await operator().get(`${base}/movements/${id}`)).holdOverride).toBe(holdOverride)
    expect(await leave({}, manager())).toMatchObject(refused)
    expect(await leave({ holdOverride: '  ' }, manager())).toMatchObject(refused)
  })

  test('cannot be laid up by somebody who may not override', async () => {
    expect(await leave({ holdOverride })).toMatchObject({ status: 403 })
    const id = await farm.move(heap, 'mill-7', 1000, { movementDateISO: '2026-08-20T08:00:00Z' })
    const later = { recordId: heap, weighbridge: { empty: 14_000 }, holdOverride }
    expect(await operator().put(`${base}/movements/${id}/actions`, later)).toMatchObject({ status: 403 })
  })
})

describe('a plan', () => {
  const plan = (at: string, more: object = {}) =>
    farm.move(heap, 'mill-7', 1000, { movementDateISO: at, ...more })
  const conflicts = async () => ok(await operator().get(`${base}/conflicts`)).conflicts
  const read = (id: number, weighbridge: object, by = operator()) =>
    by.put(`${base}/movements/${id}/actions`, { recordId: heap, weighbridge })

  test('is a conflict and is not refused; the hold that is set later names it', async () => {
    const before = await plan('2026-08-15T08:00:00Z')
    const { conflicts: told, id } = await set({ untilISO: '2026-08-20' })
    expect(told).toMatchObject([{ kind: 'on_hold', movementId: before, weight: 1000 }])
    const answer = ok(await leave({ movementDateISO: '2026-08-16T08:00:00Z' }))
    expect(answer.conflicts).toMatchObject([{ kind: 'on_hold', movementId: Number(answer.ids[0]) }])
    expect(answer.message).toMatch(/would leave .* while it is on hold \(infestation\)/)
    expect(ok(await leave({ movementDateISO: '2026-08-22T08:00:00Z' })).conflicts).toBeUndefined()
    expect((await conflicts()).map(({ kind }: { kind: string }) => kind)).toEqual(['on_hold', 'on_hold'])
    ok(await manager().post(`${base}/holds/${id}/release`, { note: 'Clean' }))
    expect(await conflicts()).toEqual([])
  })

  test('of which the time has come is stopped on the weighbridge, and stays a conflict', async () => {
    const id = await plan('2026-08-15T08:00:00Z')
    await set()
    service.clock.set('2026-08-15T09:00:00Z')
    expect(await conflicts()).toMatchObject([{ kind: 'on_hold', movementId: id }])
    expect(await read(id, { empty: 14_000 })).toMatchObject(refused)
    ok(await operator().put(`${base}/movements/${id}/actions`, { recordId: heap, driver: { name: 'Sam' } }))
    const go = { recordId: heap, weighbridge: { empty: 14_000 }, holdOverride: 'Told by the vet' }
    ok(await manager().put(`${base}/movements/${id}/actions`, go))
    // Somebody let it go, so whoever weighs it full needs no permission any more.
    ok(await read(id, { full: 15_000 }))
    expect(await conflicts()).toEqual([])
  })

  test('is judged when it is brought forward into a hold', async () => {
    const id = await plan('2026-08-15T08:00:00Z')
    await set({ fromISO: '2026-08-13' })
    service.clock.set('2026-08-14T12:00:00Z')
    const body = {
      recordId: heap,
      weight: 1000,
      movementDateISO: '2026-08-14T11:00:00Z',
      destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
      sold: true,
    }
    expect(await operator().put(`${base}/movements/${id}`, body)).toMatchObject(refused)
  })
})

describe('a load that had left before the hold was entered', () => {
  test('is weighed and corrected as ever, but goes to no held bay', async () => {
    const id = await farm.move(heap, 'mill-7', 1000)
    service.clock.advance({ hours: 2 })
    await set({ fromISO: '2026-08-10' })
    await set({ substorageId: farm.bays[1], fromISO: '2026-08-10' })
    const weighbridge = { empty: 14_000, full: 15_200 }
    ok(await operator().put(`${base}/movements/${id}/actions`, { recordId: heap, weighbridge }))
    expect(await farm.weightOf(heap)).toBe(298_800)
    const body = { recordId: heap, weight: 1200, movementDateISO: NOW, ...into(farm.bays[1]) }
    expect(await operator().put(`${base}/movements/${id}`, body)).toMatchObject(refused)
    ok(await operator().put(`${base}/movements/${id}`, { ...body, ...into(farm.bays[2]) }))
  })

  test('is not restored out of a held bay once it was deleted', async () => {
    const id = await farm.move(heap, 'mill-7', 1000)
    ok(await manager().delete(`${base}/movements/${id}`))
    service.clock.advance({ hours: 2 })
    await set({ fromISO: '2026-08-10' })
    expect(await manager().post(`${base}/movements/${id}/restore`, {})).toMatchObject(refused)
  })
})

describe('others', () => {
  test('neither see nor change a hold', async () => {
    const { id } = await set()
    const other = await makeOrganisation(service)
    for (const answer of [
      await other.as('owner').get(`${base}/holds/${id}`),
      await other.as('owner').get(`${base}/holds/${id}/trace`),
      await other.as('owner').patch(`${base}/holds/${id}`, { note: 'x' }),
      await other.as('owner').post(`${base}/holds/${id}/release`, {}),
      await other.as('owner').post(`${base}/holds/${id}/trace`, {}),
      await other.as('owner').post(`${base}/holds`, { recordId: heap, reason: 'other' }),
    ])
      expect(answer.status).toBe(404)
    expect(ok(await other.as('owner').get(`${base}/holds`)).docs).toEqual([])
  })
})
