import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../../test/scene.ts'
import { base, expectSoundLedger, openFarm, WHEAT, WINTER, type TestFarm } from '../../../../test/farm.ts'
import { ticketsOf } from '../tickets/test-tickets.ts'

// What was entered of a load's bays at its first weighing, and turned out otherwise by the second.

let farm: TestFarm

beforeEach(async () => void ({ farm } = await openFarm()))
afterAll(expectSoundLedger)

const { get, intake, weightsOf } = ticketsOf(() => farm)
const operator = () => farm.organisation.as('operator')
const bay = (index: 0 | 1 | 2) => ({ storageId: farm.storeId, substorageId: farm.bays[index] })
const act = (id: number, body: object, query = '') =>
  operator().put(`${base}/movements/${id}/actions${query}`, body)
const bayOf = async (id: number, side: 'source' | 'destination') =>
  (await get(id)).inventory.storage[side].substorageId

/** A lorry that was weighed empty and is being loaded out of the first bay. */
const leaves = async (recordId: string, more: object = {}) =>
  Number(
    ok(
      await operator().post(`${base}/movements`, {
        recordId,
        weighbridge: { empty: 14_000 },
        driver: { name: 'Sam' },
        destination: { organisationId: 'mill-7', organisationName: 'Mill 7' },
        sold: true,
        ...more,
      }),
    ).ids[0],
  )

describe('the bay that a lorry is loaded from', () => {
  test('is another by its second weighing, and what the book says of the load follows', async () => {
    const first = await farm.opening(farm.bays[0], 50_000, { variety: 'Skyfall' })
    const second = await farm.opening(farm.bays[1], 40_000, { variety: 'Extase' })
    const id = await leaves(first)
    const body = { recordId: first, source: { recordId: second }, weighbridge: { full: 42_000 } }
    expect(await act(id, body, '?dryRun=true')).toMatchObject({ status: 200 })
    expect(await bayOf(id, 'source')).toBe(farm.bays[0])
    ok(await act(id, { ...body, reason: 'Bay 1 was locked' }))
    expect(await get(id)).toMatchObject({
      status: 'complete',
      inventory: {
        recordId: second,
        commodity: { weight: { weight: 28_000 }, variety: 'Extase' },
        storage: { source: bay(1), destination: { organisationId: 'mill-7' } },
      },
      changes: [
        {
          reason: 'Bay 1 was locked',
          changed: [{ what: 'source', before: 'Long Barn, Bay 1', after: 'Long Barn, Bay 2' }],
        },
        { changed: [{ what: 'weight' }, { what: 'full' }] },
      ],
    })
    expect([await farm.weightOf(first), await farm.weightOf(second)]).toEqual([50_000, 12_000])
    // Afterwards it is a correction of what was done.
    expect(await act(id, { recordId: second, source: { recordId: first } })).toMatchObject({
      status: 400,
      body: { validation: [{ path: 'source', code: 'contradiction' }] },
    })
  })

  test('of a load between bays is judged with where it goes', async () => {
    const wheat = await farm.opening(farm.bays[0], 50_000)
    const barley = await farm.opening(farm.bays[1], 40_000, { commodity: { id: 2, type: 201 } })
    const destination = bay(2)
    ok(
      await operator().post(`${base}/records`, {
        type: 'crop',
        harvestYear: '2026',
        owned: true,
        commodity: { id: WHEAT, type: WINTER },
        storage: [{ ...destination, weight: 1000 }],
        source: { intake: { driverName: 'Sam', sender: { id: 'brook', name: 'Brook' } } },
      }),
    )
    const id = await leaves(wheat, { destination, sold: undefined })
    const refused = await act(id, {
      recordId: wheat,
      source: { recordId: barley },
      weighbridge: { full: 20_000 },
    })
    expect(refused).toMatchObject({ status: 400, body: { code: 'incompatible_stock' } })
    const both = { recordId: wheat, source: { recordId: barley }, destination: bay(0) }
    expect((await act(id, { ...both, weighbridge: { full: 20_000 } })).body.code).toBe('incompatible_stock')
    expect(await bayOf(id, 'source')).toBe(farm.bays[0])
  })

  test.each<[string, () => Promise<object>, string]>([
    ['stock that is not there', async () => ({ recordId: farm.storeId }), 'not_found'],
    [
      'stock of another owner',
      async () => ({
        recordId: await farm.opening(farm.bays[1], 1000, { owner: { id: 'o-1', name: 'Olson' } }),
      }),
      'invalid_input',
    ],
    ['a crop in a field', async () => ({ recordId: await farm.planting() }), 'invalid_input'],
  ])('is not %s', async (_name, source, code) => {
    const first = await farm.opening(farm.bays[0], 50_000)
    const id = await leaves(first)
    const refused = await act(id, { recordId: first, source: await source(), weighbridge: { full: 42_000 } })
    expect(refused.body.code).toBe(code)
    expect(await get(id)).toMatchObject({ status: 'incomplete', inventory: { recordId: first } })
  })
})

describe('the bays of a lorry with several parts', () => {
  test('that comes in are others by its second weighing', async () => {
    const [first = 0, second = 0] = await intake([{ share: 2 }, { share: 1 }], {
      ticket: { reference: 'T', full: 42_660 },
    })
    const { recordId } = (await get(first)).inventory
    const parts = [{}, { destination: bay(2) }]
    ok(await act(first, { recordId, parts, shares: [1, 1], weighbridge: { empty: 14_200 } }))
    expect(await Promise.all([first, second].map((id) => bayOf(id, 'destination')))).toEqual([
      farm.bays[0],
      farm.bays[2],
    ])
    expect(await weightsOf([first, second])).toEqual([14_230, 14_230])
    const again = { recordId, parts: [{ destination: bay(1) }, {}] }
    expect((await act(first, again)).body.validation).toMatchObject([
      { path: 'parts', code: 'contradiction' },
    ])
  })

  test('that leaves are others by its second weighing', async () => {
    const records = await Promise.all(farm.bays.map((each) => farm.opening(each, 30_000)))
    const [a = '', b = '', c = ''] = records
    const { ids } = ok(
      await operator().post(`${base}/movements/bulk`, {
        records: [
          { id: a, share: 1 },
          { id: b, share: 1 },
        ],
        ticket: { reference: 'T', empty: 14_000 },
        driver: { name: 'Sam' },
        destination: { organisationId: 'mill-7', organisationName: 'Mill 7' },
        sold: true,
      }),
    )
    const parts = [{ source: { recordId: c } }, {}]
    ok(await act(Number(ids[0]), { recordId: a, parts, weighbridge: { full: 34_000 } }))
    expect(await Promise.all(records.map((each) => farm.weightOf(each)))).toEqual([30_000, 20_000, 20_000])
  })

  test('are as many as it has, and a load with one bay has none', async () => {
    const [id = 0] = await intake([{ share: 2 }, { share: 1 }], { ticket: { reference: 'T', full: 42_660 } })
    const { recordId } = (await get(id)).inventory
    const refused = await act(id, { recordId, parts: [{ destination: bay(2) }] })
    expect(refused.body.validation).toMatchObject([{ path: 'parts' }])
    expect((await act(id, { recordId, destination: bay(2) })).body.validation).toMatchObject([
      { path: 'destination' },
    ])
    const single = await farm.opening(farm.bays[2], 50_000)
    const one = await leaves(single)
    expect((await act(one, { recordId: single, parts: [{}] })).body.validation).toMatchObject([
      { path: 'parts' },
    ])
  })
})
