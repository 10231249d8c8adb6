import { read, type Operation } from '../../http/operation.ts'
import { countryOperations } from '../countries/routes.ts'
import { listOperation } from './list-operation.ts'
import { specificationsIn } from './localise.ts'
import { getSpecifications } from './reads.ts'
import { CommodityIdParam, DefaultSpecification, SpecificationsQuery } from './schema.ts'

/** Reference data of the system service: commodities, specifications, countries. */
export const referenceOperations: Operation[] = [
  listOperation(),
  read(
    {
      path: '/commodities/:id/specifications',
      title: 'Retrieve commodity default specifications',
      description:
        'What one grade must measure unless a contract says otherwise: the grade named, else the first of the type or commodity in ' +
        'your country. The inventory service lists all of them. 404 if there is none.',
      permission: 'signed-in',
      params: CommodityIdParam,
      query: SpecificationsQuery,
      result: DefaultSpecification,
      isResource: true,
      isInTheirLanguage: true,
    },
    async (_db, { countryISO }, { params, query, language }) => {
      const [first] = specificationsIn(language, getSpecifications(countryISO, { ...params, ...query }))
      if (!first) throw new Error('none is refused')
      return first
    },
  ),
  ...countryOperations,
]
