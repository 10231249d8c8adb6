import Type from 'typebox'
import { publicRead } from '../../http/operation.ts'
import { commoditiesIn } from './localise.ts'
import { listCommodities } from './reads.ts'
import { CommoditiesQuery, Commodity } from './schema.ts'

/** What can be stored and traded: the system and the inventory service both list it. */
export const listOperation = publicRead(
  {
    path: '/commodities',
    title: 'Retrieve commodities',
    description:
      'Commodities with their types, grades, known varieties and tags; for each country, crops and produce in separate lists. An id means the ' +
      'same in every country; a grade belongs to one. Where `Accept-Language` prefers German or French, `names` has the word. `weight` is the unit in which people in that country read its weights.',
    query: CommoditiesQuery,
    result: Type.Array(Commodity),
    isResource: true,
    localise: (commodities, language) => commoditiesIn(language, commodities),
  },
  (db, { query }) => listCommodities(db, query.countryISO),
)
