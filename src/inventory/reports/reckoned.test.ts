import { beforeAll, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { BARLEY, base, makeBays, makeFarm, WHEAT, WINTER, WINTER_BARLEY } from '../../../test/farm.ts'
import { historyCount } from '../../../test/history-count.ts'
import { ok } from '../../../test/scene.ts'
import { fc } from '../../../test/seed.ts'

// Each report beside a reckoning of its own, which knows the loads alone, in whatever order they were entered.

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})

const senders = [
  { id: 'reed', name: 'Reed Farm' },
  { id: 'hill', name: 'Hill Farm' },
]
const buyers = [
  { id: 'mill-7', name: 'Valley Mill' },
  { id: 'mill-8', name: 'Downs Mill' },
]
const crops = [
  { id: WHEAT, name: 'Wheat', body: { id: WHEAT, type: WINTER } },
  { id: BARLEY, name: 'Barley', body: WINTER_BARLEY },
]
const lorries = ['AB12 CDE', 'XY99 ZZZ']
const OPENING_KG = 900_000_000

interface KnownLoad {
  way: 'bring' | 'store' | 'sell' | 'harvest'
  /** Of what is not off the field, which bears wheat. */
  crop: number
  partner: number
  grams: number
  /** Days before the test's now, or after it where it is less than 0. */
  daysAgo: number
  moisture: number | null
  lorry: number | null
  hasContract: boolean
  lostGrams: number
  isDeleted: boolean
}

const anyLoad: fc.Arbitrary<KnownLoad> = fc.record({
  way: fc.constantFrom('bring' as const, 'store' as const, 'sell' as const, 'harvest' as const),
  crop: fc.nat({ max: 1 }),
  partner: fc.nat({ max: 1 }),
  grams: fc.integer({ min: 1_000_000, max: 40_000_000 }),
  daysAgo: fc.integer({ min: -20, max: 760 }),
  moisture: fc.option(fc.integer({ min: 100, max: 250 }).map((tenths) => tenths / 10)),
  lorry: fc.option(fc.nat({ max: 1 })),
  hasContract: fc.boolean(),
  lostGrams: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900_000 })),
  isDeleted: fc.boolean(),
})

const DAY_MS = 86_400_000
const momentOf = ({ daysAgo }: KnownLoad) => new Date(Date.parse(TEST_START) - daysAgo * DAY_MS - 3_600_000)
const kilograms = (grams: number) => grams / 1000

/** A farm with the openings, a planting and contracts that loads name. */
async function openMerchant() {
  service.clock.set(TEST_START)
  const farm = await makeFarm(service)
  const manager = farm.organisation.as('manager')
  const [ownWheat, ownBarley, reedWheat, reedBarley, hillWheat, hillBarley] = await makeBays(
    farm.organisation,
    6,
  )
  const heaps: string[] = []
  for (const [index, bay] of [ownWheat, ownBarley].entries())
    heaps.push(
      ok(
        await manager.post(`${base}/records`, {
          type: 'crop',
          harvestYear: '2026',
          owned: true,
          commodity: crops[index]?.body,
          source: { type: 'existing', importDateUTC: '2023-07-01' },
          storage: [{ ...bay, weight: OPENING_KG }],
        }),
      ).id,
    )
  const planting = await farm.planting()
  const { harvest } = ok(await manager.get(`${base}/records/${planting}`))
  const trades: Record<string, string> = {}
  for (const [crop, { body }] of crops.entries())
    for (const [kind, partners] of [
      ['purchase', senders],
      ['sale', buyers],
    ] as const)
      for (const [index, partner] of partners.entries())
        trades[`${kind} ${crop} ${index}`] = ok(
          await manager.post(`${base}/trades`, {
            kind,
            partner,
            reference: `${kind} ${crop} ${index}`,
            commodity: { id: body.id, type: body.type },
            weight: 500_000_000,
          }),
        ).id
  return {
    farm,
    manager,
    heaps,
    planId: harvest.harvestPlanId as string,
    own: [ownWheat, ownBarley],
    others: [
      [reedWheat, hillWheat],
      [reedBarley, hillBarley],
    ],
    trades,
  }
}
type Merchant = Awaited<ReturnType<typeof openMerchant>>

