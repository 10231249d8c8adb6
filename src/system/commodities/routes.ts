import Type from 'typebox'
import { IdParam, publicRead, read, type Operation } from '../../http/operation.ts'
import { countryOperations } from '../countries/routes.ts'
import { getSpecifications, listCommodities } from './reads.ts'
import { CommoditiesQuery, Commodity, DefaultSpecification, SpecificationsQuery } from './schema.ts'

/** Reference data of the system service: commodities, specifications, countries. */
export const referenceOperations: Operation[] = [
  publicRead(
    {
      path: '/commodities',
      title: 'Retrieve commodities',
      description:
        'Commodities with their types, grades, known varieties and tags; for each country, crops and produce in separate lists. An id means the ' +
        'same in every country; a grade belongs to one. `weight` is the unit in which people there read it.',
      query: CommoditiesQuery,
      result: Type.Array(Commodity),
      isResource: true,
    },
    (db, { query }) => listCommodities(db, query.countryISO),
  ),
  read(
    {
      path: '/commodities/:id/specifications',
      title: 'Retrieve commodity default specifications',
      description:
        'What one grade must measure unless a contract says otherwise: the grade named, else the first of the type or commodity in ' +
        'your country. The inventory service lists all of them. 404 if there is none.',
      permission: 'signed-in',
      params: IdParam,
      query: SpecificationsQuery,
      result: DefaultSpecification,
      isResource: true,
    },
    async (_db, { countryISO }, { params, query }) => {
      const [first] = getSpecifications(countryISO, { ...params, ...query })
      if (!first) throw new Error('none is refused')
      return first
    },
  ),
  ...countryOperations,
]
