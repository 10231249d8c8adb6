import { describe, expect, test } from 'vitest'
import {
  isConfirmed,
  isOutside,
  isSamePerson,
  reckon,
  stocktakeLineStateOf,
  type BookedParcel,
  type CountWithVariance,
} from './stocktake-rules.ts'

const CUT_OFF = 1000
const LATER = 2000

function parcel(cutOffGrams: number, countGrams: number, more: Partial<BookedParcel> = {}): BookedParcel {
  return {
    recordId: 'wheat',
    cutOffGrams,
    countGrams,
    lowGrams: Math.min(cutOffGrams, countGrams),
    isParted: false,
    ...more,
  }
}
const counted = (grams: number, at = LATER) => ({ grams, at })

describe('a line is reckoned up', () => {
  test.each([
    // [what, parcels, count, variance, what is posted]
    ['counted at the cut-off', [parcel(100, 100)], counted(97, CUT_OFF), -3, { grams: 97, at: CUT_OFF }],
    ['28 left since', [parcel(100, 72)], counted(70), -2, { grams: 98, at: CUT_OFF }],
    ['28 came since', [parcel(100, 128)], counted(130), 2, { grams: 102, at: CUT_OFF }],
    [
      'counted before it, 28 left until it',
      [parcel(72, 100)],
      counted(99, 500),
      -1,
      { grams: 71, at: CUT_OFF },
    ],
    ['all left since, and a little is there', [parcel(100, 0)], counted(5), 5, { grams: 105, at: CUT_OFF }],
    ['all left since', [parcel(100, 0)], counted(0), 0, { grams: 100, at: CUT_OFF }],
    [
      'counted by hand in between',
      [parcel(100, 72, { isParted: true })],
      counted(70),
      -2,
      { grams: 70, at: LATER },
    ],
    ['it came after the cut-off', [parcel(0, 50)], counted(48), -2, { grams: 48, at: LATER }],
    [
      'more is gone than lay there at the cut-off',
      [parcel(1, 50)],
      counted(48),
      -2,
      { grams: 48, at: LATER },
    ],
    [
      'more is gone than lay there in between',
      [parcel(100, 50, { lowGrams: 1 })],
      counted(48),
      -2,
      { grams: 48, at: LATER },
    ],
  ])('%s', (_what, parcels, count, varianceGrams, post) => {
    expect(reckon(CUT_OFF, parcels, count)).toEqual({
      bookGrams: parcels[0]?.cutOffGrams,
      varianceGrams,
      recordId: 'wheat',
      post: { recordId: 'wheat', ...post },
      problem: null,
    })
  })

  test('an empty bay in which nothing lies is counted, and nothing is posted', () => {
    expect(reckon(CUT_OFF, [], counted(0))).toMatchObject({ varianceGrams: 0, post: null, problem: null })
  })

  test('something in an empty bay needs a parcel, and is of the one that is named', () => {
    expect(reckon(CUT_OFF, [], counted(5))).toMatchObject({ post: null, problem: 'unknown_stock' })
    expect(reckon(CUT_OFF, [], counted(5), 'wheat')).toMatchObject({
      post: { recordId: 'wheat', grams: 5, at: LATER },
      problem: null,
    })
  })

  test('what replaced another parcel since is counted when it was, and the other is left alone', () => {
    const parcels = [parcel(100, 0, { recordId: 'gone' }), parcel(0, 50, { recordId: 'new' })]
    expect(reckon(CUT_OFF, parcels, counted(48))).toMatchObject({
      bookGrams: 100,
      varianceGrams: -2,
      post: { recordId: 'new', grams: 48, at: LATER },
    })
  })

  test('a difference of two parcels that lie together needs a name, and may not be more than there is of it', () => {
    const parcels = [parcel(10, 10, { recordId: 'a' }), parcel(90, 90, { recordId: 'b' })]
    expect(reckon(CUT_OFF, parcels, counted(95)).problem).toBe('several_parcels')
    expect(reckon(CUT_OFF, parcels, counted(100)).problem).toBeNull()
    expect(reckon(CUT_OFF, parcels, counted(95), 'b')).toMatchObject({ post: { grams: 85 }, problem: null })
    expect(reckon(CUT_OFF, parcels, counted(80), 'a').problem).toBe('several_parcels')
  })

  test('nobody has counted', () => {
    expect(reckon(CUT_OFF, [parcel(100, 100)], undefined)).toMatchObject({
      bookGrams: 100,
      varianceGrams: null,
      post: null,
    })
  })
})

