import { beforeAll, expect, test } from 'vitest'
import { base, WHEAT, WINTER } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { fc } from '../../../test/seed.ts'
import { openTrader, type Trader } from './test-trades.ts'

// A merchant's month: 300 loads under 12 contracts and on 8 orders, with windows, overfills, lorries that two contracts share, corrections and late
// tickets. What is left equals, at every step, what a reckoning of its own says that knows the loads alone.

let trader: Trader
beforeAll(async () => {
  trader = await openTrader()
  await trader.farm.opening(trader.farm.bays[0], 20_000_000)
})

interface KnownLoad {
  id: number
  trade: number | null
  window: number | null
  order: number | null
  /** Loads of one lorry have the same. */
  lorry: number
  day: string
  kg: number
}

/** The month in whole days: the test's now is the morning of 14 August. */
const days = Array.from({ length: 13 }, (_day, index) => `2026-08-${String(index + 1).padStart(2, '0')}`)
const windowsOf = (index: number) =>
  index % 3 === 0
    ? []
    : [
        { fromISO: '2026-08-01', toISO: '2026-08-06', weight: 60_000 },
        { fromISO: '2026-08-07', toISO: index % 3 === 1 ? '2026-08-12' : '2026-08-31', weight: 40_000 },
      ]

/** The reckoning: plain sums over the loads that are there. */
function reckon(trades: { id: string; index: number; weight: number }[], loads: KnownLoad[]) {
  return trades.map(({ index, weight }) => {
    const own = loads.filter((load) => load.trade === index)
    const sum = (some: KnownLoad[]) => some.reduce((total, { kg }) => total + Math.round(kg * 1000), 0) / 1000
    const windows = windowsOf(index).map(({ fromISO, toISO, weight: agreed }, at) => {
      const moved = sum(
        own.filter((load) =>
          load.window === null ? fromISO <= load.day && load.day <= toISO : load.window === at + 1,
        ),
      )
      return { moved, left: Math.max(Math.round((agreed - moved) * 1000) / 1000, 0) }
    })
    const moved = sum(own)
    return {
      moved,
      left: Math.max(Math.round((weight - moved) * 1000) / 1000, 0),
      loads: own.length,
      windows,
    }
  })
}

/** An order that the month knows: under a contract, or alone. */
interface KnownOrder {
  id: string
  trade: number | null
  kg: number | null
  lorries: number | null
}

/** The reckoning of orders: a lorry is one load of each order that a part of it names. */
function reckonOrders(orders: KnownOrder[], loads: KnownLoad[]) {
  return orders.map(({ kg, lorries }, index) => {
    const own = loads.filter((load) => load.order === index)
    const grams = own.reduce((total, load) => total + Math.round(load.kg * 1000), 0)
    const came = new Set(own.map(({ lorry }) => lorry)).size
    return {
      moved: grams / 1000,
      movedLoads: came,
      left: kg === null ? null : Math.max(kg * 1000 - grams, 0) / 1000,
      leftLoads: lorries === null ? null : Math.max(lorries - came, 0),
    }
  })
}

async function enterOrders(trades: { id: string; index: number }[]): Promise<KnownOrder[]> {
  const orders: KnownOrder[] = []
  for (let index = 0; index < 8; index++) {
    const trade = index < 6 ? index * 2 : null
    const kg = index % 4 === 3 ? null : 60_000 + index * 10_000
    const lorries = index % 2 === 1 ? 4 + index : null
    const { id } = await trader.order({
      ...(trade !== null && { tradeId: trades[trade]?.id }),
      reference: `O-${index}`,
      weight: kg,
      loads: lorries,
    })
    orders.push({ id, trade, kg, lorries })
  }
  return orders
}

