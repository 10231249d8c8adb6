import { expect, test } from 'vitest'
import { atMoisture, dryMatterOf, moistureNamed } from './moisture.ts'

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

test.each([
  ['Moisture', 'moisture'],
  ['moisture content %', 'moisture'],
  ['Feuchte', 'moisture'],
  ['Feuchtigkeit (%)', 'moisture'],
  ['Humidité', 'moisture'],
  ['humidite', 'moisture'],
  ['teneur en eau', 'moisture'],
  ['Dry matter', 'dryMatter'],
  ['Trockenmasse', 'dryMatter'],
  ['Matière sèche %', 'dryMatter'],
  ['Moisture meter', undefined],
  ['Protein', undefined],
  ['', undefined],
])('“%s” is %s', (name, meant) => {
  expect(moistureNamed(name)).toBe(meant)
})
