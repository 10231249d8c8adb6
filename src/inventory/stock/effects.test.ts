import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import {
  base,
  FEED,
  GROUP_1,
  makeBay,
  stock,
  STOCK_TAKE,
  WHEAT,
  WINTER,
  type Bay,
} from '../../../test/farm.ts'
import { makeHarvest, plans, type TestHarvest } from '../harvest/test-harvest.ts'

let service: TestApp
let harvest: TestHarvest
/** A bay that takes 1,000 kg of wheat, with 900 kg of Group 1 in it. */
let bay: Bay
const records = `${base}/records`
const RED_TRACTOR = 21
const feed = { commodity: { id: WHEAT, type: WINTER, grade: FEED, variety: 'Skyfall' } }
/** Before anything lay in the bay. */
const EARLIER = '2026-07-20T08:00:00Z'
const intake = (moveAtUTC: string) => ({ source: { intake: { moveAtUTC } } })

beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  harvest = await makeHarvest(service)
  const capacity = [{ commodityId: WHEAT, weight: 1000 }]
  bay = await makeBay(harvest.farm.organisation, { substorage: [{ name: 'Bay 1', capacity }] })
  const quiet = await harvest.manager.post(
    records,
    stock(bay, 900, { source: { type: 'existing', importDateUTC: '2026-08-01' } }),
  )
  expect(quiet.status).toBe(200)
  expect(quiet.body).not.toHaveProperty('message')
  expect(quiet.body).not.toHaveProperty('conflicts')
})
afterAll(() => service.close())

test('an intake says what the blend is, and that the bay is too full', async () => {
  const body = stock(bay, 500, { ...feed, ...intake('2026-08-14T08:00') })
  const answer = await harvest.manager.post(records, body)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message:
        'The stock joined what lay there: the grade is now Feed. ' +
        'Warning: On 14 Aug 2026, Long Barn, Bay 1 is over its capacity by 400 kg.',
      conflicts: [{ kind: 'over_capacity', movementId: answer.body.movementId, weight: 400 }],
    },
  })
})

test('of what is only planned it is said what will be, as the record is not yet called that', async () => {
  const fields = [{ name: 'Protein', value: '12', metric: '%' }]
  const sampled = await harvest.manager.get(`${records}?f:storageId=${bay.storageId}`)
  const { id } = sampled.body.docs[0]
  expect((await harvest.manager.post(`${records}/${id}/samples`, { fields })).status).toBe(200)
  const { body } = await harvest.manager.post(
    records,
    stock(bay, 50, { ...feed, ...intake('2026-08-20T08:00') }),
  )
  expect(body).toMatchObject({
    message:
      'It is a plan: its stock moves on 20 Aug 2026 at 08:00. The stock will join what lies there: the grade will be Feed; the Protein will no longer be known.',
    commodity: { grade: { name: 'Group 1' } },
    quality: fields,
  })
})

test('an intake to come says that it is a plan, and no more where there is nothing else to say', async () => {
  const own = await makeBay(harvest.farm.organisation)
  const { body } = await harvest.manager.post(records, stock(own, 50, intake('2027-01-15T14:30')))
  expect(body).toMatchObject({ message: 'It is a plan: its stock moves on 15 Jan 2027 at 14:30.' })
  expect(body).not.toHaveProperty('conflicts')
})

test('stock that was there says it too, and each place for itself', async () => {
  const roomy = { storageId: harvest.farm.storeId, substorageId: harvest.farm.bays[0] }
  const storage = [
    { ...bay, weight: 500 },
    { ...roomy, weight: 500 },
  ]
  const body = { ...stock(bay, 0, feed), storage }
  const rehearsed = await harvest.manager.post(`${records}?dryRun=true`, body)
  expect(rehearsed.body.message).toMatch(/This would answer: The stock joined .* the grade is now Feed/)
  const answer = await harvest.manager.post(records, body)
  expect(answer.body).toMatchObject([
    { message: expect.stringContaining('the grade is now Feed'), conflicts: [{ kind: 'over_capacity' }] },
    {},
  ])
  expect(answer.body[1]).not.toHaveProperty('message')
})

