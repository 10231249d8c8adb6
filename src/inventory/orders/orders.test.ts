import { beforeEach, describe, expect, test } from 'vitest'
import { BARLEY, base, SPRING, WHEAT, WINTER } from '../../../test/farm.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf } from '../contracts/test-contracts.ts'
import { openTrader, type Trader } from '../trades/test-trades.ts'

let trader: Trader
beforeEach(async () => void (trader = await openTrader()))

const orders = `${base}/orders`
const usageOf = async (id: string) => (await trader.readOrder(id)).usage

describe('an order', () => {
  test('is kept with all that is said, and found again', async () => {
    const { farm } = trader
    const { id, ...made } = await trader.order({
      reference: 'O-114',
      partnerReference: 'VM 9',
      loads: 2,
      fromISO: '2026-08-10',
      toISO: '2026-08-20',
      haulier: ' Fenland  Haulage ',
      vehicles: ['AB12 CDE', 'ab12cde', 'XY1'],
      place: { storageId: farm.storeId, bayIds: [farm.bays[1]], address: 'Gate 2', openingHours: '7–17' },
      instructions: 'Ring the bell.',
    })
    expect(made).toMatchObject({
      name: 'O-114',
      trade: null,
      kind: 'sale',
      status: 'open',
      statusName: 'Open',
      partner: trader.mill,
      commodity: { id: WHEAT },
      type: { id: WINTER },
      weight: 50_000,
      loads: 2,
      fromISO: '2026-08-10',
      toISO: '2026-08-20',
      haulier: 'Fenland Haulage',
      vehicles: ['AB12 CDE', 'XY1'],
      place: {
        storageId: farm.storeId,
        bays: [{ id: farm.bays[1] }],
        address: 'Gate 2',
        openingHours: '7–17',
      },
      instructions: 'Ring the bell.',
      driverLink: null,
      usage: { moved: 0, planned: 0, movedLoads: 0, plannedLoads: 0, left: 50_000, leftLoads: 2, over: 0 },
    })
    const found = async (query: string) =>
      ok(await trader.operator().get(`${orders}?${query}`)).docs.map((each: { id: string }) => each.id)
    expect(await found('query=vm 9&kind=sale&status=open')).toEqual([id])
    expect(await found('query=fenland&f:partnerId=mill-7&f:commodity=1')).toEqual([id])
    for (const query of ['query=vm 8', 'kind=purchase', 'status=done', 'tradeId=nonsense'])
      expect(await found(query)).toEqual([])
  })

  test('with every fault at once, and nothing of it stays', async () => {
    const post = async (body: object) => faultsOf(await trader.manager().post(orders, body))
    const { farm } = trader
    expect(
      await post({ fromISO: '2026-08-20', toISO: '2026-08-10', place: { bayIds: [farm.bays[0]] } }),
    ).toEqual([
      'kind required',
      'partner required',
      'commodity required',
      'weight required',
      'toISO minimum',
      'place.bayIds required',
    ])
    expect(
      await post({
        tradeId: 'nonsense',
        kind: 'sale',
        weight: 0,
        fromISO: 'soon',
        place: { storageId: 'nowhere' },
      }),
    ).toEqual([
      'tradeId unknown',
      'kind contradiction',
      'weight minimum',
      'fromISO date',
      'place.storageId unknown',
    ])
    expect(
      await post({
        kind: 'sale',
        partner: { id: farm.organisation.organisationId },
        commodity: { id: WHEAT, type: 201 },
        loads: 1,
        place: { storageId: farm.storeId, bayIds: [9_999_999] },
      }),
    ).toEqual(['partner.id own_organisation', 'commodity.type unknown', 'place.bayIds[0] unknown'])
    const draft = await trader.enter({ status: 'draft' })
    expect(await post({ tradeId: draft.id, loads: 1 })).toEqual(['tradeId not_running'])
    expect(ok(await trader.operator().get(orders)).totalDocs).toBe(0)
  })

  test('is changed in parts, with its history', async () => {
    const { id } = await trader.order({
      haulier: 'Fenland',
      place: { address: 'Gate 2', openingHours: '7–17' },
    })
    const patch = (body: object) => trader.manager().patch(`${orders}/${id}`, body)
    ok(await patch({ loads: 3, weight: null, place: { openingHours: '6–18' }, reason: 'By phone' }))
    expect(await trader.readOrder(id)).toMatchObject({
      weight: null,
      loads: 3,
      haulier: 'Fenland',
      place: { address: 'Gate 2', openingHours: '6–18' },
      usage: { left: null, leftLoads: 3 },
    })
    expect(faultsOf(await patch({ loads: null }))).toEqual(['weight required'])
    const { docs } = ok(await trader.operator().get(`${orders}/${id}/changes`))
    expect(docs).toMatchObject([
      {
        status: null,
        reason: 'By phone',
        changed: [
          { field: 'weight', before: 50_000, after: null },
          { field: 'loads', before: null, after: 3 },
          { field: 'place', before: { openingHours: '7–17' }, after: { openingHours: '6–18' } },
        ],
      },
      { status: 'open', changed: [] },
    ])
  })

  test('goes from state to state, and not back to where it cannot', async () => {
    const { id } = await trader.order()
    const to = (status: string, reason?: string) =>
      trader.manager().post(`${orders}/${id}/status`, { status, ...(reason && { reason }) })
    expect(faultsOf(await to('cancelled'))).toEqual(['reason required'])
    expect(ok(await to('done')).status).toBe('done')
    expect(faultsOf(await trader.sell(1000, { orderId: id }))).toEqual(['orderId not_running'])
    expect(faultsOf(await to('cancelled', 'No deal'))).toEqual(['status contradiction'])
    expect(ok(await to('open')).status).toBe('open')
    const [load] = ok(await trader.sell(1000, { orderId: id })).ids
    expect(await to('cancelled', 'No deal')).toMatchObject({ status: 400, body: { code: 'in_use' } })
    ok(await trader.manager().delete(`${base}/movements/${load}`, { recordId: trader.heap }))
    expect(ok(await to('cancelled', 'No deal')).status).toBe('cancelled')
    expect(faultsOf(await to('open'))).toEqual(['status contradiction'])
    // Nothing moves on it any more, nor comes back to it.
    expect(
      faultsOf(await trader.manager().post(`${base}/movements/${load}/restore`, { recordId: trader.heap })),
    ).toEqual(['orderId not_running'])
  })

  test('is nobody else’s to see or to name', async () => {
    const { id } = await trader.order()
    const other = await makeOrganisation(trader.service)
    const owner = other.as('owner')
    for (const path of [`${orders}/${id}`, `${orders}/${id}/changes`])
      expect((await owner.get(path)).status).toBe(404)
    expect((await owner.patch(`${orders}/${id}`, { weight: 1 })).status).toBe(404)
    for (const path of ['status', 'driver-link'])
      expect(
        (await owner.post(`${orders}/${id}/${path}`, { ...(path === 'status' && { status: 'done' }) }))
          .status,
      ).toBe(404)
    expect((await trader.operator().patch(`${orders}/${id}`, { weight: 1 })).status).toBe(403)
    expect(faultsOf(await trader.sell(1000, { orderId: other.organisationId }))).toEqual(['orderId unknown'])
    expect(faultsOf(await trader.sell(1000, { orderId: 'nonsense' }))).toEqual(['orderId unknown'])
  })
})

