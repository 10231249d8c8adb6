import Type, { type Static } from 'typebox'
import { closed, NamedId, oneOf } from '../../http/schema.ts'

export const WeightUnit = closed({
  name: Type.String(),
  conversion: Type.Number({ description: 'Kilograms in one unit.' }),
})

const Grade = closed({
  id: Type.Integer(),
  name: Type.String(),
  varieties: Type.Array(Type.String(), { description: 'Suggestions; any other name may be given too.' }),
})

/** The crops, or the produce, of one country (system-service.md, Commodity). */
export const Commodity = closed({
  id: Type.String({ examples: ['GB-crop'] }),
  countryISO: Type.String({ examples: ['GB'] }),
  items: Type.Array(
    closed({
      id: Type.Integer(),
      name: Type.String(),
      types: Type.Array(closed({ id: Type.Integer(), name: Type.String(), grades: Type.Array(Grade) })),
      tags: Type.Array(NamedId),
      weight: WeightUnit,
    }),
  ),
  type: oneOf(['crop', 'produce']),
  defaultWeight: WeightUnit,
  weighbridgeWeight: WeightUnit,
})
export type Commodity = Static<typeof Commodity>

/** What one grade must measure unless a contract says otherwise (system-service.md, Commodity default specification). */
export const DefaultSpecification = closed({
  commodity: closed({ id: Type.Integer(), name: Type.String(), type: NamedId, grade: NamedId }),
  measures: Type.Array(
    closed({
      specification: closed({ id: Type.Integer(), name: Type.String(), unit: Type.String() }),
      min: Type.Number(),
      max: Type.Number(),
    }),
  ),
})
export type DefaultSpecification = Static<typeof DefaultSpecification>