test('an intake to come that may not be mixed with what lies there is a conflict', async () => {
  const body = stock(bay, 50, { harvestYear: '2025', ...intake('2026-08-20T08:00') })
  const answer = await harvest.manager.post(records, body)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: expect.stringMatching(
        /^It is a plan: its stock moves on 20 Aug 2026 at 08:00\. Warning: On 20 Aug 2026, 50 kg of .* may not be mixed with\.$/,
      ),
      conflicts: [{ kind: 'incompatible', movementId: answer.body.movementId }],
    },
  })
})

test('a load of a plan says it, and the list of loads is of the loads alone', async () => {
  const plan = await harvest.planOf(await harvest.farm.planting({ variety: 'Crusoe' }))
  const load = { ...bay, weightNet: 4100, sample: { fields: [], commodityGradeId: FEED } }
  const added = await harvest.addLoad(plan.id, load)
  expect(added).toMatchObject({
    message:
      'The stock joined what lay there: the grade is now Feed; the variety is now Mixed. ' +
      'Warning: On 14 Aug 2026, Long Barn, Bay 1 is over its capacity by 4,000 kg.',
    conflicts: [{ kind: 'over_capacity', movementId: added.movementId, weight: 4000 }],
  })
  const { message: _, conflicts: __, ...alone } = added
  expect(await harvest.got(`${plans}/loads?harvestPlanId=${plan.id}`)).toEqual([alone])
})

test('so does a load that is still to come', async () => {
  const plan = await harvest.planOf(await harvest.farm.planting())
  const place = await makeBay(harvest.farm.organisation)
  expect(await harvest.addLoad(plan.id, { ...place, dateISO: '2026-08-20T08:00' })).toMatchObject({
    message: 'It is a plan: its stock moves on 20 Aug 2026 at 08:00.',
  })
})

test('a movement says that what joins a lesser heap is called as that is', async () => {
  const { manager, farm } = harvest
  const [lesser, better] = [await makeBay(farm.organisation), await makeBay(farm.organisation)]
  const existing = (bay: Bay, commodity: object) =>
    manager.post(
      records,
      stock(bay, 1000, {
        source: { type: 'existing' },
        commodity: { id: WHEAT, type: WINTER, ...commodity },
      }),
    )
  expect((await existing(lesser, { grade: FEED, variety: 'Mixed' })).status).toBe(200)
  const { body } = await existing(better, { grade: GROUP_1, variety: 'Crusoe', tags: [RED_TRACTOR] })
  const answer = await manager.post(`${base}/movements`, {
    recordId: body.id,
    weight: 100,
    movementDateISO: TEST_START,
    destination: lesser,
  })
  expect(answer.body.message).toMatch(
    / The stock joined what lay there: the grade stays Feed; the variety stays Mixed; only tags in common are kept\.$/,
  )
})

/** Values and metrics by name. */
type Measured = Record<string, [value: number, metric: string]>

