import { beforeEach, describe, expect, test } from 'vitest'
import { BARLEY, base, SPRING, WHEAT } from '../../../test/farm.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf } from '../contracts/test-contracts.ts'
import { openTrader, type Trader } from './test-trades.ts'

let trader: Trader
beforeEach(async () => void (trader = await openTrader()))

const trades = `${base}/trades`
const usageOf = async (id: string) => (await trader.read(id)).usage
const windows = [
  { fromISO: '2026-08-01', toISO: '2026-08-31', weight: 60_000 },
  { fromISO: '2026-09-01', toISO: '2026-09-30', weight: 40_000 },
]

describe('a contract', () => {
  test('is kept with all that is agreed, and found again', async () => {
    const agreed = {
      partnerReference: 'VM 4711',
      harvestYear: '2026',
      varieties: ['Skyfall', 'skyfall', 'Extase'],
      tolerance: { percentage: 5, option: 'seller' },
      windows,
      delivery: { terms: 'ex_store', storageId: trader.farm.storeId },
      final: { weight: 'unloading', quality: 'loading' },
      limits: [{ name: 'Moisture', maximum: 15, rejectAbove: 18 }],
      allowances: [{ name: 'Moisture', from: 15, to: 18, base: 15, perPoint: '-1.3', unit: 'percent' }],
      price: { kind: 'fixed', amount: '214.50', currency: 'GBP', unit: 't' },
      notes: 'By lorry.',
    }
    const { id, ...made } = await trader.enter(agreed)
    expect(made).toMatchObject({
      kind: 'sale',
      status: 'confirmed',
      statusName: 'Confirmed',
      partner: trader.mill,
      partnerReference: 'VM 4711',
      commodity: { commodity: { id: 1 }, type: { id: 101 }, grade: { id: 0 } },
      varieties: ['Skyfall', 'Extase'],
      windows: [
        { number: 1, fromISO: '2026-08-01', toISO: '2026-08-31', weight: 60_000, moved: 0, left: 60_000 },
        { number: 2, left: 40_000 },
      ],
      delivery: { terms: 'ex_store', storageId: trader.farm.storeId },
      price: agreed.price,
      limits: [{ name: 'Moisture', minimum: null, maximum: 15, rejectBelow: null, rejectAbove: 18 }],
      allowances: agreed.allowances,
      usage: { moved: 0, planned: 0, loads: 0, left: 100_000, over: 0 },
    })
    const found = ok(await trader.operator().get(`${trades}?query=vm 47&kind=sale&status=confirmed`))
    expect(found.docs.map((each: { id: string }) => each.id)).toEqual([id])
    expect(ok(await trader.operator().get(`${trades}?query=vm 48`)).docs).toEqual([])
  })

  test('with every fault at once, and nothing of it stays', async () => {
    const answer = await trader.manager().post(
      trades,
      trader.body({
        partner: { id: trader.farm.organisation.organisationId },
        commodity: { id: WHEAT, type: 201 },
        weight: 50_000,
        harvestYear: 'soon',
        windows: [...windows, { fromISO: '2026-10-02', toISO: '2026-10-01', weight: 0 }],
        delivery: { storageId: 'nowhere' },
        limits: [
          { name: 'Moisture', minimum: 16, maximum: 15, rejectAbove: 14 },
          { name: 'moisture', maximum: 15 },
        ],
        allowances: [
          { name: 'Protein', from: 12, to: 13, base: 12, perPoint: '1', unit: 'amount' },
          { name: 'Protein', from: 12.5, to: 12.5, base: 12, perPoint: '1', unit: 'amount' },
        ],
        price: { kind: 'fixed', amount: '200' },
        files: [{ id: 'none' }],
      }),
    )
    expect(faultsOf(answer)).toEqual([
      'partner.id own_organisation',
      'commodity.type unknown',
      'harvestYear harvest_year',
      'windows[2].toISO minimum',
      'windows[2].weight minimum',
      'windows contradiction',
      'delivery.storageId unknown',
      'limits[0].maximum minimum',
      'limits[0].rejectAbove contradiction',
      'limits[1].name duplicate',
      'allowances[1].to empty_row',
      'allowances[1].from overlap',
      'price.currency required',
      'price.unit required',
      'files[0].id unknown',
    ])
    expect(ok(await trader.operator().get(trades)).totalDocs).toBe(0)
  })

  test('is changed in parts, with its history', async () => {
    const { id } = await trader.enter({ windows, notes: 'By lorry.' })
    ok(await trader.manager().patch(`${trades}/${id}`, { weight: 120_000, notes: null, reason: 'By phone' }))
    expect(await trader.read(id)).toMatchObject({ weight: 120_000, notes: '', windows: [{}, {}] })
    ok(
      await trader
        .manager()
        .post(`${trades}/${id}/status`, { status: 'closed_short', reason: 'Enough for both' }),
    )
    const { docs } = ok(await trader.operator().get(`${trades}/${id}/changes`))
    expect(docs).toMatchObject([
      { status: 'closed_short', reason: 'Enough for both' },
      {
        status: null,
        reason: 'By phone',
        changed: [
          { field: 'weight', before: 100_000, after: 120_000 },
          { field: 'notes', before: 'By lorry.', after: '' },
        ],
      },
      { status: 'confirmed', changed: [] },
    ])
  })

  test('goes from state to state, and not back to where it cannot', async () => {
    const { id } = await trader.enter({ status: 'draft' })
    const to = (status: string, reason?: string) =>
      trader.manager().post(`${trades}/${id}/status`, { status, ...(reason && { reason }) })
    expect(faultsOf(await to('fulfilled'))).toEqual(['status contradiction'])
    expect(faultsOf(await to('cancelled'))).toEqual(['reason required'])
    expect(ok(await to('confirmed')).status).toBe('confirmed')
    expect(ok(await to('fulfilled')).status).toBe('fulfilled')
    expect(ok(await to('confirmed')).status).toBe('confirmed')
    ok(await trader.sell(1000, { tradeId: id }))
    expect(await to('cancelled', 'No deal')).toMatchObject({ status: 400, body: { code: 'in_use' } })
  })

  test('is nobody else’s to see', async () => {
    const { id } = await trader.enter()
    const other = await makeOrganisation(trader.service)
    for (const path of [`${trades}/${id}`, `${trades}/${id}/changes`])
      expect((await other.as('owner').get(path)).status).toBe(404)
    expect((await other.as('owner').patch(`${trades}/${id}`, { weight: 5 })).status).toBe(404)
    expect(ok(await other.as('owner').get(trades)).totalDocs).toBe(0)
  })
})

