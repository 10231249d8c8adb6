import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { base, GROUP_1, GROUP_2, WHEAT, WINTER } from '../../../test/farm.ts'
import { makeHarvest, plans, type TestHarvest } from './test-harvest.ts'

let service: TestApp
let farm: TestHarvest['farm']
let manager: TestHarvest['manager']
let got: TestHarvest['got']
let planOf: TestHarvest['planOf']
let makeField: TestHarvest['makeField']
let plant: TestHarvest['plant']
let load: TestHarvest['load']
let addLoad: TestHarvest['addLoad']
let setRemaining: TestHarvest['setRemaining']
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.clock.set(TEST_START)
  ;({ farm, manager, got, planOf, makeField, plant, load, addLoad, setRemaining } =
    await makeHarvest(service))
})

describe('a planting', () => {
  test('is predicted to the gram what its record says', async () => {
    const fieldId = await makeField(1.1823)
    const id = await plant(fieldId, { source: { planting: { expectedYield: 11_115 } } })
    // 1.1823 ha × 11,115 kg/ha = 13,141.2645 kg.
    expect((await got(`${base}/records/${id}`)).yield.initial).toBe(13_141.265)
    expect((await planOf(id)).summary).toMatchObject({
      totalPredictedYield: 13_141.265,
      totalProjectedYield: 13_141.265,
    })
  })

  test('is in its harvest plan from the beginning', async () => {
    const id = await farm.planting()
    const plan = await planOf(id)
    expect(plan).toMatchObject({
      harvestYear: '2026',
      status: 'planned',
      commodity: {
        commodity: { id: WHEAT, name: 'Wheat' },
        type: { id: WINTER, name: 'Winter' },
        grade: { id: GROUP_1, name: 'Group 1' },
        variety: 'Skyfall',
        tags: [],
        weight: { weight: 80_000 },
      },
      businessUnit: { id: '', name: '', type: '' },
      businessUnitIds: [],
      summary: {
        totalCount: 1,
        totalSize: 10,
        totalPredictedYield: 80_000,
        totalProjectedYield: 80_000,
        totalHarvestedYield: 0,
        totalRemainingYield: 80_000,
        averageMoistureContent: 0,
        yieldVariance: 0,
        areaHarvested: 0,
      },
    })
    expect(plan.records).toMatchObject([
      { id, source: 'planting', harvest: { harvestPlanId: plan.id, fieldId: farm.fieldId } },
    ])
  })

  test('shares a plan with its like, however the variety is written, and with nothing else', async () => {
    const id = await farm.planting()
    const like = await plant(await makeField(4), {
      commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'SKYFALL' },
    })
    const other = await plant(await makeField(5), {
      commodity: { id: WHEAT, type: WINTER, grade: GROUP_2, variety: 'Skyfall' },
    })
    const organic = await plant(await makeField(6), {
      commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall', tags: [1] },
    })
    const plan = await planOf(id)
    expect(plan.records.map((record: { id: string }) => record.id)).toEqual([id, like])
    expect(plan.summary).toMatchObject({ totalCount: 2, totalSize: 14, totalPredictedYield: 112_000 })
    const ids = new Set([plan.id, (await planOf(other)).id, (await planOf(organic)).id])
    expect(ids.size).toBe(3)
    expect(await planOf(organic)).toMatchObject({ commodity: { tags: [1] } })
  })

  test('goes to another plan when it is described otherwise, or its field goes to another business unit', async () => {
    const id = await farm.planting()
    const before = await planOf(id)
    const patched = await manager.patch(`${base}/records/${id}`, { commodityGrade: GROUP_2 })
    const regraded = await planOf(id)
    expect(patched.body.harvest.harvestPlanId).toBe(regraded.id)
    expect(regraded).toMatchObject({ commodity: { grade: { id: GROUP_2 } }, summary: { totalCount: 1 } })
    expect(await got(`${plans}/${before.id}`)).toMatchObject({
      status: 'empty',
      records: [],
      summary: { totalCount: 0 },
    })

    const unit = { businessUnitId: farm.organisation.businessUnitId, storageIds: [farm.fieldId] }
    expect((await manager.put(`${base}/storage/business-units`, unit)).status).toBe(200)
    const moved = await planOf(id)
    expect(moved.id).not.toBe(regraded.id)
    expect(moved).toMatchObject({
      businessUnitIds: [unit.businessUnitId],
      businessUnit: { id: unit.businessUnitId },
    })
    expect((await manager.patch(`${base}/storage/${farm.fieldId}`, { businessUnitIds: [] })).status).toBe(200)
    expect((await planOf(id)).id).toBe(regraded.id)

    const sampled = await manager.post(`${base}/records/${id}/samples`, { commodityGradeId: GROUP_1 })
    expect(sampled.body.harvest.harvestPlanId).toBe(before.id)
  })

  test('of a field in several business units is in the plan of the oldest, whatever they are called', async () => {
    const owner = farm.organisation.as('owner')
    const units = '/api/identity/business-units'
    const makeUnit = async (name: string) => (await owner.post(units, { name, type: 'farm' })).body
    const [older, newer] = [await makeUnit('Beta'), await makeUnit('Alpha')]
    const fieldId = await makeField(5, { businessUnitIds: [newer.id, older.id] })
    const plan = await planOf(await plant(fieldId))
    expect(plan.businessUnit).toMatchObject({ id: older.id, name: 'Beta' })

    expect((await owner.patch(`${units}/${older.id}`, { name: 'Zulu' })).status).toBe(200)
    expect(await planOf(await plant(fieldId))).toMatchObject({
      id: plan.id,
      businessUnit: { id: older.id, name: 'Zulu' },
      summary: { totalCount: 2 },
    })
    const backfilled = await manager.post(`${plans}/backfill`)
    expect(backfilled.body.message).toMatch(/^0 plantings/)
  })

  test('that is split with its field stays in its plan, or goes to that of the new variety', async () => {
    const id = await farm.planting()
    const split = await manager.post(`${base}/storage/fields/split`, [
      { source: farm.fieldId, name: 'North', hectares: 4 },
      { source: farm.fieldId, name: 'South', hectares: 1, variety: 'Crusoe' },
    ])
    expect(split.status).toBe(200)
    const plan = await planOf(id)
    expect(plan.summary).toMatchObject({ totalCount: 2, totalSize: 9, totalPredictedYield: 72_000 })
    const [crusoe] = await got(`${plans}?sortBy=variety`)
    expect(crusoe).toMatchObject({ commodity: { variety: 'Crusoe' }, summary: { totalSize: 1 } })
    const rest = [{ source: farm.fieldId, name: 'West', hectares: 5, variety: 'Crusoe' }]
    expect((await manager.post(`${base}/storage/fields/split`, rest)).status).toBe(200)
    const given = await got(`${plans}/${plan.id}`)
    expect([given.summary.totalCount, given.records.length, given.summary.totalSize]).toEqual([1, 1, 4])
  })
})

