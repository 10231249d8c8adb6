import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { fc } from '../../../test/seed.ts'
import { base, GROUP_1, GROUP_2, makeFarm, WHEAT, WINTER, type TestFarm } from '../movements/test-farm.ts'

const FEED = 1010106
const HISTORIES = 40

const MILL = { destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' }, sold: true }

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const SKYFALL = { grade: GROUP_1, variety: 'Skyfall', moisture: 13 }
const KWS = { grade: GROUP_2, variety: 'KWS Extase', moisture: 14 }
const CRUSOE = { grade: FEED, variety: 'Crusoe', moisture: 16 }
const WHEATS = [SKYFALL, KWS, CRUSOE]
type Wheat = (typeof WHEATS)[number]

/** Stock that comes into a bay, or goes out of one: to another bay, or to a mill. Bays by number, days of August, kilograms. */
type Step = { day: number; weight: number } & (
  | { put: Wheat; into: number }
  | { from: number; to: number | 'mill' }
)

/** A farm, and what its bays' parcels are called. */
interface Yard {
  farm: TestFarm
  recordIds: Map<number, string>
}

async function openYard(): Promise<Yard> {
  service.clock.set(TEST_START)
  return { farm: await makeFarm(service), recordIds: new Map() }
}

/** Enters a step; answers the movement's number, or nothing where it is refused. */
async function enter({ farm, recordIds }: Yard, step: Step): Promise<string | undefined> {
  const manager = farm.organisation.as('manager')
  const at = `2026-08-${String(step.day).padStart(2, '0')}T10:00:00Z`
  const bay = (number: number) => ({ storageId: farm.storeId, substorageId: farm.bays[number] ?? 0 })
  if ('put' in step) {
    const { grade, variety, moisture } = step.put
    const sample = { fields: [{ name: 'Moisture', value: String(moisture), metric: '%' }] }
    const { id, movementId } = ok(
      await manager.post(`${base}/records`, {
        type: 'crop',
        harvestYear: '2026',
        owned: true,
        commodity: { id: WHEAT, type: WINTER, grade, variety },
        storage: [{ ...bay(step.into), weight: step.weight }],
        source: { intake: { moveAtUTC: at, sample } },
      }),
    )
    recordIds.set(step.into, id)
    return String(movementId)
  }
  const { from, to, weight } = step
  const recordId = recordIds.get(from)
  if (recordId === undefined) return undefined
  const target = to === 'mill' ? MILL : { destination: bay(to) }
  const made = await manager.post(`${base}/movements`, { recordId, weight, movementDateISO: at, ...target })
  if (made.body.code === 'insufficient_stock') return undefined
  const { ids } = ok(made)
  if (to !== 'mill' && !recordIds.has(to)) recordIds.set(to, await recordIn(farm, to))
  return ids[0]
}

async function recordIn(farm: TestFarm, bay: number): Promise<string> {
  const { id } = await service.database.db
    .selectFrom('records')
    .select('id')
    .where('bay_id', '=', farm.bays[bay] ?? 0)
    .executeTakeFirstOrThrow()
  return id
}

/** How each bay's parcel is described: a grade, a variety and a moisture. */
async function described({ farm, recordIds }: Yard): Promise<Record<number, string>> {
  const told: Record<number, string> = {}
  for (const [bay, id] of [...recordIds].sort(([a], [b]) => a - b)) {
    const row = await service.database.db
      .selectFrom('records')
      .select(['quality'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { commodity } = ok(await farm.organisation.as('manager').get(`${base}/records/${id}`))
    const quality = row.quality as Record<string, { value: number }>
    told[bay] = `${commodity.grade.name} / ${commodity.variety} / ${quality.Moisture?.value}`
  }
  return told
}

async function describedAfter(steps: Step[]): Promise<Record<number, string>> {
  const yard = await openYard()
  for (const step of steps) expect(await enter(yard, step), JSON.stringify(step)).toBeDefined()
  return described(yard)
}

const put = (day: number, wheat: Wheat, weight: number, into = 0): Step => ({ day, put: wheat, weight, into })
const move = (day: number, weight: number, from: number, to: number | 'mill'): Step => ({
  day,
  weight,
  from,
  to,
})

test.each<[string, Step[], Record<number, string>]>([
  [
    'what goes on takes along what is entered before it',
    [put(1, SKYFALL, 1000), move(10, 1000, 0, 1), put(5, CRUSOE, 200)],
    { 0: 'Feed / Mixed / 13.5', 1: 'Feed / Mixed / 13.5' },
  ],
  [
    'and so does what goes on from there',
    [put(1, SKYFALL, 1000), move(10, 1000, 0, 1), move(11, 1000, 1, 2), put(5, CRUSOE, 200)],
    { 0: 'Feed / Mixed / 13.5', 1: 'Feed / Mixed / 13.5', 2: 'Feed / Mixed / 13.5' },
  ],
  [
    'a bay that was empty since starts afresh',
    [
      put(1, SKYFALL, 500),
      move(5, 500, 0, 'mill'),
      put(10, KWS, 500),
      put(3, CRUSOE, 100),
      move(4, 100, 0, 'mill'),
    ],
    { 0: 'Group 2 / KWS Extase / 14' },
  ],
  [
    'a departure entered late leaves its bay empty for what came next',
    [put(1, SKYFALL, 500), put(10, KWS, 500), move(5, 500, 0, 'mill')],
    { 0: 'Group 2 / KWS Extase / 14' },
  ],
  [
    'a movement entered late brings what its source was then',
    [put(1, SKYFALL, 1000), put(10, CRUSOE, 1000), move(5, 400, 0, 1)],
    { 0: 'Feed / Mixed / 14.875', 1: 'Group 1 / Skyfall / 13' },
  ],
  [
    'at one instant what was entered first is weighed as well',
    [put(1, SKYFALL, 1000), put(1, CRUSOE, 1000), move(10, 500, 0, 'mill'), put(5, SKYFALL, 2000)],
    { 0: 'Feed / Mixed / 13.75' },
  ],
])('%s', async (_name, steps, expected) => {
  const inOrder = await describedAfter(steps.toSorted((a, b) => a.day - b.day))
  expect(inOrder, 'in the order of time').toEqual(expected)
  expect(await describedAfter(steps), 'as they are entered').toEqual(expected)
})

test('what a deleted movement had brought is taken out of all that it went on to', async () => {
  const yard = await openYard()
  await enter(yard, put(1, SKYFALL, 1000, 0))
  await enter(yard, put(1, CRUSOE, 500, 1))
  const joined = await enter(yard, move(5, 500, 1, 0))
  await enter(yard, move(8, 600, 0, 2))
  expect(await described(yard)).toMatchObject({ 0: 'Feed / Mixed / 14', 2: 'Feed / Mixed / 14' })
  ok(await yard.farm.organisation.as('manager').delete(`${base}/movements/${joined}`))
  expect(await described(yard)).toMatchObject({ 0: 'Group 1 / Skyfall / 13', 2: 'Group 1 / Skyfall / 13' })
})

test('and so is what an edited movement takes elsewhere, or brings later or lighter', async () => {
  const yard = await openYard()
  const manager = yard.farm.organisation.as('manager')
  await enter(yard, put(1, SKYFALL, 1000, 0))
  await enter(yard, put(1, CRUSOE, 1000, 1))
  const joined = await enter(yard, move(5, 1000, 1, 0))
  await enter(yard, move(8, 600, 0, 2))
  const edit = async (weight: number, day: string, to: object) => {
    const body = { recordId: yard.recordIds.get(1), weight, movementDateISO: `2026-08-${day}T10:00:00Z` }
    ok(await manager.put(`${base}/movements/${joined}`, { ...body, ...to }))
    return described(yard)
  }
  const first = { destination: { storageId: yard.farm.storeId, substorageId: yard.farm.bays[0] } }
  expect(await edit(250, '05', first)).toMatchObject({ 0: 'Feed / Mixed / 13.6', 2: 'Feed / Mixed / 13.6' })
  expect(await edit(100, '09', first)).toMatchObject({
    0: 'Feed / Mixed / 13.6',
    2: 'Group 1 / Skyfall / 13',
  })
  expect(await edit(100, '05', MILL)).toMatchObject({
    0: 'Group 1 / Skyfall / 13',
    2: 'Group 1 / Skyfall / 13',
  })
})

const wheats = fc.constantFrom(...WHEATS)
const bays = fc.nat({ max: 2 })
const weights = fc.constantFrom(100, 200, 300, 500)
const steps = fc.oneof(
  fc.record({ put: wheats, into: bays, weight: weights }),
  fc
    .record({ from: bays, to: fc.oneof(bays, fc.constant('mill' as const)), weight: weights })
    .filter(({ from, to }) => from !== to),
)
/** Each on a day of its own: at one instant, what is entered first comes first. */
const histories = fc
  .array(steps, { minLength: 3, maxLength: 10, size: 'max' })
  .map((all) => all.map((step, index): Step => ({ ...step, day: index + 1 })))

test('insert-late equals insert-in-order', async () => {
  const property = fc.asyncProperty(histories, fc.infiniteStream(fc.nat()), async (history, dice) => {
    const inOrder = await openYard()
    const stored: Step[] = []
    for (const step of history) if (await enter(inOrder, step)) stored.push(step)

    const late = await openYard()
    let waiting = stored
    while (waiting.length > 0) {
      const next = shuffled(waiting, dice)
      const refused: Step[] = []
      // What the ledger refuses now it may take once more has come in.
      for (const step of next) if (!(await enter(late, step))) refused.push(step)
      fc.pre(refused.length < waiting.length)
      waiting = refused
    }
    expect(await described(late)).toEqual(await described(inOrder))
  })
  await fc.assert(property, { numRuns: HISTORIES, endOnFailure: false })
}, 120_000)

function shuffled(all: Step[], dice: Iterator<number>): Step[] {
  return all
    .map((step) => ({ step, at: dice.next().value as number }))
    .sort((a, b) => a.at - b.at)
    .map(({ step }) => step)
}