test.each([
  // [variance, per cent, grams, outside]
  [-3, null, null, false],
  [-1, 1, null, false],
  [-2, 1, null, true],
  [2, null, 2, false],
  [3, null, 2, true],
  [3, 1, 3, false],
  [-3, 5, 1, false],
  [null, 1, 1, false],
])(
  'a difference of %s of 100 with a tolerance of %s %% and %s g: %s',
  (varianceGrams, percent, grams, outside) => {
    expect(isOutside({ varianceGrams, bookGrams: 100 }, { percent, grams })).toBe(outside)
  },
)

test('people are told apart by their accounts, and by their names where one has none', () => {
  const jim = { id: 'u1', name: 'Jim' }
  expect(isSamePerson(jim, { id: 'u1', name: 'James' })).toBe(true)
  expect(isSamePerson(jim, { id: 'u2', name: 'Jim' })).toBe(false)
  expect(isSamePerson(jim, { id: null, name: ' jim ' })).toBe(true)
})

const by = (name: string, varianceGrams = -10): CountWithVariance => ({
  by: { id: name, name },
  varianceGrams,
})

describe('a second count', () => {
  const line = {
    reckoned: reckon(CUT_OFF, [parcel(100, 100)], counted(90)),
    counts: [by('a')],
    isLeftOut: false,
    recountAfter: null,
    tolerance: { percent: 1, grams: null },
    needsOther: true,
  }

  test.each([
    ['one alone', [by('a')], true, false],
    ['the same person again', [by('a'), by('a')], true, false],
    ['the same person, where nobody else may count', [by('a'), by('a')], false, true],
    ['somebody else who finds the same', [by('a'), by('b')], true, true],
    ['somebody else who finds it but for what is tolerated', [by('a'), by('b', -11)], true, true],
    ['somebody else who finds less', [by('a'), by('b', -12)], true, false],
    ['the first again, who finds the same once more', [by('a'), by('b', -30), by('a')], true, false],
    ['the first again, who finds what the second found', [by('a'), by('b', -30), by('a', -30)], true, true],
    ['a third who finds what the first found', [by('a'), by('b', -30), by('c')], true, true],
    ['the same person, who finds less', [by('a'), by('a', -30)], false, false],
  ])('of %s', (_who, counts, needsOther, isOne) => {
    expect(isConfirmed({ ...line, counts, needsOther })).toBe(isOne)
    expect(stocktakeLineStateOf({ ...line, counts, needsOther })).toBe(isOne ? 'counted' : 'recount')
  })

  test.each([
    ['nobody since', [by('a')], 1, 'recount'],
    ['whoever was asked about', [by('a'), by('a')], 1, 'recount'],
    ['whoever was asked about, after others', [by('b'), by('a'), by('a')], 2, 'recount'],
    ['somebody else', [by('a'), by('b')], 1, 'counted'],
    ['somebody who counted before', [by('b'), by('a'), by('b')], 2, 'counted'],
  ] as const)('that was asked for, of %s', (_who, counts, recountAfter, state) => {
    const tolerance = { percent: null, grams: null }
    expect(stocktakeLineStateOf({ ...line, counts: [...counts], recountAfter, tolerance })).toBe(state)
  })

  test('is due over the tolerance, and where it was asked for', () => {
    expect(stocktakeLineStateOf(line)).toBe('recount')
    expect(stocktakeLineStateOf({ ...line, tolerance: { percent: 10, grams: null } })).toBe('counted')
    expect(stocktakeLineStateOf({ ...line, tolerance: { percent: 10, grams: null }, recountAfter: 1 })).toBe(
      'recount',
    )
    expect(stocktakeLineStateOf({ ...line, counts: [by('a'), by('b')], recountAfter: 1 })).toBe('counted')
    expect(stocktakeLineStateOf({ ...line, isLeftOut: true })).toBe('left_out')
    expect(stocktakeLineStateOf({ ...line, counts: [] })).toBe('open')
  })
})
