import { expect, test } from 'vitest'
import { harvestYearOf, sownYearOf } from './harvest-year.ts'

const britain = { harvestYearStarts: { default: '07-01' }, splitHarvestYears: false }
const australia = { harvestYearStarts: { default: '10-01' }, splitHarvestYears: true }
const america = {
  harvestYearStarts: { default: '07-01', commodities: { '6': '09-01' } },
  splitHarvestYears: false,
}

test.each([
  ['2026-08-14', 1, britain, '2026'],
  ['2027-06-30', 1, britain, '2026'],
  ['2027-07-01', 1, britain, '2027'],
  ['2026-11-25', 1, australia, '2026/27'],
  ['2027-03-01', 1, australia, '2026/27'],
  ['2099-12-01', 1, australia, '2099/00'],
  ['2026-08-14', 6, america, '2025'],
  ['2026-09-01', 6, america, '2026'],
])('%s, commodity %i', (day, commodityId, country, year) => {
  expect(harvestYearOf(day, commodityId, country)).toBe(year)
})

test.each([
  ['2026-11-28', britain, '2027'],
  ['2026-03-10', britain, '2026'],
  ['2026-07-20', britain, '2026'],
  ['2026-08-05', britain, '2027'],
  // The harvest is on in Australia, and sorghum is sown for it; in May wheat is sown for the next.
  ['2026-11-28', australia, '2026/27'],
  ['2027-03-01', australia, '2026/27'],
  ['2027-05-10', australia, '2027/28'],
])('what is sown on %s', (day, country, year) => {
  expect(sownYearOf(day, country)).toBe(year)
})
