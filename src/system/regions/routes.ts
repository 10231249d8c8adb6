import { publicRead, type Operation } from '../../http/operation.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { countryCodeOf } from '../countries/countries.ts'
import { regionsIn } from './regions.ts'
import { regionsOf } from './regions.ts'
import { CountryRegions, RegionsQuery } from './schema.ts'
import { message } from '../../words/catalogue.ts'

export const regionOperations: Operation[] = [
  publicRead(
    {
      path: '/regions',
      title: 'Get Country Regions',
      description:
        'The regions of a country by their ISO 3166-2 codes, in the order of their names: counties, departments, states or provinces, the smallest ' +
        'that have a code. If you are signed in and name no country, your own. `tb` is in years. Where `Accept-Language` prefers a language that calls one otherwise, `names` has the word. 400 if the code is not a country’s, or ' +
        'no country is known.',
      query: RegionsQuery,
      result: CountryRegions,
      isResource: true,
      knowsCaller: true,
      isInTheirLanguage: true,
    },
    async (_db, { query, language }, actor) => {
      const countryISO = query.countryISO || actor?.countryISO
      if (!countryISO) refuseFaults([fault('countryISO', message('isNeededUnlessSignedIn', {}), 'required')])
      const { id, regions } = regionsOf(countryCodeOf(countryISO))
      return { id, regions: regionsIn(language, regions) }
    },
  ),
]
