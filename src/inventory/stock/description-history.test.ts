import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { historyCount } from '../../../test/history-count.ts'
import { ok } from '../../../test/scene.ts'
import { fc } from '../../../test/seed.ts'
import { anyOf } from '../../db/any-of.ts'
import { base } from '../../../test/farm.ts'
import { settlePlans } from './due-plans.ts'
import {
  CRUSOE,
  dayOf,
  described,
  enter,
  KWS,
  move,
  openYard,
  put,
  SKYFALL,
  WHEATS,
  type Step,
  type Wheat,
  type Yard,
} from '../records/test-yard.ts'

// What stock is called where it is entered late, or planned, while somebody says what it is; and what movements carried that later
// turned out to be something else.

const START = '2026-07-31T08:00:00Z'

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

/** Somebody takes a sample in a bay, and grades its parcel by it. */
interface Statement {
  day: number
  state: Wheat
  of: number
}

async function state(
  { farm, recordIds }: Yard,
  { state: { grade, moisture }, of }: Statement,
): Promise<boolean> {
  const id = recordIds.get(of)
  if (id === undefined) return false
  const fields = [{ name: 'Moisture', value: String(moisture), metric: '%' }]
  ok(
    await farm.organisation
      .as('manager')
      .post(`${base}/records/${id}/samples`, { fields, commodityGradeId: grade }),
  )
  return true
}

const enterAny = async (yard: Yard, step: Step | Statement) =>
  'state' in step ? state(yard, step) : (await enter(yard, step)) !== undefined

/** A wheat that is as good as another in all but its grade. */
const FEED_SKYFALL = { ...SKYFALL, grade: CRUSOE.grade }

test('what was taken for Feed, and was not, counts for what it was', async () => {
  const yard = await openYard(service)
  const manager = yard.farm.organisation.as('manager')
  const reverseMovements = async (id: string | undefined) =>
    ok(await manager.delete(`${base}/movements/${id}`))
  const first = await enter(yard, put(1, FEED_SKYFALL, 1000, 1))
  await enter(yard, move(2, 200, 1, 0))
  await enter(yard, put(1, SKYFALL, 1000, 1))
  await reverseMovements(first)
  const joined = await enter(yard, put(3, FEED_SKYFALL, 100, 0))
  expect(await described(yard)).toEqual({ 0: 'Feed / Skyfall / 13', 1: 'Group 1 / Skyfall / 13' })
  await reverseMovements(joined)
  expect(await described(yard)).toEqual({ 0: 'Group 1 / Skyfall / 13', 1: 'Group 1 / Skyfall / 13' })
})

test('what comes in before somebody said what the parcel is changes nothing of it', async () => {
  const yard = await openYard(service, START)
  service.clock.set(`${dayOf(2)}T11:00:00Z`)
  await enter(yard, put(1, SKYFALL, 1000))
  service.clock.set(`${dayOf(20)}T11:00:00Z`)
  await state(yard, { day: 20, state: KWS, of: 0 })
  service.clock.set(`${dayOf(21)}T11:00:00Z`)
  await enter(yard, put(10, { ...CRUSOE, variety: 'Skyfall' }, 1000))
  expect(await described(yard)).toEqual({ 0: 'Group 2 / Skyfall / 14' })
  // And what left before then was still what the parcel was.
  await enter(yard, move(5, 100, 0, 1))
  expect(await described(yard)).toEqual({ 0: 'Group 2 / Skyfall / 14', 1: 'Group 1 / Skyfall / 13' })
})

test('whoever enters a load late, before somebody said what the parcel is, is not told that it changes what it did not', async () => {
  const yard = await openYard(service, START)
  service.clock.set(`${dayOf(2)}T11:00:00Z`)
  await enter(yard, put(1, SKYFALL, 1000, 0))
  await enter(yard, put(1, FEED_SKYFALL, 1000, 1))
  service.clock.set(`${dayOf(20)}T11:00:00Z`)
  await state(yard, { day: 20, state: KWS, of: 0 })
  service.clock.set(`${dayOf(21)}T11:00:00Z`)
  const { farm, recordIds } = yard
  const { message } = ok(
    await farm.organisation.as('manager').post(`${base}/movements`, {
      recordId: recordIds.get(1),
      weight: 500,
      movementDateISO: `${dayOf(10)}T10:00:00Z`,
      destination: { storageId: farm.storeId, substorageId: farm.bays[0] },
    }),
  )
  expect(await described(yard)).toMatchObject({ 0: 'Group 2 / Skyfall / 14' })
  expect(message).not.toMatch(/grade/i)
})

test('a load of an earlier version, which did not keep what it carried, is looked at once that matters', async () => {
  const yard = await openYard(service)
  const manager = yard.farm.organisation.as('manager')
  const deleteMovement = async (id: string | undefined) => ok(await manager.delete(`${base}/movements/${id}`))
  const first = await enter(yard, put(1, FEED_SKYFALL, 1000, 1))
  const moved = await enter(yard, move(2, 200, 1, 0))
  await enter(yard, put(1, SKYFALL, 1000, 1))
  await deleteMovement(first)
  // As it was stored then: the load as it was entered, and the parcel that it went to as the load was.
  const { db } = service.database
  await db
    .updateTable('movements')
    .set({ grade_id: FEED_SKYFALL.grade, entered: null })
    .where('id', '=', Number(moved))
    .execute()
  await db
    .updateTable('records')
    .set({ grade_id: FEED_SKYFALL.grade })
    .where('id', '=', yard.recordIds.get(0) ?? '')
    .execute()
  const joined = await enter(yard, put(3, FEED_SKYFALL, 100, 0))
  await deleteMovement(joined)
  expect(await described(yard)).toEqual({ 0: 'Group 1 / Skyfall / 13', 1: 'Group 1 / Skyfall / 13' })
})

