import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation } from '../../../test/factories.ts'
import { newId } from '../../kernel/ids.ts'
import { base, expectSoundLedger, openFarm, type TestFarm } from '../../../test/farm.ts'

let service: TestApp
let farm: TestFarm
const movements = `${base}/movements`

beforeEach(async () => void ({ service, farm } = await openFarm()))
afterAll(expectSoundLedger)

const operator = () => farm.organisation.as('operator')
const get = async (id: number) => (await operator().get(`${movements}/${id}`)).body
const toBay = (bayId: number) => ({ storageId: farm.storeId, substorageId: bayId, type: 'store' })
const toMill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }

test('several at once are told all that is wrong, and first what is wrong whatever they name', async () => {
  const recordId = await farm.opening(farm.bays[0], 1000)
  const planting = await farm.planting()
  const faultsOf = async (records: object[], destination: object, others: object = {}) => {
    const body = { records, movementDateISO: '2026-08-14', destination, adjustToZero: true, ...others }
    const answer = await farm.organisation.as('manager').post(`${movements}/bulk`, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    return answer.body.validation.map(({ path }: { path: string }) => path)
  }
  const load = { id: recordId, weight: 1 }
  const crop = { id: planting, weight: 1, adjustment: { weight: -1, reason: 1 } }
  const ofCrops = ['records[1].adjustment', 'adjustToZero', 'records[2].adjustment']
  const [bay, other] = farm.bays
  expect(await faultsOf([{ id: newId(), weight: 0.0001 }, load], toBay(other))).toEqual(['records[0].weight'])
  const date = ['movementDateISO']
  expect(await faultsOf([load], { storageId: newId() }, { movementDateISO: 'soon' })).toEqual(date)
  expect(await faultsOf([load, crop, crop], toBay(1))).toEqual(['destination.substorageId', ...ofCrops])
  const mill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
  expect(await faultsOf([load, crop, crop], mill)).toEqual(['sold', ...ofCrops])
  expect(await faultsOf([load, load], toBay(bay))).toEqual(['destination.substorageId'])
})

test('an intake answers the movement that it made, so that nobody has to search for it', async () => {
  const [bay, other] = farm.bays
  const place = (substorageId: number) => ({ storageId: farm.storeId, substorageId, weight: 500 })
  const body = {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: 1, type: 101 },
    source: { intake: { driverName: 'Sam' } },
  }
  const one = await operator().post(`${base}/records`, { ...body, storage: [place(bay)] })
  expect(await get(one.body.movementId)).toMatchObject({ type: 'intake', driver: { name: 'Sam' } })
  const two = await operator().post(`${base}/records`, { ...body, storage: [place(bay), place(other)] })
  for (const { id, movementId } of two.body)
    expect(await get(movementId)).toMatchObject({ inventory: { recordId: id } })
  const existing = await farm.organisation
    .as('manager')
    .post(`${base}/records`, { ...body, storage: [place(bay)], source: {} })
  expect(existing.body).not.toHaveProperty('movementId')
})

