import { addDays, type Day } from '../i18n/days.ts'

/** A country's way to count harvests: when a year starts, by commodity where that differs, and whether it bears two years. */
export interface HarvestYears {
  harvestYearStarts: { default: string; commodities?: Record<string, string> }
  splitHarvestYears: boolean
}

/**
 * The harvest that grain of a day is of, unless somebody says otherwise: the year in which the harvest year began that the day lies in.
 *
 * @example harvestYearOf('2027-03-01', 1, { harvestYearStarts: { default: '07-01' }, splitHarvestYears: false }) // '2026'
 */
export function harvestYearOf(day: Day, commodityId: number, country: HarvestYears): string {
  const { default: usual, commodities = {} } = country.harvestYearStarts
  const start = commodities[String(commodityId)] ?? usual
  const year = Number(day.slice(0, 4)) - (day.slice(5) < start ? 1 : 0)
  return country.splitHarvestYears ? `${year}/${String((year + 1) % 100).padStart(2, '0')}` : String(year)
}

/** So long before its harvest a crop is sown: in the north from August on for the next summer, in the south from April for the next spring. */
const SOWN_AHEAD_DAYS = { north: 335, south: 183 }

/**
 * The harvest that is meant by what is sown on a day: the season that is on, and in the north from August on the next one. Where years bear two
 * numbers, harvest is at the turn of the year.
 *
 * @example sownYearOf('2026-11-28', { harvestYearStarts: { default: '10-01' }, splitHarvestYears: true }) // '2026/27'
 */
export function sownYearOf(day: Day, country: HarvestYears): string {
  const ahead = country.splitHarvestYears ? SOWN_AHEAD_DAYS.south : SOWN_AHEAD_DAYS.north
  return harvestYearOf(addDays(day, ahead), 0, country)
}
