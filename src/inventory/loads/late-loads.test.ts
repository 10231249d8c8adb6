import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { historyCount } from '../../../test/history-count.ts'
import { fc } from '../../../test/seed.ts'
import {
  CRUSOE,
  dayOf,
  described,
  enter,
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
      return { step: { ...step, day } as Step, enteredOn: day + daysLate }
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