/** Wheat that comes into a bay over the weighbridge, with what was measured of it. */
async function bringMeasured(into: Bay, weight: number, moveAtUTC: string, measured: Measured) {
  const fields = Object.entries(measured).map(([name, [value, metric]]) => ({
    name,
    value: `${value}`,
    metric,
  }))
  const source = { intake: { moveAtUTC, sample: { fields } } }
  const { status, body } = await harvest.manager.post(records, stock(into, weight, { source }))
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('an intake says what the heap measures now, and what is no longer known of it', async () => {
  const heap = await makeBay(harvest.farm.organisation)
  await bringMeasured(heap, 20_000, '2026-08-02', { protein: [13.2, '%'], Hagberg: [300, 's'] })
  expect(await bringMeasured(heap, 10_000, '2026-08-03', { protein: [11, '%'] })).toMatchObject({
    message: 'The stock joined what lay there: the Hagberg is no longer known; the protein is now 12.467 %.',
    quality: [{ name: 'protein', value: '12.467', metric: '%' }],
  })
  const like = { protein: [12.467, '%'], Hagberg: [300, 's'] } satisfies Measured
  expect(await bringMeasured(heap, 10_000, '2026-08-04', like)).not.toHaveProperty('message')
})

// Protein of 13.2 % and then of 11 %.
test.each<[when: string, at: string, weight: number, figure: string]>([
  ['between two others', '2026-08-03', 10_000, '12.1 %'],
  ['before all else', EARLIER, 30_000, '11.733 %'],
])(
  'an intake that is entered late, %s, says what the heap measures in the end',
  async (_when, at, weight, figure) => {
    const heap = await makeBay(harvest.farm.organisation)
    await bringMeasured(heap, 20_000, '2026-08-02', { Protein: [13.2, '%'] })
    await bringMeasured(heap, 10_000, '2026-08-05', { Protein: [11, '%'] })
    expect(await bringMeasured(heap, weight, at, { Protein: [11, '%'] })).toMatchObject({
      message: `The stock joined what lay there: the Protein is now ${figure}.`,
      quality: [{ name: 'Protein', value: figure.replace(' %', ''), metric: '%' }],
    })
  },
)

test('several movements at once say each figure once, as all of them leave it', async () => {
  const { manager, farm } = harvest
  const bays = await Promise.all([1, 2, 3].map(() => makeBay(farm.organisation)))
  const ids: string[] = []
  for (const [index, each] of bays.entries())
    ids.push((await bringMeasured(each, 1000, '2026-08-02', { Protein: [13 - index, '%'] })).id)
  const answer = await manager.post(`${base}/movements/bulk`, {
    records: ids.slice(1).map((id) => ({ id, weight: 1000 })),
    movementDateISO: '2026-08-03',
    destination: bays[0],
  })
  expect(answer.body.message).toMatch(/ The stock joined what lay there: the Protein is now 12 %\.$/)
})

const FALLEN = 'The stock joined what lay there: the grade is now Feed.'

test.each<[said: string, enter: () => Promise<object>]>([
  ['that was there', () => enterFeed(bay, { type: 'existing', importDateUTC: EARLIER })],
  ['of an intake', () => enterFeed(bay, intake(EARLIER).source)],
  ['of a load off the field', loadFeed],
  ['that is moved', async () => moveFeed(bay)],
  ['of a movement that is edited into the bay', editFeed],
])('stock %s says what the heap is called, though the bay was empty then', async (_stock, enter) => {
  expect(await enter()).toMatchObject({ message: expect.stringContaining(FALLEN) })
})

test('a copy says what the heap is once more', async () => {
  const heap = await makeBay(harvest.farm.organisation)
  await bringMeasured(heap, 10_000, '2026-08-02', { Protein: [13, '%'] })
  const { id: recordId, movementId } = await bringMeasured(heap, 10_000, '2026-08-03', { Protein: [11, '%'] })
  const copy = (count: number) =>
    harvest.manager.post(`${base}/movements/${movementId}/duplicate`, { recordId, count })
  expect((await copy(2)).body).toMatchObject({
    message: '2 copies stored: 10,000 kg each. The stock joined what lay there: the Protein is now 11.5 %.',
    recordIds: [recordId, recordId],
  })
  expect((await copy(1)).body.message).toMatch(/ the Protein is now 11\.4 %\.$/)
})

test('a copy of a movement says it of where the stock goes', async () => {
  const { manager, farm } = harvest
  const [from, to] = [await makeBay(farm.organisation), await makeBay(farm.organisation)]
  await bringMeasured(to, 10_000, '2026-08-02', { Protein: [13, '%'] })
  const { id: recordId } = await bringMeasured(from, 30_000, '2026-08-02', { Protein: [11, '%'] })
  const movement = { recordId, weight: 10_000, movementDateISO: '2026-08-03', destination: to }
  const { ids, recordIds } = (await manager.post(`${base}/movements`, movement)).body
  const copy = await manager.post(`${base}/movements/${ids[0]}/duplicate`, { recordId, count: 1 })
  expect(copy.body).toMatchObject({
    message: 'One copy stored: 10,000 kg. The stock joined what lay there: the Protein is now 11.667 %.',
    recordIds,
  })
})

test('an edit that leaves the bay as it is says what it makes of the heap', async () => {
  const place = await makeBay(harvest.farm.organisation)
  const plan = await harvest.manager.post(
    records,
    stock(place, 50, { ...feed, ...intake('2026-08-20T08:00') }),
  )
  const { id: recordId, movementId } = plan.body
  expect((await harvest.manager.post(records, stock(place, 50, intake('2026-08-13')))).status).toBe(200)
  const edit = async (weight: number, movementDateISO: string) => {
    const body = { recordId, weight, movementDateISO, destination: place }
    return (await harvest.manager.put(`${base}/movements/${movementId}`, body)).body.message
  }
  expect(await edit(60, '2026-08-21T08:00')).not.toContain('joined')
  expect(await edit(60, TEST_START)).toMatch(
    / It is no longer a plan: its stock has moved\. The stock joined what lay there: the grade is now Feed\.$/,
  )
  expect(await edit(70, TEST_START)).toBe('Movement changed: 70 kg.')
})

test('late stock changes no name of a heap that was filled anew after all of it was gone', async () => {
  const { manager } = harvest
  const { docs } = await harvest.got(`${records}?f:storageId=${bay.storageId}`)
  const sale = {
    recordId: docs[0].id,
    weight: 900,
    movementDateISO: '2026-08-02',
    sold: true,
    adjustToZero: true,
  }
  const destination = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
  expect((await manager.post(`${base}/movements`, { ...sale, destination })).status).toBe(200)
  expect((await manager.post(records, stock(bay, 900, intake('2026-08-03')))).status).toBe(200)
  // What the heap is called is the same; where the late stock went is told.
  expect(await enterFeed(bay, intake(EARLIER).source)).toMatchObject({
    message:
      'The count of “Winter wheat 2026” in Long Barn, Bay 1 on 2 Aug 2026 still stands; its loss is now 50 kg larger (bay emptied).',
  })
})

async function enterFeed(into: Bay, source: object) {
  const { status, body } = await harvest.manager.post(records, stock(into, 50, { ...feed, source }))
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function loadFeed() {
  const plan = await harvest.planOf(await harvest.farm.planting({ variety: 'Skyfall' }))
  const sample = { fields: [], commodityGradeId: FEED }
  return harvest.addLoad(plan.id, { ...bay, dateISO: EARLIER, weightNet: 50, sample })
}

async function moveFeed(to: Bay) {
  const from = await makeBay(harvest.farm.organisation)
  const { id } = await enterFeed(from, { type: 'existing', importDateUTC: '2026-07-01' })
  const movement = { recordId: id, weight: 20, movementDateISO: EARLIER, destination: to }
  return { ...(await harvest.manager.post(`${base}/movements`, movement)).body, recordId: id }
}

async function editFeed() {
  const { recordId, ids } = await moveFeed(await makeBay(harvest.farm.organisation))
  const movement = { recordId, weight: 20, movementDateISO: EARLIER, destination: bay }
  return (await harvest.manager.put(`${base}/movements/${ids[0]}`, movement)).body
}

test('a movement that finds more in its source than the bay may hold says so', async () => {
  const { docs } = await harvest.got(`${records}?f:storageId=${bay.storageId}`)
  const movement = { recordId: docs[0].id, weight: 100, movementDateISO: TEST_START, sold: true }
  const destination = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
  const find = async (found: number) => {
    const adjustment = { weight: found, reason: STOCK_TAKE }
    const { status, body } = await harvest.manager.post(`${base}/movements`, {
      ...movement,
      destination,
      adjustment,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.conflicts ?? []
  }
  // 1,000 kg are what it holds.
  expect(await find(200)).toEqual([])
  expect(await find(100.001)).toMatchObject([{ kind: 'over_capacity', weight: 0.001 }])
})

test('a count says that less is there than is planned to leave, and that more is there than the bay may hold', async () => {
  const { manager } = harvest
  const { docs } = await harvest.got(`${records}?f:storageId=${bay.storageId}`)
  const [{ id }] = docs
  const destination = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
  const plan = { recordId: id, weight: 800, movementDateISO: '2026-08-20T08:00', sold: true, destination }
  const planned = await manager.post(`${base}/movements`, plan)
  expect(planned.body).not.toHaveProperty('conflicts')
  const count = async (adjustTo: number) => {
    const { status, body } = await manager.post(`${records}/adjustments`, {
      records: [{ id, adjustTo }],
      reasonId: null,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body[0]
  }
  expect(await count(800)).not.toHaveProperty('conflicts')
  expect(await count(500)).toMatchObject({
    message: expect.stringMatching(/^Warning: On 20 Aug 2026, .* would be short by 300 kg\.$/),
    conflicts: [{ kind: 'overdrawn', movementId: Number(planned.body.ids[0]), weight: 300 }],
  })
  // It was so before.
  expect(await count(600)).not.toHaveProperty('conflicts')
  expect(await count(1200)).toMatchObject({ conflicts: [{ kind: 'over_capacity', weight: 200 }] })
})
