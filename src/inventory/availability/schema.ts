import Type, { type Static } from 'typebox'
import { closed, described, Kilograms, maybe, ReferenceIdOrZero } from '../../http/validate/schema.ts'
import { CreateRecordBody } from '../records/bodies.ts'

/** What bodies about trade availability say. */

const { type, harvestYear, commodity, tags } = CreateRecordBody.properties

const whatIsSold = 'Kilograms that are sold of it, moved or not; it may be more than there is.'
const SoldWeight = described(Kilograms, whatIsSold)
const BusinessUnitIds = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 100,
    description:
      'The business units that it counts to, by id, from GET /api/identity/business-units; in place of those before.',
  }),
)

export const CreateAvailabilityBody = closed({
  commodities: Type.Array(
    closed({
      type,
      harvestYear,
      commodity,
      weight: Kilograms,
      soldWeight: maybe(SoldWeight),
      businessUnitIds: BusinessUnitIds,
      tags,
    }),
    {
      minItems: 1,
      maxItems: 200,
      description: 'What is available: a record for each. All of them are entered, or none.',
    },
  ),
})
export type CreateAvailabilityBody = Static<typeof CreateAvailabilityBody>

export const PatchAvailabilityBody = closed({
  businessUnitIds: BusinessUnitIds,
  commodityGrade: maybe(described(ReferenceIdOrZero, '0 is ungraded, and so is null.')),
  commodityWeight: Type.Optional(Kilograms),
  soldWeight: maybe(described(Kilograms, `${whatIsSold} null is none.`)),
  tags,
})
export type PatchAvailabilityBody = Static<typeof PatchAvailabilityBody>
