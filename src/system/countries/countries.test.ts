import { ANYBODY, render } from '../../words/render.ts'
import { expect, test } from 'vitest'
import { findCountry, harvestYearIn, harvestYearIsValid, listCountries, noHarvestYear } from './countries.ts'

test.each([
  ['GB', 'United Kingdom', 'GBR', 'GBP', '+44', 'Europe', 'en-GB', 'Europe/London', 'tonne', 'kg'],
  ['IE', 'Ireland', 'IRL', 'EUR', '+353', 'Europe', 'en-IE', 'Europe/Dublin', 'tonne', 'kg'],
  ['FR', 'France', 'FRA', 'EUR', '+33', 'Europe', 'fr-FR', 'Europe/Paris', 'tonne', 'kg'],
  ['DE', 'Germany', 'DEU', 'EUR', '+49', 'Europe', 'de-DE', 'Europe/Berlin', 'tonne', 'kg'],
  ['US', 'United States', 'USA', 'USD', '+1', 'North America', 'en-US', 'America/Chicago', 'short ton', 'lb'],
  ['CA', 'Canada', 'CAN', 'CAD', '+1', 'North America', 'en-CA', 'America/Winnipeg', 'tonne', 'kg'],
  ['AU', 'Australia', 'AUS', 'AUD', '+61', 'Oceania', 'en-AU', 'Australia/Sydney', 'tonne', 'kg'],
  ['NZ', 'New Zealand', 'NZL', 'NZD', '+64', 'Oceania', 'en-NZ', 'Pacific/Auckland', 'tonne', 'kg'],
])('%s', (iso, name, iso3, currency, callingCode, continent, locale, timeZone, weight, weighbridge) => {
  expect(findCountry(iso)).toMatchObject({
    iso,
    name,
    iso3,
    currency,
    callingCode,
    continent,
    locale,
    timeZone,
    enabled: true,
    defaultWeight: { name: weight },
    weighbridgeWeight: { name: weighbridge },
  })
})

test('exactly the countries with commodities are enabled, and they come first', () => {
  const countries = listCountries()
  expect(countries.slice(0, 8).map((country) => country.iso)).toEqual([
    'AU',
    'CA',
    'DE',
    'FR',
    'GB',
    'IE',
    'NZ',
    'US',
  ])
  expect(countries.filter((country) => country.enabled)).toHaveLength(8)
})

test('every country has a currency, a locale and a time zone that this machine knows', () => {
  const currencies = new Set(Intl.supportedValuesOf('currency'))
  for (const { iso, currency, locale, timeZone } of listCountries()) {
    expect(currencies, iso).toContain(currency)
    expect(() => new Intl.DateTimeFormat(locale, { timeZone }), iso).not.toThrow()
  }
})

test('no two countries share a three-letter code', () => {
  expect(new Set(listCountries().map((country) => country.iso3)).size).toBe(listCountries().length)
})

// rules.md §1.
test.each([
  ['GB', '1', '07-01'],
  ['DE', '1', '07-01'],
  ['PL', '1', '07-01'],
  ['NZ', '1', '07-01'],
  ['CA', '1', '08-01'],
  ['AU', '1', '10-01'],
  ['US', '1', '06-01'],
  ['US', '2', '06-01'],
  ['US', '3', '06-01'],
  ['US', '7', '07-01'],
  ['US', '8', '07-01'],
  ['US', '10', '07-01'],
  ['US', '6', '09-01'],
  ['US', '11', '09-01'],
])('in %s the harvest year of commodity %s starts on %s', (iso, commodityId, start) => {
  const starts = findCountry(iso)?.harvestYearStarts
  expect(starts?.commodities?.[commodityId] ?? starts?.default).toBe(start)
})

test.each([
  ['2026', 'GB', true],
  ['2026', 'AU', true],
  ['1852', 'GB', true],
  ['2026', 'XX', true],
  ['2026/27', 'AU', true],
  ['2026/27', 'NZ', true],
  ['1999/00', 'AU', true],
  ['2026/27', 'GB', false],
  ['2026/27', 'US', false],
  ['2026/27', 'XX', false],
  ['2026/28', 'AU', false],
  ['2026/26', 'AU', false],
  ['2026/2027', 'AU', false],
  ['2026-27', 'AU', false],
  ['26', 'GB', false],
  ['', 'GB', false],
  ['2026 ', 'GB', false],
  ['3026', 'GB', false],
  ['harvest 2026', 'GB', false],
])('harvest year “%s” in %s: %s', (label, iso, isValid) => {
  expect(harvestYearIsValid(label, iso)).toBe(isValid)
})

test.each([
  ['2026', 'AU', '2026/27'],
  ['1999', 'NZ', '1999/00'],
  ['2026/27', 'AU', '2026/27'],
  ['2026', 'GB', '2026'],
  ['harvest', 'AU', 'harvest'],
])('harvest year “%s” is kept in %s as %s', (label, iso, kept) => {
  expect(harvestYearIn(label, iso)).toBe(kept)
})

test('a fault says what a harvest year is like where split ones are', () => {
  expect(render(noHarvestYear('GB'), ANYBODY)).toBe('must be a harvest year such as 2026')
  expect(render(noHarvestYear('AU'), ANYBODY)).toBe('must be a harvest year such as 2026 or 2026/27')
})

test('a code that is no country is not found', () => {
  expect(findCountry('XX')).toBeUndefined()
  expect(findCountry('gb')).toBeUndefined()
})