describe('a load under a contract', () => {
  test('counts in the window of its day, or the one that it names', async () => {
    const { id } = await trader.enter({ windows })
    ok(await trader.sell(25_000, { tradeId: id }))
    ok(await trader.sell(26_000, { tradeId: id, tradeWindow: 2 }))
    ok(await trader.sell(10_000, { tradeId: id, movementDateISO: '2026-09-03T08:00:00Z' }))
    const { windows: filled, usage } = await trader.read(id)
    expect(filled).toMatchObject([
      { number: 1, moved: 25_000, planned: 0, left: 35_000, loads: 1 },
      { number: 2, moved: 26_000, planned: 10_000, left: 14_000, loads: 2 },
    ])
    expect(usage).toMatchObject({ moved: 51_000, planned: 10_000, loads: 3, left: 49_000, outsideWindows: 0 })
  })

  test('is corrected, comes late, is deleted and restored: what is left follows', async () => {
    const { id } = await trader.enter()
    const [first] = ok(await trader.sell(25_000, { tradeId: id })).ids
    ok(await trader.sell(10_000, { tradeId: id, movementDateISO: '2026-08-03T08:00:00Z' }))
    expect(await usageOf(id)).toMatchObject({ moved: 35_000, left: 65_000 })
    const movement = `${base}/movements/${first}`
    const edit = { recordId: trader.heap, weight: 24_000, destination: { organisationId: trader.mill.id } }
    ok(await trader.manager().put(movement, edit))
    expect(await usageOf(id)).toMatchObject({ moved: 34_000 })
    ok(await trader.manager().delete(movement, { recordId: trader.heap }))
    expect(await usageOf(id)).toMatchObject({ moved: 10_000, loads: 1 })
    ok(await trader.manager().post(`${movement}/restore`, { recordId: trader.heap }))
    expect(await usageOf(id)).toMatchObject({ moved: 34_000, loads: 2 })
    ok(await trader.manager().put(movement, { ...edit, tradeId: null }))
    expect(await usageOf(id)).toMatchObject({ moved: 10_000, loads: 1 })
    ok(await trader.manager().put(movement, { ...edit, tradeId: id }))
    expect((await trader.operator().get(movement)).body.trade).toEqual({ id, name: 'S-31', window: null })
  })

  test('of a purchase is brought by its seller', async () => {
    const seller = { id: 'reed', name: 'Reed Farm' }
    const { id } = await trader.enter({ kind: 'purchase', partner: seller, reference: 'P-7' })
    const body = {
      from: { commodity: { id: WHEAT, type: 101 }, harvestYear: '2026', sender: seller },
      to: { storageId: trader.farm.storeId, substorageId: trader.farm.bays[1] },
      weight: 28_000,
      tradeId: id,
    }
    const { loads } = ok(await trader.operator().post(`${base}/loads`, { loads: [body] }))
    expect(loads).toMatchObject([{ status: 'success' }])
    expect(await usageOf(id)).toMatchObject({ moved: 28_000, loads: 1 })
  })

  test('shares a lorry with another contract', async () => {
    const [one, other] = [await trader.enter({ reference: 'S-1' }), await trader.enter({ reference: 'S-2' })]
    const { loads } = ok(
      await trader.operator().post(`${base}/loads`, {
        loads: [
          {
            from: { recordId: trader.heap },
            to: { organisationId: trader.mill.id, sold: true },
            weighbridge: { empty: 15_000, full: 43_000 },
            parts: [
              { share: 3, tradeId: one.id },
              { share: 1, tradeId: other.id },
            ],
          },
        ],
      }),
    )
    expect(loads).toMatchObject([{ status: 'success', movements: [{}, {}] }])
    expect(await usageOf(one.id)).toMatchObject({ moved: 21_000 })
    expect(await usageOf(other.id)).toMatchObject({ moved: 7000 })
  })

  test('that is too much is taken and said', async () => {
    const { id } = await trader.enter({ tolerance: { percentage: 5 } })
    ok(await trader.sell(99_000, { tradeId: id }))
    expect(ok(await trader.sell(4000, { tradeId: id })).message).toMatch(
      /Contract S-31 is over by 3,000 kg, which its tolerance takes\./,
    )
    expect(ok(await trader.sell(4000, { tradeId: id })).message).toMatch(
      /Contract S-31 is over by 7,000 kg, more than its tolerance takes\./,
    )
    expect(await usageOf(id)).toMatchObject({ over: 7000, beyondTolerance: 2000, left: 0 })
  })

  test('is refused where the contract is not for it, with every fault', async () => {
    const draft = await trader.enter({ status: 'draft' })
    const barley = await trader.enter({ commodity: { id: BARLEY } })
    const spring = await trader.enter({ commodity: { id: WHEAT, type: SPRING } })
    const purchase = await trader.enter({ kind: 'purchase' })
    const reed = await trader.enter({ partner: { id: 'reed', name: 'Reed Farm' } })
    const stranger = await makeOrganisation(trader.service)
    const theirs = ok(await stranger.as('owner').post(trades, trader.body()))
    const before = await trader.farm.weightOf(trader.heap)
    for (const [tradeId, faults] of [
      [draft.id, ['tradeId not_running']],
      [barley.id, ['tradeId other_commodity']],
      [spring.id, ['tradeId other_commodity']],
      [purchase.id, ['tradeId direction']],
      [reed.id, ['tradeId mismatch']],
      [theirs.id, ['tradeId unknown']],
      ['nonsense', ['tradeId unknown']],
    ] as const)
      expect(faultsOf(await trader.sell(1000, { tradeId }))).toEqual(faults)
    const { id } = await trader.enter({ windows })
    expect(faultsOf(await trader.sell(1000, { tradeId: id, tradeWindow: 3 }))).toEqual([
      'tradeWindow unknown',
    ])
    expect(faultsOf(await trader.sell(1000, { tradeWindow: 1 }))).toEqual(['tradeWindow required'])
    expect(await trader.farm.weightOf(trader.heap)).toBe(before)
    const [plain] = ok(await trader.sell(1000)).ids
    const edit = { recordId: trader.heap, weight: 1000, destination: { organisationId: trader.mill.id } }
    for (const tradeId of [theirs.id, 'nonsense'])
      expect(
        faultsOf(await trader.manager().put(`${base}/movements/${plain}`, { ...edit, tradeId })),
      ).toEqual(['tradeId unknown'])
  })

  test('holds its contract: neither partner nor commodity changes, nor goes the window that it names', async () => {
    const { id } = await trader.enter({ windows })
    ok(await trader.sell(1000, { tradeId: id, tradeWindow: 2 }))
    for (const body of [
      { partner: { name: 'Reed Farm' } },
      { commodity: { id: BARLEY } },
      { windows: [windows[0]] },
      { windows: null },
    ])
      expect(await trader.manager().patch(`${trades}/${id}`, body)).toMatchObject({
        status: 400,
        body: { code: 'in_use' },
      })
    ok(await trader.manager().patch(`${trades}/${id}`, { commodity: { id: WHEAT } }))
  })
})

