import { beforeEach, expect, test } from 'vitest'
import { base, WHEAT, WINTER } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { fc } from '../../../test/seed.ts'
import { openReserver } from '../reservations/test-reservations.ts'

// The position beside a reckoning of its own that knows the facts alone: what lay there, each load with its day and contract, what is agreed, reserved and
// expected. It counts what is known up to the end of each month, and so never looks at a part of the sum as the service has it.

let trader: Awaited<ReturnType<typeof openReserver>>
beforeEach(async () => {
  trader = await openReserver()
})

interface Agreed {
  kind: 'sale' | 'purchase'
  kg: number
  windows: { first: string; last: string; kg: number }[]
}
interface KnownLoad {
  kind: 'sale' | 'purchase'
  contract: number | null
  window: number | null
  day: string
  kg: number
}
interface Known {
  contracts: Agreed[]
  loads: KnownLoad[]
  /** Kilograms kept for a contract since a day. */
  reserved: { contract: number; kg: number; since: string }[]
  openingKg: number
  expectedKg: number
}

const grams = (kilograms: number) => Math.round(kilograms * 1000)
const sign = { sale: -1, purchase: 1 }

/** Grams that may be sold until the end of each month, of all wheat. */
function reckon(
  { contracts, loads, reserved, openingKg, expectedKg }: Known,
  today: string,
  months: string[],
) {
  const runs = today.slice(0, 7)
  const total = new Map(months.map((month) => [month, 0]))
  const add = (from: string, amount: number) => {
    const start = from === 'now' ? 0 : months.includes(from) ? months.indexOf(from) : months.length - 1
    for (const month of months.slice(start)) total.set(month, (total.get(month) ?? 0) + amount)
  }
  add('now', grams(openingKg))
  add(runs, grams(expectedKg))
  for (const load of loads)
    add(load.day <= today ? 'now' : load.day.slice(0, 7), sign[load.kind] * grams(load.kg))
  const kept = new Map<number, number>()
  for (const { contract, kg, since } of reserved) {
    const used = loads
      .filter((load) => load.contract === contract && load.day >= since)
      .reduce((sum, load) => sum + grams(load.kg), 0)
    kept.set(contract, Math.max(grams(kg) - used, 0))
  }
  for (const [contract, left] of kept) {
    add('now', -left)
    expect(contract).toBeGreaterThanOrEqual(0)
  }
  for (const [index, { kind, kg, windows }] of contracts.entries()) {
    const own = loads.filter((load) => load.contract === index)
    const entered = (some: KnownLoad[]) => some.reduce((sum, load) => sum + grams(load.kg), 0)
    let rest = Math.max(grams(kg) - entered(own), 0)
    let keeps = kept.get(index) ?? 0
    const due = (amount: number, month: string) => {
      const open = Math.min(amount, rest)
      rest -= open
      const covered = Math.min(open, keeps)
      keeps -= covered
      add(month, sign[kind] * (open - covered))
    }
    for (const [at, window] of windows.entries()) {
      const within = own.filter((load) =>
        load.window === null ? window.first <= load.day && load.day <= window.last : load.window === at + 1,
      )
      due(
        Math.max(grams(window.kg) - entered(within), 0),
        window.last < today ? runs : window.last.slice(0, 7),
      )
    }
    due(Infinity, kind === 'sale' ? runs : 'later')
  }
  return months.map((month) => (total.get(month) ?? 0) / 1000)
}

const reed = { id: 'reed', name: 'Reed Farm' }
const contracts: Agreed[] = [
  { kind: 'sale', kg: 200_000, windows: [] },
  {
    kind: 'sale',
    kg: 150_000,
    windows: [
      { first: '2026-08-01', last: '2026-08-20', kg: 60_000 },
      { first: '2026-08-21', last: '2026-09-30', kg: 70_000 },
    ],
  },
  {
    kind: 'purchase',
    kg: 180_000,
    windows: [
      { first: '2026-08-10', last: '2026-08-18', kg: 80_000 },
      { first: '2026-09-01', last: '2028-12-31', kg: 90_000 },
    ],
  },
  { kind: 'purchase', kg: 90_000, windows: [] },
]

/** Enters contracts, each as the service has it; answers their ids. */
async function enterContracts(order: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const index of order) {
    const { kind, kg, windows } = contracts[index] as Agreed
    const { id } = await trader.enter({
      kind,
      weight: kg,
      reference: `C-${index}`,
      ...(kind === 'purchase' && { partner: reed }),
      windows: windows.map(({ first, last, kg: weight }) => ({ fromISO: first, toISO: last, weight })),
    })
    ids[index] = id
  }
  return ids
}

