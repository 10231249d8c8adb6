import { expect, test } from 'vitest'
import { atMoisture, dryMatterOf } from './moisture.ts'

// Protein bases: Britain dry matter, the US 12 %, Canada 13.5 %, Australia 11 %.
test.each([
  [13, 0, 12, 11.44],
  [13, 0, 13.5, 11.245],
  [12.5, 0, 13.5, 10.8125],
  [11.5, 11, 11, 11.5],
  [11.44, 12, 0, 13],
  [12, 12, 11, 12.136],
])('%d %% at %d %% moisture is, at %d %%, %d %%', (share, from, to, expected) => {
  expect(atMoisture(share, from, to)).toBeCloseTo(expected, 3)
})

test('what is not water is dry matter', () => {
  expect(dryMatterOf(14.5)).toBe(85.5)
  expect(dryMatterOf(dryMatterOf(14.5))).toBe(14.5)
})