describe('of many contracts', () => {
  test('what is agreed, moved and left is added up, and each has its loads', async () => {
    const one = await trader.enter({ reference: 'S-1' })
    const other = await trader.enter({ reference: 'S-2', weight: 50_000 })
    await trader.enter({ reference: 'S-3', status: 'draft' })
    const [first] = ok(await trader.sell(25_000, { tradeId: one.id })).ids
    ok(await trader.sell(55_000, { tradeId: other.id }))
    ok(await trader.sell(9000, { tradeId: one.id, movementDateISO: '2026-12-03T08:00:00Z' }))
    ok(await trader.sell(7000))
    const sums = async (query: string) =>
      ok(await trader.operator().get(`${trades}?${query}`)).aggregations.map(
        ({ name, sum }: { name: string; sum: number }) => [name, sum],
      )
    expect(await sums('kind=sale')).toEqual([
      ['weight', 250_000],
      ['moved', 80_000],
      ['left', 75_000],
    ])
    expect(await sums('query=S-1')).toEqual([
      ['weight', 100_000],
      ['moved', 25_000],
      ['left', 75_000],
    ])
    const loads = async (query: string) => await trader.operator().get(`${base}/movements?tradeId=${query}`)
    expect(ok(await loads(one.id)).docs).toMatchObject([{ trade: { id: one.id } }, { id: Number(first) }])
    expect(faultsOf(await loads('nonsense'))).toEqual(['tradeId type'])
  })
})