/** Enters a load of a known kind; answers its number. */
async function enterLoad(ids: string[], { kind, contract, window, day, kg }: KnownLoad): Promise<number> {
  const trade = { tradeId: contract === null ? null : (ids[contract] ?? null), tradeWindow: window }
  if (kind === 'sale') {
    const { ids: numbers } = ok(await trader.sell(kg, { ...trade, movementDateISO: `${day}T06:00:00Z` }))
    return Number(numbers[0])
  }
  const { loads } = ok(
    await trader.operator().post(`${base}/loads`, {
      loads: [
        {
          from: { commodity: { id: WHEAT, type: WINTER }, harvestYear: '2026', sender: reed },
          to: trader.place(1),
          weight: kg,
          dateISO: `${day}T06:00:00Z`,
          ...trade,
        },
      ],
    }),
  )
  expect(loads).toMatchObject([{ status: 'success' }])
  return Number(loads[0].movements?.[0]?.id ?? loads[0].movementId)
}

const shown = async () => {
  const found = await trader.position()
  const wheat = found.commodities.find(
    ({ commodity }: { commodity: { id: number } }) => commodity.id === WHEAT,
  )
  const available = wheat.months.map((each: { available: number }) => each.available)
  // The rows come to the same as the whole.
  const rows = wheat.months.map((_month: object, at: number) =>
    wheat.rows.reduce((sum: number, row: typeof wheat) => sum + grams(row.months[at].available), 0),
  )
  expect(rows).toEqual(available.map(grams))
  return { months: found.months as string[], available }
}

test('equals a reckoning of its own on every day of a history', { timeout: 240_000 }, async () => {
  const { farm, service } = trader
  await farm.planting()
  const known: Known = {
    contracts,
    loads: [],
    reserved: [],
    openingKg: 900_000,
    expectedKg: 80_000,
  }
  const ids = await enterContracts([0, 1, 2, 3])
  const rolls = fc.sample(fc.nat(), 2000).values()
  const roll = (below: number) => (rolls.next().value ?? 0) % below
  const numbers: number[] = []
  const dayAfter = (day: string, days: number) =>
    new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  const anyLoad = (today: string): KnownLoad => {
    const contract = [null, 0, 1, 1, 2, 3][roll(6)] ?? null
    const kind = contract === null ? 'sale' : (contracts[contract] as Agreed).kind
    const windows = contract === null ? 0 : (contracts[contract] as Agreed).windows.length
    const window = windows > 0 && roll(3) === 0 ? 1 + roll(windows) : null
    // A ticket of today, one that lay in a cab, or one that is planned.
    const day = dayAfter(today, [0, 0, -1 - roll(10), 1 + roll(60)][roll(4)] ?? 0)
    return { kind, contract, window, day, kg: (1_000_000 + roll(20_000_000)) / 1000 }
  }
  let today = '2026-08-14'
  for (let step = 0; step < 16; step++) {
    service.clock.set(`${today}T08:30:00Z`)
    for (let load = 0; load < 2; load++) {
      const made = anyLoad(today)
      numbers.push(await enterLoad(ids, made))
      known.loads.push(made)
    }
    if (step === 4) {
      ok(await trader.reserve(ids[1] ?? '', { weight: 40_000, fromISO: today }))
      known.reserved.push({ contract: 1, kg: 40_000, since: today })
    }
    if (step % 3 === 2) {
      const at = roll(known.loads.length)
      const load = known.loads[at] as KnownLoad
      if (load.kind === 'sale') {
        ok(await trader.manager().delete(`${base}/movements/${numbers[at]}`, { recordId: trader.heap }))
        known.loads.splice(at, 1)
        numbers.splice(at, 1)
      }
    }
    const { months, available } = await shown()
    expect(available, today).toEqual(reckon(known, today, months))
    today = dayAfter(today, step < 10 ? 1 : 12)
  }
})

test('is the same in whichever order a history is entered', { timeout: 240_000 }, async () => {
  const known = fc.sample(
    fc.record({
      contract: fc.constantFrom(null, 0, 1, 2, 3),
      kg: fc.integer({ min: 1, max: 20_000_000 }).map(String),
      day: fc.constantFrom(
        '2026-08-02',
        '2026-08-12',
        '2026-08-14',
        '2026-08-25',
        '2026-10-02',
        '2028-09-01',
      ),
    }),
    10,
  )
  const loads = known.map(({ contract, kg, day }): KnownLoad => ({
    contract,
    kind: contract === null ? 'sale' : (contracts[contract] as Agreed).kind,
    window: null,
    day,
    kg: Number(kg) / 1000,
  }))
  const seen = []
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(loads, { minLength: loads.length }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      fc.nat({ max: loads.length }),
      async (order, ofContracts, reservedAt) => {
        trader = await openReserver()
        const ids = await enterContracts(ofContracts)
        for (const [at, load] of [...order, undefined].entries()) {
          if (at === reservedAt)
            ok(await trader.reserve(ids[0] ?? '', { weight: 50_000, fromISO: '2026-08-10' }))
          if (load) await enterLoad(ids, load)
        }
        const { months, available } = await shown()
        seen.push(available)
        const reserved = [{ contract: 0, kg: 50_000, since: '2026-08-10' }]
        const facts = { contracts, loads, reserved, openingKg: 900_000, expectedKg: 0 }
        expect(available).toEqual(reckon(facts, '2026-08-14', months))
      },
    ),
    { numRuns: 6 },
  )
  expect(seen.length).toBeGreaterThanOrEqual(6)
})
