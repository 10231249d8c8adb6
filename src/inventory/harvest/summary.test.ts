import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type Client, type TestApp } from '../../../test/app.ts'
import { base, harvestLoad, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'
import { historyCount } from '../../../test/history-count.ts'
import { fc } from '../../../test/seed.ts'

// What a plan adds up to is what a naive replay of everything that was entered adds up to, whatever the order.

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

interface Load {
  id: string
  field: number
  grams: number
  moisture: number | null
  isDeleted: boolean
}

interface Replay {
  fields: { area: number; remaining: number; expected: number }[]
  loads: Load[]
}

type Step =
  | { kind: 'load'; field: number; grams: number; moisture: number | null; days: number }
  | { kind: 'delete'; load: number }
  | { kind: 'weigh'; load: number; grams: number }
  | { kind: 'area'; field: number; percentage: number }

const field = fc.nat({ max: 1 })
const grams = fc.integer({ min: 1, max: 40_000_000 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('load' as const),
        field,
        grams,
        moisture: fc.option(fc.integer({ min: 100, max: 300 }).map((tenths) => tenths / 10)),
        days: fc.nat({ max: 10 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), load: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('weigh' as const), load: fc.nat(), grams }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('area' as const), field, percentage: fc.nat({ max: 100 }) }),
    },
  ),
  { minLength: 3, maxLength: 14 },
)

interface Scene {
  farm: TestFarm
  client: Client
  planId: string
  fieldIds: string[]
}

async function begin(): Promise<{ scene: Scene; replay: Replay }> {
  service.clock.set(TEST_START)
  const farm = await makeFarm(service)
  const client = farm.organisation.as('manager')
  const second = await client.post(`${base}/storage`, {
    name: 'Low Field',
    type: 'field',
    area: 7.25,
    location: null,
    substorage: [],
  })
  const fieldIds = [farm.fieldId, second.body.id]
  const { body } = await client.post(
    `${base}/plantings`,
    [8000, 7123.456].map((expectedYield, index) => ({
      rowNumber: index,
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: { id: WHEAT, type: WINTER, variety: 'Skyfall' },
      field: { storageId: fieldIds[index] },
      planting: { expectedYield },
    })),
  )
  const planting = await client.get(`${base}/records/${body.results[0].id}`)
  const fields = [
    { area: 10, remaining: 10, expected: 8000 },
    { area: 7.25, remaining: 7.25, expected: 7123.456 },
  ]
  return {
    scene: { farm, client, planId: planting.body.harvest.harvestPlanId, fieldIds },
    replay: { fields, loads: [] },
  }
}

async function take({ farm, client, planId, fieldIds }: Scene, replay: Replay, step: Step): Promise<void> {
  const url = `${base}/harvest-plans/${planId}`
  const standing = replay.loads.filter(({ isDeleted }) => !isDeleted)
  if (step.kind === 'area') {
    const known = replay.fields[step.field]
    if (!known) return
    const areaRemaining = Math.round(known.area * step.percentage * 100) / 10_000
    const body = [{ fieldId: fieldIds[step.field], areaRemaining, originalAreaRemaining: known.remaining }]
    expect((await client.patch(`${url}/remaining-area`, body)).status).toBe(200)
    known.remaining = areaRemaining
    return
  }
  if (step.kind === 'load') {
    const { body, status } = await client.post(`${url}/loads`, [
      harvestLoad({
        fieldId: fieldIds[step.field],
        storageId: farm.storeId,
        substorageId: farm.bays[step.days % 3],
        dateISO: `2026-08-${String(1 + step.days).padStart(2, '0')}`,
        weightNet: step.grams / 1000,
        moisture: step.moisture,
      }),
    ])
    expect(status, JSON.stringify(body)).toBe(200)
    replay.loads.push({
      id: body.id,
      field: step.field,
      grams: step.grams,
      moisture: step.moisture,
      isDeleted: false,
    })
    return
  }
  const load = standing[step.load % standing.length]
  if (!load) return
  if (step.kind === 'delete') {
    expect((await client.delete(`${url}/loads`, [{ loadId: load.id }])).status).toBe(200)
    load.isDeleted = true
    return
  }
  const movement = `${base}/movements/${load.id}`
  const { body } = await client.get(movement)
  const weighed = await client.put(`${movement}/actions`, {
    recordId: body.inventory.recordId,
    weighbridge: { empty: 1, full: 1 + step.grams / 1000 },
  })
  expect(weighed.status, JSON.stringify(weighed.body)).toBe(200)
  load.grams = step.grams
}

/** The formulas of rules.md §6 over plain lists, in kilograms and hectares. */
function replayed({ fields, loads }: Replay) {
  const standing = loads.filter(({ isDeleted }) => !isDeleted)
  let predicted = 0
  let projected = 0
  let harvested = 0
  let areaHarvested = 0
  for (const [index, { area, remaining, expected }] of fields.entries()) {
    const own = standing
      .filter((load) => load.field === index)
      .reduce((sum, load) => sum + load.grams / 1000, 0)
    const cut = area - remaining
    const rate = cut > 0 && own > 0 ? own / cut : expected
    predicted += expected * area
    harvested += own
    areaHarvested += cut
    projected += own + remaining * rate
  }
  const measured = standing.filter((load) => load.moisture !== null)
  const weight = measured.reduce((sum, load) => sum + load.grams, 0)
  const moisture = measured.reduce((sum, load) => sum + load.grams * (load.moisture ?? 0), 0)
  return {
    predicted,
    projected,
    harvested,
    areaHarvested,
    moisture: weight === 0 ? 0 : moisture / weight,
    variance: ((projected - predicted) / predicted) * 100,
  }
}

test('a summary is what a naive replay adds up to', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { scene, replay } = await begin()
      for (const step of history) await take(scene, replay, step)
      const { body } = await scene.client.get(`${base}/harvest-plans/${scene.planId}`)
      const naive = replayed(replay)
      expect(body.summary.totalHarvestedYield).toBeCloseTo(naive.harvested, 6)
      expect(body.summary.totalPredictedYield).toBeCloseTo(naive.predicted, 2)
      expect(body.summary.totalProjectedYield).toBeCloseTo(naive.projected, 2)
      expect(body.summary.totalRemainingYield).toBeCloseTo(naive.projected - naive.harvested, 2)
      expect(body.summary.areaHarvested).toBeCloseTo(naive.areaHarvested, 6)
      expect(body.summary.averageMoistureContent).toBeCloseTo(naive.moisture, 2)
      expect(body.summary.yieldVariance).toBeCloseTo(naive.variance, 2)
      const loads = await scene.client.get(
        `${base}/harvest-plans/loads?harvestPlanId=${scene.planId}&limit=200`,
      )
      const net = loads.body.reduce(
        (sum: number, load: { weightNet: { weight: number } }) => sum + load.weightNet.weight,
        0,
      )
      expect(net).toBeCloseTo(naive.harvested, 6)
    }),
    { numRuns: historyCount(1 / 10) },
  )
})
