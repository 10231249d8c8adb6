import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { base, FEED, GROUP_1, GROUP_2, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

// Whoever sets one property of a parcel says nothing about the others: what comes to light later still counts for them.

/** Seed crop: a tag that keeps nothing apart. */
const TAG = 27

let service: TestApp
let farm: TestFarm

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

async function openFarm(): Promise<void> {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
}

interface Load {
  day: number
  weight: number
  grade: number
  variety: string
  protein?: string
}

/** A load that comes into the first bay on a day of August, whenever it is entered. */
async function bring({ day, weight, grade, variety, protein }: Load): Promise<string> {
  const fields = [{ name: 'Protein', value: protein ?? '', metric: '%' }]
  const made = await farm.organisation.as('manager').post(`${base}/records`, {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: WHEAT, type: WINTER, grade, variety },
    storage: [{ storageId: farm.storeId, substorageId: farm.bays[0], weight }],
    source: { intake: { moveAtUTC: at(day), ...(protein && { sample: { fields } }) } },
  })
  return ok(made).id
}

const at = (day: number) => `2026-08-${String(day).padStart(2, '0')}T10:00:00Z`

async function shown(recordId: string): Promise<string> {
  const { commodity, quality } = ok(await farm.organisation.as('viewer').get(`${base}/records/${recordId}`))
  const tags = commodity.tags.map(({ id }: { id: number }) => id).join()
  const figures = quality.map(({ name, value }: { name: string; value: string }) => `${name} ${value}`).join()
  return [commodity.grade.name, commodity.variety, tags, figures].filter((word) => word !== '').join(' / ')
}

const set = async (recordId: string, body: object) =>
  ok(await farm.organisation.as('manager').patch(`${base}/records/${recordId}`, body))

const sample = async (recordId: string, body: object) =>
  ok(await farm.organisation.as('manager').post(`${base}/records/${recordId}/samples`, body))

test('tags of an empty parcel say nothing of the load that turns out to have come after all', async () => {
  await openFarm()
  const recordId = await bring({ day: 1, weight: 20_000, grade: FEED, variety: 'KWS Extase' })
  await farm.move(recordId, 'mill-7', 20_000, { movementDateISO: at(3) })
  await set(recordId, { tags: [TAG] })
  expect(await shown(recordId)).toBe(`Feed / KWS Extase / ${TAG}`)
  await bring({ day: 5, weight: 15_000, grade: GROUP_1, variety: 'Skyfall' })
  expect(await shown(recordId)).toBe(`Group 1 / Skyfall / ${TAG}`)
})

const FEED_LOAD = { grade: FEED, variety: 'Crusoe', protein: '10' }

test.each<[string, (recordId: string) => Promise<unknown>, string]>([
  ['a grade', (id) => set(id, { commodityGrade: GROUP_2 }), 'Group 2 / Mixed / Protein 11.5'],
  ['tags', (id) => set(id, { tags: [TAG] }), `Feed / Mixed / ${TAG} / Protein 11.5`],
  [
    'another figure',
    (id) => sample(id, { fields: [{ name: 'Moisture', value: '15', metric: '%' }] }),
    'Feed / Mixed / Protein 11.5,Moisture 15',
  ],
  [
    'the figure itself',
    (id) => sample(id, { fields: [{ name: 'protein', value: '12', metric: '%' }] }),
    'Feed / Mixed / protein 12',
  ],
  [
    'a grade with a figure',
    (id) =>
      sample(id, { fields: [{ name: 'Protein', value: '12', metric: '%' }], commodityGradeId: GROUP_2 }),
    'Group 2 / Mixed / Protein 12',
  ],
])('%s stands, and what comes to light of the time before changes the rest', async (_what, say, expected) => {
  await openFarm()
  const recordId = await bring({ day: 1, weight: 1000, grade: GROUP_1, variety: 'Skyfall', protein: '13' })
  await say(recordId)
  await bring({ day: 5, weight: 1000, ...FEED_LOAD })
  expect(await shown(recordId)).toBe(expected)
})

test('a second property set later leaves the first as it was set', async () => {
  await openFarm()
  const recordId = await bring({ day: 1, weight: 1000, grade: GROUP_1, variety: 'Skyfall', protein: '13' })
  await set(recordId, { commodityGrade: GROUP_2 })
  service.clock.advance({ hours: 1 })
  await set(recordId, { tags: [TAG] })
  await bring({ day: 5, weight: 1000, ...FEED_LOAD })
  expect(await shown(recordId)).toBe(`Group 2 / Mixed / ${TAG} / Protein 11.5`)
})
