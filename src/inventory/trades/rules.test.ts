import { describe, expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import { bounds, progressOf, remainder, windowOf, type MovedOnDay, type Window } from './rules.ts'

const september: Window = { number: 1, firstDay: '2026-09-01', lastDay: '2026-09-30', grams: 250 }
const october: Window = { number: 2, firstDay: '2026-10-01', lastDay: '2026-10-31', grams: 250 }
const lateSeptember: Window = { number: 3, firstDay: '2026-09-20', lastDay: '2026-10-05', grams: 100 }

describe('the window of a load', () => {
  test.each([
    { what: 'its day is in one', day: '2026-09-10', named: null, number: 1 },
    { what: 'its day is the last', day: '2026-09-30', named: null, number: 3 },
    { what: 'its day is in two: the later to begin', day: '2026-10-02', named: null, number: 2 },
    { what: 'its day is in none', day: '2026-11-01', named: null, number: undefined },
    { what: 'it names another', day: '2026-09-10', named: 2, number: 2 },
    { what: 'it names none that is there', day: '2026-09-10', named: 7, number: undefined },
  ])('$what', ({ day, named, number }) =>
    expect(windowOf([september, october, lateSeptember], day, named)?.number).toBe(number),
  )
})

test.each([
  { grams: 500_000_000, tolerancePercentage: 5, least: 475_000_000, most: 525_000_000 },
  { grams: 333_333, tolerancePercentage: 0.125, least: 332_916, most: 333_750 },
  { grams: 10, tolerancePercentage: 0, least: 10, most: 10 },
])('$tolerancePercentage % of $grams g', ({ least, most, ...agreed }) =>
  expect(bounds(agreed)).toEqual({ least, most }),
)

test.each([
  { moved: 0, leftGrams: 1000, overGrams: 0, beyondToleranceGrams: 0 },
  { moved: 1000, leftGrams: 0, overGrams: 0, beyondToleranceGrams: 0 },
  { moved: 1030, leftGrams: 0, overGrams: 30, beyondToleranceGrams: 0 },
  { moved: 1080, leftGrams: 0, overGrams: 80, beyondToleranceGrams: 30 },
])('$moved g of 1000 g ± 5 %', ({ moved, ...left }) =>
  expect(remainder({ grams: 1000, tolerancePercentage: 5 }, moved)).toEqual(left),
)

describe('what moved under a contract', () => {
  const day = fc.constantFrom(
    '2026-08-31',
    '2026-09-01',
    '2026-09-25',
    '2026-10-03',
    '2026-10-31',
    '2026-11-02',
  )
  const moved = fc.record<MovedOnDay>({
    day,
    window: fc.constantFrom(null, 1, 2, 3),
    isPlanned: fc.boolean(),
    grams: fc.nat(40_000_000),
    loads: fc.integer({ min: 1, max: 9 }),
  })

  test('is in one window or outside of all, in whatever order it comes', () => {
    fc.assert(
      fc.property(
        fc.array(moved),
        fc.array(fc.constantFrom(september, october, lateSeptember)),
        (all, some) => {
          const windows = [...new Set(some)]
          const { whole, byWindow, outside } = progressOf(windows, all)
          const parts = [...byWindow.values(), outside]
          for (const figure of ['movedGrams', 'plannedGrams', 'loads'] as const)
            expect(parts.reduce((sum, part) => sum + part[figure], 0)).toBe(whole[figure])
          expect(progressOf(windows, all.toReversed())).toEqual({ whole, byWindow, outside })
          expect(whole.movedGrams).toBe(
            all.filter(({ isPlanned }) => !isPlanned).reduce((sum, { grams }) => sum + grams, 0),
          )
        },
      ),
    )
  })
})
