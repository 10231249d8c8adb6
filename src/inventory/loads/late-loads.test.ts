import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { base, harvestLoad } from '../../../test/farm.ts'
import { historyCount } from '../../../test/history-count.ts'
import { ok } from '../../../test/scene.ts'
import { verifyLedger } from '../ledger/ledger.ts'
import { fc } from '../../../test/seed.ts'
import {
  CRUSOE,
  dayOf,
  described,
  enter,
  move,
  openYard,
  put,
  SKYFALL,
  type Step,
  type Yard,
} from '../records/test-yard.ts'

// Loads that are entered days after they came, while others are entered in order: what lies there is called what it would be, had all of it
// been entered when it came.

let service: TestApp

beforeAll(async () => {
  service = await openTestApp()
})
afterAll(() => service.close())

const BAYS = [0, 1, 2]
const FIRST_DAY = 4

/** Of one kind mostly, so that much of what comes late is called what lies there. */
const wheats = fc.constantFrom(SKYFALL, SKYFALL, SKYFALL, SKYFALL, CRUSOE)
const weights = fc.integer({ min: 1, max: 9 }).map((hundreds) => hundreds * 100)
const bays = fc.constantFrom(...BAYS)
const steps = fc.oneof(
  fc.record({ put: wheats, into: bays, weight: weights }),
  fc
    .record({ from: bays, to: fc.oneof(bays, fc.constant('mill' as const)), weight: weights })
    .filter(({ from, to }) => from !== to),
)
/** Each on a day of its own, and entered so many days later. */
const histories = fc
  .array(fc.record({ step: steps, daysLate: fc.constantFrom(0, 0, 0, 1, 3, 6) }), {
    minLength: 6,
    maxLength: 14,
    size: 'max',
  })
  .map((all) =>
    all.map(({ step, daysLate }, index) => {
      const day = FIRST_DAY + index
      return { step: { ...step, day }, enteredOn: day + daysLate }
    }),
  )

/** A yard of which each bay has had the same wheat from the first. */
async function openFullYard(start: string): Promise<Yard> {
  const yard = await openYard(service, start)
  for (const bay of BAYS) await enter(yard, put(bay + 1, SKYFALL, 500, bay))
  return yard
}

/** Enters what is entered on each day in turn, one after the other or at once; what is refused is tried again when all is in. */
async function enterOnTheirDays(
  yard: Yard,
  history: { step: Step; enteredOn: number }[],
  isAtOnce: boolean,
): Promise<Step[]> {
  let refused: Step[] = []
  const enterAll = async (some: Step[]) => {
    if (isAtOnce) {
      const ids = await Promise.all(some.map((step) => enter(yard, step)))
      refused.push(...some.filter((_step, index) => ids[index] === undefined))
    } else for (const step of some) if ((await enter(yard, step)) === undefined) refused.push(step)
  }
  const byDay = [...Map.groupBy(history, ({ enteredOn }) => enteredOn)].sort(([a], [b]) => a - b)
  for (const [day, own] of byDay) {
    service.clock.set(`${dayOf(day)}T18:00:00Z`)
    await enterAll(own.map(({ step }) => step))
  }
  for (let before = Infinity; refused.length > 0 && refused.length < before;) {
    before = refused.length
    const again = refused
    refused = []
    await enterAll(again)
  }
  return refused
}

test.each<[string, { step: Step; enteredOn: number }[], string]>([
  [
    'dated before the bay was mixed, emptied and filled with the same again',
    [
      { step: put(1, SKYFALL, 500), enteredOn: 1 },
      { step: put(5, CRUSOE, 500), enteredOn: 5 },
      { step: move(6, 1000, 0, 'mill'), enteredOn: 6 },
      { step: put(7, SKYFALL, 100), enteredOn: 7 },
      { step: put(4, SKYFALL, 100), enteredOn: 8 },
    ],
    'Feed / Mixed / 13.682',
  ],
  [
    'of a better grade than what lies there',
    [
      { step: put(1, CRUSOE, 500), enteredOn: 1 },
      { step: put(8, CRUSOE, 100), enteredOn: 8 },
      { step: put(5, SKYFALL, 200), enteredOn: 9 },
    ],
    'Feed / Mixed / 15.25',
  ],
])('a load that comes late, %s, is told', async (_what, history, expected) => {
  const yard = await openYard(service, `${dayOf(1)}T00:00:00Z`)
  expect(await enterOnTheirDays(yard, history, false)).toEqual([])
  expect((await described(yard))[0]).toBe(expected)
})

