import type { Static, TObject } from 'typebox'
import type { Country } from './countries.ts'
import type { countryFields } from './schema.ts'

type CountryFields = Static<TObject<typeof countryFields>>

/** A country as the country list and the settings show it, but for whether it is in use. */
export function describeCountry(country: Country): CountryFields {
  const { name, iso, iso3, units, currency, callingCode, zoneDescriptor, locale, continent } = country
  const { harvestYearStarts, splitHarvestYears } = country
  return {
    name,
    iso,
    iso3,
    units,
    currency,
    callingCode,
    zoneDescriptor,
    locale,
    continent,
    harvestYearStarts: {
      default: harvestYearStarts.default,
      commodities: harvestYearStarts.commodities ?? {},
    },
    splitHarvestYears,
  }
}
