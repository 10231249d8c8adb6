import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../test/scene.ts'
import { base, expectSoundLedger } from '../../../test/farm.ts'
import { openHeldFarm, type HeldFarm } from './test-holds.ts'

// A hold follows the grain, and a fumigation ends by itself (rules.md §13).

let { service, farm, heap, operator, manager, place, set, leave } = {} as HeldFarm
beforeEach(
  async () =>
    void ({ service, farm, heap, operator, manager, place, set, leave } = await openHeldFarm('mycotoxin')),
)
afterAll(expectSoundLedger)

const post = async (path: string, body: object = {}) => ok(await manager().post(base + path, body))
const on = (day: string) => ({ movementDateISO: `${day}T08:00:00Z` })
const parcelIn = async (bayId: number) =>
  ok(await operator().get(`${base}/storage/${farm.storeId}`)).substorage.find(
    (bay: { id: number }) => bay.id === bayId,
  ).record.id

describe('held by trace', () => {
  test('what left since the hold begins is listed, straight or through other bays, and held in one step', async () => {
    await farm.move(heap, farm.bays[1], 5000, on('2026-08-03'))
    const first = await farm.move(heap, farm.bays[1], 10_000, on('2026-08-06'))
    const sold = await farm.move(heap, 'mill-7', 2000, on('2026-08-07'))
    const next = await parcelIn(farm.bays[1])
    const onward = await farm.move(next, farm.bays[2], 4000, on('2026-08-08'))
    const { id } = await set({ fromISO: '2026-08-05', note: 'DON 2.1 mg/kg' })
    const trace = ok(await operator().get(`${base}/holds/${id}/trace`))
    expect(trace.loads).toMatchObject([
      { movementId: first, weight: 10_000, to: 'Long Barn, Bay 2' },
      { movementId: sold, weight: 2000, toRecordId: '', to: 'Name of mill-7' },
      { movementId: onward, weight: 4000, to: 'Long Barn, Bay 3' },
    ])
    expect(trace.parcels).toMatchObject([
      { substorageId: farm.bays[1], weight: 11_000, isHeld: false, sinceUTC: '2026-08-06T08:00:00.000Z' },
      { substorageId: farm.bays[2], weight: 4000, isHeld: false, sinceUTC: '2026-08-08T08:00:00.000Z' },
    ])
    const { holds } = await post(`/holds/${id}/trace`)
    expect(holds).toMatchObject([
      {
        recordId: next,
        reason: 'mycotoxin',
        note: 'DON 2.1 mg/kg',
        tracedFromId: id,
        fromUTC: '2026-08-06T08:00:00.000Z',
      },
      { substorageId: farm.bays[2], tracedFromId: id },
    ])
    expect((await leave({ recordId: next, weight: 10 })).body.code).toBe('on_hold')
    expect((await post(`/holds/${id}/trace`)).holds).toEqual([])
  })

  test('a parcel that is held is followed alone, and what an override let go with it', async () => {
    const { id } = await set({ storageId: undefined, substorageId: undefined, recordId: heap, blocks: 'out' })
    service.clock.advance({ hours: 1 })
    const movementId = await farm.move(heap, farm.bays[1], 700, { holdOverride: 'To be cleaned' })
    const { loads, parcels } = ok(await operator().get(`${base}/holds/${id}/trace`))
    expect(loads).toMatchObject([{ movementId, holdOverride: 'To be cleaned' }])
    expect(parcels).toMatchObject([{ recordId: await parcelIn(farm.bays[1]), weight: 700 }])
  })

  test('a hold on what comes in follows nothing', async () => {
    const { id } = await set({ blocks: 'in', fromISO: '2026-08-01' })
    await farm.move(heap, farm.bays[1], 700)
    expect(ok(await operator().get(`${base}/holds/${id}/trace`))).toEqual({ loads: [], parcels: [] })
  })
})

