import Type from 'typebox'
import { IdParam, publicRead, read, type Operation } from '../../http/operation.ts'
import { closed, oneOf } from '../../http/schema.ts'
import { getSpecifications, listCommodities } from '../../system/commodities/reads.ts'
import {
  CommoditiesQuery,
  Commodity,
  DefaultSpecification,
  SpecificationsQuery,
} from '../../system/commodities/schema.ts'
import { listReasons, type ReasonGroup } from '../../system/reasons/reasons.ts'

const Reasons = Type.Array(closed({ id: Type.Integer(), description: Type.String() }))
const AdjustmentReasons = Type.Array(
  closed({
    id: Type.Integer(),
    description: Type.String(),
    direction: oneOf(['loss', 'gain', 'either'], 'Which way an adjustment for it may go.'),
  }),
)

/** Reference data that stock refers to. */
export const commodityOperations: Operation[] = [
  publicRead(
    {
      path: '/commodities',
      title: 'Retrieve commodities',
      description:
        'Commodities with their types, grades, known varieties and tags, the crops and the produce of a country apart. An id means the ' +
        'same in every country; a grade belongs to one. `weight` is the unit people there read it in.',
      query: CommoditiesQuery,
      result: Type.Array(Commodity),
      isResource: true,
    },
    async (_db, { query }) => listCommodities(query.countryISO),
  ),
  read(
    {
      path: '/commodities/:id/specifications',
      title: 'Retrieve commodity default specifications',
      description:
        'What each grade must measure unless a contract says otherwise, in your country; a type or a grade narrows it. 404 where ' +
        'there is none.',
      permission: 'signed-in',
      params: IdParam,
      query: SpecificationsQuery,
      result: Type.Array(DefaultSpecification),
      isResource: true,
    },
    async (_db, { countryISO }, { params, query }) => getSpecifications(countryISO, { ...params, ...query }),
  ),
  publicRead(
    {
      path: '/reasons',
      title: 'List managed reasons',
      description: 'The reasons that bodies name by id, by what they are for, in the order to show them.',
      result: closed({
        adjustment: AdjustmentReasons,
        storageNote: Reasons,
        settlementDeduction: Reasons,
        settlementBonus: Reasons,
        closeListing: Reasons,
      }),
      isResource: true,
    },
    async () => ({
      adjustment: [...listReasons('adjustment')],
      storageNote: plainReasons('storage-note'),
      settlementDeduction: plainReasons('settlement-deduction'),
      settlementBonus: plainReasons('settlement-bonus'),
      closeListing: plainReasons('close-listing'),
    }),
  ),
]

function plainReasons(group: Exclude<ReasonGroup, 'adjustment'>) {
  return listReasons(group).map(({ id, description }) => ({ id, description }))
}