test(
  '300 loads under 12 contracts: what is left is what the loads say, on every day',
  { timeout: 240_000 },
  async () => {
    const trades: { id: string; index: number; weight: number }[] = []
    for (let index = 0; index < 12; index++) {
      const weight = 100_000 + index * 25_000
      const { id } = await trader.enter({ reference: `S-${index}`, weight, windows: windowsOf(index) })
      trades.push({ id, index, weight })
    }
    const orders = await enterOrders(trades)
    const known = new Map<number, KnownLoad>()
    const rolls = fc.sample(fc.nat(), 10_000).values()
    const roll = (below: number) => (rolls.next().value ?? 0) % below
    const pick = <Value>(values: readonly Value[]): Value => values[roll(values.length)] as Value
    const kilograms = () => (4_000_000 + roll(25_000_000)) / 1000
    const named = () => {
      const trade = pick([...trades.map(({ index }) => index), null])
      const window = trade !== null && windowsOf(trade).length > 0 ? pick([null, null, 1, 2]) : null
      // Orders of its contract, those without any, or none.
      const fitting = orders.flatMap((each, index) =>
        each.trade === null || each.trade === trade ? index : [],
      )
      return { trade, window, order: pick([...fitting, null]) }
    }
    let lorries = 0
    const wireOf = (
      { trade, window, order }: Pick<KnownLoad, 'trade' | 'window' | 'order'>,
      was?: KnownLoad,
    ) => ({
      // Its order says the contract as well.
      ...(trade !== null &&
      order !== null &&
      orders[order]?.trade === trade &&
      was?.trade !== trade &&
      window === null
        ? {}
        : { tradeId: trade === null ? null : (trades[trade]?.id ?? null), tradeWindow: window }),
      orderId: order === null ? null : (orders[order]?.id ?? null),
    })

    const enter = async (day: string) => {
      const load = { ...named(), day, kg: kilograms(), lorry: lorries++ }
      const { ids } = ok(await trader.sell(load.kg, { ...wireOf(load), movementDateISO: `${day}T10:00:00` }))
      known.set(Number(ids[0]), { ...load, id: Number(ids[0]) })
    }
    /** A lorry of which two contracts have parts. */
    const share = async (day: string) => {
      const lorry = lorries++
      const parts = [named(), named()].map((each) => ({ ...each, day, kg: kilograms(), lorry }))
      const { loads } = ok(
        await trader.operator().post(`${base}/loads`, {
          loads: [
            {
              from: { recordId: trader.heap },
              to: { organisationId: trader.mill.id, sold: true },
              dateISO: `${day}T11:00:00`,
              parts: parts.map((part) => ({ weight: part.kg, ...wireOf(part) })),
            },
          ],
        }),
      )
      const [{ movements }] = loads
      for (const [index, { id }] of movements.entries())
        known.set(Number(id), { ...(parts[index] as KnownLoad), id: Number(id) })
    }
    const correct = async () => {
      const load = pick([...known.values()])
      const changed = { ...load, ...named(), kg: kilograms(), day: pick(days) }
      ok(
        await trader.manager().put(`${base}/movements/${load.id}`, {
          recordId: trader.heap,
          weight: changed.kg,
          destination: { organisationId: trader.mill.id },
          movementDateISO: `${changed.day}T10:00:00`,
          ...wireOf(changed, load),
        }),
      )
      known.set(load.id, changed)
    }
    const remove = async () => {
      const { id } = pick([...known.values()])
      ok(await trader.manager().delete(`${base}/movements/${id}`, { recordId: trader.heap }))
      known.delete(id)
    }
    const expectReckoned = async () => {
      const { docs } = ok(await trader.operator().get(`${base}/trades?sortBy=weight&limit=50`))
      const shown = docs.map(({ usage: { moved, left, loads }, windows }: (typeof docs)[number]) => ({
        moved,
        left,
        loads,
        windows: windows.map((each: { moved: number; left: number }) => ({
          moved: each.moved,
          left: each.left,
        })),
      }))
      expect(shown).toEqual(reckon(trades, [...known.values()]))
      const found = ok(await trader.operator().get(`${base}/orders?sortBy=reference&limit=50`))
      expect(
        found.docs.map(({ usage: { moved, movedLoads, left, leftLoads } }: (typeof found.docs)[number]) => ({
          moved,
          movedLoads,
          left,
          leftLoads,
        })),
      ).toEqual(reckonOrders(orders, [...known.values()]))
    }

    for (const day of days) {
      for (let load = 0; load < 21; load++) await enter(day)
      await share(day)
      // A ticket that lay in the cab for days.
      await enter(pick(days.filter((each) => each <= day)))
      await correct()
      if (day > '2026-08-04') await remove()
      await expectReckoned()
    }
    expect(known.size).toBeGreaterThanOrEqual(300)
    expect(
      trades.some(({ index, weight }) => {
        const moved = [...known.values()]
          .filter(({ trade }) => trade === index)
          .reduce((sum, { kg }) => sum + kg, 0)
        return moved > weight
      }),
    ).toBe(true)
  },
)

test('in another order it comes to the same', { timeout: 120_000 }, async () => {
  const loads = fc.sample(
    fc.record({
      kg: fc.integer({ min: 1, max: 30_000_000 }).map((grams) => grams / 1000),
      day: fc.constantFrom(...days),
      window: fc.constantFrom(null, 1, 2),
    }),
    15,
  )
  const usages = []
  for (const order of [loads, loads.toReversed()]) {
    const { id } = await trader.enter({ commodity: { id: WHEAT, type: WINTER }, windows: windowsOf(1) })
    for (const { kg, day, window } of order)
      ok(await trader.sell(kg, { tradeId: id, tradeWindow: window, movementDateISO: `${day}T09:00:00` }))
    const { usage, windows } = await trader.read(id)
    usages.push({ usage, windows })
  }
  expect(usages[0]).toEqual(usages[1])
})
