import Type from 'typebox'
import { closed } from '../../http/validate/schema.ts'

const MonthDay = Type.String({ description: 'Month and day.', examples: ['07-01'] })

/** What the country list and the settings say of a country alike. */
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
