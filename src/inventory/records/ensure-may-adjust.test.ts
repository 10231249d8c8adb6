import { beforeEach, describe, expect, test } from 'vitest'
import { base, openFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'

// An operator moves stock and takes it in, but writes nothing off along with it (docs/decisions/0007-who-enters-what.md).

let farm: TestFarm
let recordId: string

beforeEach(async () => {
  ;({ farm } = await openFarm())
  recordId = await farm.opening(farm.bays[0], 500_000)
})

const operator = () => farm.organisation.as('operator')
const manager = () => farm.organisation.as('manager')
const movements = `${base}/movements`
const toMill = { destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' }, sold: true }
const load = () => ({ recordId, weight: 10, movementDateISO: '2026-08-14', ...toMill })
const refused = {
  status: 403,
  body: {
    code: 'forbidden',
    message: 'Your role, operator, may move stock, but not adjust it: that takes manager, admin or owner.',
  },
}

describe('an operator does not empty a bay', () => {
  test('with a new movement, of one record or of several, in the past or planned', async () => {
    const emptying = { ...load(), adjustToZero: true }
    const { recordId: _, weight, ...shared } = emptying
    const planned = { ...emptying, movementDateISO: '2027-03-01' }
    expect(await operator().post(movements, emptying)).toMatchObject(refused)
    expect(await operator().post(movements, planned)).toMatchObject(refused)
    const many = { ...shared, records: [{ id: recordId, weight }] }
    expect(await operator().post(`${movements}/bulk`, many)).toMatchObject(refused)
    expect(await farm.weightOf(recordId)).toBe(500_000)
    expect(await manager().post(movements, emptying)).toMatchObject({ status: 200 })
    expect(await farm.weightOf(recordId)).toBe(0)
  })

  test('with one that is there: by an edit, or by its actions', async () => {
    const id = await farm.move(recordId, 'mill-7', 10)
    expect(await operator().put(`${movements}/${id}`, { ...load(), adjustToZero: true })).toMatchObject(
      refused,
    )
    const actions = { recordId, adjustToZero: true }
    expect(await operator().put(`${movements}/${id}/actions`, actions)).toMatchObject(refused)
    expect(await farm.weightOf(recordId)).toBe(499_990)
  })

  test('with an intake where stock of another year lies', async () => {
    const intake = {
      type: 'crop',
      harvestYear: '2027',
      commodity: { id: WHEAT, type: WINTER },
      storage: [{ storageId: farm.storeId, substorageId: farm.bays[0], weight: 10 }],
      source: { intake: {} },
      adjustToZero: true,
    }
    expect(await operator().post(`${base}/records`, intake)).toMatchObject(refused)
    expect(await farm.weightOf(recordId)).toBe(500_000)
    expect(await manager().post(`${base}/records`, intake)).toMatchObject({ status: 200 })
    expect(await farm.weightOf(recordId)).toBe(0)
  })
})

test('what a manager has said of a bay stays said when an operator puts the load right or copies it', async () => {
  const id = await farm.move(recordId, 'mill-7', 10, { adjustToZero: true })
  const edited = { ...load(), weight: 20, adjustToZero: true }
  expect(await operator().put(`${movements}/${id}`, edited)).toMatchObject({ status: 200 })
  const { adjustToZero: _, ...unsaid } = edited
  expect(await operator().put(`${movements}/${id}`, unsaid)).toMatchObject({ status: 200 })
  expect(await farm.weightOf(recordId)).toBe(0)
  const actions = { recordId, adjustToZero: true, driver: { name: 'Sam' } }
  expect(await operator().put(`${movements}/${id}/actions`, actions)).toMatchObject({ status: 200 })
  expect(await farm.weightOf(recordId)).toBe(0)
  const other = await farm.opening(farm.bays[1], 500_000, { variety: 'Crusoe' })
  const emptying = await farm.move(other, 'mill-7', 400_000, {
    adjustToZero: true,
    movementDateISO: '2027-03-01',
  })
  const copy = await operator().post(`${movements}/${emptying}/duplicate`, { recordId: other, count: 1 })
  expect(copy).toMatchObject({ status: 200 })
  // Left out is as it was for everybody; to take it back is said.
  expect(await manager().put(`${movements}/${id}`, unsaid)).toMatchObject({ status: 200 })
  expect(await farm.weightOf(recordId)).toBe(0)
  const back = { ...unsaid, adjustToZero: false }
  expect(await manager().put(`${movements}/${id}`, back)).toMatchObject({ status: 200 })
  expect(await farm.weightOf(recordId)).toBe(499_980)
})

describe('an operator who moves an emptying load to another date writes off no more by it', () => {
  const at = (hour: number) => `2026-08-10T${hour}:00:00Z`
  const edited = (overrides: object) => ({ ...load(), weight: 400_000, adjustToZero: true, ...overrides })

  test('where the bay has been filled since, which a manager may', async () => {
    const id = await farm.move(recordId, 'mill-7', 400_000, { adjustToZero: true, movementDateISO: at(10) })
    await farm.intake(farm.bays[0], 200_000, { at: at(12) })
    const filled = edited({ movementDateISO: at(14) })
    expect(await operator().put(`${movements}/${id}`, filled)).toMatchObject({
      status: 403,
      body: {
        code: 'forbidden',
        message:
          'Your role, operator, may move stock, but not adjust it: this would write off 200,000 kg more than was there when the bay was said to be empty.',
      },
    })
    expect(await farm.weightOf(recordId)).toBe(200_000)
    const sooner = edited({ movementDateISO: at(11), weight: 410_000 })
    expect(await operator().put(`${movements}/${id}`, sooner)).toMatchObject({ status: 200 })
    expect(await farm.weightOf(recordId)).toBe(200_000)
    const kept = { ...filled, adjustToZero: false }
    expect(await operator().put(`${movements}/${id}`, kept)).toMatchObject({ status: 200 })
    expect(await farm.weightOf(recordId)).toBe(300_000)
    expect(await manager().put(`${movements}/${id}`, filled)).toMatchObject({ status: 200 })
    expect(await farm.weightOf(recordId)).toBe(0)
    await farm.intake(farm.bays[0], 50_000, { at: at(16) })
    const later = edited({ movementDateISO: at(17) })
    expect(await manager().put(`${movements}/${id}`, later)).toMatchObject({ status: 200 })
    expect(await farm.weightOf(recordId)).toBe(0)
  })

  test('nor in a plan, which may be made heavier', async () => {
    const planned = await farm.move(recordId, 'mill-7', 400_000, {
      adjustToZero: true,
      movementDateISO: '2026-12-01',
    })
    await farm.intake(farm.bays[0], 100_000, { at: '2026-12-10' })
    const put = (body: object) => operator().put(`${movements}/${planned}`, edited(body))
    expect(await put({ movementDateISO: '2026-12-20' })).toMatchObject({ status: 403 })
    expect(await put({ movementDateISO: '2026-12-05', weight: 450_000 })).toMatchObject({ status: 200 })
    expect(await put({ movementDateISO: '2026-12-05', weight: 900_000 })).toMatchObject({ status: 200 })
  })

  test('nor with an intake that replaces stock of another year', async () => {
    const [, bay] = farm.bays
    await farm.opening(bay, 2000, { harvestYear: '2025' })
    const intake = {
      type: 'crop',
      harvestYear: '2026',
      commodity: { id: WHEAT, type: WINTER },
      storage: [{ storageId: farm.storeId, substorageId: bay, weight: 10_000 }],
      source: { intake: { moveAtUTC: '2026-09-01' } },
      adjustToZero: true,
    }
    const made = await manager().post(`${base}/records`, intake)
    expect(made).toMatchObject({ status: 200 })
    await farm.intake(bay, 30_000, { harvestYear: '2025', at: '2026-09-10' })
    const moved = {
      recordId: made.body.id,
      weight: 10_000,
      movementDateISO: '2026-09-20',
      destination: { storageId: farm.storeId, substorageId: bay },
    }
    const put = (body: object, as = operator()) =>
      as.put(`${movements}/${made.body.movementId}`, { ...moved, ...body })
    const message =
      'Your role, operator, may move stock, but not adjust it: this would write off 30,000 kg more than was there when the bay was said to be empty.'
    expect(await put({})).toMatchObject({ status: 403, body: { code: 'forbidden', message } })
    expect(await put({ weight: 5000 })).toMatchObject({ status: 403, body: { message } })
    expect(await put({ movementDateISO: '2026-09-05', weight: 5000 })).toMatchObject({ status: 200 })
    expect(await put({}, manager())).toMatchObject({ status: 200 })
  })
})
