import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { fc } from '../../../test/seed.ts'
import { verifyLedger } from '../ledger/ledger.ts'
import { imported } from './test-imports.ts'

// Many rows are entered together, and come to the same as if each were entered by itself.

const START = '2026-08-10T08:00:00Z'
/** Of August 2026: what the farm begins with. */
const FIRST_DAY = 5
let service: TestApp
beforeAll(async () => {
  service = await shareTestApp({ now: START })
})
afterAll(() => service.close())

interface Load {
  bay: number
  variety: string
  grade: number
  tag: number
  harvestYear: string
  /** Of August 2026. */
  day: number
  tonnes: number
}

const GRADES: Record<number, string> = { 1010101: 'Group 1', 1010102: 'Group 2', 1010106: 'Feed' }
const TAGS: Record<number, string> = { 21: 'Red Tractor', 25: 'LEAF Marque' }

const load: fc.Arbitrary<Load> = fc.record({
  bay: fc.constantFrom(0, 1),
  variety: fc.constantFrom('Skyfall', 'Crusoe', ''),
  grade: fc.constantFrom(...Object.keys(GRADES).map(Number)),
  tag: fc.constantFrom(...Object.keys(TAGS).map(Number)),
  harvestYear: fc.constantFrom('2026', '2026', '2026', '2025'),
  day: fc.constantFrom(3, 7, 9, 11, 13),
  tonnes: fc.integer({ min: 1, max: 90 }),
})

/** A farm with a store: in its first bay stock that came on the 5th and of which so many kilograms were counted on the 10th, in the second some that was not. */
async function newFarm(counted: number): Promise<{ manager: Client; storeId: string; bays: number[] }> {
  service.clock.set(START)
  const manager = (await makeOrganisation(service)).as('manager')
  const store = ok(
    await manager.post('/api/inventory/storage', {
      name: 'Barn',
      type: 'store',
      location: null,
      substorage: [{ name: 'Bay 0' }, { name: 'Bay 1' }],
    }),
  )
  const bays = store.substorage.map(({ id }: { id: number }) => id)
  const first: Load = {
    bay: 0,
    variety: 'Skyfall',
    grade: 1010101,
    tag: 21,
    harvestYear: '2026',
    day: FIRST_DAY,
    tonnes: 50,
  }
  const record = ok(await manager.post('/api/inventory/records', bodyOf(first, store.id, bays)))
  ok(await manager.post('/api/inventory/records', bodyOf({ ...first, bay: 1, tonnes: 20 }, store.id, bays)))
  ok(
    await manager.post('/api/inventory/records/adjustments', {
      records: [{ id: record.id, adjustTo: counted }],
      reasonId: 1,
    }),
  )
  service.clock.set('2026-08-14T08:00:00Z')
  return { manager, storeId: store.id, bays }
}

const dateOf = (day: number) => `2026-08-${String(day).padStart(2, '0')}`

function bodyOf(
  { bay, variety, grade, tag, harvestYear, day, tonnes }: Load,
  storageId: string,
  bays: number[],
) {
  return {
    type: 'crop',
    harvestYear,
    owned: true,
    commodity: { id: 1, type: 101, grade, variety, tags: [tag] },
    source: { type: 'existing', importDateUTC: dateOf(day) },
    storage: [{ storageId, substorageId: bays[bay], weight: tonnes * 1000 }],
  }
}

function fileOf(loads: Load[]): string {
  const rows = loads.map(({ bay, variety, grade, tag, harvestYear, day, tonnes }, index) =>
    [
      'Barn',
      `Bay ${bay}`,
      'Wheat',
      'Winter',
      GRADES[grade],
      variety,
      TAGS[tag],
      harvestYear,
      tonnes,
      dateOf(day),
      index,
    ].join(','),
  )
  return `Store,Bay,Commodity,Type,Grade,Variety,Commodity tags,Harvest year,Weight (t),Date,Reference\n${rows.join('\n')}\n`
}

interface Stock {
  name: string
  harvestYear: string
  storage: { description: string }
  commodity: { grade: object; variety: string; tags: object[] }
  yield: object
}

/** What lies in the bays, and how it is described. */
async function standing(manager: Client): Promise<string[]> {
  const { docs } = ok(await manager.get('/api/inventory/records?limit=50'))
  return docs
    .map(({ name, harvestYear, storage, commodity, yield: figures }: Stock) =>
      JSON.stringify([
        storage.description,
        name,
        harvestYear,
        commodity.grade,
        commodity.variety,
        commodity.tags,
        figures,
      ]),
    )
    .sort()
}

/** What the timelines tell of it. */
async function told(manager: Client): Promise<string[]> {
  const { docs } = ok(await manager.get('/api/inventory/records?limit=50'))
  const timelines = await Promise.all(
    docs.map(async ({ id }: { id: string }) => {
      const { timeline } = ok(await manager.get(`/api/inventory/records/${id}`))
      return timeline.map(
        ({ type, details }: { type: string; details: { statusMessage: string } }) =>
          `${type} ${details.statusMessage}`,
      )
    }),
  )
  return timelines.flat().sort()
}

/** Something was entered before it that came after it. */
function hasLate(loads: Load[]): boolean {
  return loads.some(
    ({ day }, index) => day < FIRST_DAY || loads.slice(0, index).some((each) => each.day > day),
  )
}

/**
 * Without what joining changed. Of stock that comes late that is told as the heap was called when it was entered, and a file's heaps are
 * called anew once all of it is there.
 */
function withoutChanges(timeline: string[]): string[] {
  return timeline.map((line) => line.replace(/ joined what lay there: .*/, ' joined what lay there.')).sort()
}

test('stock', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(load, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.constantFrom(0, 47_500),
      async (given, isSorted, counted) => {
        const loads = isSorted ? given.toSorted((a, b) => a.day - b.day) : given
        const together = await newFarm(counted)
        const one = await newFarm(counted)
        const { results } = await imported(together.manager, 'inventory/stores', fileOf(loads))
        const singly: boolean[] = []
        for (const each of loads) {
          const { status } = await one.manager.post(
            '/api/inventory/records',
            bodyOf(each, one.storeId, one.bays),
          )
          singly.push(status === 200)
        }
        expect(results.map(({ status }: { status: string }) => status === 'success')).toEqual(singly)
        expect(await standing(together.manager)).toEqual(await standing(one.manager))
        const timelines = await Promise.all([told(together.manager), told(one.manager)])
        const [timeline, oneByOne] = hasLate(loads) ? timelines.map(withoutChanges) : timelines
        expect(timeline).toEqual(oneByOne)
        expect(timeline?.length).toBeGreaterThan(singly.filter(Boolean).length)
      },
    ),
    { numRuns: 12 },
  )
  expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
})
