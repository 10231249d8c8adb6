import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { base, GROUP_1, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'

let service: TestApp
let farm: TestFarm
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeFarm(service)
  manager = farm.organisation.as('manager')
})

const plantings = `${base}/plantings`

function row(rowNumber: number, overrides: object = {}) {
  return {
    rowNumber,
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
    field: { storageId: farm.fieldId, area: 4 },
    planting: { plantingAtUTC: '2025-10-02', plantingAtDateType: 'date', expectedYield: 8500 },
    ...overrides,
  }
}

const ofVariety = (variety: string) => ({ commodity: { id: WHEAT, type: WINTER, variety } })

async function recordCount(): Promise<number> {
  return (await manager.get(`${base}/records?limit=1`)).body.totalDocs
}

test('a row of a crop that is kept for somebody names its owner', async () => {
  const owner = { id: 'valley-farm', name: 'Valley Farm' }
  const kept = (rowNumber: number, overrides: object) =>
    row(rowNumber, { ...ofVariety('Kerrin'), field: { storageId: farm.fieldId, area: 1 }, ...overrides })
  const rows = [
    kept(1, { owned: false, owner }),
    kept(2, { owned: false }),
    kept(3, { owned: true, owner }),
    kept(4, { owned: false, owner: { name: 'Hill Farm' } }),
  ]
  const { body } = await manager.post(plantings, rows)
  expect(body.results.map(({ status }: { status: string }) => status)).toEqual([
    'success',
    'validation',
    'validation',
    'success',
  ])
  expect(body.results[1].problems).toMatchObject([{ column: 'owner.id' }])
  const planted = await manager.get(`${base}/records/${body.results[0].id}`)
  expect(planted.body).toMatchObject({ owned: false, organisationId: 'valley-farm' })
  const again = await manager.post(plantings, [rows[0], rows[3]])
  expect(again.body.results.map(({ status }: { status: string }) => status)).toEqual([
    'unchanged',
    'unchanged',
  ])
})

test('good rows are stored, in their plans, and bad ones are reported with what is wrong', async () => {
  const answer = await manager.post(plantings, [
    row(2, { name: 'Top wheat', tags: ['contract'] }),
    row(3, { commodity: { id: WHEAT, type: 201 }, harvestYear: '26' }),
    row(4, { field: { storageId: 'nowhere' } }),
    row(5, { ...ofVariety('Crusoe'), planting: null }),
    row(6, {
      ...ofVariety('Gleam'),
      field: { storageId: farm.fieldId, area: 11 },
      planting: { plantingAtUTC: 'autumn' },
    }),
    row(7, { ...ofVariety('Gleam'), owned: false }),
    row(8, { ...ofVariety('Gleam'), field: { storageId: farm.storeId } }),
  ])
  expect(answer).toMatchObject({ status: 200, body: { success: 2, validation: 5, errors: 0 } })
  const { results } = answer.body
  expect(results.map((each: { rows: string; status: string }) => `${each.rows} ${each.status}`)).toEqual([
    '2 success',
    '3 validation',
    '4 validation',
    '5 success',
    '6 validation',
    '7 validation',
    '8 validation',
  ])
  expect(results[0]).toMatchObject({
    reference: 'Top Field',
    message: [],
    problems: [],
    summary: 'The planting was entered.',
  })
  const problems = (index: number) => results[index].problems
  expect(problems(1)).toEqual([
    { column: 'commodity.type', value: '201', reason: 'is not a type of Wheat: 201' },
    { column: 'harvestYear', value: '26', reason: 'must be a harvest year such as 2026' },
  ])
  expect(results[1].message).toEqual([
    'commodity.type: is not a type of Wheat: 201',
    'harvestYear: must be a harvest year such as 2026',
  ])
  expect(problems(2)).toMatchObject([{ column: 'field.storageId', value: 'nowhere' }])
  expect(problems(4)).toMatchObject([
    { column: 'planting.plantingAtUTC', value: 'autumn' },
    { column: 'field.area', value: '11' },
  ])
  expect(problems(5)).toMatchObject([{ column: 'owner.id', value: '' }])
  expect(problems(6)).toMatchObject([{ column: 'field.storageId' }])

  const stored = await manager.get(`${base}/records/${results[0].id}`)
  expect(stored.body).toMatchObject({
    name: 'Top wheat',
    source: 'planting',
    tags: ['contract'],
    harvest: { area: 4, fieldId: farm.fieldId, harvestPlanId: expect.stringMatching(/./) },
    planting: { plantingAtUTC: '2025-10-02', expectedYield: 8500, areaRemaining: 4 },
  })
  expect(await recordCount()).toBe(2)
})

