import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { newId } from '../../kernel/ids.ts'
import { paired } from '../../kernel/paired.ts'
import { base, expectSoundLedger, GROUP_2, openFarm, type TestFarm } from '../../../test/farm.ts'

let service: TestApp
let farm: TestFarm
const movements = `${base}/movements`

beforeEach(async () => void ({ service, farm } = await openFarm()))
afterAll(expectSoundLedger)

const operator = () => farm.organisation.as('operator')
const manager = () => farm.organisation.as('manager')
const get = async (id: number) => (await operator().get(`${movements}/${id}`)).body
const toBay = (bayId: number) => ({ storageId: farm.storeId, substorageId: bayId, type: 'store' })
const toMill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }

describe('creating', () => {
  test('to a bay of one’s own: it is complete, and both sides are told', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const answer = await operator().post(movements, {
      recordId,
      weight: 20_000.5,
      movementDateISO: '2026-08-14T09:00',
      destination: toBay(farm.bays[1]),
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'success', message: 'Movement stored: 20,000.5 kg to Long Barn, Bay 2.' },
    })
    const [id] = answer.body.ids
    expect(answer.headers['location']).toBe(`${movements}/${id}`)
    expect(answer.body.recordIds).toHaveLength(1)
    expect(await farm.weightOf(answer.body.recordIds[0])).toBe(20_000.5)
    const movement = await operator().get(`${movements}/${id}`)
    expect(movement).toMatchObject({
      status: 200,
      body: {
        id: Number(id),
        uid: id.padStart(6, '0'),
        type: 'internal',
        status: 'complete',
        movementDateISO: '2026-08-14T08:00:00.000Z',
        inventory: {
          recordId,
          name: 'Winter wheat 2026',
          commodity: {
            commodity: { id: 1, name: 'Wheat' },
            grade: { name: 'Group 1' },
            variety: 'Skyfall',
            weight: { weight: 20_000.5 },
          },
          storage: {
            source: {
              organisationId: farm.organisation.organisationId,
              organisationName: farm.organisation.name,
              businessUnits: [{ id: farm.organisation.businessUnitId }],
              storageId: farm.storeId,
              substorageId: farm.bays[0],
              type: 'store',
              name: 'Long Barn',
              region: 'Hertfordshire',
              postcode: 'AL5 2JQ',
            },
            destination: { storageId: farm.storeId, substorageId: farm.bays[1] },
          },
        },
        driver: { name: '', vehicleRegistration: '', loadReference: '' },
        weighbridge: { empty: { name: 'not weighed', weight: null }, full: { weight: null } },
        actionsRequired: {
          status: 'none',
          outstanding: 0,
          driver: false,
          weighbridge: { empty: false, full: false },
        },
        storageContract: { id: '', requiresDrying: false },
        recordedAtUTC: service.clock.now().toISOString(),
        completedAtUTC: service.clock.now().toISOString(),
      },
    })
    expect(await farm.weightOf(recordId)).toBe(29_999.5)
  })

  test('to another organisation: it still needs a driver and both weights', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const id = await farm.move(recordId, 'mill-7', 28_000)
    expect(await get(id)).toMatchObject({
      type: 'outbound',
      status: 'incomplete',
      sold: true,
      inventory: {
        storage: {
          source: { storageId: farm.storeId },
          destination: {
            organisationId: 'mill-7',
            organisationName: 'Name of mill-7',
            storageId: '',
            substorageId: 0,
            name: '',
          },
        },
      },
      actionsRequired: {
        status: 'required',
        outstanding: 3,
        driver: true,
        weighbridge: { empty: true, full: true },
      },
      weightRemaining: { weight: 22_000 },
      completedAtUTC: '',
    })
    expect(await farm.weightOf(recordId)).toBe(22_000)
  })

  const ambiguous = [
    { name: 'neither', destination: {} },
    { name: 'both at odds', destination: { storageId: newId(), organisationId: 'mill-7' } },
    { name: 'a store and calls it a field', destination: 'field' },
  ]
  test.each(ambiguous)('a destination that names $name is ambiguous', async ({ destination: named }) => {
    const destination = named === 'field' ? { ...toBay(farm.bays[1]), type: 'field' } : named
    const recordId = await farm.opening(farm.bays[0], 1000)
    const answer = await operator().post(movements, {
      recordId,
      weight: 1,
      movementDateISO: '2026-08-14',
      destination,
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'destination_ambiguous' } })
  })

  test('an organisation needs sold', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const body = { recordId, weight: 1, movementDateISO: '2026-08-14', destination: toMill }
    expect(await operator().post(movements, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', validation: [{ path: 'sold' }] },
    })
  })

  test('several records at once: all move, or none', async () => {
    const [first, second, third] = farm.bays
    const a = await farm.opening(first, 1000)
    const b = await farm.opening(second, 2000)
    const body = (weight: number) => ({
      records: [
        { id: a, weight: 600, adjustment: { weight: -100, reason: 7 } },
        { id: b, weight },
      ],
      movementDateISO: '2026-08-14',
      destination: toBay(third),
    })
    const refused = await manager().post(`${movements}/bulk`, body(2000.001))
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'insufficient_stock',
        body: { recordId: b, shortfall: 0.001, date: '2026-08-13T23:00:00.000Z' },
      },
    })
    // The day is that of the farm, not of UTC.
    expect(refused.body.message).toBe(
      '“Winter wheat 2026” in Long Barn, Bay 2 would be short by 0.001 kg on 14 Aug 2026 at 00:00. Nothing was changed. 14 Aug 2026 without a time is the start of that day: if the stock left later, give the time.',
    )
    expect([await farm.weightOf(a), await farm.weightOf(b)]).toEqual([1000, 2000])
    const stored = await manager().post(`${movements}/bulk`, body(2000))
    expect(stored).toMatchObject({ status: 200, body: { ids: [expect.any(String), expect.any(String)] } })
    expect([await farm.weightOf(a), await farm.weightOf(b)]).toEqual([300, 0])
    const [made] = stored.body.ids
    expect(stored.headers['location']).toBe(`${movements}/${made}`)
  })

  test('adjustToZero writes off what the books still have', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    await farm.move(recordId, 'mill-7', 900, { adjustToZero: true })
    const record = await operator().get(`${base}/records/${recordId}`)
    expect(record.body.yield).toMatchObject({ current: 0, sold: 900, loss: 100 })
  })

  test('adjustToZero makes up nothing in a plan that takes far more than is there', async () => {
    const [first, second] = farm.bays
    const recordId = await farm.opening(first, 1000)
    const answer = await farm.organisation.as('manager').post(movements, {
      recordId,
      weight: 2000,
      movementDateISO: '2026-12-01',
      adjustToZero: true,
      destination: toBay(second),
    })
    expect(answer.body.conflicts).toMatchObject([{ kind: 'overdrawn', recordId, weight: 1000 }])
    const inDecember = await operator().get(`${base}/position?at=2026-12-02`)
    const lines = inDecember.body.lines.map((line: { weight: number }) => line.weight)
    expect(lines.toSorted((a: number, b: number) => a - b)).toEqual([-1000, 2000])
    // Once enough has come, what little is missing is written up.
    await farm.opening(first, 950)
    const after = await operator().get(`${base}/position?at=2026-12-02`)
    expect(after.body.lines.map((line: { weight: number }) => line.weight)).toEqual([2000])
  })

  test('one record twice in one request, into one bay', async () => {
    const [first, second] = farm.bays
    const recordId = await farm.opening(first, 1000)
    const answer = await operator().post(`${movements}/bulk`, {
      records: [
        { id: recordId, weight: 100 },
        { id: recordId, weight: 200 },
      ],
      movementDateISO: '2026-08-14',
      destination: toBay(second),
    })
    expect(answer.body.ids).toHaveLength(2)
    const bays = (await operator().get(`${base}/storage/${farm.storeId}`)).body.substorage
    expect(bays[1].record.weight.weight).toBe(300)
  })

  test('off a field it is harvest: standing crop is not stock', async () => {
    const planting = await farm.planting()
    const id = await farm.move(planting, farm.bays[0], 9000)
    expect(await get(id)).toMatchObject({
      type: 'internal',
      inventory: {
        recordId: planting,
        storage: { source: { storageId: farm.fieldId, type: 'field', substorageId: 0, area: 10 } },
      },
      weightRemaining: { weight: 0 },
    })
    const crop = await operator().get(`${base}/records/${planting}`)
    expect(crop.body.yield).toMatchObject({
      harvested: 9000,
      initial: 80_000,
      current: 80_000,
      total: 89_000,
    })
    const [bay] = (await operator().get(`${base}/storage/${farm.storeId}`)).body.substorage
    expect(bay.record).toMatchObject({ weight: { weight: 9000 } })
    const stock = await operator().get(`${base}/records/${bay.record.id}`)
    expect(stock.body.yield).toMatchObject({ harvested: 9000, current: 9000, total: 9000 })
  })

  test('stock that may be mixed joins, and the answer says what the blend is', async () => {
    const [first, second] = farm.bays
    const there = await farm.opening(first, 1000)
    const other = await farm.opening(second, 1000, { grade: GROUP_2, variety: 'Extase' })
    const answer = await operator().post(movements, {
      recordId: other,
      weight: 500,
      movementDateISO: '2026-08-14',
      destination: toBay(first),
    })
    expect(answer.body.message).toContain('the grade is now Group 2; the variety is now Mixed')
    const blend = (await operator().get(`${base}/records/${there}`)).body
    expect(blend).toMatchObject({
      commodity: { grade: { id: GROUP_2 }, variety: 'Mixed', weight: { weight: 1500 } },
    })
    expect(blend.timeline.at(-1)).toMatchObject({
      type: 'merge',
      details: { id: Number(answer.body.ids[0]) },
    })
    // Taken back, the stock is what it was before.
    await operator().delete(`${movements}/${answer.body.ids[0]}`, { recordId: other })
    expect((await operator().get(`${base}/records/${there}`)).body.commodity).toMatchObject({
      variety: 'Skyfall',
      grade: { name: 'Group 1' },
    })
  })

  test('stock of another harvest year is refused now, and a conflict in the future', async () => {
    const [first, second] = farm.bays
    await farm.opening(first, 1000)
    const old = await farm.opening(second, 1000, { harvestYear: '2025' })
    const body = { recordId: old, weight: 500, destination: toBay(first) }
    const refused = await operator().post(movements, { ...body, movementDateISO: '2026-08-14' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'incompatible_stock' } })
    const planned = await operator().post(movements, { ...body, movementDateISO: '2026-08-20' })
    expect(planned).toMatchObject({
      status: 200,
      body: {
        conflicts: [
          { kind: 'incompatible', substorageId: first, weight: 500, movementId: Number(planned.body.ids[0]) },
        ],
      },
    })
  })

  test('the future may overdraw: it is a plan, and a conflict', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const answer = await operator().post(movements, {
      recordId,
      weight: 1500,
      movementDateISO: '2026-09-01',
      destination: toMill,
      sold: true,
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { conflicts: [{ kind: 'overdrawn', recordId, weight: 500 }] },
    })
    expect(await farm.weightOf(recordId)).toBe(1000)
    expect(await get(answer.body.ids[0])).toMatchObject({ weightRemaining: { weight: -500 } })
  })

  test('a dry run says what would change, and stores nothing', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const body = { recordId, weight: 400, movementDateISO: '2026-08-14', destination: toMill, sold: true }
    const answer = await operator().post(`${movements}?dryRun=true`, body)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        dryRun: {
          balances: [{ recordId, before: 1000, after: 600 }],
          planned: [{ recordId, before: 1000, after: 600 }],
          conflicts: { before: [], after: [] },
        },
      },
    })
    expect(answer.body.message).toMatch(/^A dry run; nothing was stored\./)
    expect((await operator().get(movements)).body.totalDocs).toBe(0)
    expect(await farm.weightOf(recordId)).toBe(1000)
    const refused = await operator().post(`${movements}?dryRun=true`, { ...body, weight: 1001 })
    expect(refused).toMatchObject({ status: 400, body: { code: 'insufficient_stock' } })
  })

  test('only who holds the stock, in a role that may', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const other = await makeOrganisation(service)
    const body = { recordId, weight: 1, movementDateISO: '2026-08-14', destination: toMill, sold: true }
    expect(await farm.organisation.as('viewer').post(movements, body)).toMatchObject({ status: 403 })
    expect(await other.as('owner').post(movements, body)).toMatchObject({ status: 404 })
    expect(await operator().post(movements, { ...body, recordId: 'none' })).toMatchObject({ status: 404 })
    expect(await operator().post(movements, { ...body, organisationId: other.organisationId })).toMatchObject(
      { status: 403 },
    )
  })

  test('a back-dated load that leaves too little for a later one names the moment of that one', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000, { at: '2026-08-01' })
    await farm.move(recordId, 'mill-7', 900, { movementDateISO: '2026-08-10T15:20:00Z' })
    const early = { recordId, weight: 200, destination: toMill, sold: true }
    const answer = await operator().post(movements, { ...early, movementDateISO: '2026-08-05T08:00:00Z' })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'insufficient_stock', body: { date: '2026-08-10T15:20:00.000Z', shortfall: 100 } },
    })
  })

  test('every fault at once', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const answer = await farm.organisation.as('manager').post(movements, {
      recordId,
      weight: 0.0001,
      movementDateISO: 'yesterday',
      adjustment: { weight: 1, reason: 101 },
      destination: { organisationId: 'nobody-yet' },
      storageContractId: 'none',
    })
    expect(answer.body.validation.map(({ path }: { path: string }) => path)).toEqual([
      'movementDateISO',
      'weight',
      'adjustment.reason',
      'destination.organisationName',
      'sold',
      'storageContractId',
    ])
    const misshapen = await operator().post(movements, {
      recordId,
      weight: '5 t',
      movementDateISO: 'yesterday',
      haulier: 'Sam',
      destination: toMill,
      sold: true,
    })
    const isNoDate = 'must be a date from 1800 to 2199, such as 2026-08-14 or 2026-08-14T09:30'
    const rows = [
      [
        'haulier',
        '“haulier”',
        'is not a field of this operation',
        'isNoField',
        'additionalProperties',
        { name: 'haulier' },
      ],
      ['weight', 'Weight', 'must be a number', 'isNoType', 'type', { type: 'number', types: ['number'] }],
      ['movementDateISO', 'Date', isNoDate, 'isNoDate', 'date', {}],
    ]
    const names = ['path', 'label', 'message', 'messageId', 'code', 'data']
    const expected = rows.map((row) => Object.fromEntries(paired(names, row)))
    expect(misshapen.body.validation).toEqual(expected)
  })
})
