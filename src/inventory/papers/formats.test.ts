import { expect, test } from 'vitest'
import { formatsIn, partsOfWhole, roundedToSum } from './formats.ts'

test.each<{ values: number[]; perUnit: 1 | 10; rounded: number[] }>([
  { values: [15_851.073, 15_666.4, 2], perUnit: 1, rounded: [15_851, 15_666, 2] },
  { values: [0.5, 0.5, 3], perUnit: 1, rounded: [1, 0, 3] },
  { values: [0.4, 0.4, 0.4], perUnit: 1, rounded: [1, 0, 0] },
  { values: [33.334, 33.333, 33.333], perUnit: 10, rounded: [33.4, 33.3, 33.3] },
  { values: [20, 20.236, 59.764], perUnit: 10, rounded: [20, 20.2, 59.8] },
  { values: [], perUnit: 1, rounded: [] },
])('$values, rounded, add up to their sum', ({ values, perUnit, rounded }) => {
  expect(roundedToSum(values, perUnit)).toEqual(rounded)
})

test.each([
  { values: [1000, 23_593.66, 7.5], written: ['1.000,00', '23.593,66', '7,50'] },
  { values: [1000, 5], written: ['1.000', '5'] },
  { values: [0.001, 12], written: ['0,001', '12,000'] },
])('kilograms of one column have as many decimals as the finest: $written', ({ values, written }) => {
  expect(values.map(formatsIn('de', { countryISO: 'DE', timeZone: 'Europe/Berlin' }).column(values))).toEqual(
    written,
  )
})

test('a share has one decimal', () => {
  expect(
    formatsIn('de', { countryISO: 'DE', timeZone: 'Europe/Berlin' }).percent(20).replaceAll('\u00a0', ' '),
  ).toBe('20,0 %')
})

test('pounds that a scale read stand on paper as it read them', () => {
  const pounds = formatsIn('en', { countryISO: 'US', timeZone: 'America/Chicago', unit: 'lb' })
  // 62,340 lb to the gram.
  expect(pounds.weight(28_276.948)).toBe('62,340 lb')
  const column = [28_276.948, 9071.847]
  expect(column.map(pounds.column(column))).toEqual(['62,340', '20,000'])
  expect(partsOfWhole([{ weight: 28_276.948, share: 100 }], pounds).total).toEqual(['62,340', '100.0 %'])
})

test.each([
  { countryISO: 'US', timeZone: 'America/Chicago', moment: 'Aug 3, 2026, 10:05 AM' },
  { countryISO: 'GB', timeZone: 'Europe/London', moment: '3 Aug 2026, 16:05' },
  { countryISO: 'DE', timeZone: 'Europe/Berlin', moment: '3 Aug 2026, 17:05' },
])('a moment on a paper is written as in $countryISO: $moment', ({ moment, ...place }) => {
  expect(formatsIn('en', place).moment('2026-08-03T15:05:00Z').replaceAll('\u00a0', ' ')).toBe(moment)
})
