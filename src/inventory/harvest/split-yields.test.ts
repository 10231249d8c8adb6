import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { makeHarvest, plans, type TestHarvest } from './test-harvest.ts'

// A field of 10 ha, 5 of them cut for 45 t, is split along the cut line. The split takes each half as half cut, so the
// remaining areas are corrected after it.

let service: TestApp
let harvest: TestHarvest
let planId: string
let source: string
let part: string

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  harvest = await makeHarvest(service)
  source = harvest.farm.fieldId
  planId = (await harvest.planOf(await harvest.farm.planting())).id
  await harvest.addLoad(planId, { weightNet: 45_000 })
  await correct([source, 10, 5])
  part = await split('Half')
})

async function split(name: string, field = source): Promise<string> {
  const rows = [{ source: field, name, hectares: 5 }]
  const answer = await harvest.manager.post(`${base}/storage/fields/split`, rows)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.ids[0]
}

/** Says what remains of fields, in one request; answers the plan's figures. */
async function correct(...fields: [fieldId: string, from: number, to: number][]) {
  const body = fields.map(([fieldId, originalAreaRemaining, areaRemaining]) => ({
    fieldId,
    areaRemaining,
    originalAreaRemaining,
  }))
  const answer = await harvest.manager.patch(`${plans}/${planId}/remaining-area`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.summary
}

/** The yield of the plan's year, in kilograms per hectare cut. */
async function yieldOfYear(): Promise<number> {
  const { datasets } = await harvest.got(`${plans}/history`)
  return datasets.at(-1).data[0]
}

test('each part has the yield of the whole, on the page of the plan and among the fields', async () => {
  const plan = await harvest.got(`${plans}/${planId}`)
  expect(plan.yields.toSorted((a: { fieldId: string }) => (a.fieldId === source ? -1 : 1))).toEqual([
    { fieldId: source, kilogramsPerHectare: 9000 },
    { fieldId: part, kilogramsPerHectare: 9000 },
  ])
  const { shapes } = await harvest.got(`${base}/storage/shapes?harvestYear=${plan.harvestYear}`)
  expect(
    shapes.map(({ id, crops }: { id: string; crops: { kilogramsPerHectare: number }[] }) => [
      id,
      crops[0]?.kilogramsPerHectare,
    ]),
  ).toEqual(expect.arrayContaining([source, part].map((id) => [id, 9000])))
})

test('as long as no area is said to be cut, that is said, with what the loads come to at the expected yield', async () => {
  const { farm, addLoad, planOf, got } = await makeHarvest(service)
  const { id } = await planOf(await farm.planting())
  const before = await got(`${plans}/${id}`)
  expect(before.summary).toMatchObject({ fieldsWithoutCutArea: 0, estimatedCutArea: 0 })
  await addLoad(id, { weightNet: 16_000 })
  const { summary, yields } = await got(`${plans}/${id}`)
  expect(summary).toMatchObject({ areaHarvested: 0, fieldsWithoutCutArea: 1, estimatedCutArea: 2 })
  expect(yields).toEqual([])
})

test('the part was the cut half: what stands in the source comes at the yield so far', async () => {
  expect(await correct([part, 2.5, 0], [source, 2.5, 5])).toMatchObject({
    areaHarvested: 5,
    totalRemainingYield: 45_000,
    totalProjectedYield: 90_000,
    yieldVariance: 12.5,
  })
  expect(await yieldOfYear()).toBe(9000)
  await harvest.addLoad(planId, { weightNet: 18_000 })
  expect(await correct([source, 5, 3])).toMatchObject({ totalRemainingYield: 27_000 })
  expect(await yieldOfYear()).toBe(9000)
})

test('the source was the cut half: the part has a yield of its own as soon as it is cut', async () => {
  expect(await correct([source, 2.5, 0], [part, 2.5, 5])).toMatchObject({ totalRemainingYield: 40_000 })
  expect(await yieldOfYear()).toBe(9000)
  await harvest.addLoad(planId, { fieldId: part, weightNet: 36_000 })
  expect(await correct([part, 5, 1])).toMatchObject({ totalRemainingYield: 9000 })
  expect(await yieldOfYear()).toBe(9000)
})

test('what was cut since the split counts beside what is corrected', async () => {
  await harvest.addLoad(planId, { weightNet: 9000 })
  await correct([source, 2.5, 1.5])
  // 54 t off 6 ha: the whole part, and the hectare that was cut since.
  expect(await correct([part, 2.5, 0], [source, 1.5, 4])).toMatchObject({
    areaHarvested: 6,
    totalRemainingYield: 36_000,
  })
  expect(await yieldOfYear()).toBe(9000)
})

test('an area cut by mistake is taken back as in any field', async () => {
  await harvest.addLoad(planId, { weightNet: 9000 })
  await correct([source, 2.5, 1])
  // 54 t off 6 ha, not 6.5.
  expect(await correct([source, 1, 1.5])).toMatchObject({ totalRemainingYield: 36_000 })
})

test('of several plantings of a field too, it is the field that counts', async () => {
  const field = await harvest.makeField(10)
  for (const area of [4, 6]) await harvest.plant(field, { storage: [{ storageId: field, area }] })
  await harvest.addLoad(planId, { fieldId: field, weightNet: 45_000 })
  const before = await correct([field, 10, 5])
  const half = await split('Half', field)
  // The older planting was wholly cut, so it stayed.
  const after = await correct([half, 2.5, 0], [field, 2.5, 5])
  expect(after.totalRemainingYield).toBe(before.totalRemainingYield)
})

test('fields that no split made of one another are left as they are', async () => {
  const other = await harvest.makeField(10)
  await harvest.plant(other)
  await harvest.addLoad(planId, { fieldId: other, weightNet: 44_000 })
  await correct([other, 10, 5])
  await split('Half', other)
  // The source: 45 t off 4.5 ha. The other: 44 t off 5.5 ha.
  expect(await correct([source, 2.5, 3], [other, 2.5, 2])).toMatchObject({
    totalRemainingYield: 5.5 * 10_000 + 4.5 * 8000,
  })
})

// A third of 30 ha is cut, for 60 t where 80 were expected, and 10 ha are split off.
describe('what is corrected after a split', () => {
  let planted: string
  let half: string
  const summaryOf = async () => (await harvest.got(`${plans}/${planId}`)).summary

  beforeEach(async () => {
    harvest = await makeHarvest(service)
    planted = await harvest.makeField(30)
    const recordId = await harvest.plant(planted, { storage: [{ storageId: planted, area: 30 }] })
    planId = (await harvest.planOf(recordId)).id
    await harvest.addLoad(planId, { fieldId: planted, weightNet: 60_000 })
    await correct([planted, 30, 20])
  })

  test.each([[[10]], [[10, 5]], [[10, 10, 10]], [[0.0001, 7.3333]]])(
    'a split alone into %j changes no total',
    async (sizes) => {
      const before = await summaryOf()
      expect(before).toMatchObject({ totalProjectedYield: 180_000 })
      const rows = sizes.map((hectares, index) => ({ source: planted, name: `Part ${index}`, hectares }))
      expect((await harvest.manager.post(`${base}/storage/fields/split`, rows)).status).toBe(200)
      const { totalCount: _count, ...after } = await summaryOf()
      expect({ totalCount: 1, ...after }).toEqual(before)
    },
  )

  type Correction = [fieldId: string, from: number, to: number]
  const corrections: [how: string, order: (source: Correction, part: Correction) => Correction[][]][] = [
    ['in one request', (source, part) => [[source, part]]],
    ['in two', (source, part) => [[source], [part]]],
    ['in two, the other way round', (source, part) => [[part], [source]]],
    ['the part twice', (source, [id, from, to]) => [[[id, from, 8]], [source], [[id, 8, to]]]],
  ]

  test.each(corrections)('is the same %s', async (_how, order) => {
    const rows = [{ source: planted, name: 'Part', hectares: 10 }]
    const split = await harvest.manager.post(`${base}/storage/fields/split`, rows)
    half = split.body.ids[0]
    for (const request of order([planted, 13.3334, 10], [half, 6.6666, 10])) await correct(...request)
    // The part was not cut, so it brings what is expected of it: 10 ha at 6 t, and 10 at 8.
    expect(await summaryOf()).toMatchObject({
      areaHarvested: 10,
      totalProjectedYield: 60_000 + 60_000 + 80_000,
    })
  })
})
