import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../../test/scene.ts'
import { base, expectSoundLedger, openFarm, type TestFarm } from '../../../../test/farm.ts'
import { ticketsOf } from '../tickets/test-tickets.ts'

// A lorry that was tipped into more or fewer bays, or loaded out of them, than its first weighing said.

let farm: TestFarm

beforeEach(async () => void ({ farm } = await openFarm()))
afterAll(expectSoundLedger)

const { get, intake, weightsOf } = ticketsOf(() => farm)
const operator = () => farm.organisation.as('operator')
const bay = (index: 0 | 1 | 2) => ({ storageId: farm.storeId, substorageId: farm.bays[index] })
const act = async (id: number, body: object, query = '') => {
  const { recordId } = (await get(id)).inventory
  return operator().put(`${base}/movements/${id}/actions${query}`, { recordId, ...body })
}
const bayOf = async (id: number, side: 'source' | 'destination') =>
  (await get(id)).inventory.storage[side].substorageId
const partsOf = async (id: number): Promise<{ movementId: number; weight: number; share: number }[]> =>
  (await get(id)).ticket.parts

const MOISTURE = { name: 'Moisture', value: '14.2', metric: '%' }
/** A lorry for one bay that was weighed full, and sampled. */
const comesForOne = async () => {
  const source = {
    loadReference: 'W-7',
    vehicleRegistration: 'AB12 CDE',
    weighbridgeRecord: { full: 42_660 },
    sample: { fields: [MOISTURE] },
  }
  const [id = 0] = await intake([{ weight: 0 }], source)
  return id
}
const comesForTwo = () => intake([{ share: 2 }, { share: 1 }], { ticket: { reference: 'T', full: 42_660 } })

describe('more bays than the first weighing said', () => {
  test('make a load for one bay a ticket, whose new part is called and measured as the load is', async () => {
    const id = await comesForOne()
    const body = {
      parts: [{}, { destination: bay(2) }],
      shares: [3, 1],
      weighbridge: { empty: 14_660 },
      reason: 'Bay 1 was full',
    }
    ok(await act(id, body, '?dryRun=true'))
    expect((await get(id)).ticket).toBeUndefined()
    const ids = ok(await act(id, body)).ids.map(Number)
    const parts = await partsOf(id)
    expect(ids).toEqual(parts.map(({ movementId }) => movementId))
    expect(parts.map(({ weight, share }) => [weight, share])).toEqual([
      [21_000, 3],
      [7000, 1],
    ])
    expect(await get(ids[1])).toMatchObject({
      type: 'intake',
      status: 'complete',
      driver: { name: 'Sam', loadReference: 'W-7', vehicleRegistration: 'AB12 CDE' },
      ticket: { reference: 'W-7', part: 2 },
      weighbridge: { full: { weight: 42_660 }, empty: { weight: 14_660 } },
      samples: [{ fields: [MOISTURE] }],
      inventory: { storage: { destination: bay(2) } },
    })
    expect(await farm.weightOf((await get(ids[1])).inventory.recordId)).toBe(7000)
    // Weighed otherwise, all of them share that.
    ok(await act(id, { weighbridge: { empty: 14_640 } }))
    expect(await weightsOf(ids)).toEqual([21_015, 7005])
  })

  test('add to those that a ticket has', async () => {
    const [first = 0, second = 0] = await comesForTwo()
    const parts = [{ destination: bay(2) }, {}, { destination: bay(0) }]
    ok(await act(first, { parts, shares: [1, 1, 1], weighbridge: { empty: 12_660 } }))
    const ids = (await partsOf(first)).map(({ movementId }) => movementId)
    expect(ids.slice(0, 2)).toEqual([first, second])
    expect(await Promise.all(ids.map((id) => bayOf(id, 'destination')))).toEqual([
      farm.bays[2],
      farm.bays[1],
      farm.bays[0],
    ])
    expect(await weightsOf(ids)).toEqual([10_000, 10_000, 10_000])
  })

  test('are what a lorry that leaves was loaded out of', async () => {
    const records = await Promise.all(
      [farm.bays[0], farm.bays[1]].map((each) => farm.opening(each, 30_000, { variety: `V${each}` })),
    )
    const [a = '', b = ''] = records
    const { ids } = ok(
      await operator().post(`${base}/movements`, {
        recordId: a,
        weighbridge: { empty: 14_000 },
        driver: { name: 'Sam', loadReference: 'W-8' },
        destination: { organisationId: 'mill-7', organisationName: 'Mill 7' },
        sold: true,
        adjustToZero: false,
      }),
    )
    const id = Number(ids[0])
    ok(
      await act(id, {
        parts: [{}, { source: { recordId: b } }],
        shares: [1, 1],
        weighbridge: { full: 34_000 },
      }),
    )
    expect(await Promise.all(records.map((each) => farm.weightOf(each)))).toEqual([20_000, 20_000])
    const [, added] = await partsOf(id)
    expect(await get(added?.movementId ?? 0)).toMatchObject({
      type: 'outbound',
      sold: true,
      inventory: { recordId: b, commodity: { variety: `V${farm.bays[1]}` } },
    })
  })

  test('are all booked, or none', async () => {
    const id = await comesForOne()
    await farm.opening(farm.bays[2], 1000, { commodity: { id: 2, type: 201 } })
    const refused = await act(id, {
      parts: [{}, { destination: bay(2) }],
      shares: [1, 1],
      weighbridge: { empty: 14_660 },
    })
    expect(refused.body.code).toBe('incompatible_stock')
    const { status, ticket } = await get(id)
    expect({ status, ticket }).toEqual({ status: 'incomplete', ticket: undefined })
  })
})

