import Type, { type Static } from 'typebox'
import { closed, named } from '../../http/validate/schema.ts'
import { TranslatedNames } from '../commodities/schema.ts'

/** One region of a country. */
export const Region = named('Region', {
  iso: Type.String({ description: 'ISO 3166-2.', examples: ['GB-NFK'] }),
  name: Type.String({ examples: ['Norfolk'] }),
  names: TranslatedNames,
  tb: Type.Number({
    description:
      'Years between two routine tests of cattle for bovine tuberculosis, 0.5 for six months; 0 where none is known.',
  }),
  country: Type.String({ description: 'Two letters.', examples: ['GB'] }),
  group: Type.String({
    description: 'The group of regions that the trade counts it to; empty if there is none.',
    examples: ['East of England'],
  }),
  ukGroup: Type.String({ description: 'Which part of the United Kingdom it is in, or empty.' }),
  aliases: Type.Array(Type.String(), { description: 'What else people call it, or what it was part of.' }),
})
export type Region = Static<typeof Region>

export const CountryRegions = named('CountryRegions', {
  id: Type.String({ description: 'The country.', examples: ['GB'] }),
  regions: Type.Array(Region),
})
export type CountryRegions = Static<typeof CountryRegions>

export const RegionsQuery = closed({
  countryISO: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'A country’s two-letter code; your own country when left out or empty and signed in.',
      examples: ['GB'],
    }),
  ),
})

/** Regions that the trade speaks of together. */
export interface RegionGroup {
  readonly countryISO: string
  readonly group: string
  readonly regions: readonly string[]
}
