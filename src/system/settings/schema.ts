import Type, { type Static } from 'typebox'
import { closed, described, named, oneOf, orNull, PathId } from '../../http/validate/schema.ts'
import { Commodity, TranslatedNames, WeightUnitSchema } from '../commodities/schema.ts'
import { countryFields } from '../countries/schema.ts'
import { LoggingSetting } from '../logging/schema.ts'

const Reasons = Type.Array(closed({ id: Type.Integer(), description: Type.String(), names: TranslatedNames }))

const NamedSeller = closed({ id: Type.String({ examples: ['1'] }), name: Type.String() })
export type NamedSeller = Static<typeof NamedSeller>

const ExFarmPrice = closed({
  id: Type.Integer(),
  name: Type.String({ examples: ['Feed wheat'] }),
  commodityId: Type.Integer(),
  grades: Type.Array(Type.Integer(), { description: 'The grades that the price is for.' }),
  default: Type.Boolean({ description: 'Shown first; one in each country.' }),
  countryISO: Type.String(),
})
export type ExFarmPrice = Static<typeof ExFarmPrice>

const Trading = closed({
  settlementDeductionReasons: Reasons,
  settlementBonusReasons: Reasons,
  closeListingReasons: Reasons,
  exFarmPriceCommodities: Type.Array(ExFarmPrice),
  seamlessTrading: closed({
    openPeriodMinutes: Type.Integer({ description: 'How long a listing takes bids.' }),
    reviewPeriodMinutes: Type.Integer({ description: 'How long its seller then has to take one.' }),
    bidExpiryMinutes: Type.Integer({ description: 'How long a bid stands from when it is made.' }),
  }),
})

/** Settings that a client application needs at its start. */
export const SettingsDocument = named('Settings', {
  commodities: Type.Array(Commodity),
  lists: Type.Array(
    closed({
      id: Type.String({ examples: ['ahdb-2025'] }),
      countryISO: Type.String(),
      source: Type.String(),
      edition: Type.String(),
      date: Type.String({ description: 'Year, perhaps with month; empty if it was not noted.' }),
      status: Type.String(),
      checked: oneOf(['read', 'collected', 'unchecked']),
      season: Type.Optional(Type.String()),
    }),
    { description: 'Where varieties, classes and limits are from, and how old.' },
  ),
  attribution: Type.Array(Type.String(), { description: 'What is to be told wherever the data is shown.' }),
  sellerCommodities: Type.Array(NamedSeller, { description: 'What sellers may list.' }),
  trading: Trading,
  measures: Type.Array(
    closed({
      id: Type.Integer(),
      name: Type.String({ examples: ['Protein'] }),
      names: TranslatedNames,
      unit: Type.String({ examples: ['%'] }),
      moistureBasis: Type.Optional(
        Type.Record(Type.String(), Type.Number(), {
          description: 'By country, at which moisture its trade states it; 0 is dry matter.',
          examples: [{ GB: 0, US: 12 }],
        }),
      ),
    }),
    { description: 'What can be measured, as specifications and samples name it.' },
  ),
  units: Type.Array(closed({ name: Type.String(), names: TranslatedNames }), {
    description: 'The units that `conversions` are of.',
  }),
  conversions: Type.Record(Type.String(), Type.Number(), {
    description:
      'Kilograms in one unit, by its name, exactly. A bushel is `bushel:US:1`: of a country and a commodity.',
  }),
  countries: Type.Record(
    Type.String(),
    closed({
      ...countryFields,
      enabled: Type.Boolean({ description: 'Whether the country is in use here.' }),
      defaultWeight: WeightUnitSchema,
    }),
  ),
  regions: Type.Array(
    closed({
      iso: Type.String(),
      name: Type.String(),
      names: TranslatedNames,
      group: Type.String(),
      country: Type.String(),
    }),
  ),
  regionGroups: Type.Array(
    closed({
      group: Type.String(),
      names: TranslatedNames,
      regions: Type.String({ description: 'Codes, separated by commas.', examples: ['AU-SA,AU-TAS,AU-VIC'] }),
      country: Type.String(),
    }),
  ),
  logging: described(
    orNull(LoggingSetting),
    'What `PUT /settings` has set, for platform admins; null for everybody else.',
  ),
})
export type SettingsDocument = Static<typeof SettingsDocument>

export const CountryParam = closed({
  country: described(PathId, 'A country’s two-letter code, such as GB.'),
})
