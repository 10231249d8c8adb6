import Type, { type Static } from 'typebox'
import { closed, described, idParam, named, oneOf, ReferenceId } from '../../http/validate/schema.ts'

export const commodityKinds = ['crop', 'produce'] as const
export const CommodityKind = oneOf(commodityKinds)
export type CommodityKind = Static<typeof CommodityKind>

export const CommodityId = described(ReferenceId, 'A commodity, by id, from GET /api/inventory/commodities.')

export const TagIds = Type.Array(ReferenceId, { maxItems: 50, description: 'Commodity tags, by id.' })

/** In the language that `Accept-Language` asks for; in English only what a country or the language calls otherwise. */
export const TranslatedNames = Type.Optional(
  Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.String(), {
    description:
      'What it is called in the language that `Accept-Language` asks for, if not as `name` has it.',
    examples: [{ de: 'Weizen' }],
  }),
)

export const WeightUnitSchema = named('WeightUnit', {
  name: Type.String(),
  conversion: Type.Number({ description: 'Kilograms in one unit.' }),
  names: TranslatedNames,
})

/** Of a type or a grade only where it is another than that of what it is in. */
const List = Type.Optional(
  Type.String({
    description: 'Which of the settings’ `lists` its varieties are from.',
    examples: ['ahdb-2025'],
  }),
)

const Codes = Type.Optional(
  closed({
    EPPO: Type.Optional(Type.String({ examples: ['TRZAX'] })),
    HS: Type.Optional(Type.String({ examples: ['1001'], description: 'Harmonized System.' })),
  }),
)

const Used = Type.Optional(
  Type.Boolean({
    description:
      'Whether your organisation has or had stock or crops of it; only of the inventory service, with a credential.',
  }),
)

const Grade = closed({
  id: Type.Integer(),
  name: Type.String(),
  rank: Type.Integer({
    description:
      '1 is the best. Of two grades that are mixed, the whole has the one with the higher number. Grades of two types with one rank have one name.',
  }),
  names: TranslatedNames,
  used: Used,
  varieties: Type.Array(Type.String(), { description: 'Suggestions; any other name may be given too.' }),
  list: List,
})

/** The crops, or the produce, of one country. */
export const Commodity = named('Commodity', {
  id: Type.String({ examples: ['GB-crop'] }),
  countryISO: Type.String({ examples: ['GB'] }),
  items: Type.Array(
    closed({
      id: Type.Integer(),
      name: Type.String(),
      names: TranslatedNames,
      used: Used,
      list: List,
      codes: Codes,
      types: Type.Array(
        closed({
          id: Type.Integer(),
          name: Type.String(),
          names: TranslatedNames,
          used: Used,
          list: List,
          codes: Codes,
          grades: Type.Array(Grade),
        }),
      ),
      tags: Type.Array(closed({ id: Type.Integer(), name: Type.String(), names: TranslatedNames })),
      weight: WeightUnitSchema,
    }),
  ),
  list: List,
  type: CommodityKind,
  defaultWeight: WeightUnitSchema,
  weighbridgeWeight: WeightUnitSchema,
})
export type Commodity = Static<typeof Commodity>

const Named = { id: Type.Integer(), name: Type.String(), names: TranslatedNames }

/** Values that one grade must measure unless a contract sets others. */
export const DefaultSpecification = named('DefaultSpecification', {
  commodity: closed({ ...Named, type: closed(Named), grade: closed(Named) }),
  measures: Type.Array(
    closed({
      specification: closed({ ...Named, unit: Type.String() }),
      min: Type.Number(),
      max: Type.Number(),
      moistureBasis: Type.Optional(
        Type.Number({
          description:
            'Per cent of moisture at which the limits are stated; 0 is dry matter. Left out if moisture does not change them.',
          examples: [0],
        }),
      ),
    }),
  ),
})
export type DefaultSpecification = Static<typeof DefaultSpecification>

/** Which commodities are asked for. */
export const CommoditiesQuery = closed({
  countryISO: Type.Optional(
    Type.String({
      pattern: '^([A-Za-z]{2})?$',
      description: 'A country’s two-letter code; every country in use when left out or empty.',
      examples: ['GB'],
    }),
  ),
  query: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'What people call a crop, such as OSR, Winterweizen or milling wheat: answers what is meant by it, with the type and grade alone where ' +
        'the words tell them; all crops that it may be where it could be several; nothing where nobody knows it.',
      examples: ['milling wheat'],
    }),
  ),
})

export const CommodityIdParam = idParam(
  'The number of a commodity, such as 1: the id of one of the `items` that “Retrieve commodities” answers.',
)

/** Which grades of a commodity are asked for. */
export const SpecificationsQuery = closed({
  commodityGrade: Type.Optional(described(ReferenceId, 'One grade, by id; of any country.')),
  commodityType: Type.Optional(described(ReferenceId, 'One type, by id.')),
  moistureBasis: Type.Optional(
    Type.Number({
      minimum: 0,
      exclusiveMaximum: 100,
      description:
        'States limits of what moisture dilutes, such as protein, at this moisture instead of your country’s; 0 is dry matter.',
      examples: [12],
    }),
  ),
})
