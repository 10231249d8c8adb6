import Type from 'typebox'
import { publicRead, type Operation } from '../../http/operation.ts'
import { countryCodeOf } from '../countries/countries.ts'
import type { Places } from './places.ts'
import {
  AddressQuery,
  AddressSearchResult,
  CoordinatesQuery,
  Location,
  AddressSearchQuery,
  ThreeWordsQuery,
} from './schema.ts'

/** Of each operation: an office behind one address that types as fast as it can, and a tenth of a processor. */
const PER_MINUTE = 1200

/** Places, for everybody: by three words, by id, by name and by coordinates. */
export function locationOperations(places: Places): Operation[] {
  return [
    publicRead(
      {
        path: '/locations/three-words',
        title: 'Get Location by three-word address',
        description:
          'The place that three words stand for: the middle of a cell of 3.6 m, and the address nearest to it. Only this service ' +
          'uses these words. Three words with dots are a what3words address, which is looked up if the service is ' +
          'connected to what3words. It answers 404 if a word is not in the list, or the words do not belong together. Then `body.suggestions` has addresses ' +
          'that are one typing error away.',
        perMinute: PER_MINUTE,
        query: ThreeWordsQuery,
        result: Location,
        isResource: true,
      },
      (db, { query }) => places.ofThreeWords(db, query.query),
    ),
    publicRead(
      {
        path: '/locations/address',
        title: 'Get Location by Address Id',
        description:
          'The place of a search result, by its id. 404 if there is no such address; 400 for the id of a container, which is for the ' +
          'search. A provider’s id may work only for a while.',
        perMinute: PER_MINUTE,
        query: AddressQuery,
        result: Location,
        isResource: true,
      },
      (db, { query }) => places.ofId(db, query.id, query.source),
    ),
    publicRead(
      {
        path: '/locations/search',
        title: 'Search addresses',
        description:
          'Addresses, places and postcodes that match a name, the best first, at most 25; typing errors are forgiven, and `isExact` says where. What is in your own country comes first if you are signed in. States and counties after a comma count. A result with ' +
          '`isContainer` holds others: searching with its `id` lists them, or with a query too searches only there. Without parameters ' +
          'it lists the countries, and with `countryISO` alone the regions of that country. `source` says who answered.',
        perMinute: PER_MINUTE,
        query: AddressSearchQuery,
        result: Type.Array(AddressSearchResult),
        knowsCaller: true,
      },
      (db, { query: { query = '', id = '', countryISO = '' } }, actor) => {
        const wanted = {
          countryISO: countryISO && countryCodeOf(countryISO),
          homeISO: actor?.countryISO ?? '',
        }
        return places.search(db, { query: query.trim(), id, ...wanted })
      },
    ),
    publicRead(
      {
        path: '/locations/coordinates',
        title: 'Get Location by Coordinates',
        description:
          'The three-word address of a point and the address nearest to it. Without a provider that knows streets, the address is the ' +
          'country that the point is in, the nearest town of it within 30 km and region within 200 km, and the nearest postcode where postcodes were loaded; unknown fields are empty.',
        perMinute: PER_MINUTE,
        query: CoordinatesQuery,
        result: Location,
        isResource: true,
      },
      (db, { query }) => places.at(db, query),
    ),
  ]
}