describe('a load on an order', () => {
  test('counts as it is: late, planned, corrected, deleted and restored', async () => {
    const { id } = await trader.order({ loads: 3 })
    const [first] = ok(await trader.sell(20_000, { orderId: id })).ids
    ok(await trader.sell(10_000, { orderId: id, movementDateISO: '2026-09-20T08:00:00Z' }))
    ok(await trader.sell(5000, { orderId: id, movementDateISO: '2026-08-10T08:00:00Z' }))
    expect(await usageOf(id)).toMatchObject({
      moved: 25_000,
      planned: 10_000,
      movedLoads: 2,
      plannedLoads: 1,
      left: 25_000,
      leftLoads: 1,
    })
    const edit = { recordId: trader.heap, weight: 24_000, destination: { organisationId: trader.mill.id } }
    ok(await trader.manager().put(`${base}/movements/${first}`, edit))
    expect(await usageOf(id)).toMatchObject({ moved: 29_000, left: 21_000 })
    ok(await trader.manager().delete(`${base}/movements/${first}`, { recordId: trader.heap }))
    expect(await usageOf(id)).toMatchObject({ moved: 5000, left: 45_000, leftLoads: 2 })
    ok(await trader.manager().post(`${base}/movements/${first}/restore`, { recordId: trader.heap }))
    expect(await usageOf(id)).toMatchObject({ moved: 29_000, left: 21_000 })
    const found = ok(await trader.operator().get(`${base}/movements?orderId=${id}`))
    expect(found.docs).toHaveLength(3)
    expect(found.docs[1]).toMatchObject({ order: { id, name: 'Valley Mill' } })
    expect(faultsOf(await trader.operator().get(`${base}/movements?orderId=x`))).toEqual(['orderId type'])
  })

  test('under a contract counts for the contract too, and goes with it', async () => {
    const trade = await trader.enter()
    const other = await trader.enter({ reference: 'S-32' })
    const { id, ...order } = await trader.order({ tradeId: trade.id, weight: 30_000 })
    expect(order).toMatchObject({ trade: { id: trade.id, name: 'S-31' }, partner: trader.mill, kind: 'sale' })
    const [load] = ok(await trader.sell(20_000, { orderId: id })).ids
    const left = async () => [
      (await trader.read(trade.id)).usage.left,
      (await trader.read(other.id)).usage.left,
      (await usageOf(id)).left,
    ]
    expect(await left()).toEqual([80_000, 100_000, 10_000])
    expect(faultsOf(await trader.sell(1000, { orderId: id, tradeId: other.id }))).toEqual([
      'orderId mismatch',
    ])
    const edit = (more: object) =>
      trader.manager().put(`${base}/movements/${load}`, {
        recordId: trader.heap,
        weight: 20_000,
        destination: { organisationId: trader.mill.id },
        ...more,
      })
    // To another contract: it leaves the order of the one before.
    ok(await edit({ tradeId: other.id }))
    expect(await left()).toEqual([100_000, 80_000, 30_000])
    ok(await edit({ orderId: id }))
    expect(await left()).toEqual([80_000, 100_000, 10_000])
    ok(await edit({ orderId: null }))
    expect(await left()).toEqual([80_000, 100_000, 30_000])
    expect(faultsOf(await edit({ orderId: id, tradeId: other.id }))).toEqual(['orderId mismatch'])
    expect(ok(await trader.operator().get(`${orders}?tradeId=${trade.id}`)).totalDocs).toBe(1)
    expect(ok(await trader.operator().get(`${orders}?tradeId=${other.id}`)).totalDocs).toBe(0)
  })

  test('is refused where the order is not for it', async () => {
    const bought = await trader.order({ kind: 'purchase', reference: 'P-1' })
    const reed = await trader.order({ partner: { id: 'reed', name: 'Reed Farm' } })
    const barley = await trader.order({ commodity: { id: BARLEY } })
    const spring = await trader.order({ commodity: { id: WHEAT, type: SPRING } })
    const closed = await trader.enter({ reference: 'S-40' })
    const under = await trader.order({ tradeId: closed.id })
    ok(await trader.manager().post(`${base}/trades/${closed.id}/status`, { status: 'fulfilled' }))
    const faults = async (orderId: string) => faultsOf(await trader.sell(1000, { orderId }))
    expect(await faults(bought.id)).toEqual(['orderId direction'])
    expect(await faults(reed.id)).toEqual(['orderId mismatch'])
    expect(await faults(barley.id)).toEqual(['orderId other_commodity'])
    expect(await faults(spring.id)).toEqual(['orderId other_commodity'])
    expect(await faults(under.id)).toEqual(['orderId not_running'])
  })

  test('that a lorry brings into two bays is one load; each part may name its own', async () => {
    const one = await trader.order({ loads: 5 })
    const other = await trader.order({ loads: 5 })
    const lorry = (parts: object[], more: object = {}) =>
      trader.operator().post(`${base}/loads`, {
        loads: [
          {
            from: { recordId: trader.heap },
            to: { organisationId: trader.mill.id, sold: true },
            dateISO: '2026-08-14T06:00:00Z',
            parts,
            ...more,
          },
        ],
      })
    ok(await lorry([{ weight: 1000 }, { weight: 2000 }], { orderId: one.id }))
    ok(
      await lorry([
        { weight: 500, orderId: one.id },
        { weight: 700, orderId: other.id },
      ]),
    )
    expect(await usageOf(one.id)).toMatchObject({ moved: 3500, movedLoads: 2, leftLoads: 3 })
    expect(await usageOf(other.id)).toMatchObject({ moved: 700, movedLoads: 1 })
    expect(faultsOf(await lorry([{ weight: 500 }, { weight: 700, orderId: 'none' }]))).toEqual([
      'loads[0].parts[1].orderId unknown',
    ])
  })

  test('that a seller brings names an order to buy', async () => {
    const { id } = await trader.order({ kind: 'purchase', partner: { id: 'reed', name: 'Reed Farm' } })
    ok(
      await trader.operator().post(`${base}/loads`, {
        loads: [
          {
            from: { sender: { id: 'reed' }, commodity: { id: WHEAT, type: WINTER }, harvestYear: '2026' },
            to: { storageId: trader.farm.storeId, substorageId: trader.farm.bays[1] },
            weight: 12_000,
            orderId: id,
          },
        ],
      }),
    )
    expect(await usageOf(id)).toMatchObject({ moved: 12_000, movedLoads: 1, left: 38_000 })
  })

  test('beyond what was ordered is taken, and the answer says by how much', async () => {
    const trade = await trader.enter({ tolerance: { percentage: 10 } })
    const { id } = await trader.order({ tradeId: trade.id, reference: 'O-1', weight: 10_000, loads: 1 })
    const told = async (kg: number) => ok(await trader.sell(kg, { orderId: id })).message
    expect(await told(10_500)).toMatch(/Order O-1 is over by 500 kg, which the contract’s tolerance takes\./)
    expect(await told(1000)).toMatch(/Order O-1 is over by 1,500 kg\. Order O-1 is over by one load\./)
    expect(await usageOf(id)).toMatchObject({
      over: 1500,
      overLoads: 1,
      beyondTolerance: 500,
      left: 0,
      leftLoads: 0,
    })
  })
})

