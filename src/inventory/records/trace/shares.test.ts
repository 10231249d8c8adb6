import { expect, test } from 'vitest'
import { fc } from '../../../../test/seed.ts'
import { sharesOf } from './trace-record.ts'

const cases: { grams: number[]; shares: number[] }[] = [
  { grams: [], shares: [] },
  { grams: [0, 0], shares: [0, 0] },
  { grams: [7], shares: [100] },
  { grams: [1, 1, 1], shares: [33.334, 33.333, 33.333] },
  { grams: [2, 1], shares: [66.667, 33.333] },
  { grams: [1, 999_999], shares: [0, 100] },
  { grams: [9_000_000_000_000, 3_000_000_000_000], shares: [75, 25] },
]
test.each(cases)('of $grams', ({ grams, shares }) => {
  expect(sharesOf(grams)).toEqual(shares)
})

test('they always add up to 100, each within a thousandth of what it is', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10 ** 12 }), { minLength: 1, maxLength: 50 }), (grams) => {
      const shares = sharesOf(grams)
      const total = grams.reduce((sum, each) => sum + each, 0)
      expect(shares.reduce((sum, share) => sum + Math.round(share * 1000), 0)).toBe(100_000)
      for (const [place, share] of shares.entries()) {
        expect(Math.abs(share - ((grams[place] ?? 0) / total) * 100)).toBeLessThanOrEqual(0.001 + 1e-9)
      }
    }),
  )
})
