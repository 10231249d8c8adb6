import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { base, GROUP_1, GROUP_2, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'

let service: TestApp
let farm: TestFarm
const movements = `${base}/movements`
/** The numbers of the movements by what they are called here. */
const made: Record<string, number> = {}

let planting: string
let wheat: string

const BARLEY = { id: 2, type: 201, variety: 'Laureate' }
const CONTRACT = 'contract-7'

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeFarm(service)
  const [first, second, third] = farm.bays
  planting = await farm.planting()
  wheat = await farm.opening(first, 500_000)
  const barley = await farm.opening(third, 90_000, { commodity: BARLEY })
  // In winter time and in summer time, each at a day's edge in London.
  made['march'] = await farm.move(planting, first, 1000, { movementDateISO: '2026-03-01T00:00' })
  made['early'] = await farm.move(wheat, 'mill-7', 20_000, { movementDateISO: '2026-08-09T23:59:59.999' })
  made['midnight'] = await farm.move(wheat, second, 30_000, { movementDateISO: '2026-08-10' })
  made['evening'] = await farm.move(wheat, 'mill-7', 25_000, {
    movementDateISO: '2026-08-10T23:59:59.999',
    contractId: CONTRACT,
    driver: { name: '=1+1', vehicleRegistration: 'AB12 CDE' },
  })
  made['next'] = await farm.move(barley, 'mill-9', 26_000, { movementDateISO: '2026-08-11' })
  made['done'] = await farm.move(barley, 'mill-9', 1000, { movementDateISO: '2026-08-12' })
  await act('done', barley, { isComplete: true })
  made['deleted'] = await farm.move(wheat, 'mill-7', 5, { movementDateISO: '2026-08-10' })
  await operator().delete(`${movements}/${made['deleted']}`, { recordId: wheat })
  await farm.intake(second, 40_000, {
    grade: GROUP_2,
    at: '2026-08-13',
    sender: { id: 'farm-2', name: 'Hill Farm' },
    driverName: 'Sam',
  })
  const [intake] = (await find('?f:type=intake')).docs
  made['intake'] = intake.id
})
afterAll(() => service.close())

const operator = () => farm.organisation.as('operator')
const act = (name: string, recordId: string, body: object) =>
  operator().put(`${movements}/${made[name]}/actions`, { recordId, ...body })