describe('the orders that a load may go on', () => {
  const open = async (query: string) => ok(await trader.operator().get(`${orders}/open?${query}`)).docs

  test('by partner, grain, lorry and number, those of the day first, with what is over', async () => {
    const trade = await trader.enter({ reference: 'S-31' })
    const later = await trader.order({ fromISO: '2026-09-01', vehicles: ['AB12 CDE'] })
    const now = await trader.order({
      tradeId: trade.id,
      reference: 'O-1',
      weight: 20_000,
      toISO: '2026-08-31',
    })
    ok(await trader.sell(5000, { orderId: now.id }))
    const both = [
      {
        orderId: now.id,
        trade: { id: trade.id, name: 'S-31' },
        isOfDay: true,
        left: 15_000,
        overBy: 3000,
        isWithinTolerance: false,
      },
      {
        orderId: later.id,
        trade: null,
        isOfDay: false,
        left: 50_000,
        overBy: 0,
        fromISO: '2026-09-01',
        isWithinTolerance: true,
      },
    ]
    expect(await open('kind=sale&partnerId=mill-7&commodity=1&commodityType=101&weight=18000')).toMatchObject(
      both,
    )
    expect((await open('dateISO=2026-09-02')).map((each: { orderId: string }) => each.orderId)).toEqual([
      later.id,
      now.id,
    ])
    expect(await open('vehicle=ab12cde')).toMatchObject([{ orderId: later.id }])
    expect(await open('reference=s-31')).toMatchObject([{ orderId: now.id }])
    for (const query of [
      'kind=purchase',
      'partnerId=reed',
      'commodity=2',
      'commodityType=102',
      'vehicle=XY1',
    ])
      expect(await open(query)).toEqual([])
  })

  test('leave out what is over, itself or its contract', async () => {
    const trade = await trader.enter()
    await trader.order({ tradeId: trade.id })
    const done = await trader.order()
    ok(await trader.manager().post(`${orders}/${done.id}/status`, { status: 'done' }))
    expect(await open('')).toHaveLength(1)
    ok(await trader.manager().post(`${base}/trades/${trade.id}/status`, { status: 'fulfilled' }))
    expect(await open('')).toEqual([])
  })
})
