import { expect, test } from 'vitest'
import { formatsIn, roundedTogether } from './formats.ts'

test.each<{ values: number[]; perUnit: 1 | 10; rounded: number[] }>([
  { values: [15_851.073, 15_666.4, 2], perUnit: 1, rounded: [15_851, 15_666, 2] },
  { values: [0.5, 0.5, 3], perUnit: 1, rounded: [1, 0, 3] },
  { values: [0.4, 0.4, 0.4], perUnit: 1, rounded: [1, 0, 0] },
  { values: [33.334, 33.333, 33.333], perUnit: 10, rounded: [33.4, 33.3, 33.3] },
  { values: [20, 20.236, 59.764], perUnit: 10, rounded: [20, 20.2, 59.8] },
  { values: [], perUnit: 1, rounded: [] },
])('$values, rounded, add up to their sum', ({ values, perUnit, rounded }) => {
  expect(roundedTogether(values, perUnit)).toEqual(rounded)
})

test.each([
  { values: [1000, 23_593.66, 7.5], written: ['1.000,00', '23.593,66', '7,50'] },
  { values: [1000, 5], written: ['1.000', '5'] },
  { values: [0.001, 12], written: ['0,001', '12,000'] },
])('kilograms of one column have as many decimals as the finest: $written', ({ values, written }) => {
  expect(values.map(formatsIn('de', 'Europe/Berlin').column(values))).toEqual(written)
})

test('a share has one decimal', () => {
  expect(formatsIn('de', 'Europe/Berlin').percent(20).replaceAll('\u00a0', ' ')).toBe('20,0 %')
})