describe('the contracts that a load may go on', () => {
  const open = async (query: string) =>
    ok(await trader.operator().get(`${trades}/open?kind=sale&${query}`)).docs

  test('by their windows, with what is over', async () => {
    const { id } = await trader.enter({ windows, tolerance: { percentage: 10 } })
    ok(await trader.sell(40_000, { tradeId: id }))
    expect(await open('partnerId=mill-7&commodity=1&commodityType=101&weight=28000')).toMatchObject([
      { tradeId: id, tradeWindow: 1, isOfDay: true, left: 20_000, overBy: 8000, isWithinTolerance: true },
      { tradeId: id, tradeWindow: 2, isOfDay: false, left: 40_000, overBy: 0, fromISO: '2026-09-01' },
    ])
    expect(await open('commodity=2')).toEqual([])
    expect(await open('partnerId=reed')).toEqual([])
    expect(await open('reference=s-3&dateISO=2026-12-01')).toMatchObject([
      { tradeId: id, tradeWindow: null, left: 60_000 },
    ])
  })

  test('leave out drafts and what is over', async () => {
    await trader.enter({ status: 'draft' })
    const { id } = await trader.enter()
    ok(await trader.manager().post(`${trades}/${id}/status`, { status: 'fulfilled' }))
    expect(await open('partnerId=mill-7')).toEqual([])
  })
})