const tradeName = ({ way, crop, partner }: KnownLoad) =>
  `${way === 'sell' ? 'sale' : 'purchase'} ${crop} ${partner}`
const mayHaveContract = ({ way, hasContract }: KnownLoad) =>
  hasContract && (way === 'bring' || way === 'sell')

async function enter(merchant: Merchant, load: KnownLoad): Promise<void> {
  const { way, crop, partner, grams, moisture, lorry } = load
  const { manager, heaps, own, others, trades, farm, planId } = merchant
  const date = { movementDateISO: momentOf(load).toISOString() }
  const driver = { name: 'Sam', vehicleRegistration: lorry === null ? null : lorries[lorry] }
  const trade = mayHaveContract(load) ? { tradeId: trades[tradeName(load)] } : {}
  let id: number
  if (way === 'sell') {
    const answer = await manager.post(`${base}/movements`, {
      recordId: heaps[crop],
      weight: kilograms(grams),
      ...date,
      destination: { organisationId: buyers[partner]?.id, organisationName: buyers[partner]?.name },
      sold: true,
      driver,
      ...trade,
      ...(load.lostGrams > 0 && {
        adjustment: { weight: -kilograms(load.lostGrams), reason: 7, notes: 'spilt' },
      }),
    })
    id = Number(ok(answer).ids[0])
  } else {
    const fields = [{ name: 'Moisture', value: String(moisture), metric: '%' }]
    const sender = senders[partner]
    const from =
      way === 'harvest'
        ? { harvestPlanId: planId, fieldId: farm.fieldId }
        : {
            commodity: crops[crop]?.body,
            harvestYear: '2026',
            sender,
            ...(way === 'store' && { owned: false, owner: sender }),
          }
    const to = way === 'harvest' ? own[0] : way === 'bring' ? own[crop] : others[crop]?.[partner]
    const answer = ok(
      await manager.post(`${base}/loads`, {
        loads: [
          {
            from,
            to,
            weight: kilograms(grams),
            dateISO: date.movementDateISO,
            driver,
            ...(moisture !== null && { sample: { fields } }),
            ...trade,
          },
        ],
      }),
    )
    expect(answer.loads).toMatchObject([{ status: 'success' }])
    id = Number(answer.loads[0].movements?.[0]?.id ?? answer.loads[0].movementId)
  }
  if (load.isDeleted) ok(await manager.delete(`${base}/movements/${id}`))
}

type Rows = Record<string, Record<string, number | null>>

/** Adds amounts up by row. */
class Sums {
  readonly rows = new Map<string, Record<string, number>>()
  add(key: string[], amounts: Record<string, number>): void {
    const row = this.rows.get(key.join(' | ')) ?? {}
    for (const [name, amount] of Object.entries(amounts)) row[name] = (row[name] ?? 0) + amount
    this.rows.set(key.join(' | '), row)
  }
}

const inKg = (row: Record<string, number>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, kilograms(row[name] ?? 0)]))
const mean = (row: Record<string, number>) =>
  row['measured'] ? Math.round((1000 * (row['moist'] ?? 0)) / row['measured']) / 1000 : null

