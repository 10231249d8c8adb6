import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { newId } from '../../kernel/ids.ts'
import { examineLedger } from '../ledger/ledger.ts'
import { base, GROUP_2, makeFarm, type TestFarm } from './test-farm.ts'

let service: TestApp
let farm: TestFarm
const movements = `${base}/movements`

beforeAll(async () => {
  service = await openTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
})
afterAll(async () => {
  const differences = []
  for await (const difference of examineLedger(service.database.db)) differences.push(difference)
  await service.close()
  expect(differences).toEqual([])
})

const operator = () => farm.organisation.as('operator')
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
        weighbridge: { empty: { name: 'not weighed', weight: null }, full: { weight: null }, file: null },
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
  ]
  test.each(ambiguous)('a destination that names $name is ambiguous', async ({ destination }) => {
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
    const refused = await operator().post(`${movements}/bulk`, body(2000.001))
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'insufficient_stock',
        body: { recordId: b, shortfall: 0.001, date: '2026-08-13T23:00:00.000Z' },
      },
    })
    // The day is that of the farm, not of UTC.
    expect(refused.body.message).toBe(
      '“Winter wheat 2026” would be short by 0.001 kg on 2026-08-14. Nothing was changed.',
    )
    expect([await farm.weightOf(a), await farm.weightOf(b)]).toEqual([1000, 2000])
    const stored = await operator().post(`${movements}/bulk`, body(2000))
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

  test('every fault at once', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const answer = await operator().post(movements, {
      recordId,
      weight: 0,
      movementDateISO: 'yesterday',
      adjustment: { weight: 1, reason: 101 },
      destination: toMill,
      sold: true,
    })
    expect(answer.body.validation.map(({ path }: { path: string }) => path)).toEqual([
      'movementDateISO',
      'weight',
      'adjustment.reason',
    ])
  })
})

describe('actions', () => {
  test('the weighed net replaces the weight, and with nothing outstanding it completes by itself', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const id = await farm.move(recordId, 'mill-7', 28_000)
    const url = `${movements}/${id}/actions`
    const half = await operator().put(url, {
      recordId,
      driver: { name: 'Sam' },
      weighbridge: { empty: 14_000 },
    })
    expect(half).toMatchObject({
      status: 200,
      body: { message: 'Movement saved; 1 still to fill in: 28,000 kg.' },
    })
    const low = await operator().put(url, { recordId, weighbridge: { full: 14_000 } })
    expect(low).toMatchObject({ status: 400, body: { validation: [{ path: 'weighbridge.full' }] } })
    const done = await operator().put(url, { recordId, weighbridge: { full: 42_500.25 } })
    expect(done).toMatchObject({
      status: 200,
      body: { message: 'Movement complete: 28,500.25 kg, as weighed.' },
    })
    expect(await get(id)).toMatchObject({
      status: 'complete',
      driver: { name: 'Sam' },
      inventory: { commodity: { weight: { weight: 28_500.25 } } },
      weighbridge: { empty: { weight: 14_000 }, full: { weight: 42_500.25 } },
      actionsRequired: { status: 'none', outstanding: 0 },
      weightRemaining: { weight: 21_499.75 },
    })
    expect(await farm.weightOf(recordId)).toBe(21_499.75)
  })

  test('isComplete completes it whatever is missing', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const id = await farm.move(recordId, 'mill-7', 28_000)
    await operator().put(`${movements}/${id}/actions`, { recordId, isComplete: true })
    expect(await get(id)).toMatchObject({
      status: 'complete',
      actionsRequired: {
        status: 'none',
        outstanding: 0,
        driver: false,
        weighbridge: { empty: false, full: false },
      },
    })
  })

  test('a net that the source never had is refused', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, 'mill-7', 900)
    const answer = await operator().put(`${movements}/${id}/actions`, {
      recordId,
      weighbridge: { empty: 10, full: 1011 },
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'insufficient_stock', body: { shortfall: 1 } },
    })
    expect(await get(id)).toMatchObject({ weighbridge: { empty: { weight: null } } })
  })

  test('recordId has to be the movement’s own', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const other = await farm.opening(farm.bays[1], 1000)
    const id = await farm.move(recordId, 'mill-7', 900)
    const answer = await operator().put(`${movements}/${id}/actions`, { recordId: other, isComplete: true })
    expect(answer).toMatchObject({ status: 404 })
  })
})

