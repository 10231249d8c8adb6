import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, TEST_START, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { base, GROUP_1, GROUP_2, makeFarm, WHEAT, WINTER, type TestFarm } from '../movements/test-farm.ts'

let service: TestApp
let farm: TestFarm
let manager: Client
beforeAll(async () => {
  service = await openTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
  manager = farm.organisation.as('manager')
})

const plans = `${base}/harvest-plans`

async function got(url: string) {
  const answer = await farm.organisation.as('viewer').get(url)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

async function planOf(plantingId: string) {
  const { harvest } = await got(`${base}/records/${plantingId}`)
  return got(`${plans}/${harvest.harvestPlanId}`)
}

function load(overrides: object = {}) {
  return {
    fieldId: farm.fieldId,
    commodityId: WHEAT,
    commodityGroupId: WINTER,
    storageId: farm.storeId,
    substorageId: farm.bays[0],
    dateISO: '2026-08-14T09:00',
    weightNet: 12_000,
    moisture: null,
    temperature: null,
    driverName: null,
    driverRegistration: null,
    sample: null,
    ...overrides,
  }
}

async function addLoad(planId: string, overrides: object = {}) {
  const answer = await farm.organisation.as('operator').post(`${plans}/${planId}/loads`, [load(overrides)])
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

function setRemaining(planId: string, areaRemaining: number, originalAreaRemaining: number, fieldId = farm.fieldId) {
  return manager.patch(`${plans}/${planId}/remaining-area`, [{ fieldId, areaRemaining, originalAreaRemaining }])
}

async function makeField(area: number, overrides: object = {}): Promise<string> {
  const field = { name: `Field of ${area}`, type: 'field', area, location: null, substorage: [], ...overrides }
  return (await manager.post(`${base}/storage`, field)).body.id
}

/** Plants a field a moment after what was planted before. */
async function plant(fieldId: string, overrides: object = {}): Promise<string> {
  service.clock.advance({ seconds: 1 })
  const answer = await manager.post(`${base}/records`, {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
    storage: [{ storageId: fieldId }],
    source: { planting: { expectedYield: 8000 } },
    ...overrides,
  })
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body.id
}

describe('a planting', () => {
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
    expect(plan.records).toMatchObject([{ id, source: 'planting', harvest: { harvestPlanId: plan.id, fieldId: farm.fieldId } }])
  })

  test('shares a plan with its like, however the variety is written, and with nothing else', async () => {
    const id = await farm.planting()
    const like = await plant(await makeField(4), { commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'SKYFALL' } })
    const other = await plant(await makeField(5), { commodity: { id: WHEAT, type: WINTER, grade: GROUP_2, variety: 'Skyfall' } })
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
    expect(await got(`${plans}/${before.id}`)).toMatchObject({ status: 'empty', records: [], summary: { totalCount: 0 } })

    const unit = { businessUnitId: farm.organisation.businessUnitId, storageIds: [farm.fieldId] }
    expect((await manager.put(`${base}/storage/business-units`, unit)).status).toBe(200)
    const moved = await planOf(id)
    expect(moved.id).not.toBe(regraded.id)
    expect(moved).toMatchObject({ businessUnitIds: [unit.businessUnitId], businessUnit: { id: unit.businessUnitId } })
    expect((await manager.patch(`${base}/storage/${farm.fieldId}`, { businessUnitIds: [] })).status).toBe(200)
    expect((await planOf(id)).id).toBe(regraded.id)

    const sampled = await manager.post(`${base}/records/${id}/samples`, { commodityGradeId: GROUP_1 })
    expect(sampled.body.harvest.harvestPlanId).toBe(before.id)
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
  })
})

describe('backfill', () => {
  test('puts old plantings into their plans, and can be repeated', async () => {
    const ids = [await farm.planting(), await farm.planting({ variety: 'Crusoe' })]
    const { db } = service.database
    await db.updateTable('records').set({ harvest_plan_id: null }).where('id', 'in', ids).execute()
    await db.deleteFrom('harvest_plans').where('organisation_id', '=', farm.organisation.organisationId).execute()
    const backfill = (body: object = {}) => manager.post(`${plans}/backfill`, body)
    expect((await backfill()).body).toEqual({
      status: 'success',
      message: '2 plantings were put into their harvest plans; 2 plans were made.',
    })
    expect((await got(plans)).length).toBe(2)
    const again = await backfill({ organisationId: farm.organisation.organisationId, organisationName: 'x' })
    expect(again.body.message).toBe('0 plantings were put into their harvest plans; 0 plans were made.')
    const other = await makeOrganisation(service)
    expect((await backfill({ organisationId: other.organisationId })).status).toBe(403)
    expect((await farm.organisation.as('operator').post(`${plans}/backfill`, {})).status).toBe(403)
  })
})

