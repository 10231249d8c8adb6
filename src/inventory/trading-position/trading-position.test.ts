import { beforeEach, expect, test } from 'vitest'
import { base, WHEAT } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { openTrader } from '../trades/test-trades.ts'

let trader: Awaited<ReturnType<typeof openTrader>>
beforeEach(async () => {
  trader = await openTrader()
})

const reed = { id: 'reed', name: 'Reed Farm' }
const holds = async (bay: 0 | 1 | 2, weight: number, commodityId = WHEAT) =>
  ok(
    await trader.manager().post(`${base}/storage/${trader.farm.storeId}/commodities`, {
      substorageId: trader.farm.bays[bay],
      commodityId,
      weight,
    }),
  )
const buy = (weight: number, last: string) =>
  trader.enter({
    kind: 'purchase',
    partner: reed,
    reference: 'P-7',
    weight,
    windows: [{ fromISO: '2026-08-01', toISO: last, weight }],
  })
const overbought = async () => {
  const { conflicts } = ok(await trader.operator().get(`${base}/trades/position/conflicts`))
  return conflicts.filter(({ kind }: { kind: string }) => kind === 'overbought')
}

test('what is bought beyond what the bays hold is overbought, from the month in which it comes', async () => {
  await holds(0, 1_000_000)
  await holds(1, 200_000)
  const { id } = await buy(350_000, '2026-10-31')
  // 900 t lie in bays for 1,200 t: 300 t are room.
  expect(await overbought()).toMatchObject([
    {
      kind: 'overbought',
      commodity: { id: WHEAT, name: 'Wheat' },
      month: '2026-10',
      weight: 50_000,
      worst: { month: '2026-10', weight: 50_000 },
      tradeIds: [id],
      message: 'Wheat: 50,000 kg more are bought than the stores hold by 31 Oct 2026.',
    },
  ])
  await buy(100_000, '2026-12-31')
  expect(await overbought()).toMatchObject([
    { month: '2026-10', worst: { month: '2026-12', weight: 150_000 } },
  ])
  // What leaves under a sale makes room.
  const { mill } = trader
  const destination = { organisationId: mill.id, organisationName: mill.name }
  ok(await trader.sell(200_000, { destination }))
  expect(await overbought()).toEqual([])
})

test('where nobody has said what the bays hold, and with room for it, nothing is overbought', async () => {
  await buy(350_000, '2026-10-31')
  expect(await overbought()).toEqual([])
  await holds(0, 1_250_000)
  expect(await overbought()).toEqual([])
})

test('the position is saved as a table, a row for each of its rows and months', async () => {
  await buy(350_000, '2026-10-31')
  const position = ok(await trader.operator().get(`${base}/trades/position`))
  const text: string = ok(await trader.operator().get(`${base}/trades/position?format=csv`))
  const [head, ...rows] = text.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe(
    'commodity,commodityType,grade,harvestYear,tags,month,stock,reserved,plannedIn,harvest,purchases,plannedOut,sales,available',
  )
  const [wheat] = position.commodities
  expect(rows).toHaveLength(wheat.rows.length * position.months.length)
  expect(rows).toContain('Wheat,Winter,,,,2026-10,0,0,0,0,350000,0,0,350000')
})
