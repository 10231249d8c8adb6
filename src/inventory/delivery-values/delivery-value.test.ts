import { afterAll, beforeEach, expect, test } from 'vitest'
import { base, expectSoundLedger } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { openTrader, type Trader } from '../trades/test-trades.ts'

// What deliveries are worth, through the book: loads, settlements, and a lorry on two contracts.

let trader: Trader
beforeEach(async () => {
  trader = await openTrader()
})
afterAll(expectSoundLedger)

const price = { kind: 'fixed', amount: '200', currency: 'GBP', unit: 't' }
const valueOf = async (id: string, query = '') =>
  ok(await trader.operator().get(`${base}/trades/${id}/deliveries${query}`))

test('loads by their weight, and by the buyer’s where that counts and a settlement has it', async () => {
  const { id } = await trader.enter({ price, final: { weight: 'unloading' } })
  const driver = (loadReference: string) => ({ loadReference })
  ok(
    await trader.sell(28_000, { tradeId: id, driver: driver('A1'), movementDateISO: '2026-08-10T08:00:00Z' }),
  )
  ok(
    await trader.sell(25_000, { tradeId: id, driver: driver('A2'), movementDateISO: '2026-08-12T08:00:00Z' }),
  )
  const settlement = {
    buyer: { id: trader.mill.id },
    reference: 'GU-1',
    dateISO: '2026-08-13',
    lines: [{ reference: 'A1', dateISO: '2026-08-10', weight: 27_940 }],
  }
  ok(await trader.manager().post(`${base}/settlements`, settlement))
  const value = await valueOf(id)
  expect(value.lines).toMatchObject([
    {
      day: '2026-08-10',
      weight: 27_940,
      weightFrom: 'unloading',
      isWeightProvisional: false,
      weighedHere: 28_000,
      weighedByPartner: 27_940,
      amount: '5588.00',
    },
    {
      weight: 25_000,
      weightFrom: 'loading',
      isWeightProvisional: true,
      weighedByPartner: null,
      amount: '5000.00',
    },
  ])
  expect(value).toMatchObject({
    weight: 52_940,
    totals: [{ currency: 'GBP', amount: '10588.00' }],
    price: { unit: 't' },
  })
  expect(await valueOf(id, '?fromISO=2026-08-11')).toMatchObject({
    lines: [{}],
    totals: [{ amount: '5000.00' }],
  })
  expect(
    (await trader.operator().get(`${base}/trades/${id}/deliveries?fromISO=2026-08-12&toISO=2026-08-11`))
      .status,
  ).toBe(400)
})

test('a lorry on two contracts shares what the buyer weighed, to the gram', async () => {
  const terms = { price, final: { weight: 'unloading' } }
  const [one, other] = [
    await trader.enter({ ...terms, reference: 'S-1' }),
    await trader.enter({ ...terms, reference: 'S-2' }),
  ]
  ok(
    await trader.operator().post(`${base}/loads`, {
      loads: [
        {
          from: { recordId: trader.heap },
          to: { organisationId: trader.mill.id, sold: true },
          reference: 'B7',
          weighbridge: { empty: 15_000, full: 43_001 },
          parts: [
            { share: 2, tradeId: one.id },
            { share: 1, tradeId: other.id },
          ],
        },
      ],
    }),
  )
  ok(
    await trader.manager().post(`${base}/settlements`, {
      buyer: { id: trader.mill.id },
      reference: 'GU-2',
      dateISO: '2026-08-14',
      lines: [{ reference: 'B7', dateISO: '2026-08-14', weight: 27_990 }],
    }),
  )
  const weights = (await Promise.all([valueOf(one.id), valueOf(other.id)])).map(({ weight }) => weight)
  expect(weights.reduce((sum, each) => sum + each, 0)).toBeCloseTo(27_990, 6)
  expect(weights[0]).toBeCloseTo(18_660, 0)
})

test('is saved as a table and printed, and says what has no price', async () => {
  const { id } = await trader.enter({ allowances: [] })
  ok(await trader.sell(20_000, { tradeId: id }))
  expect(await valueOf(id)).toMatchObject({ price: null, totals: [], lines: [{ price: null, amount: null }] })
  ok(await trader.manager().patch(`${base}/trades/${id}`, { price }))
  const at = `${base}/trades/${id}/deliveries`
  const csv = await trader.operator().get(at, { accept: 'text/csv', 'accept-language': 'de' })
  expect(csv.body.split('\r\n')[0]).toContain('Betrag')
  expect(csv.body.split('\r\n')[1]).toContain('4000')
  for (const language of ['en', 'de', 'fr']) {
    const pdf = await trader.operator().get(`${at}.pdf`, { 'accept-language': language })
    expect([pdf.status, String(pdf.body).slice(0, 4)]).toEqual([200, '%PDF'])
  }
  const order = await trader.order({
    tradeId: id,
    reference: 'O-1',
    loads: 2,
    place: { address: 'Gate 2' },
    instructions: 'Ring.',
  })
  const pdf = await trader.operator().get(`${base}/orders/${order.id}/order.pdf`, { 'accept-language': 'de' })
  expect([pdf.status, pdf.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('Auftrag-O-1.pdf'),
  ])
})
