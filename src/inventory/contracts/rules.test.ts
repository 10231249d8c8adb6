import { describe, expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import {
  contractStatus,
  dryingOf,
  matrixFaults,
  shrinkGrams,
  shrinkPercentage,
  usageOf,
  type Drying,
  type LossRow,
} from './rules.ts'

const row = (from: number, to: number, loss: number): LossRow => ({
  moistureMinPercentage: from,
  moistureMaxPercentage: to,
  weightLossPercentage: loss,
})
const computed = (moisturePercentage: number, levelPercentage: number): Drying => ({
  moisturePercentage,
  levelPercentage,
  lossPercentage: null,
})

test.each([
  { moisture: 25, level: 15.5, percentage: 11.243, grams: 1_124_260 },
  { moisture: 20, level: 15, percentage: 5.882, grams: 588_235 },
  { moisture: 15.001, level: 15, percentage: 0.001, grams: 118 },
  { moisture: 16, level: 15, percentage: 1.176, grams: 117_647 },
  { moisture: 100, level: 15, percentage: 100, grams: 10_000_000 },
  { moisture: 10, level: 0, percentage: 10, grams: 1_000_000 },
])(
  'by dry matter $moisture → $level takes $percentage % off 10 t',
  ({ moisture, level, percentage, grams }) => {
    expect(shrinkPercentage(computed(moisture, level))).toBe(percentage)
    expect(shrinkGrams(computed(moisture, level), 10_000_000)).toBe(grams)
  },
)

test.each([
  { loss: 0, grams: 0 },
  { loss: 1.2, grams: 341_520 },
  { loss: 2.345, grams: 667_387 },
  { loss: 100, grams: 28_460_000 },
])('a matrix row of $loss % takes $grams g off 28,460 kg', ({ loss, grams }) => {
  const drying: Drying = { moisturePercentage: 18, levelPercentage: 15, lossPercentage: loss }
  expect(shrinkGrams(drying, 28_460_000)).toBe(grams)
  expect(shrinkPercentage(drying)).toBe(loss)
})

test('nothing is taken off where nothing is dried', () => expect(shrinkGrams(undefined, 28_460_000)).toBe(0))

test('dry matter is the same before and after, to the gram', () => {
  const percent = fc.integer({ min: 0, max: 99_999 }).map((thousandths) => thousandths / 1000)
  fc.assert(
    fc.property(percent, percent, fc.integer({ min: 1, max: 40_000_000 }), (a, b, grams) => {
      const drying = computed(Math.max(a, b), Math.min(a, b))
      const dryBefore = grams * (1 - drying.moisturePercentage / 100)
      const dryAfter = (grams - shrinkGrams(drying, grams)) * (1 - drying.levelPercentage / 100)
      expect(Math.abs(dryAfter - dryBefore)).toBeLessThan(0.51)
    }),
  )
})

describe('which loss a moisture has', () => {
  const matrix = [row(15, 16, 1.2), row(16, 18, 2.9), row(18, 20, 5)]
  const terms = { isAgreed: true, levelPercentage: 15, matrix }

  test.each([
    { moisture: 14, loss: undefined, because: 'below the level' },
    { moisture: 15, loss: undefined, because: 'at the level' },
    { moisture: 15.0004, loss: undefined, because: 'at the level, to a thousandth' },
    { moisture: 15.5, loss: 1.2, because: 'in the first row' },
    { moisture: 16, loss: 2.9, because: 'a row begins with its minimum' },
    { moisture: 17.999, loss: 2.9, because: 'a row ends before its maximum' },
    { moisture: 20, loss: 5, because: 'the last row has its maximum' },
    { moisture: 20.1, loss: null, because: 'above all rows: dry matter' },
    { moisture: undefined, loss: undefined, because: 'not measured' },
  ])('$moisture: $because', ({ moisture, loss }) => {
    expect(dryingOf(terms, moisture)?.lossPercentage).toBe(loss)
  })

  test('none where drying is not agreed', () =>
    expect(dryingOf({ ...terms, isAgreed: false }, 20)).toBeUndefined())
  test('dry matter where there is no matrix', () =>
    expect(dryingOf({ ...terms, matrix: [] }, 20)).toEqual(computed(20, 15)))
})

describe('a loss matrix', () => {
  test.each<{ what: string; rows: LossRow[]; faults: string[] }>([
    { what: 'of no rows', rows: [], faults: [] },
    { what: 'of one row', rows: [row(15, 16, 1)], faults: [] },
    { what: 'whose rows meet', rows: [row(15, 16, 1), row(16, 17, 1), row(17, 20, 4)], faults: [] },
    { what: 'in any order', rows: [row(17, 20, 4), row(15, 16, 1), row(16, 17, 2)], faults: [] },
    {
      what: 'with a gap',
      rows: [row(15, 16, 1), row(16.5, 17, 2)],
      faults: ['m[1].moistureMinPercentage gap'],
    },
    {
      what: 'with an overlap',
      rows: [row(15, 16.5, 1), row(16, 17, 2)],
      faults: ['m[1].moistureMinPercentage overlap'],
    },
    {
      what: 'with a row twice',
      rows: [row(15, 16, 1), row(15, 16, 1)],
      faults: ['m[1].moistureMinPercentage overlap'],
    },
    {
      what: 'with one row inside another, and one after it',
      rows: [row(10, 20, 1), row(12, 13, 2), row(20, 21, 3)],
      faults: ['m[1].moistureMinPercentage overlap'],
    },
    {
      what: 'that falls',
      rows: [row(15, 16, 3), row(16, 17, 2)],
      faults: ['m[1].weightLossPercentage falling'],
    },
    { what: 'with an empty row', rows: [row(15, 15, 1)], faults: ['m[0].moistureMaxPercentage empty_row'] },
    {
      what: 'with everything at once',
      rows: [row(20, 22, 1), row(15, 16, 3), row(16, 18, 2), row(17, 19, 4)],
      faults: [
        'm[2].weightLossPercentage falling',
        'm[3].moistureMinPercentage overlap',
        'm[0].moistureMinPercentage gap',
        'm[0].weightLossPercentage falling',
      ],
    },
  ])('$what', ({ rows, faults }) => {
    expect(matrixFaults(rows, 'm').map(({ path, code }) => `${path} ${code}`)).toEqual(faults)
  })
})

test.each([
  { now: '2026-07-31T23:59:59Z', status: 'upcoming' },
  { now: '2026-08-01T00:00:00Z', status: 'active' },
  { now: '2026-08-31T23:59:59Z', status: 'active' },
  { now: '2026-09-01T00:00:00Z', status: 'expired' },
])('at $now an August contract is $status', ({ now, status }) => {
  const august = { startAt: new Date('2026-08-01T00:00:00Z'), endAt: new Date('2026-08-31T23:59:59.999Z') }
  expect(contractStatus(august, new Date(now))).toBe(status)
})

test.each([
  { agreed: 100, used: 0, remainingGrams: 100, exceededGrams: 0 },
  { agreed: 100, used: 100, remainingGrams: 0, exceededGrams: 0 },
  { agreed: 100, used: 130, remainingGrams: 0, exceededGrams: 30 },
])('$used of $agreed', ({ agreed, used, ...expected }) => {
  expect(usageOf(agreed, used)).toEqual(expected)
})