test('what leaves late, between loads that made a parcel together, leaves it what it would be', async () => {
  const yardAfter = async (isTogether: boolean) => {
    const yard = await openYard(service, `${dayOf(20)}T00:00:00Z`)
    const { farm } = yard
    const manager = farm.organisation.as('manager')
    const planting = await farm.planting()
    const { harvest } = ok(await manager.get(`${base}/records/${planting}`))
    const load = (day: number, moisture: number) =>
      harvestLoad({
        fieldId: farm.fieldId,
        storageId: farm.storeId,
        substorageId: farm.bays[0],
        dateISO: `${dayOf(day)}T10:00:00Z`,
        weightNet: 500,
        moisture,
      })
    const bringIn = async (loads: object[]) => {
      const brought = ok(await manager.post(`${base}/harvest-plans/${harvest.harvestPlanId}/loads`, loads))
      yard.recordIds.set(0, [brought].flat()[0].recordId)
    }
    const leave = () => enter(yard, move(3, 250, 0, 'mill'))
    const [first, second] = [load(1, 13), load(5, 16)]
    if (isTogether) await bringIn([first, second])
    else await bringIn([first])
    expect(await leave()).toBeDefined()
    if (!isTogether) await bringIn([second])
    return described(yard)
  }
  expect(await yardAfter(true)).toEqual(await yardAfter(false))
})

test('loads of one request that come before a count, each at its own moment, leave the count and the books as they are', async () => {
  const yard = await openYard(service, `${dayOf(20)}T00:00:00Z`)
  const { farm } = yard
  await enter(yard, put(1, SKYFALL, 500))
  const manager = farm.organisation.as('manager')
  const { harvest } = ok(await manager.get(`${base}/records/${await farm.planting()}`))
  const records = [{ id: yard.recordIds.get(0), adjustTo: 700 }]
  service.clock.set(`${dayOf(10)}T12:00:00Z`)
  ok(await manager.post(`${base}/records/adjustments`, { records, reasonId: 1 }))
  service.clock.set(`${dayOf(20)}T00:00:00Z`)
  const loads = [3, 5, 7].map((day) =>
    harvestLoad({
      fieldId: farm.fieldId,
      storageId: farm.storeId,
      substorageId: farm.bays[0],
      dateISO: `${dayOf(day)}T10:00:00Z`,
      weightNet: 10 * day,
    }),
  )
  ok(await manager.post(`${base}/harvest-plans/${harvest.harvestPlanId}/loads`, loads))
  const { commodity } = ok(await manager.get(`${base}/records/${yard.recordIds.get(0)}`))
  expect(commodity.weight.weight).toBe(700)
  expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
})

test.each([
  ['one after the other', false],
  ['at once', true],
])(
  'what is entered late, %s, comes out as in the order of time',
  async (_how, isAtOnce) => {
    const property = fc.asyncProperty(histories, async (history) => {
      const inOrder = await openFullYard(`${dayOf(30)}T00:00:00Z`)
      const stored = []
      for (const each of history) if ((await enter(inOrder, each.step)) !== undefined) stored.push(each)
      const expected = await described(inOrder)

      const late = await openFullYard(`${dayOf(FIRST_DAY)}T00:00:00Z`)
      fc.pre((await enterOnTheirDays(late, stored, isAtOnce)).length === 0)
      expect(await described(late)).toEqual(expected)
    })
    await fc.assert(property, { numRuns: historyCount(1 / 4), endOnFailure: false })
  },
  180_000,
)
