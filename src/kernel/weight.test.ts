import { describe, expect, test } from 'vitest'
import { gramsFromKilograms, KILOGRAM, kilogramsFromGrams, formatWeight, weightFromGrams } from './weight.ts'

describe('kilograms become whole grams, rounded once', () => {
  const rows: [kilograms: number, grams: number][] = [
    [0, 0],
    [28_460, 28_460_000],
    [0.001, 1],
    [0.0004, 0],
    [0.0005, 1],
    [28.4605, 28_461],
    // Just below 1,005, 64,100 and 1,001 grams as floating point has them: cut off, each would lose a gram.
    [1.005, 1005],
    [64.1, 64_100],
    [1.001, 1001],
    [-28.4606, -28_461],
    [1_000_000_000, 1_000_000_000_000],
  ]
  test.each(rows)('%d kg are %d g', (kilograms, grams) => {
    expect(gramsFromKilograms(kilograms)).toBe(grams)
  })

  test('every whole gram comes back from its kilograms', () => {
    const wrong = Array.from({ length: 100_000 }, (_each, grams) => grams).filter(
      (grams) => gramsFromKilograms(kilogramsFromGrams(grams)) !== grams,
    )
    expect(wrong).toEqual([])
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e15])('%d kg is no weight', (kilograms) => {
    expect(() => gramsFromKilograms(kilograms)).toThrow(RangeError)
  })
})

test('a weight is in kilograms, whatever unit it is to be read in', () => {
  expect(weightFromGrams(1_016_047, KILOGRAM)).toEqual({ name: 'kg', conversion: 1, weight: 1016.047 })
  expect(weightFromGrams(1_016_047, { name: 'ton', conversion: 1016.047 })).toEqual({
    name: 'ton',
    conversion: 1016.047,
    weight: 1016.047,
  })
})

test.each([
  [28_460_000, '28,460 kg'],
  [1, '0.001 kg'],
  [-1_500, '-1.5 kg'],
])('%d g are said as %s', (grams, said) => {
  expect(formatWeight(grams)).toBe(said)
})