describe('editing', () => {
  test('takes back the old at its own date and posts the new', async () => {
    const [first, second, third] = farm.bays
    const recordId = await farm.opening(first, 1000)
    const id = await farm.move(recordId, second, 400, { movementDateISO: '2026-08-10' })
    const body = { recordId, weight: 700, movementDateISO: '2026-08-12T12:00', destination: toBay(third) }
    const answer = await operator().put(`${movements}/${id}`, body)
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Movement changed: 700 kg.', ids: [String(id)] },
    })
    expect(await get(id)).toMatchObject({
      movementDateISO: '2026-08-12T11:00:00.000Z',
      inventory: {
        storage: { destination: { substorageId: third } },
        commodity: { weight: { weight: 700 } },
      },
      weightRemaining: { weight: 300 },
    })
    const at = async (date: string) => {
      const { lines } = (await operator().get(`${base}/position?at=${date}`)).body
      return lines.map((line: { substorageId: number; weight: number }) => [line.substorageId, line.weight])
    }
    expect(await at('2026-08-11')).toEqual([[first, 1000]])
    expect(await at('2026-08-13')).toEqual([
      [first, 300],
      [third, 700],
    ])
  })

  test('from a bay of one’s own to another organisation and back', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, farm.bays[1], 400)
    const body = { recordId, weight: 400, movementDateISO: '2026-08-14' }
    await operator().put(`${movements}/${id}`, { ...body, destination: toMill, sold: true })
    expect(await get(id)).toMatchObject({ type: 'outbound', sold: true, actionsRequired: { status: 'none' } })
    await operator().put(`${movements}/${id}`, { ...body, destination: toBay(farm.bays[1]) })
    expect(await get(id)).toMatchObject({ type: 'internal', sold: false, status: 'complete' })
    expect(await farm.weightOf(recordId)).toBe(600)
  })

  test('an intake goes to another bay, and its record with it', async () => {
    const [first, second] = farm.bays
    const recordId = await farm.intake(first, 500)
    const [intake] = (await operator().get(movements)).body.docs
    const body = { recordId, weight: 450, movementDateISO: '2026-08-14', destination: toBay(second) }
    const emptying = await operator().put(`${movements}/${intake.id}`, { ...body, adjustToZero: true })
    expect(emptying).toMatchObject({ status: 400, body: { validation: [{ path: 'adjustToZero' }] } })
    const away = await operator().put(`${movements}/${intake.id}`, {
      ...body,
      destination: toMill,
      sold: true,
    })
    expect(away).toMatchObject({ status: 400, body: { code: 'destination_ambiguous' } })
    expect(await operator().put(`${movements}/${intake.id}`, body)).toMatchObject({ status: 200 })
    const edited = await get(intake.id)
    expect(edited).toMatchObject({
      type: 'intake',
      inventory: { storage: { destination: { substorageId: second } } },
      weightRemaining: { weight: 450 },
    })
    expect(await farm.weightOf(recordId)).toBe(0)
    expect(await farm.weightOf(edited.inventory.recordId)).toBe(450)
  })

  test('If-Match of an older version is refused', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, farm.bays[1], 400)
    const { etag } = (await operator().get(`${movements}/${id}`)).headers
    const edit = (weight: number) =>
      operator().put(
        `${movements}/${id}`,
        { recordId, weight, movementDateISO: '2026-08-14', destination: toBay(farm.bays[1]) },
        { 'if-match': String(etag) },
      )
    expect(await edit(500)).toMatchObject({ status: 200 })
    expect(await edit(600)).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
  })

  test('a dry run of an edit', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, 'mill-7', 400)
    const answer = await operator().put(`${movements}/${id}?dryRun=true`, {
      recordId,
      weight: 300,
      movementDateISO: '2026-08-14',
      destination: toMill,
      sold: true,
    })
    expect(answer.body.dryRun.balances).toMatchObject([{ recordId, before: 600, after: 700 }])
    expect(await get(id)).toMatchObject({ inventory: { commodity: { weight: { weight: 400 } } } })
  })
})

