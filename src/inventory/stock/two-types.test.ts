import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { makeBays, stock, type Bay } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { imported } from '../imports/test-imports.ts'

// What a heap of several types is called: nothing that is not true of all of it.

const base = '/api/inventory'
const [WINTER, SPRING] = [101, 102]
const HARD_RED_SPRING = { type: 112, grade: 5011201, variety: 'SY Ingmar' }
const DURUM = { type: 103, grade: 5010302, variety: 'Divide' }
const [GROUP_1, FEED, SPRING_GROUP_1, SPRING_FEED] = [1010101, 1010106, 1010201, 1010206]

let service: TestApp
let farm: TestOrganisation
let bays: Bay[]

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

async function openFarm(countryISO = 'GB'): Promise<void> {
  farm = await makeOrganisation(service, { countryISO })
  bays = await makeBays(farm, 2)
}

interface Wheat {
  type: number
  grade: number
  variety: string
}

async function enter(weight: number, wheat: Wheat, at: string, bay = bays[0]) {
  const body = stock(bay, weight, {
    commodity: { id: 1, ...wheat },
    source: { type: 'existing', importDateUTC: at },
  })
  return ok(await farm.as('manager').post(`${base}/records`, body))
}

const shown = async (id: string) => {
  const { name, commodity } = ok(await farm.as('viewer').get(`${base}/records/${id}`))
  const { type, grade, variety } = commodity
  return { name, type, grade, variety }
}

const WARNING = 'Warning: Stock of different types is mixed'

test('a little spring wheat under much durum is called by neither', async () => {
  await openFarm('US')
  const { id } = await enter(1900, HARD_RED_SPRING, '2026-08-01')
  const { message } = await enter(14_000, DURUM, '2026-08-02')
  expect(message).toContain('the type is now Mixed; the grade is now unknown; the variety is now Mixed')
  expect(message).toContain(WARNING)
  expect(await shown(id)).toEqual({
    name: 'Mixed wheat 2026',
    type: { id: 0, name: 'Mixed' },
    grade: { id: 0, name: '' },
    variety: 'Mixed',
  })
  const found = ok(await farm.as('viewer').get(`${base}/records?f:commodityType=0`))
  expect(found.docs).toMatchObject([{ id }])
  const facet = found.facets.find(({ name }: { name: string }) => name === 'f:commodityType')
  expect(facet.terms).toMatchObject([{ id: '0', name: 'Mixed' }])
})

test.each([
  [1000, 3000, SPRING_GROUP_1],
  [3000, 1000, GROUP_1],
])(
  'winter %i and spring %i of one grade keep it, by the id of the larger share',
  async (winter, springs, grade) => {
    await openFarm()
    const { id } = await enter(winter, { type: WINTER, grade: GROUP_1, variety: 'Skyfall' }, '2026-08-01')
    await enter(springs, { type: SPRING, grade: SPRING_GROUP_1, variety: 'Mulika' }, '2026-08-02')
    expect(await shown(id)).toMatchObject({
      type: { id: 0, name: 'Mixed' },
      grade: { id: grade, name: 'Group 1' },
      variety: 'Mixed',
    })
  },
)

test('the heap stays mixed, and has no grade once a load of another one has come', async () => {
  await openFarm()
  const { id } = await enter(1000, { type: WINTER, grade: FEED, variety: 'Skyfall' }, '2026-08-01')
  await enter(1000, { type: SPRING, grade: SPRING_FEED, variety: 'Mulika' }, '2026-08-02')
  expect(await shown(id)).toMatchObject({ grade: { name: 'Feed' } })
  const { message } = await enter(1000, { type: WINTER, grade: GROUP_1, variety: 'Skyfall' }, '2026-08-03')
  expect(message).toContain('the type stays Mixed; the grade is now unknown; the variety stays Mixed')
  expect(message).toContain(WARNING)
  expect(await shown(id)).toMatchObject({ type: { id: 0 }, grade: { id: 0 } })
})