async function find(query: string) {
  const answer = await farm.organisation.as('viewer').get(movements + query)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

const nameOf = (id: number) => Object.keys(made).find((name) => made[name] === id)
const names = (page: { docs: { id: number }[] }) => page.docs.map(({ id }) => nameOf(id))

const newestFirst = ['intake', 'done', 'next', 'evening', 'midnight', 'early', 'march']

describe('what is found', () => {
  const cases: { query: string; found: string[] }[] = [
    { query: '', found: newestFirst },
    { query: '?sortBy=movementDateISO', found: newestFirst.toReversed() },
    { query: '?sortBy=weight&sortDesc=true&limit=2', found: ['intake', 'midnight'] },
    { query: '?limit=2&offset=1', found: ['done', 'next'] },
    { query: '?offset=100', found: [] },
    { query: '?docs=false', found: [] },
    { query: '?startDateISO=2026-08-10&endDateISO=2026-08-10', found: ['evening', 'midnight'] },
    { query: '?startDateISO=2026-08-10T00:00:00.001&endDateISO=2026-08-11', found: ['next', 'evening'] },
    { query: '?endDateISO=2026-08-09', found: ['early', 'march'] },
    { query: '?startDateISO=2026-03-01&endDateISO=2026-03-01T00:00:00Z', found: ['march'] },
    { query: '?endDateISO=2026-02-28', found: [] },
    { query: '?type=outbound', found: ['done', 'next', 'evening', 'early'] },
    { query: '?f:type=intake,internal', found: ['intake', 'midnight', 'march'] },
    { query: '?f:type=intake&f:type=internal', found: ['intake', 'midnight', 'march'] },
    { query: '?f:commodity=2', found: ['done', 'next'] },
    { query: `?f:commodityType=${WINTER}&f:commodity=${WHEAT}&type=outbound`, found: ['evening', 'early'] },
    { query: `?f:commodityGrade=${GROUP_2}`, found: ['intake'] },
    { query: '?f:commodityGrade=0', found: ['done', 'next'] },
    { query: `?f:commodityGrade=${GROUP_1}&type=internal`, found: ['midnight', 'march'] },
    { query: '?f:status=incomplete', found: ['intake', 'next', 'evening', 'early'] },
    { query: '?f:status=deleted', found: ['deleted'] },
    { query: '?f:status=deleted,complete&f:type=outbound', found: ['done', 'deleted'] },
    { query: '?actions=true', found: ['intake', 'next', 'evening', 'early'] },
    { query: '?noContract=true&type=outbound', found: ['done', 'next', 'early'] },
    { query: '?storageContractId=01990000-0000-7000-8000-000000000000', found: [] },
    { query: '?f:vehicle=ab12cde', found: ['evening'] },
    { query: '?f:vehicle=AB12-CDE,CD34 EFG', found: ['evening'] },
    { query: '?f:vehicle=AB12', found: [] },
    { query: '?query=b12%20C', found: ['evening'] },
    { query: '?query=hill', found: ['intake'] },
    { query: '?query=SAM', found: ['intake'] },
    { query: '?query=barley', found: ['done', 'next'] },
    { query: '?query=barley&sortBy=name&limit=1', found: ['next'] },
    { query: '?query=%25', found: [] },
    { query: '?f:actions=true', found: ['intake', 'next', 'evening', 'early'] },
  ]
  test.each(cases)('$query', async ({ query, found }) => {
    expect(names(await find(query))).toEqual(found)
  })

  test('by where it came from and went to', async () => {
    expect(names(await find(`?f:storageSourceId=${farm.fieldId}`))).toEqual(['march'])
    expect(names(await find(`?f:storageDestinationId=${farm.storeId}`))).toEqual([
      'intake',
      'midnight',
      'march',
    ])
  })

  test('by a record, whether it was taken from it or came to it', async () => {
    expect(names(await find(`?f:recordId=${wheat}`))).toEqual(['evening', 'midnight', 'early', 'march'])
    expect(names(await find(`?recordId=${planting}`))).toEqual(['march'])
  })

  test('by its number', async () => {
    expect(names(await find(`?query=${made['evening']}`))).toContain('evening')
  })

  test('pages add up', async () => {
    const all = await find('?limit=200')
    expect(all).toMatchObject({ totalDocs: newestFirst.length, limit: 200, offset: 0 })
    const paged = []
    for (let offset = 0; offset < all.totalDocs; offset += 3) {
      const page = await find(`?limit=3&offset=${offset}`)
      expect(page).toMatchObject({ totalDocs: all.totalDocs, limit: 3, offset })
      paged.push(...page.docs)
    }
    expect(paged).toEqual(all.docs)
  })

  test('others find nothing of it', async () => {
    const other = await makeOrganisation(service)
    expect((await other.as('owner').get(movements)).body).toMatchObject({ totalDocs: 0, docs: [] })
  })
})

describe('what is refused', () => {
  const cases = [
    { query: '?startDateISO=soon&endDateISO=later', paths: ['startDateISO', 'endDateISO'] },
    { query: '?startDateISO=2026-08-11&endDateISO=2026-08-10', paths: ['endDateISO'] },
    {
      query: '?startDateISO=soon&f:commodity=red',
      paths: ['startDateISO', 'f:commodity'],
    },
    { query: '?sortBy=driver', paths: ['sortBy'] },
    { query: '?f:commodity=nonsense', paths: ['f:commodity'] },
    { query: '?f:storageSourceId=barn', paths: ['f:storageSourceId'] },
    { query: '?colour=red', paths: ['colour'] },
    { query: '?limit=201', paths: ['limit'] },
    { query: '?type=theft', paths: ['type'] },
    { query: '?format=csv&startDateISO=soon', paths: ['startDateISO'] },
  ]
  test.each(cases)('$query', async ({ query, paths }) => {
    const answer = await operator().get(movements + query)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(answer.body.validation.map(({ path }: { path: string }) => path)).toEqual(paths)
  })
})

describe('movements requiring action', () => {
  test('those that lack something, and what', async () => {
    const { body } = await operator().get(`${movements}/actions`)
    expect(names(body)).toEqual(['intake', 'next', 'evening', 'early'])
    expect(body.docs.map((doc: { actionsRequired: object }) => doc.actionsRequired)).toMatchObject([
      { status: 'required', outstanding: 2, driver: false },
      { outstanding: 3, driver: true },
      { outstanding: 2, driver: false },
      { outstanding: 3, driver: true },
    ])
  })

  test('by date, page by page', async () => {
    const { body } = await operator().get(`${movements}/actions?endDateISO=2026-08-11&limit=1&offset=1`)
    expect(body).toMatchObject({ totalDocs: 3, limit: 1, offset: 1 })
    expect(names(body)).toEqual(['evening'])
  })
})

test('a movement without a ticket has the documented file, with nothing in it', async () => {
  const [movement] = (await find('?f:type=intake')).docs
  const nobody = { url: null, userId: null, userName: null, organisationId: null, createdAtUTC: null }
  expect(movement.weighbridge.file).toEqual({ id: '', name: '', ...nobody })
})

test('as CSV: every row of the search, formulas defused, numbers as numbers', async () => {
  const { headers, body } = await operator().get(`${movements}?format=csv&limit=1&endDateISO=2026-08-12`)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="movements.csv"; filename*=UTF-8''movements.csv`,
  })
  const rows = parse<Record<string, string>>(body, { columns: true, bom: true })
  expect(rows.map(({ id }) => nameOf(Number(id)))).toEqual(newestFirst.slice(1))
  expect(rows.find(({ id }) => Number(id) === made['evening'])).toMatchObject({
    type: 'outbound',
    weight: '25000',
    driver: `'=1+1`,
    emptyWeight: '',
    toOrganisation: 'Name of mill-7',
    contractId: CONTRACT,
    sold: 'true',
  })
  // The farm's days and hours, beside the instant.
  const inLondon = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  for (const { date, dateUTC = '' } of rows) {
    expect(dateUTC).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(date).toBe(inLondon.format(new Date(dateUTC)))
  }
})

test('conflicts are told of the movements that cause them, when asked', async () => {
  const planner = await makeFarm(service)
  const recordId = await planner.opening(planner.bays[0], 1000)
  const first = await planner.move(recordId, 'mill-7', 800, { movementDateISO: '2026-09-01' })
  const second = await planner.move(recordId, 'mill-7', 700, { movementDateISO: '2026-09-02' })
  const url = `${movements}?conflicts=true&sortBy=movementDateISO`
  const { body } = await planner.organisation.as('viewer').get(url)
  expect(body.docs).toMatchObject([
    { id: first, conflicts: [] },
    {
      id: second,
      conflicts: [
        { kind: 'overdrawn', recordId, substorageId: planner.bays[0], movementId: second, weight: 500 },
      ],
    },
  ])
  const plain = await planner.organisation.as('viewer').get(movements)
  expect(plain.body.docs[0]).not.toHaveProperty('conflicts')
  const csv = await planner.organisation.as('viewer').get(`${url}&format=csv`)
  expect(csv.body).toContain('would be short by 500 kg')
})
