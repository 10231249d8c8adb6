import { expect, test } from 'vitest'
import type { StocktakeLine } from '../../api/operations.ts'
import type { BayCount } from '../../offline/bay-counts.ts'
import { isToCount, nextBay } from './next-bay.ts'

const lineOf = (bay: number, part: Partial<StocktakeLine> = {}): StocktakeLine => ({
  line: bay,
  storageId: 's',
  storageName: 'Hill',
  substorageId: bay,
  substorageName: `Bay ${bay}`,
  state: 'open',
  stock: [],
  book: null,
  counted: null,
  variance: null,
  isOutside: null,
  datedAtUTC: null,
  rolled: null,
  recordId: null,
  reasonId: 1,
  reason: '',
  leftOut: null,
  recountAskedAtUTC: null,
  recountAskedBy: '',
  counts: [],
  timesCounted: 0,
  late: [],
  adjustmentId: null,
  varianceNow: null,
  ...part,
})
const here = (part: Partial<BayCount> = {}): BayCount => ({
  id: 'c',
  number: 1,
  organisationId: 'o',
  kind: 'count',
  asTyped: { id: 'f', weight: '1', isWeighed: false, heap: null, note: '', day: '', time: '', countedBy: '' },
  stocktakeId: 't',
  bayId: 1,
  weight: 1000,
  byId: 'jim',
  by: 'Jim',
  closedAt: '2026-08-14T08:00:00Z',
  ...part,
})
const counted = (countedById: string): StocktakeLine['counts'] => [
  {
    number: 1,
    weight: 1000,
    countedAtUTC: '2026-08-14T08:00:00Z',
    countedById,
    countedBy: countedById,
    howMeasured: null,
    files: [],
    note: '',
    enteredBy: countedById,
    enteredAtUTC: '2026-08-14T08:00:00Z',
  },
]
const recount = (by: string, timesCounted = 1) =>
  lineOf(1, { state: 'recount', counts: counted(by), timesCounted })

test.each<[string, StocktakeLine, BayCount[], boolean, boolean]>([
  ['nobody has counted', lineOf(1), [], true, true],
  ['another bay was counted here', lineOf(1), [here({ bayId: 2 })], true, true],
  ['a count waits here', lineOf(1), [here()], true, false],
  [
    'a count of here came into the book, and the session was not read since',
    lineOf(1),
    [here({ bookedAt: 'x' })],
    true,
    false,
  ],
  ['a count was given up', lineOf(1), [here({ givenUp: 'No' })], true, true],
  ['it is counted', lineOf(1, { state: 'counted' }), [], true, false],
  ['it is left out', lineOf(1, { state: 'left_out' }), [], true, false],
  ['somebody else’s is to be confirmed', recount('ann'), [], true, true],
  ['one’s own is to be confirmed by somebody else', recount('jim'), [here({ bookedAt: 'x' })], true, false],
  ['somebody else has counted since, and found otherwise', recount('jim', 2), [], true, true],
  ['where nobody else may, one confirms one’s own', recount('jim'), [here({ bookedAt: 'x' })], false, true],
  ['the second count waits here', recount('ann'), [here()], true, false],
  ['a hidden count is to be confirmed', lineOf(1, { state: 'recount' }), [], true, true],
])('to count where %s', (_name, line, counts, needsSomebodyElse, expected) => {
  expect(isToCount(line, counts, { userId: 'jim', needsSomebodyElse })).toBe(expected)
})

test.each<[string, number | undefined, number[], number | undefined]>([
  ['the first at the beginning', undefined, [1, 2, 3], 1],
  ['the next one', 1, [1, 2, 3], 2],
  ['over those that are counted', 1, [3], 3],
  ['from the last round to the first', 3, [1], 1],
  ['the same where it alone is left', 2, [2], 2],
  ['none', 2, [], undefined],
  ['the first where the bay is not of the session', 9, [2, 3], 2],
])('the next bay is %s', (_name, after, left, expected) => {
  const lines = [lineOf(3), lineOf(1), lineOf(2)]
  expect(nextBay(lines, after, ({ substorageId }) => left.includes(substorageId))?.substorageId).toBe(
    expected,
  )
})