test('what remains is what each left, also of those of one instant', async () => {
  const [first, second] = farm.bays
  const recordId = await farm.opening(first, 1000)
  const day = { movementDateISO: '2026-08-10' }
  const moved = await farm.move(recordId, second, 100, day)
  const sold = await farm.move(recordId, 'mill-7', 200, day)
  const { ids } = (await operator().post(`${movements}/${sold}/duplicate`, { recordId, count: 2 })).body
  const remaining = async (id: number) => (await get(id)).weightRemaining.weight
  expect(await Promise.all([moved, sold, ...ids].map(remaining))).toEqual([900, 700, 500, 300])
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
      body: {
        message: expect.stringMatching(
          /^Movement changed: 700 kg; to [^;]+ instead of to [^;]+; on 12 Aug 2026 at 12:00 instead of on 10 Aug 2026 at 00:00\.$/,
        ),
        ids: [String(id)],
      },
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
    expect(await get(id)).toMatchObject({ type: 'outbound', sold: true, status: 'incomplete' })
    await operator().put(`${movements}/${id}`, { ...body, destination: toBay(farm.bays[1]) })
    expect(await get(id)).toMatchObject({ type: 'internal', sold: false, status: 'complete' })
    expect(await farm.weightOf(recordId)).toBe(600)
  })

  test('what its body leaves out of contract and driver stays; null takes the contract away', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const said = {
      contractId: 'C-1',
      contractReference: 'Our wheat',
      driver: { name: 'Sam', vehicleRegistration: 'AB12 CDE', loadReference: 'L-204' },
    }
    const id = await farm.move(recordId, 'mill-7', 100, said)
    const body = { recordId, weight: 90, movementDateISO: '2026-08-14', destination: toMill, sold: true }
    const edited = async (change: object) => {
      expect(await operator().put(`${movements}/${id}`, { ...body, ...change })).toMatchObject({
        status: 200,
      })
      return (await operator().get(`${movements}/${id}`)).body
    }
    expect(await edited({})).toMatchObject(said)
    expect(await edited({ contractReference: 'C' })).toMatchObject({ ...said, contractReference: 'C' })
    expect(await edited({ contractId: null, contractReference: null, driver: null })).toMatchObject({
      ...said,
      contractId: '',
      contractReference: '',
    })
    const another = { name: 'Jo', vehicleRegistration: 'XY65 ZZZ', loadReference: 'L-205' }
    expect(await edited({ driver: another })).toMatchObject({ driver: another })
    expect(await edited({ driver: { name: 'Jo' } })).toMatchObject({
      driver: { name: 'Jo', vehicleRegistration: '', loadReference: '' },
    })
  })

  test('an intake goes to another bay, and its record with it', async () => {
    const [first, second] = farm.bays
    const recordId = await farm.intake(first, 500)
    const [intake] = (await operator().get(movements)).body.docs
    const body = { recordId, weight: 450, movementDateISO: '2026-08-14', destination: toBay(second) }
    const emptied = { ...body, adjustToZero: true }
    const emptying = await farm.organisation.as('manager').put(`${movements}/${intake.id}`, emptied)
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
    const edit = (weight: number, query = '') =>
      operator().put(
        `${movements}/${id}${query}`,
        { recordId, weight, movementDateISO: '2026-08-14', destination: toBay(farm.bays[1]) },
        { 'if-match': String(etag) },
      )
    expect(await edit(500)).toMatchObject({ status: 200 })
    for (const query of ['', '?dryRun=true'])
      expect(await edit(600, query)).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
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

  test('says what has become of the stock: back, or planned no more', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const deleted = async (movementDateISO: string) => {
      const id = await farm.move(recordId, 'mill-7', 400, { movementDateISO })
      return (await operator().delete(`${movements}/${id}`)).body.message
    }
    expect(await deleted('2026-08-10')).toBe('Movement deleted: 400 kg are back where they were.')
    expect(await deleted('2026-08-20')).toBe('Movement deleted: 400 kg are planned no more.')
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
    const driver = { name: 'Sam', vehicleRegistration: 'AB12 CDE', loadReference: 'L-204' }
    const id = await farm.move(recordId, 'mill-7', 200, { driver, contractReference: 'C-9' })
    const answer = await operator().post(`${movements}/${id}/duplicate`, { recordId, count: 3 })
    expect(answer).toMatchObject({ status: 200, body: { message: '3 copies stored: 200 kg each.' } })
    expect(answer.headers['location']).toBe(`${movements}/${answer.body.ids[0]}`)
    for (const copy of answer.body.ids) {
      expect(await get(copy)).toMatchObject({
        status: 'incomplete',
        contractReference: 'C-9',
        driver: { name: '', vehicleRegistration: '', loadReference: '' },
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
    await acceptForGood(owner, farm.organisation)
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