test('what leaves it is called the same, and a load taken back leaves the other type', async () => {
  await openFarm()
  const { id } = await enter(1000, { type: WINTER, grade: GROUP_1, variety: 'Skyfall' }, '2026-08-01')
  const manager = farm.as('manager')
  const intake = {
    ...stock(bays[0], 500, { commodity: { id: 1, type: SPRING, grade: SPRING_FEED, variety: 'Mulika' } }),
    source: { intake: { moveAtUTC: '2026-08-05' } },
  }
  const came = ok(await manager.post(`${base}/records`, intake))
  const move = { recordId: id, weight: 300, movementDateISO: '2026-08-08', destination: bays[1] }
  const moved = ok(await manager.post(`${base}/movements`, move))
  expect(await shown(moved.recordIds[0])).toMatchObject({ type: { name: 'Mixed' }, grade: { id: 0 } })
  ok(await manager.delete(`${base}/movements/${came.movementId}`))
  for (const each of [id, moved.recordIds[0]])
    expect(await shown(each)).toEqual({
      name: 'Winter wheat 2026',
      type: { id: WINTER, name: 'Winter' },
      grade: { id: GROUP_1, name: 'Group 1' },
      variety: 'Skyfall',
    })
})

test('a mixed heap may be graded by any grade of the commodity', async () => {
  await openFarm()
  const { id } = await enter(1000, { type: WINTER, grade: GROUP_1, variety: 'Skyfall' }, '2026-08-01')
  await enter(1000, { type: SPRING, grade: SPRING_FEED, variety: 'Mulika' }, '2026-08-02')
  ok(await farm.as('manager').patch(`${base}/records/${id}`, { commodityGrade: SPRING_FEED }))
  expect(await shown(id)).toMatchObject({ type: { id: 0 }, grade: { id: SPRING_FEED, name: 'Feed' } })
  const other = await farm.as('manager').patch(`${base}/records/${id}`, { commodityGrade: 1020101 })
  expect(other.body.validation).toMatchObject([{ path: 'commodityGrade' }])
})

test('a file of mixed heaps makes the same elsewhere, and sent back adds nothing', async () => {
  await openFarm()
  await enter(1000, { type: WINTER, grade: GROUP_1, variety: 'Skyfall' }, '2026-08-01')
  await enter(2000, { type: SPRING, grade: SPRING_GROUP_1, variety: 'Mulika' }, '2026-08-02')
  const kind = 'inventory/stores'
  const file = ok(await farm.as('manager').get(`${base}/imports/${kind}/export`))
  expect(file).toContain('Mixed')
  expect(await imported(farm.as('manager'), kind, file)).toMatchObject({
    success: 0,
    unchanged: 1,
    results: [{ status: 'unchanged', message: [] }],
  })
  await openFarm()
  const [header, row = ''] = file.split('\r\n')
  const withoutRecord = `${header}\r\n${row.slice(0, row.lastIndexOf(','))},\r\n`
  expect(await imported(farm.as('manager'), kind, withoutRecord)).toMatchObject({ success: 1 })
  const { docs } = ok(await farm.as('viewer').get(`${base}/records`))
  expect(docs).toMatchObject([
    {
      name: 'Mixed wheat 2026',
      commodity: { type: { id: 0, name: 'Mixed' }, grade: { name: 'Group 1' }, variety: 'Mixed' },
      yield: { current: 3000 },
    },
  ])
})

test('a crop in a field is of one type', async () => {
  await openFarm()
  const field = { name: 'Top Field', type: 'field', area: 10, location: null, substorage: [] }
  const body = ok(await farm.as('manager').post(`${base}/storage`, field))
  const crop = {
    ...stock(undefined, 0, { commodity: { id: 1, type: 0 } }),
    storage: [{ storageId: body.id }],
    source: { planting: { expectedYield: 8000 } },
  }
  const answer = await farm.as('manager').post(`${base}/records`, crop)
  expect(answer.status).toBe(400)
  expect(answer.body.validation).toMatchObject([{ path: 'commodity.type', code: 'unknown' }])
})