describe('backfill', () => {
  test('puts old plantings into their plans, and can be repeated', async () => {
    const ids = [await farm.planting(), await farm.planting({ variety: 'Crusoe' })]
    const { db } = service.database
    await db.updateTable('records').set({ harvest_plan_id: null }).where('id', 'in', ids).execute()
    await db
      .deleteFrom('harvest_plans')
      .where('organisation_id', '=', farm.organisation.organisationId)
      .execute()
    const backfill = (body?: object) => manager.post(`${plans}/backfill`, body)
    const first = await backfill()
    expect(first.body).toEqual({
      status: 'success',
      message: '2 plantings were put into their harvest plans; 2 plans were made.',
      ids: [expect.any(String), expect.any(String)],
    })
    expect(first.headers.location).toBe(`${plans}/${first.body.ids[0]}`)
    const made = await got(plans)
    expect(made.map(({ id }: { id: string }) => id).sort()).toEqual(first.body.ids.toSorted())
    const again = await backfill({ organisationId: farm.organisation.organisationId, organisationName: 'x' })
    expect(again.body).toEqual({
      status: 'success',
      message: '0 plantings were put into their harvest plans; 0 plans were made.',
    })
    const other = await makeOrganisation(service)
    expect((await backfill({ organisationId: other.organisationId })).status).toBe(403)
    expect((await farm.organisation.as('operator').post(`${plans}/backfill`, {})).status).toBe(403)
  })
})