describe('a load', () => {
  test('is a movement off the field, traced to it, and described by what was measured', async () => {
    const plantingId = await farm.planting()
    const plan = await planOf(plantingId)
    const sample = { fields: [{ name: 'Protein', value: '13.1', metric: '%' }], commodityGradeId: GROUP_2 }
    const made = await addLoad(plan.id, { moisture: 15.5, temperature: 21, driverName: 'Sam', driverRegistration: 'AB12 CDE', sample })
    expect(made).toMatchObject({
      fieldId: farm.fieldId,
      fieldName: 'Top Field',
      storageId: farm.storeId,
      storageName: 'Long Barn',
      substorageId: farm.bays[0],
      substorageName: 'Bay 1',
      plantingId,
      commodity: { commodity: { id: WHEAT }, type: { id: WINTER }, grade: { id: GROUP_2 }, variety: 'Skyfall', tags: [] },
      dateISO: '2026-08-14T08:00:00.000Z',
      weightNet: { weight: 12_000 },
      fieldArea: 10,
      moisture: 15.5,
      temperature: 21,
      driverName: 'Sam',
      driverRegistration: 'AB12 CDE',
      sample: { fields: sample.fields, file: null, files: [], commodityGradeId: GROUP_2 },
    })
    expect(made.id).toBe(String(made.movementId))
    expect(await got(`${base}/movements/${made.movementId}`)).toMatchObject({
      type: 'internal',
      status: 'complete',
      inventory: { recordId: plantingId, commodity: { weight: { weight: 12_000 } } },
    })
    expect(await got(`${base}/records/${made.recordId}`)).toMatchObject({
      commodity: { grade: { id: GROUP_2 } },
      yield: { current: 12_000, harvested: 12_000 },
    })
    const trace = await got(`${base}/records/${made.recordId}/trace`)
    expect(trace.madeOf).toMatchObject([{ type: 'harvest', recordId: plantingId, fieldId: farm.fieldId, weight: 12_000, share: 100 }])
    expect(await got(`${base}/records/${plantingId}`)).toMatchObject({ yield: { harvested: 12_000 }, planting: { areaRemaining: 10 } })
  })

  test('of several is answered as an array, in order; a plan lists them newest first', async () => {
    const plan = await planOf(await farm.planting())
    const loads = [
      load({ dateISO: '2026-08-13', moisture: 18 }),
      load({ dateISO: '2026-08-12', weightNet: 6000, moisture: 15, substorageId: farm.bays[1] }),
    ]
    const answer = await manager.post(`${plans}/${plan.id}/loads`, loads)
    expect(answer.body.map((each: { weightNet: { weight: number } }) => each.weightNet.weight)).toEqual([12_000, 6000])
    expect(answer.headers['location']).toBe(`/api/inventory/movements/${answer.body[0].movementId}`)
    const listed = await got(`${plans}/loads?harvestPlanId=${plan.id}`)
    expect(listed).toEqual(answer.body)
    expect(await got(`${plans}/loads?harvestPlanId=${plan.id}&sortBy=weightNet&limit=1`)).toEqual([answer.body[1]])
    expect(await got(`${plans}/loads?harvestPlanId=${plan.id}&docs=false`)).toEqual([])
    const csv = await got(`${plans}/loads?harvestPlanId=${plan.id}&format=csv`)
    expect(csv.split('\r\n')[1]).toContain('Top Field,Long Barn,Bay 1,Wheat,Winter,Group 1,Skyfall,12000,18,')
    expect((await got(`${plans}/${plan.id}`)).summary).toMatchObject({
      totalHarvestedYield: 18_000,
      averageMoistureContent: 17,
      totalProjectedYield: 98_000,
    })
  })

  test('joins what lies in the bay, in the order of the body, with moisture as the mean by weight', async () => {
    const plan = await planOf(await farm.planting())
    const answer = await manager.post(`${plans}/${plan.id}/loads`, [
      load({ weightNet: 1000, moisture: 14 }),
      load({ weightNet: 3000, moisture: 18 }),
    ])
    const [first, second] = answer.body
    expect(first.recordId).toBe(second.recordId)
    const { quality } = await service.database.db
      .selectFrom('records')
      .select('quality')
      .where('id', '=', first.recordId)
      .executeTakeFirstOrThrow()
    expect(quality).toEqual({ Moisture: { value: 17, metric: '%' } })
  })

  test('that is deleted is taken back, unless its grain has gone on', async () => {
    const plan = await planOf(await farm.planting())
    const first = await addLoad(plan.id)
    const second = await addLoad(plan.id, { weightNet: 8000 })
    await farm.move(first.recordId, 'mill-7', 15_000)
    const remove = (...ids: string[]) =>
      farm.organisation.as('operator').delete(`${plans}/${plan.id}/loads`, ids.map((loadId) => ({ loadId })))
    expect(await remove(first.id)).toMatchObject({ status: 400, body: { code: 'insufficient_stock' } })
    expect((await got(`${plans}/${plan.id}`)).summary.totalHarvestedYield).toBe(20_000)
    const third = await addLoad(plan.id, { weightNet: 7000 })
    expect(await remove(third.id, second.id)).toMatchObject({ status: 400 })
    expect(await remove(third.id)).toMatchObject({ status: 200, body: { status: 'success', message: 'The load was deleted.' } })
    expect((await got(`${plans}/${plan.id}`)).summary.totalHarvestedYield).toBe(20_000)
    expect((await got(`${plans}/loads?harvestPlanId=${plan.id}`)).map((each: { id: string }) => each.id)).toEqual([second.id, first.id])
    for (const id of [third.id, '999999', 'nonsense']) expect((await remove(id)).status).toBe(404)
    const other = await planOf(await farm.planting({ variety: 'Crusoe' }))
    const wrong = await manager.delete(`${plans}/${other.id}/loads`, [{ loadId: first.id }])
    expect(wrong.status).toBe(404)
  })

  test('moved off the field in the ordinary way is one too, also when it is sold straight from it', async () => {
    const plantingId = await farm.planting()
    const plan = await planOf(plantingId)
    const stored = await farm.move(plantingId, farm.bays[0], 5000)
    const sold = await farm.move(plantingId, 'mill-7', 2000)
    const listed = await got(`${plans}/loads?harvestPlanId=${plan.id}&sortBy=weightNet`)
    expect(listed).toMatchObject([
      { movementId: sold, recordId: '', storageId: '', substorageId: 0, moisture: null, sample: null, weightNet: { weight: 2000 } },
      { movementId: stored, substorageId: farm.bays[0], weightNet: { weight: 5000 } },
    ])
    expect((await got(`${plans}/${plan.id}`)).summary.totalHarvestedYield).toBe(7000)
  })

  test('that is planned counts when it has come', async () => {
    const plan = await planOf(await farm.planting())
    await addLoad(plan.id, { dateISO: '2026-08-20', moisture: 16 })
    expect((await got(`${plans}/${plan.id}`)).summary).toMatchObject({ totalHarvestedYield: 0, averageMoistureContent: 0 })
    service.clock.advance({ days: 7 })
    expect((await got(`${plans}/${plan.id}`)).summary).toMatchObject({ totalHarvestedYield: 12_000, averageMoistureContent: 16 })
  })

  test('with faults is refused with all of them, and none of the others is stored', async () => {
    const plan = await planOf(await farm.planting())
    const elsewhere = await makeField(3)
    const answer = await manager.post(`${plans}/${plan.id}/loads`, [
      load(),
      load({ fieldId: elsewhere, commodityId: 2, commodityGroupId: 201, dateISO: 'soon', weightNet: 0 }),
      load({ storageId: farm.fieldId, sample: { commodityGradeId: 1020101 } }),
      load({ storageId: 'barn' }),
      load({ substorageId: 0 }),
    ])
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(answer.body.validation.map((each: { path: string }) => each.path).sort()).toEqual([
      '[1].commodityGroupId',
      '[1].commodityId',
      '[1].dateISO',
      '[1].fieldId',
      '[1].weightNet',
      '[2].sample.commodityGradeId',
      '[2].substorageId',
      '[3].storageId',
      '[4].substorageId',
    ])
    expect(await got(`${plans}/loads?harvestPlanId=${plan.id}`)).toEqual([])
  })

  test('is refused where the bay holds what it may not be mixed with; a dry run stores nothing', async () => {
    const plan = await planOf(await farm.planting())
    await farm.opening(farm.bays[0], 100, { harvestYear: '2025' })
    const refused = await manager.post(`${plans}/${plan.id}/loads`, [load()])
    expect(refused).toMatchObject({ status: 400, body: { code: 'incompatible_stock' } })
    const dry = await manager.post(`${plans}/${plan.id}/loads?dryRun=true`, [load({ substorageId: farm.bays[1] })])
    const after = dry.body.dryRun.balances.map((balance: { after: number }) => balance.after)
    expect(Math.max(...after)).toBe(12_000)
    expect(await got(`${plans}/loads?harvestPlanId=${plan.id}`)).toEqual([])
  })

  test('goes to the planting of the field that still has area', async () => {
    const first = await farm.planting()
    const second = await plant(farm.fieldId, { storage: [{ storageId: farm.fieldId, area: 2 }] })
    const plan = await planOf(first)
    expect((await addLoad(plan.id)).plantingId).toBe(first)
    expect((await setRemaining(plan.id, 2, 12)).status).toBe(200)
    expect((await addLoad(plan.id)).plantingId).toBe(second)
    expect(await got(`${base}/records/${first}`)).toMatchObject({ planting: { areaRemaining: 0 } })
    expect(await got(`${base}/records/${second}`)).toMatchObject({ planting: { areaRemaining: 2 } })
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

  test('is refused when the caller was shown another one', async () => {
    const plan = await planOf(await farm.planting())
    expect((await setRemaining(plan.id, 6, 10)).status).toBe(200)
    const stale = await setRemaining(plan.id, 5, 10)
    expect(stale).toMatchObject({
      status: 400,
      body: {
        code: 'stale_area',
        body: { fields: [{ fieldId: farm.fieldId, fieldName: 'Top Field', areaRemaining: 6, originalAreaRemaining: 10 }] },
      },
    })
    expect((await got(`${plans}/${plan.id}`)).summary.areaHarvested).toBe(4)
    const etag = { 'if-match': '"other"' }
    const late = await manager.patch(`${plans}/${plan.id}/remaining-area`, [{ fieldId: farm.fieldId, areaRemaining: 1, originalAreaRemaining: 6 }], etag)
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
    expect((await farm.organisation.as('operator').patch(`${plans}/${plan.id}/remaining-area`, [])).status).toBe(403)
  })
})

describe('searching', () => {
  test('finds by every filter, sorts and pages', async () => {
    const inHerts = { location: { address: { regionISO: 'GB-HRT' } }, businessUnitIds: [farm.organisation.businessUnitId] }
    const there = await plant(await makeField(3, inHerts), { harvestYear: '2025' })
    const organic = await plant(await makeField(4), { commodity: { id: WHEAT, type: WINTER, variety: 'Crusoe', tags: [1] } })
    const barley = await plant(await makeField(5), { commodity: { id: 2, type: 201, variety: 'Craft' } })
    const foundBy = async (query: string) =>
      (await got(`${plans}?${query}`)).flatMap((plan: { records: { id: string }[] }) => plan.records.map(({ id }) => id))
    expect(await foundBy('f:harvestYear=2025')).toEqual([there])
    expect(await foundBy('f:regionISO=GB-HRT,GB-ESS')).toEqual([there])
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
    expect((await manager.get(`${plans}?f:commodity=wheat`)).status).toBe(400)
  })

  test('shows nobody else’s', async () => {
    const plan = await planOf(await farm.planting())
    const other = (await makeOrganisation(service)).as('owner')
    expect((await other.get(plans)).body).toEqual([])
    expect((await other.get(`${plans}/history`)).body.labels).toEqual([])
    expect((await other.get(`${plans}/${plan.id}`)).status).toBe(404)
    expect((await other.get(`${plans}/loads?harvestPlanId=${plan.id}`)).status).toBe(404)
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
    const barley = { commodity: { id: 2, type: 201, variety: 'Craft' }, source: { planting: { expectedYield: 6500 } } }
    await plant(await makeField(4), barley)
    expect(await got(`${plans}/history`)).toEqual({
      labels: ['2025', '2026'],
      datasets: [
        { label: 'predicted', data: [80_000, 106_000] },
        { label: 'harvested', data: [75_000, 18_000] },
        { label: 'area', data: [10, 14] },
        { label: 'yield', data: [7500, 9000] },
      ],
    })
    expect(await got(`${plans}/history?f:commodity=2`)).toMatchObject({ labels: ['2026'], datasets: [{ data: [26_000] }, {}, {}, {}] })
    expect((await got(`${plans}/history?f:harvestYear=2025&f:commodityType=101`)).labels).toEqual(['2025'])
    expect((await got(`${plans}/history?f:regionISO=GB-ESS`)).labels).toEqual([])
    expect((await got(`${plans}/history?f:businessUnitIds=${farm.organisation.businessUnitId}`)).labels).toEqual([])
  })
})