describe('fewer bays than the first weighing said', () => {
  test('delete the parts that were left out, with the reason', async () => {
    const [first = 0, second = 0] = await comesForTwo()
    const body = { parts: [{}, { isLeftOut: true }], shares: [1], weighbridge: { empty: 14_660 } }
    ok(await act(first, { ...body, reason: 'All of it went in' }))
    expect(await weightsOf([first])).toEqual([28_000])
    expect(await partsOf(first)).toHaveLength(1)
    expect(await get(second)).toMatchObject({
      status: 'deleted',
      changes: [{ kind: 'deleted', reason: 'All of it went in' }],
    })
  })

  test('may be others as well', async () => {
    const [first = 0, second = 0] = await comesForTwo()
    const parts = [{ destination: bay(1) }, { isLeftOut: true }, { destination: bay(2) }]
    ok(await act(first, { parts, shares: [1, 3], weighbridge: { empty: 14_660 } }))
    const ids = (await partsOf(first)).map(({ movementId }) => movementId)
    expect(ids).not.toContain(second)
    expect(await weightsOf(ids)).toEqual([7000, 21_000])
    expect(await Promise.all(ids.map((id) => bayOf(id, 'destination')))).toEqual([farm.bays[1], farm.bays[2]])
  })
})

describe('what is refused', () => {
  test.each<[string, object | (() => object), string[]]>([
    ['another number without shares', { parts: [{}, { isLeftOut: true }] }, ['shares']],
    ['shares for another number', { parts: [{}, { isLeftOut: true }], shares: [1, 2] }, ['shares']],
    ['a part that is not named', { parts: [{}], shares: [1] }, ['parts']],
    [
      'a part that is left out and goes elsewhere',
      () => ({ parts: [{}, { isLeftOut: true, destination: bay(2) }], shares: [1] }),
      ['parts[1].isLeftOut'],
    ],
    [
      'the load that is asked about left out',
      { parts: [{ isLeftOut: true }, {}], shares: [1] },
      ['parts[0].isLeftOut'],
    ],
    [
      'a new part that goes nowhere else',
      { parts: [{}, {}, {}, { isLeftOut: true }], shares: [1, 1, 1] },
      ['parts[2]', 'parts[3].isLeftOut'],
    ],
  ])('%s', async (_name, body, paths) => {
    const [first = 0] = await comesForTwo()
    const { status, body: answer } = await act(first, typeof body === 'function' ? body() : body)
    expect(status).toBe(400)
    expect(answer.validation.map(({ path }: { path: string }) => path)).toEqual(paths)
    expect(await partsOf(first)).toHaveLength(2)
  })

  test('another number once it is weighed full and empty', async () => {
    const [first = 0] = await comesForTwo()
    ok(await act(first, { weighbridge: { empty: 14_660 } }))
    const refused = await act(first, { parts: [{}, { isLeftOut: true }], shares: [1] })
    expect(refused.body.validation).toMatchObject([{ path: 'parts', code: 'contradiction' }])
  })
})