test('rows sent again add nothing, and neither do two that are the same', async () => {
  const rows = [
    row(1),
    row(2, { commodity: { id: WHEAT, type: WINTER, variety: ' SKYFALL ' }, name: 'Again' }),
    row(3, { harvestYear: '2025' }),
  ]
  const first = await manager.post(plantings, rows)
  expect(first.body).toMatchObject({
    success: 3,
    results: [{ status: 'success' }, { status: 'unchanged' }, { status: 'success' }],
  })
  const again = await manager.post(plantings, rows)
  expect(again.body).toMatchObject({ success: 3, validation: 0, errors: 0 })
  const ids = ({ body }: typeof first) => body.results.map(({ id }: { id: string }) => id)
  expect(ids(again)).toEqual(ids(first))
  const otherwise = await manager.post(`${plantings}?dryRun=true`, [
    row(1, { field: { storageId: farm.fieldId, area: 5 }, name: 'Other' }),
  ])
  expect(otherwise.body.results).toMatchObject([
    {
      status: 'unchanged',
      message: [
        'Its area is 4 ha there and 5 ha here; an import does not change it.',
        expect.stringMatching(/^Its name is .* there and Other here; an import does not change it\.$/),
      ],
    },
  ])
  expect(new Set(again.body.results.map(({ status }: { status: string }) => status))).toEqual(
    new Set(['unchanged']),
  )
  expect(await recordCount()).toBe(2)
})

test('a row sent again when its field has been split is unchanged, and told the area that is there', async () => {
  const rows = [row(1, { field: { storageId: farm.fieldId, area: 10 } })]
  await manager.post(plantings, rows)
  const part = { source: farm.fieldId, name: 'Part', hectares: 2.5 }
  expect((await manager.post(`${base}/storage/fields/split`, [part])).status).toBe(200)
  const { body } = await manager.post(plantings, rows)
  expect(body).toMatchObject({ success: 1, validation: 0 })
  const told = 'Its area is 7.5 ha there and 10 ha here; an import does not change it.'
  expect(body.results).toMatchObject([{ status: 'unchanged', message: [told], problems: [] }])
})

test('the same rows sent twice at once are entered once', async () => {
  const answers = await Promise.all([manager.post(plantings, [row(1)]), manager.post(plantings, [row(1)])])
  expect(answers.map(({ body }) => body.results[0].status).sort()).toEqual(['success', 'unchanged'])
  expect(await recordCount()).toBe(1)
})

test('a dry run answers the same and stores nothing', async () => {
  const rows = [row(1), row(2, { field: { storageId: 'nowhere' } }), row(3)]
  const dry = await manager.post(`${plantings}?dryRun=true`, rows)
  expect(dry.body).toMatchObject({
    success: 2,
    validation: 1,
    results: [{ status: 'success' }, {}, { status: 'unchanged' }],
  })
  expect(await recordCount()).toBe(0)
  expect((await manager.get(`${base}/harvest-plans`)).body).toEqual([])
  expect((await manager.post(plantings, rows)).body).toMatchObject({ success: 2, validation: 1 })
})

test('what is no row is 400 for the whole request, and a field of others is not found', async () => {
  const malformed = await manager.post(plantings, [row(1), { rowNumber: 2 }, row(3, { colour: 'red' })])
  expect(malformed.status).toBe(400)
  expect(malformed.body.validation.map(({ path }: { path: string }) => path)).toContain('[2].colour')
  expect(await recordCount()).toBe(0)
  const other = await makeFarm(service)
  const foreign = await manager.post(plantings, [row(1, { field: { storageId: other.fieldId } })])
  expect(foreign.body).toMatchObject({
    success: 0,
    validation: 1,
    results: [{ reference: '', problems: [{ column: 'field.storageId' }] }],
  })
  expect((await farm.organisation.as('operator').post(plantings, [row(1)])).status).toBe(403)
})

test('the same crop twice, and more than the field has, are taken with a warning', async () => {
  const planting = (variety: string, area: number) => ({
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    ...ofVariety(variety),
    storage: [{ storageId: farm.fieldId, area }],
    source: { planting: {} },
  })
  const plant = (variety: string, area: number) =>
    manager.post(`${base}/records`, planting(variety, area)).then(({ body }) => body.message)
  expect(await plant('Skyfall', 4)).toBeUndefined()
  expect(await plant(' SKYFALL', 4)).toBe(
    'Warning: “Top Field” has this crop of 2026 already: check that it was not entered twice.',
  )
  expect(await plant('Crusoe', 2)).toBeUndefined()
  const tooMuch = 'The plantings of 2026 in “Top Field” add up to 13 ha; the field has 10 ha.'
  expect(await plant('Gleam', 3)).toBe(`Warning: ${tooMuch}`)
  const rows = [row(1, { ...ofVariety('Extase'), field: { storageId: farm.fieldId, area: 0.5 } })]
  const imported = await manager.post(plantings, rows)
  expect(imported.body.results).toMatchObject([
    { status: 'success', message: [tooMuch.replace('13 ha', '13.5 ha')] },
  ])
  const nextYear = [row(2, { harvestYear: '2027', field: { storageId: farm.fieldId, area: 10 } })]
  expect((await manager.post(plantings, nextYear)).body.results).toMatchObject([{ message: [] }])
})