describe('a fumigation', () => {
  const fumigation = { product: 'Phosphine', dose: '5 g/t' }

  test('ends by itself, the withholding days after it is aired', async () => {
    const { id, untilUTC } = await set({ reason: 'fumigation', fumigation })
    expect(untilUTC).toBeNull()
    const aired = { ...fumigation, airedISO: '2026-08-18T08:00:00Z', withholdingDays: 2 }
    const changed = ok(await operator().patch(`${base}/holds/${id}`, { fumigation: aired }))
    expect(changed).toMatchObject({
      untilUTC: '2026-08-20T08:00:00.000Z',
      fumigation: { product: 'Phosphine', dose: '5 g/t', withholdingDays: 2 },
    })
    service.clock.set('2026-08-20T07:59:59Z')
    expect((await leave()).body.code).toBe('on_hold')
    service.clock.set('2026-08-20T08:00:00Z')
    ok(await leave())
    expect(ok(await operator().get(`${base}/holds/${id}`)).status).toBe('ended')
  })

  test('needs product and dose, and no end of its own; other holds have none of it', async () => {
    const bad = async (body: object) => {
      const answer = await manager().post(`${base}/holds`, { ...place, ...body })
      return answer.body.validation.map(({ path, code }: { path: string; code: string }) => [path, code])
    }
    expect(await bad({ reason: 'fumigation' })).toEqual([['fumigation', 'required']])
    expect(await bad({ reason: 'fumigation', fumigation, untilISO: '2026-08-30' })).toEqual([
      ['untilISO', 'contradiction'],
    ])
    expect(await bad({ reason: 'other', fumigation })).toEqual([['fumigation', 'contradiction']])
    expect(
      await bad({
        reason: 'fumigation',
        fumigation: { ...fumigation, airedISO: '2026-08-01' },
        files: [{ id: 'x' }],
      }),
    ).toEqual([
      ['fumigation.airedISO', 'minimum'],
      ['files[0].id', 'unknown'],
    ])
  })
})

describe('a hold', () => {
  test('is of a bay or of a parcel that lies somewhere, and ends after it begins', async () => {
    const bad = async (body: object) =>
      (await manager().post(`${base}/holds`, { reason: 'other', ...body })).body
    expect((await bad({})).validation).toMatchObject([{ path: 'storageId', code: 'required' }])
    expect((await bad({ ...place, recordId: heap })).validation).toMatchObject([{ code: 'contradiction' }])
    expect((await bad({ storageId: farm.storeId })).validation).toMatchObject([{ code: 'unknown_bay' }])
    expect(await bad({ recordId: await farm.planting() })).toMatchObject({ code: 'not_stock' })
    expect((await bad({ ...place, fromISO: '2026-08-10', untilISO: '2026-08-09' })).validation).toMatchObject(
      [{ path: 'untilISO', code: 'minimum' }],
    )
  })

  test('is made shorter by who may release it alone, and stays as it was when it is over', async () => {
    const { id } = await set({ untilISO: '2026-08-30' })
    const change = (untilISO: string | null, by = operator()) => by.patch(`${base}/holds/${id}`, { untilISO })
    expect((await change('2026-08-20')).body.code).toBe('forbidden')
    ok(await change('2026-09-30'))
    expect((await operator().post(`${base}/holds/${id}/release`, {})).status).toBe(403)
    ok(await change('2026-08-20', manager()))
    ok(await change(null))
    const released = await post(`/holds/${id}/release`, { note: 'Result 4711: clean' })
    expect(released).toMatchObject({ status: 'ended', releaseNote: 'Result 4711: clean' })
    expect((await change('2026-12-01', manager())).body.code).toBe('in_use')
    expect((await manager().post(`${base}/holds/${id}/release`, {})).body.code).toBe('in_use')
  })

  test('tried dry tells the plans that it is against, and is not there', async () => {
    const planned = await farm.move(heap, 'mill-7', 700, on('2026-08-20'))
    const tried = await post('/holds?dryRun=true', { ...place, reason: 'dispute' })
    expect(tried.dryRun.conflicts.after).toMatchObject([{ kind: 'on_hold', movementId: planned }])
    expect(ok(await operator().get(`${base}/holds`)).totalDocs).toBe(0)
    await farm.move(heap, 'mill-7', 700)
  })

  test('is a line of a table', async () => {
    await set({ note: 'DON, 2.1 mg/kg' })
    const { body } = await operator().get(`${base}/holds?format=csv`)
    expect(String(body)).toContain('standing,Long Barn,Bay 1,,mycotoxin,both')
  })
})
