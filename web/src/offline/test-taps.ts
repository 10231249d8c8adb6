import fc from 'fast-check'
import type { Line } from './test-world.ts'

const lines: Line[] = [
  'up',
  'cut',
  'answer lost',
  'portal',
  'portal in JSON',
  'html 404',
  'html 409',
  'bad gateway',
  'stuck',
]
/** Two tabs of the computer at the bridge, and a phone. */
const TABS = 3
const tab = fc.nat(TABS - 1)
const pick = fc.nat(50)
const kg = fc.integer({ min: 11_000, max: 15_000 })
const bay = fc.integer({ min: 1, max: 3 })
/** Whatever somebody may tap, and whatever may happen beside it. */
export const tap = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('enter'),
      tab,
      good: fc.boolean(),
      kg: fc.option(kg),
      isOlder: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('count'),
      tab,
      isGood: fc.boolean(),
      isCheck: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('save again'), tab, pick }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('count again'), tab, pick }) },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('finish'), tab, pick, kg, bay: fc.option(bay) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('correct'), tab, pick, good: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constantFrom('give up', 'keep theirs', 'insist'), tab, pick }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('kill', 'flush'), tab }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('line'), tab, line: fc.constantFrom(...lines) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('clock'), tab, days: fc.constantFrom(-400, -1, 0, 1, 400) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('full'), tab, isFull: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('person'), tab, who: fc.constantFrom('ann', 'bob', undefined) }),
  },
)
export type Tap = typeof tap extends fc.Arbitrary<infer T> ? T : never