/** What each report has to say of loads that happened on days, both included. */
function reckon(all: KnownLoad[], from: string, to: string): Record<string, Rows> {
  const dayOf = (load: KnownLoad) => momentOf(load).toISOString().slice(0, 10)
  const done = all.filter(({ isDeleted, daysAgo }) => !isDeleted && daysAgo >= 0)
  const within = done.filter((load) => from <= dayOf(load) && dayOf(load) <= to)
  const [deliveries, hauliers, quality] = [new Sums(), new Sums(), new Sums()]
  for (const load of within) {
    const { way, crop, partner, grams, moisture, lorry } = load
    const name = crops[way === 'harvest' ? 0 : crop]?.name ?? ''
    const isOut = way === 'sell'
    const flow = isOut ? { wentOut: grams } : { cameIn: grams }
    const who = (isOut ? buyers : senders)[partner]?.name ?? ''
    const trade = mayHaveContract(load) ? tradeName(load) : ''
    if (way !== 'harvest') deliveries.add([name, trade, '', who], { loads: 1, ...flow })
    if (lorry !== null) hauliers.add(['', lorries[lorry] ?? '', name], { loads: 1, carried: grams, ...flow })
    if (way === 'bring' || way === 'store') {
      const measured = moisture === null ? {} : { measured: grams, moist: grams * moisture }
      quality.add([name, who, 'Winter'], { loads: 1, cameIn: grams, ...measured })
    }
  }
  const written = (sums: Sums, say: (row: Record<string, number>) => Record<string, number | null>): Rows =>
    Object.fromEntries([...sums.rows].map(([key, row]) => [key, say(row)]))
  return {
    deliveries: written(deliveries, (row) => ({
      loads: row['loads'] ?? 0,
      ...inKg(row, ['cameIn', 'wentOut']),
    })),
    hauliers: written(hauliers, (row) => ({
      loads: row['loads'] ?? 0,
      ...inKg(row, ['cameIn', 'wentOut']),
      movedWithin: 0,
      perLoad: Math.round((row['carried'] ?? 0) / (row['loads'] ?? 1)) / 1000,
    })),
    quality: written(quality, (row) => ({
      loads: row['loads'] ?? 0,
      ...inKg(row, ['cameIn']),
      moisture: mean(row),
    })),
    ...reckonStock(done, dayOf, from, to),
  }
}

function reckonStock(
  done: KnownLoad[],
  dayOf: (load: KnownLoad) => string,
  from: string,
  to: string,
): Record<string, Rows> {
  const [owners, losses] = [new Sums(), new Sums()]
  for (const { name } of crops)
    owners.add([name, 'own', 'Winter'], { opening: OPENING_KG * 1000, closing: OPENING_KG * 1000 })
  for (const load of done.filter((each) => dayOf(each) <= to)) {
    const { way, crop, partner, grams, lostGrams } = load
    const name = crops[way === 'harvest' ? 0 : crop]?.name ?? ''
    const lost = way === 'sell' ? lostGrams : 0
    const change = way === 'sell' ? -grams - lost : grams
    const owner = way === 'store' ? (senders[partner]?.name ?? '') : 'own'
    const isBefore = dayOf(load) < from
    const flows = way === 'sell' ? { wentOut: grams, lost } : { cameIn: grams }
    owners.add([name, owner, 'Winter'], { closing: change, ...(isBefore ? { opening: change } : flows) })
    if (!isBefore && lost > 0) losses.add([name, 'Spillage', '', 'own'], { lost })
  }
  const names = ['opening', 'cameIn', 'wentOut', 'changedHands', 'lost', 'found', 'closing']
  return {
    owners: Object.fromEntries([...owners.rows].map(([key, row]) => [key, inKg(row, names)])),
    losses: Object.fromEntries([...losses.rows].map(([key, row]) => [key, inKg(row, ['lost', 'found'])])),
  }
}

interface Shown {
  figures: { name: string }[]
  groups: {
    group: { name: string }
    rows: { labels: { name: string }[]; figures: (number | null)[]; before: (number | null)[] | null }[]
    total: { figures: (number | null)[] }
  }[]
  total: { figures: (number | null)[] }
}

/** A report as rows by name, and the farm itself as `own`. Of the year before with `before`. */
function rowsOf({ figures, groups }: Shown, year: 'figures' | 'before' = 'figures'): Rows {
  return Object.fromEntries(
    groups.flatMap(({ group, rows }) =>
      rows.map((row) => {
        const key = [
          group.name,
          ...row.labels.map(({ name }) => (name.startsWith('Test Farm') ? 'own' : name)),
        ]
        return [
          key.join(' | '),
          Object.fromEntries(figures.map(({ name }, at) => [name, row[year]?.[at] ?? null])),
        ]
      }),
    ),
  )
}

