import Type from 'typebox'
import { publicRead, type Operation } from '../../http/operation.ts'
import { named, oneOf } from '../../http/validate/schema.ts'
import { once } from '../data-file.ts'
import { listCountries } from './countries.ts'
import { describeCountry } from './schema.ts'
import { countryFields } from './schema.ts'

const Country = named('Country', {
  ...countryFields,
  enabled: oneOf(['true', 'false'], 'Whether the country is in use here; a string in this list.'),
})

export const countryOperations: Operation[] = [
  publicRead(
    {
      path: '/countries',
      title: 'Country list',
      description:
        'Every country, by its two-letter code, with currency, calling code, units, and when its harvest year starts.',
      result: Type.Record(Type.String(), Country),
      isResource: true,
    },
    async () => countryList(),
  ),
]

const countryList = once(() =>
  Object.fromEntries(
    listCountries().map((country) => [
      country.iso,
      { ...describeCountry(country), enabled: country.enabled ? ('true' as const) : ('false' as const) },
    ]),
  ),
)