describe('the remaining area', () => {
  test('changes what is projected, and is told in the timeline', async () => {
    const plantingId = await farm.planting()
    const plan = await planOf(plantingId)
    await addLoad(plan.id, { weightNet: 45_000 })
    const answer = await setRemaining(plan.id, 5, 10)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'harvesting',
        summary: {
          areaHarvested: 5,
          totalHarvestedYield: 45_000,
          totalProjectedYield: 90_000,
          totalRemainingYield: 45_000,
          totalPredictedYield: 80_000,
          yieldVariance: 12.5,
        },
      },
    })
    const { timeline } = await got(`${base}/records/${plantingId}`)
    expect(timeline.at(-1).details.statusMessage).toBe('Remaining area changed from 10 ha to 5 ha.')
    expect((await setRemaining(plan.id, 0, 5)).body.status).toBe('harvested')
  })

  test('is taken off the oldest crop of a new field first, as in the field that it was made of', async () => {
    const source = await makeField(10)
    for (const area of [1, 2, 3, 4, 5, 6]) await plant(source, { storage: [{ storageId: source, area }] })
    const made = await manager.post(`${base}/storage/fields/split`, [{ source, name: 'East', hectares: 5 }])
    const east = made.body.ids[0]
    const [plan] = await got(plans)
    const answer = await manager.patch(`${plans}/${plan.id}/remaining-area`, [
      { fieldId: east, areaRemaining: 3, originalAreaRemaining: 10.5 },
    ])
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const { docs } = await got(`${base}/records?f:storageId=${east}`)
    const remaining = docs.map(({ harvest, planting }: (typeof docs)[0]) => [
      harvest.area,
      planting.areaRemaining,
    ])
    expect(remaining.sort(([a]: number[], [b]: number[]) => Number(a) - Number(b))).toEqual([
      [0.5, 0],
      [1, 0],
      [1.5, 0],
      [2, 0],
      [2.5, 0],
      [3, 3],
    ])
  })

  test('is shared out when a half-harvested field is split, and its yield stays what it was', async () => {
    const plan = await planOf(await farm.planting())
    await addLoad(plan.id, { weightNet: 45_000 })
    await setRemaining(plan.id, 5, 10)
    const split = await manager.post(`${base}/storage/fields/split`, [
      { source: farm.fieldId, name: 'East', hectares: 5 },
    ])
    expect(split.status, JSON.stringify(split.body)).toBe(200)
    const { summary } = await got(`${plans}/${plan.id}`)
    // 5 ha at the 9 t/ha of the 5 ha cut so far, wherever they were.
    expect(summary).toMatchObject({
      totalCount: 2,
      areaHarvested: 5,
      totalHarvestedYield: 45_000,
      totalRemainingYield: 45_000,
      totalPredictedYield: 80_000,
    })
    const { datasets } = await got(`${plans}/history`)
    expect(datasets.at(-1)).toEqual({ label: 'yield', data: [9000] })

    // Split once more, and the rest of the new field cut.
    const again = await manager.post(`${base}/storage/fields/split`, [
      { source: farm.fieldId, name: 'West', hectares: 2.5 },
    ])
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    expect((await got(`${plans}/${plan.id}`)).summary.totalRemainingYield).toBe(45_000)
    const east = split.body.ids[0]
    await addLoad(plan.id, { fieldId: east, weightNet: 7000 })
    const rest = { fieldId: east, areaRemaining: 1.5, originalAreaRemaining: 2.5 }
    expect((await manager.patch(`${plans}/${plan.id}/remaining-area`, [rest])).status).toBe(200)
    expect((await got(`${plans}/${plan.id}`)).summary.totalRemainingYield).toBeCloseTo((52_000 / 6) * 4, 2)
  })

  test('is refused when the caller was shown another one', async () => {
    const plan = await planOf(await farm.planting())
    expect((await setRemaining(plan.id, 6, 10)).status).toBe(200)
    const stale = await setRemaining(plan.id, 5, 10)
    expect(stale).toMatchObject({
      status: 400,
      body: {
        code: 'stale_area',
        body: {
          fields: [
            { fieldId: farm.fieldId, fieldName: 'Top Field', areaRemaining: 6, originalAreaRemaining: 10 },
          ],
        },
      },
    })
    expect((await got(`${plans}/${plan.id}`)).summary.areaHarvested).toBe(4)
    const etag = { 'if-match': '"other"' }
    const late = await manager.patch(
      `${plans}/${plan.id}/remaining-area`,
      [{ fieldId: farm.fieldId, areaRemaining: 1, originalAreaRemaining: 6 }],
      etag,
    )
    expect(late.status).toBe(412)
  })

  test('has all its faults at once', async () => {
    const plan = await planOf(await farm.planting())
    const answer = await manager.patch(`${plans}/${plan.id}/remaining-area`, [
      { fieldId: farm.fieldId, areaRemaining: 10.0001, originalAreaRemaining: 10 },
      { fieldId: farm.fieldId, areaRemaining: 1, originalAreaRemaining: 10 },
      { fieldId: farm.storeId, areaRemaining: 1, originalAreaRemaining: 1 },
    ])
    expect(answer.body.validation).toMatchObject([
      { path: '[0].areaRemaining', code: 'maximum' },
      { path: '[1].fieldId', code: 'duplicate' },
      { path: '[2].fieldId', code: 'unknown' },
    ])
    expect(
      (await farm.organisation.as('operator').patch(`${plans}/${plan.id}/remaining-area`, [])).status,
    ).toBe(403)
  })
})