/** Expects that totals are what their rows come to, to the gram, of each figure that is added up. */
function expectTotals({ figures, groups, total }: Shown): void {
  const added = figures.flatMap(({ name }, at) =>
    ['loads', 'cameIn', 'wentOut', 'opening', 'closing', 'lost', 'found'].includes(name) ? [at] : [],
  )
  const sum = (rows: { figures: (number | null)[] }[], at: number) =>
    rows.reduce((grams, { figures: own }) => grams + Math.round((own[at] ?? 0) * 1000), 0)
  for (const at of added) {
    for (const { rows, total: own } of groups) expect(sum(rows, at)).toBe(sum([own], at))
    expect(
      sum(
        groups.map(({ total: own }) => own),
        at,
      ),
    ).toBe(sum([total], at))
  }
}

const before = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
const spans = [
  ['2025-07-01', '2026-06-30'],
  ['2026-07-01', '2026-08-14'],
  ['2026-03-05', '2026-03-05'],
] as const

test('each report is what its loads come to, in any order of entry', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLoad, { minLength: 4, maxLength: 14 }), async (loads) => {
      const reversed = await openMerchant()
      for (const load of loads.toReversed()) await enter(reversed, load)
      const merchant = await openMerchant()
      for (const load of loads) await enter(merchant, load)
      const asked = async (of: Merchant, query: string): Promise<Shown> =>
        ok(await of.manager.get(`${base}/reports?${query}`))
      for (const [from, to] of spans) {
        const [own, earlier] = [reckon(loads, from, to), reckon(loads, before(from), before(to))]
        for (const kind of Object.keys(own)) {
          const query = `kind=${kind}&period=dates&from=${from}&to=${to}&withYearBefore=true`
          const shown = await asked(merchant, query)
          expectTotals(shown)
          expectRows(rowsOf(shown), own[kind] ?? {})
          expectRows(rowsOf(shown, 'before'), earlier[kind] ?? {})
          const other = await asked(reversed, query)
          expect(rowsOf(other)).toEqual(rowsOf(shown))
        }
      }
      await expectSeason(merchant, loads)
    }),
    { numRuns: historyCount(0.2) },
  )
})

/** Expects rows as they were reckoned, each with the figures that were; a row that only the other year has says nothing. */
function expectRows(shown: Rows, reckoned: Rows): void {
  const isSaid = (row: Record<string, number | null>) =>
    Object.values(row).some((figure) => figure !== null && figure !== 0)
  const said = Object.entries(shown).filter(([, row]) => isSaid(row))
  expect(said.map(([key]) => key).toSorted()).toEqual(
    Object.entries(reckoned)
      .filter(([, row]) => isSaid(row))
      .map(([key]) => key)
      .toSorted(),
  )
  for (const [key, row] of said) expect({ key, ...row }).toMatchObject({ key, ...reckoned[key] })
}

async function expectSeason({ manager }: Merchant, loads: KnownLoad[]): Promise<void> {
  const { groups, figures }: Shown = ok(await manager.get(`${base}/reports?kind=season&harvestYear=2026`))
  const done = loads.filter(({ way, isDeleted, daysAgo }) => way === 'harvest' && !isDeleted && daysAgo >= 0)
  const harvested = done.reduce((sum, { grams }) => sum + grams, 0)
  const row = Object.fromEntries(figures.map(({ name }, at) => [name, groups[0]?.rows[0]?.figures[at]]))
  expect(groups[0]?.rows[0]?.labels.map(({ name }) => name)).toEqual(['Skyfall', 'Top Field'])
  expect(row).toMatchObject({
    area: 10,
    harvested: kilograms(harvested),
    intoStore: kilograms(harvested),
    sentOff: 0,
  })
}
