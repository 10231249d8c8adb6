import Type, { type Static } from 'typebox'
import { closed } from '../../http/schema.ts'
import { CommodityKind } from './schema.ts'

/** The shapes of the files in `data/` that describe commodities. */

const Id = Type.Integer({ minimum: 1 })
const Name = Type.String({ minLength: 1 })
const CountryISO = Type.String({ pattern: '^[A-Z]{2}$' })

/** data/commodities.json: what is the same in every country. */
export const VocabularyFile = closed({
  commodities: Type.Array(
    closed({
      id: Id,
      name: Name,
      kind: CommodityKind,
      alsoCalled: Type.Optional(Type.Array(Name)),
      types: Type.Array(closed({ id: Id, name: Name }), { minItems: 1 }),
    }),
  ),
  tags: Type.Array(
    closed({
      id: Id,
      name: Name,
      segregation: Type.Optional(closed({ group: Name, key: Name, default: Type.Optional(Type.Boolean()) })),
    }),
  ),
})
export type VocabularyFile = Static<typeof VocabularyFile>

/** data/commodities/<ISO>.json: what one country grows, and in which grades. */
export const CountryTreeFile = closed({
  countryISO: CountryISO,
  commodities: Type.Array(
    closed({
      id: Id,
      name: Name,
      weight: Name,
      tags: Type.Array(Id, { uniqueItems: true }),
      types: Type.Array(
        closed({
          id: Id,
          name: Name,
          grades: Type.Array(
            closed({
              id: Id,
              rank: Type.Integer({ minimum: 1 }),
              name: Name,
              freeText: Type.Optional(Type.Boolean()),
              varieties: Type.Array(Name, { uniqueItems: true }),
            }),
            { minItems: 1 },
          ),
        }),
        { minItems: 1 },
      ),
    }),
  ),
})
export type CountryTreeFile = Static<typeof CountryTreeFile>

/** data/measures.json: what can be measured. A limit nobody set is shown as `lowest` or `highest`. */
export const MeasuresFile = Type.Array(
  closed({ id: Id, name: Name, unit: Name, lowest: Type.Number(), highest: Type.Number() }),
)
export type MeasuresFile = Static<typeof MeasuresFile>

/** data/specifications.json. A grade's own limit goes before its type's, and that before the commodity's. */
export const SpecificationsFile = Type.Array(
  closed({
    about: Name,
    countryISO: CountryISO,
    commodityId: Id,
    typeIds: Type.Optional(Type.Array(Id, { minItems: 1 })),
    gradeIds: Type.Optional(Type.Array(Id, { minItems: 1 })),
    measures: Type.Array(
      closed({ id: Id, name: Name, min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) }),
      { minItems: 1 },
    ),
  }),
)
export type SpecificationsFile = Static<typeof SpecificationsFile>
