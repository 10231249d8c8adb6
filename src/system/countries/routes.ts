import Type, { type Static } from 'typebox'
import { publicRead, type Operation } from '../../http/operation.ts'
import { closed, oneOf } from '../../http/schema.ts'
import { listCountries, type Country as CountryEntry } from './countries.ts'

const Country = closed({
  name: Type.String(),
  iso: Type.String(),
  iso3: Type.String(),
  enabled: oneOf(['true', 'false'], 'Whether the country is in use here; a string in this list.'),
  units: closed({
    distance: Type.String(),
    weight: Type.String(),
    capacity: Type.String(),
    temperature: Type.String(),
  }),
  currency: Type.String({ examples: ['GBP'] }),
  callingCode: Type.String({ examples: ['+44'] }),
  zoneDescriptor: Type.String({ description: 'What the parts of the country are called.' }),
  locale: Type.String({ examples: ['en-GB'] }),
  continent: Type.String(),
})

export const countryOperations: Operation[] = [
  publicRead(
    {
      path: '/countries',
      title: 'Country list',
      description: 'Every country we know, by its two-letter code, with currency, calling code and units.',
      result: Type.Record(Type.String(), Country),
      isResource: true,
    },
    async () => Object.fromEntries(listCountries().map((country) => [country.iso, countryToWire(country)])),
  ),
]

function countryToWire(country: CountryEntry): Static<typeof Country> {
  const { name, iso, iso3, enabled, units, currency, callingCode, zoneDescriptor, locale, continent } =
    country
  return {
    name,
    iso,
    iso3,
    enabled: enabled ? 'true' : 'false',
    units,
    currency,
    callingCode,
    zoneDescriptor,
    locale,
    continent,
  }
}
