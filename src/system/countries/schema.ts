import Type, { type Static, type TObject } from 'typebox'
import { closed } from '../../http/validate/schema.ts'
import type { Country } from './countries.ts'

const MonthDay = Type.String({ description: 'Month and day.', examples: ['07-01'] })

/** Fields of a country that the country list and the settings share. */
export const countryFields = {
  name: Type.String(),
  iso: Type.String(),
  iso3: Type.String(),
  units: closed({
    distance: Type.String(),
    weight: Type.String(),
    capacity: Type.String(),
    temperature: Type.String(),
  }),
  currency: Type.String({ examples: ['GBP'] }),
  callingCode: Type.String({ examples: ['+44'] }),
  zoneDescriptor: Type.String({ description: 'What a part of the country is called, such as county.' }),
  locale: Type.String({ examples: ['en-GB'] }),
  continent: Type.String(),
  harvestYearStarts: closed({
    default: MonthDay,
    commodities: Type.Record(Type.String(), MonthDay, {
      description: 'By the id of a commodity, where its year starts on another day.',
    }),
  }),
  splitHarvestYears: Type.Boolean({ description: 'Whether a harvest year may be written 2026/27.' }),
}

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