describe('deleting', () => {
  test('takes it back at its own date; it is kept', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, 'mill-7', 400)
    const dry = await operator().delete(`${movements}/${id}?dryRun=true`, { recordId })
    expect(dry.body.dryRun.balances).toMatchObject([{ before: 600, after: 1000 }])
    expect(await operator().delete(`${movements}/${id}`, { recordId })).toMatchObject({ status: 200 })
    expect(await farm.weightOf(recordId)).toBe(1000)
    expect(await get(id)).toMatchObject({
      status: 'deleted',
      actionsRequired: { status: 'none', outstanding: 0, driver: false },
    })
    const again = await operator().delete(`${movements}/${id}`, { recordId })
    expect(again).toMatchObject({ status: 400, body: { code: 'already_deleted' } })
  })

  test('recordId may be left out, and has to be its own where it is given', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, 'mill-7', 400)
    expect(await operator().delete(`${movements}/${id}`, { recordId: newId() })).toMatchObject({
      status: 404,
    })
    expect(await operator().delete(`${movements}/${id}`)).toMatchObject({ status: 200 })
  })

  test('what was written off or up with it comes back too', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    for (const weight of [900, 1020]) {
      const id = await farm.move(recordId, 'mill-7', weight, { adjustToZero: true })
      expect(await farm.weightOf(recordId)).toBe(0)
      await operator().delete(`${movements}/${id}`, { recordId })
      expect(await farm.weightOf(recordId)).toBe(1000)
    }
  })

  test('is refused where the grain has gone on', async () => {
    const [first, second, third] = farm.bays
    const recordId = await farm.opening(first, 1000)
    const id = await farm.move(recordId, second, 400, { movementDateISO: '2026-08-10' })
    const moved = (await operator().get(`${base}/storage/${farm.storeId}`)).body.substorage[1].record.id
    await farm.move(moved, third, 100)
    const answer = await operator().delete(`${movements}/${id}`, { recordId })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'insufficient_stock', body: { recordId: moved, shortfall: 100 } },
    })
  })
})

describe('duplicating', () => {
  test('makes copies without driver and weighbridge', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, 'mill-7', 200, { driver: { name: 'Sam' }, contractReference: 'C-9' })
    const answer = await operator().post(`${movements}/${id}/duplicate`, { recordId, count: 3 })
    expect(answer).toMatchObject({ status: 200, body: { message: '3 copies stored: 200 kg each.' } })
    expect(answer.headers['location']).toBe(`${movements}/${answer.body.ids[0]}`)
    for (const copy of answer.body.ids) {
      expect(await get(copy)).toMatchObject({
        status: 'incomplete',
        contractReference: 'C-9',
        driver: { name: '' },
        actionsRequired: { outstanding: 3 },
        inventory: { commodity: { weight: { weight: 200 } } },
      })
    }
    expect(await farm.weightOf(recordId)).toBe(200)
    const refused = await operator().post(`${movements}/${id}/duplicate`, { recordId, count: 2 })
    expect(refused).toMatchObject({ status: 400, body: { code: 'insufficient_stock' } })
  })

  test.each([0, 101, 1.5])('%s copies are no number of copies', async (count) => {
    const answer = await operator().post(`${movements}/1/duplicate`, { recordId: newId(), count })
    expect(answer).toMatchObject({ status: 400, body: { validation: [{ path: 'count' }] } })
  })
})

describe('who sees what', () => {
  test('the owner of the stock reads it, and changes nothing', async () => {
    const owner = await makeOrganisation(service, { name: 'Hill Farm' })
    const recordId = await farm.intake(farm.bays[0], 30_000, {
      owner: { id: owner.organisationId, name: 'Hill Farm' },
      sender: { id: 'haulier-1', name: 'Fast Haulage' },
      driverName: 'Sam',
      weighbridgeRecord: { empty: 10_000, full: 40_000 },
    })
    const found = await owner.as('viewer').get(movements)
    expect(found.body).toMatchObject({
      totalDocs: 1,
      docs: [
        {
          type: 'intake',
          status: 'complete',
          inventory: {
            recordId,
            storage: {
              source: { organisationId: 'haulier-1', organisationName: 'Fast Haulage', storageId: '' },
              destination: {
                organisationId: farm.organisation.organisationId,
                storageId: farm.storeId,
                businessUnits: [],
              },
            },
          },
          weightRemaining: { weight: 30_000 },
        },
      ],
    })
    const { id } = found.body.docs[0]
    expect(await owner.as('viewer').get(`${movements}/${id}`)).toMatchObject({ status: 200 })
    const change = { recordId, isComplete: true }
    expect(await owner.as('owner').put(`${movements}/${id}/actions`, change)).toMatchObject({ status: 404 })
    const stranger = await makeOrganisation(service)
    expect(await stranger.as('owner').get(`${movements}/${id}`)).toMatchObject({ status: 404 })
    expect(await stranger.as('owner').get(`${movements}/${id}/trace`)).toMatchObject({ status: 404 })
    expect((await stranger.as('owner').get(movements)).body.totalDocs).toBe(0)
  })

  test.each(['0', 'x', '99999999999999999999', '12.5', '-1'])('%s is no movement', async (id) => {
    expect(await operator().get(`${movements}/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })
})
