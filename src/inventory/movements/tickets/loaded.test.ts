import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../../test/scene.ts'
import { LORRY, ticketsOf } from '../../loads/tickets/test-tickets.ts'
import { base, expectSoundLedger, openFarm, type TestFarm } from '../../../../test/farm.ts'

let farm: TestFarm

beforeEach(async () => void ({ farm } = await openFarm()))
afterAll(expectSoundLedger)

const { manager, get, intake, weightsOf, correct } = ticketsOf(() => farm)

describe('one lorry loaded from two bays', () => {
  const bulk = async (records: object[], ticket: object | undefined, more: object = {}) =>
    manager().post(`${base}/movements/bulk`, {
      records,
      ...(ticket && { ticket }),
      destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
      sold: true,
      driver: { name: 'Sam' },
      ...more,
    })

  test('leaves as one ticket, weighed empty now and full later', async () => {
    const records = [await farm.opening(farm.bays[0], 20_000), await farm.opening(farm.bays[1], 20_000)]
    const made = await bulk(
      records.map((id, index) => ({ id, share: index + 1 })),
      { reference: 'T-9', empty: 14_200 },
    )
    const ids: number[] = ok(made).ids.map(Number)
    expect(await get(ids[0] as number)).toMatchObject({
      driver: { name: 'Sam', loadReference: 'T-9' },
      actionsRequired: { outstanding: 1 },
      ticket: {
        net: null,
        parts: [
          { weight: null, share: 1 },
          { weight: null, share: 2 },
        ],
      },
    })
    ok(await correct(ids[0] as number, { full: 44_200 }))
    expect(await weightsOf(ids)).toEqual([10_000, 20_000])
    expect(await Promise.all(records.map((id) => farm.weightOf(id)))).toEqual([10_000, 0])
    // More than the bays had: both parts stay as they were.
    const refused = await correct(ids[0] as number, { full: 44_203 })
    expect(refused.body.code).toBe('insufficient_stock')
    expect(await weightsOf(ids)).toEqual([10_000, 20_000])
  })

  test('has other shares with its second reading, and afterwards', async () => {
    const [a, b] = [await farm.opening(farm.bays[0], 20_000), await farm.opening(farm.bays[1], 20_000)]
    const body = {
      records: [
        { id: a, share: 1 },
        { id: b, share: 1 },
      ],
      ticket: { reference: 'T-30', empty: 14_000 },
      destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
      sold: true,
    }
    const { ids } = ok(await manager().post(`${base}/movements/bulk`, body))
    const actions = (given: object) =>
      manager().put(`${base}/movements/${ids[0]}/actions`, { recordId: a, ...given })
    const full = { full: 46_000 }
    // A bay has 20,000 kg: 16,000 fit, and 24,000 do not.
    expect(await actions({ weighbridge: full, shares: [3, 1] })).toMatchObject({
      status: 400,
      body: { code: 'insufficient_stock' },
    })
    ok(await actions({ weighbridge: full, shares: [5, 3] }))
    expect(await weightsOf(ids.map(Number))).toEqual([20_000, 12_000])
    const said = ok(await actions({ shares: [1, 1] }))
    expect(said.message).toContain('The parts of its ticket are 16,000 kg, 16,000 kg: 32,000 kg in all.')
    expect(await weightsOf(ids.map(Number))).toEqual([16_000, 16_000])
    expect((await get(Number(ids[1]))).ticket.parts).toMatchObject([{ share: 1 }, { share: 1 }])
  })

  test('has a share for each of its parts, or none is changed', async () => {
    const [a, b] = await intake([{ share: 1 }, { share: 1 }], { ticket: LORRY })
    const { inventory } = await get(Number(a))
    const body = { recordId: inventory.recordId, shares: [1, 1, 2] }
    const answer = await manager().put(`${base}/movements/${a}/actions`, body)
    expect(answer.body.validation).toMatchObject([{ path: 'shares', code: 'contradiction' }])
    expect(await weightsOf([Number(a), Number(b)])).toEqual([14_230, 14_230])
    const id = await farm.intake(farm.bays[2], 1000)
    const { docs } = ok(await manager().get(`${base}/movements?sortBy=id&sortDesc=true&limit=1`))
    const alone = await manager().put(`${base}/movements/${docs[0].id}/actions`, {
      recordId: id,
      shares: [1],
    })
    expect(alone.body.validation).toMatchObject([{ path: 'shares', code: 'contradiction' }])
  })

  test('is refused where parts say a weighbridge of their own, and shares without a ticket', async () => {
    const id = await farm.opening(farm.bays[0], 20_000)
    const twice = await bulk([{ id, share: 1, weighbridge: { full: 1000 } }], LORRY)
    expect(twice.body.validation).toMatchObject([{ path: 'records[0].weighbridge', code: 'contradiction' }])
    const none = await bulk([{ id, weight: 10, share: 1 }], undefined)
    expect(none.body.validation).toMatchObject([{ path: 'records[0].share', code: 'contradiction' }])
    const hill = await farm.opening(farm.bays[1], 1000, { owner: { id: 'hill', name: 'Hill Farm' } })
    const mixed = await bulk(
      [
        { id, share: 1 },
        { id: hill, share: 1 },
      ],
      { ...LORRY, full: 14_300 },
    )
    expect(mixed.body.validation).toMatchObject([{ path: 'ticket', code: 'contradiction' }])
  })
})