test('what comes in at once from before and from after somebody said what the parcel is counts as it weighs', async () => {
  const yard = await openYard(service, `${dayOf(2)}T11:00:00Z`)
  await enter(yard, put(1, SKYFALL, 1000, 0))
  await enter(yard, put(1, SKYFALL, 3000, 1))
  await enter(yard, put(1, { ...SKYFALL, moisture: 18 }, 1000, 2))
  service.clock.set(`${dayOf(10)}T11:00:00Z`)
  await state(yard, { day: 10, state: { ...SKYFALL, moisture: 14 }, of: 0 })
  service.clock.set(`${dayOf(20)}T11:00:00Z`)
  await Promise.all([enter(yard, move(5, 3000, 1, 0)), enter(yard, move(19, 1000, 2, 0))])
  expect(await described(yard)).toMatchObject({ 0: 'Group 1 / Skyfall / 14.8' })
})

const wheats = fc.constantFrom(FEED_SKYFALL, ...WHEATS)
const bays = fc.nat({ max: 2 })
const weights = fc.constantFrom(100, 200, 300, 500)
const puts = fc.record({ put: wheats, into: bays, weight: weights })
const moves = fc
  .record({ from: bays, to: fc.oneof(bays, fc.constant('mill' as const)), weight: weights })
  .filter(({ from, to }) => from !== to)
const statements = fc.record({ state: wheats, of: bays })
/** What happens on a day, and how many days later or earlier it is entered, if it is not a statement. */
const happenings = fc.record({
  step: fc.oneof(
    { weight: 3, arbitrary: puts },
    { weight: 3, arbitrary: moves },
    { weight: 1, arbitrary: statements },
  ),
  delay: fc.oneof(fc.constant(0), fc.integer({ min: -4, max: 12 })),
})
type Happening = { step: Step | Statement; delay: number }
const histories = fc
  .array(happenings, { minLength: 4, maxLength: 14, size: 'max' })
  .map((all) =>
    all.map(({ step, delay }, index): Happening => ({ step: { ...step, day: index + 1 }, delay })),
  )

/** Movements are as they were before it was kept what they carried. */
async function forget({ recordIds }: Yard): Promise<void> {
  await service.database.db
    .updateTable('movements')
    .set({ entered: null })
    .where('record_id', '=', anyOf([...recordIds.values()], 'uuid'))
    .execute()
}

/** Each day what is due then is entered; what is refused is tried again the next day. Answers what was entered. */
async function live(yard: Yard, history: Happening[], isOldUntil: number): Promise<Happening[]> {
  const entered: Happening[] = []
  let waiting = history
  for (let day = 1; day <= 31; day++) {
    service.clock.set(`${dayOf(day)}T12:00:00Z`)
    await settlePlans(service.database, service.clock.now())
    const due = waiting.filter(
      ({ step, delay }) => Math.max(1, step.day + ('state' in step ? 0 : delay)) <= day,
    )
    for (const each of due) {
      const isStored = await enterAny(yard, each.step)
      if (isStored) entered.push(each)
      if (isStored || 'state' in each.step) waiting = waiting.filter((other) => other !== each)
      if (day < isOldUntil) await forget(yard)
    }
  }
  return entered
}

test('a plan that is brought forward changes nothing of what somebody has said since', async () => {
  const yard = await openYard(service, START)
  service.clock.set(`${dayOf(2)}T12:00:00Z`)
  for (const step of [put(1, SKYFALL, 500), move(10, 100, 0, 1)]) await enter(yard, step)
  const id = await enter(yard, move(20, 100, 0, 1))
  service.clock.set(`${dayOf(3)}T12:00:00Z`)
  await state(yard, { day: 3, state: CRUSOE, of: 0 })
  const said = (await described(yard))[0]
  expect(said).toBe('Feed / Skyfall / 16')
  const sooner = {
    recordId: yard.recordIds.get(0),
    weight: 100,
    movementDateISO: dayOf(15),
    destination: { storageId: yard.farm.storeId, substorageId: yard.farm.bays[1] },
  }
  ok(await yard.farm.organisation.as('manager').put(`${base}/movements/${id}`, sooner))
  expect((await described(yard))[0]).toBe(said)
})

test('late, planned and in order are told alike, whatever was said meanwhile', async () => {
  const property = fc.asyncProperty(histories, fc.nat({ max: 20 }), async (history, isOldUntil) => {
    const inOrder = await openYard(service, START)
    const now = history.map((each): Happening => ({ ...each, delay: 0 }))
    const stored = new Set((await live(inOrder, now, 0)).map(({ step }) => step.day))

    const late = await openYard(service, START)
    const entered = await live(
      late,
      history.filter(({ step }) => stored.has(step.day)),
      isOldUntil,
    )
    fc.pre(entered.length === stored.size)
    expect(await described(late)).toEqual(await described(inOrder))
  })
  await fc.assert(property, { numRuns: historyCount(1 / 5), endOnFailure: false })
}, 1_200_000)
