import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_START, type TestApp } from '../../../test/app.ts'
import { expectError } from '../../../test/error-body.ts'
import { ok } from '../../../test/scene.ts'
import { base, expectSoundLedger, openFarm, type TestFarm } from '../../../test/farm.ts'

// Every movement is weighed as an intake is: in one request, or the lorry once now and once later.

let service: TestApp
let farm: TestFarm
const movements = `${base}/movements`
beforeEach(async () => void ({ service, farm } = await openFarm()))
afterAll(expectSoundLedger)

const operator = () => farm.organisation.as('operator')
const toMill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
const toBay = (bayId: number) => ({ storageId: farm.storeId, substorageId: bayId })
const get = async (id: string) => ok(await operator().get(`${movements}/${id}`))
const awaiting = async () =>
  ok(await operator().get(`${movements}/actions`)).docs.map(({ id }: { id: number }) => id)
const fillIn = async (id: string, recordId: string, weighbridge: object) =>
  ok(await operator().put(`${movements}/${id}/actions`, { recordId, weighbridge }))

describe('a lorry out', () => {
  const sale = { destination: toMill, sold: true, driver: { name: 'Sam' } }

  test('that was weighed empty is booked, and leaves once it is weighed full', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const answer = ok(await operator().post(movements, { ...sale, recordId, weighbridge: { empty: 14_200 } }))
    expect(answer.message).toBe('Movement stored: a load not weighed yet to Valley Mill.')
    const [id] = answer.ids
    expect(await get(id)).toMatchObject({
      status: 'incomplete',
      movementDateISO: new Date(TEST_START).toISOString(),
      inventory: { commodity: { weight: { name: 'not weighed', weight: null } } },
      weighbridge: { empty: { weight: 14_200 }, full: { weight: null } },
      actionsRequired: { outstanding: 1, weighbridge: { empty: false, full: true }, driver: false },
    })
    expect(await farm.weightOf(recordId)).toBe(50_000)
    await fillIn(id, recordId, { full: 42_660 })
    expect(await get(id)).toMatchObject({
      status: 'complete',
      inventory: { commodity: { weight: { weight: 28_460 } } },
    })
    expect(await farm.weightOf(recordId)).toBe(50_000 - 28_460)
  })

  test('that was weighed twice needs no weight, and is complete', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const weighbridge = { empty: 14_200, full: 42_660 }
    const { ids } = ok(await operator().post(movements, { ...sale, recordId, weighbridge }))
    expect(await get(ids[0])).toMatchObject({ status: 'complete', actionsRequired: { status: 'none' } })
    expect(await farm.weightOf(recordId)).toBe(50_000 - 28_460)
  })

  test('says how much it carries, or that it is to be weighed', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const answer = await operator().post(movements, { ...sale, recordId })
    expectError(answer, 400, 'invalid_input')
    expect(answer.body.validation).toMatchObject([{ path: 'weight', code: 'required' }])
    const turned = { empty: 42_660, full: 14_200 }
    const wrong = await operator().post(movements, { ...sale, recordId, weighbridge: turned })
    expect(wrong.body.validation).toMatchObject([{ path: 'weighbridge.full', code: 'full_not_above_empty' }])
  })
})

describe('a load between bays', () => {
  test('may be booked before it is weighed, and is to be weighed then', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const body = { recordId, weight: 0, destination: toBay(farm.bays[1]) }
    const { ids, recordIds } = ok(await operator().post(movements, body))
    expect(await get(ids[0])).toMatchObject({
      status: 'incomplete',
      actionsRequired: { outstanding: 2, weighbridge: { empty: true, full: true }, driver: false },
    })
    expect(await awaiting()).toEqual([Number(ids[0])])
    await fillIn(ids[0], recordId, { empty: 14_000, full: 34_000 })
    expect(await awaiting()).toEqual([])
    expect(await get(ids[0])).toMatchObject({ status: 'complete' })
    expect(await farm.weightOf(recordIds[0])).toBe(20_000)
  })

  test('of several, each has its own readings', async () => {
    const first = await farm.opening(farm.bays[0], 50_000)
    const second = await farm.opening(farm.bays[1], 50_000)
    const records = [
      { id: first, weighbridge: { empty: 14_000, full: 24_000 } },
      { id: second, weighbridge: { full: 30_000 } },
    ]
    const { ids, recordIds } = ok(
      await operator().post(`${movements}/bulk`, { records, destination: toBay(farm.bays[2]) }),
    )
    expect(await farm.weightOf(recordIds[0])).toBe(10_000)
    expect(await awaiting()).toEqual([Number(ids[1])])
  })
})

test.each([
  ['20 seconds ahead is now', '2026-08-14T12:00:20Z', false],
  ['a minute ahead is now', '2026-08-14T12:01:00Z', false],
  ['61 seconds ahead is a plan', '2026-08-14T12:01:01Z', true],
])('a clock that is %s', async (_, movementDateISO, isPlan) => {
  service.clock.set('2026-08-14T12:00:00Z')
  const recordId = await farm.intake(farm.bays[0], 20_000)
  const body = { recordId, weight: 5000, movementDateISO, destination: toMill, sold: true }
  const { ids } = ok(await operator().post(movements, body))
  const then = new Date(isPlan ? movementDateISO : '2026-08-14T12:00:00Z').toISOString()
  expect(await get(ids[0])).toMatchObject({ movementDateISO: then })
  expect(await farm.weightOf(recordId)).toBe(isPlan ? 20_000 : 15_000)
})

test('a lorry that brings grain to one bay, weighed once, needs no weight', async () => {
  const id = await farm.intake(farm.bays[0], undefined as never, { weighbridgeRecord: { full: 42_660 } })
  expect(await farm.weightOf(id)).toBe(0)
})

test('another weight of a weighed load is refused with how to correct the weighing', async () => {
  const recordId = await farm.opening(farm.bays[0], 50_000)
  const body = { recordId, destination: toMill, sold: true, weighbridge: { empty: 14_200, full: 42_660 } }
  const { ids } = ok(await operator().post(movements, body))
  const edit = (weight: number) =>
    operator().put(`${movements}/${ids[0]}`, {
      recordId,
      weight,
      movementDateISO: TEST_START,
      destination: toMill,
      sold: true,
    })
  const refused = await edit(27_860)
  expectError(refused, 400, 'invalid_input')
  const message = `is 28,460 kg, as weighed full and empty; to correct a weighing, send its readings to PUT /api/inventory/movements/${ids[0]}/actions`
  expect(refused.body.validation).toMatchObject([{ path: 'weight', code: 'contradiction', message }])
  expect(await farm.weightOf(recordId)).toBe(50_000 - 28_460)
  ok(await edit(28_460))
})