describe('searching', () => {
  test('finds by every filter, sorts and pages', async () => {
    const inHerts = {
      location: { address: { regionISO: 'GB-HRT' } },
      businessUnitIds: [farm.organisation.businessUnitId],
    }
    const there = await plant(await makeField(3, inHerts), { harvestYear: '2025' })
    const organic = await plant(await makeField(4), {
      commodity: { id: WHEAT, type: WINTER, variety: 'Crusoe', tags: [1] },
    })
    const barley = await plant(await makeField(5), { commodity: { id: 2, type: 201, variety: 'Craft' } })
    const foundBy = async (query: string) =>
      (await got(`${plans}?${query}`)).flatMap((plan: { records: { id: string }[] }) =>
        plan.records.map(({ id }) => id),
      )
    expect(await foundBy('f:harvestYear=2025')).toEqual([there])
    expect(await foundBy('f:regionISO=GB-HRT,GB-ESS')).toEqual([there])
    expect(await foundBy('f:regionISO=gb-hrt')).toEqual([there])
    expect(await foundBy(`f:businessUnitIds=${farm.organisation.businessUnitId}`)).toEqual([there])
    expect(await foundBy('f:commodity=2')).toEqual([barley])
    expect(await foundBy('f:commodityType=201&f:harvestYear=2026')).toEqual([barley])
    expect(await foundBy('tags=1')).toEqual([organic])
    expect(await foundBy('sortBy=totalSize')).toEqual([there, organic, barley])
    expect(await foundBy('sortBy=totalSize&limit=1&offset=1')).toEqual([organic])
    expect(await foundBy('docs=false')).toEqual([])
    expect((await foundBy('')).at(-1)).toBe(there)
    const csv = await got(`${plans}?format=csv&sortBy=totalSize`)
    expect(csv.trim().split('\r\n')).toHaveLength(4)
    expect(csv).toContain('2025,planned,Wheat,Winter,Group 1,Skyfall,,')
    expect((await manager.get(`${plans}?sortBy=nonsense`)).status).toBe(400)
    expect((await manager.get(`${plans}?f:commodity=nonsense`)).status).toBe(400)
  })

  test('shows nobody else’s', async () => {
    const plan = await planOf(await farm.planting())
    const other = (await makeOrganisation(service)).as('owner')
    expect((await other.get(plans)).body).toEqual([])
    expect((await other.get(`${plans}/history`)).body.labels).toEqual([])
    expect((await other.get(`${plans}/${plan.id}`)).status).toBe(404)
    for (const id of [plan.id, 'mine'])
      for (const format of ['json', 'csv'])
        expect((await other.get(`${plans}/loads?harvestPlanId=${id}&format=${format}`)).status).toBe(404)
    expect((await other.post(`${plans}/${plan.id}/loads`, [load()])).status).toBe(404)
    expect((await other.delete(`${plans}/${plan.id}/loads`, [{ loadId: '1' }])).status).toBe(404)
    const area = [{ fieldId: farm.fieldId, areaRemaining: 1, originalAreaRemaining: 10 }]
    expect((await other.patch(`${plans}/${plan.id}/remaining-area`, area)).status).toBe(404)
  })
})

describe('history', () => {
  test('is chart data, year by year', async () => {
    const last = await farm.planting({ harvestYear: '2025' })
    const lastPlan = await planOf(last)
    await addLoad(lastPlan.id, { dateISO: '2025-08-10', weightNet: 75_000 })
    await setRemaining(lastPlan.id, 0, 10)
    const plan = await planOf(await farm.planting())
    await addLoad(plan.id, { weightNet: 18_000, substorageId: farm.bays[1] })
    await setRemaining(plan.id, 8, 10)
    const barley = {
      commodity: { id: 2, type: 201, variety: 'Craft' },
      source: { planting: { expectedYield: 6500 } },
    }
    await plant(await makeField(4), barley)
    expect(await got(`${plans}/history`)).toEqual({
      labels: ['2025', '2026'],
      datasets: [
        { label: 'predicted', data: [80_000, 106_000] },
        { label: 'harvested', data: [75_000, 18_000] },
        { label: 'area', data: [10, 14] },
        { label: 'areaHarvested', data: [10, 2] },
        { label: 'yield', data: [7500, 9000] },
      ],
    })
    expect(await got(`${plans}/history?f:commodity=2`)).toMatchObject({
      labels: ['2026'],
      datasets: [{ data: [26_000] }, {}, {}, { label: 'areaHarvested' }, {}],
    })
    expect((await got(`${plans}/history?f:harvestYear=2025&f:commodityType=101`)).labels).toEqual(['2025'])
    expect((await got(`${plans}/history?f:regionISO=GB-ESS`)).labels).toEqual([])
    expect(
      (await got(`${plans}/history?f:businessUnitIds=${farm.organisation.businessUnitId}`)).labels,
    ).toEqual([])
  })
})
