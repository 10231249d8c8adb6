import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../http/validate/schema.ts'
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
      types: Type.Array(closed({ id: Id, name: Name, alsoCalled: Type.Optional(Type.Array(Name)) }), {
        minItems: 1,
      }),
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

/** The id of the list that varieties, classes or limits come from. */
const ListId = Type.String({ pattern: '^[a-z0-9-]+$' })

/** data/lists.json: source, edition and date of every list; `checked` says whether each figure was read there. */
export const ListsFile = Type.Array(
  closed({
    id: ListId,
    countryISO: CountryISO,
    source: Name,
    edition: Type.String({ description: 'Empty where the list has none, or it was not noted.' }),
    date: Type.String({ pattern: '^([0-9]{4}(-[0-9]{2})?)?$' }),
    status: Name,
    checked: oneOf(['read', 'collected', 'unchecked']),
    season: Type.Optional(Name),
  }),
)
export type ListsFile = Static<typeof ListsFile>

/** A variety by its name, or with where and how it is on its list. */
const Variety = Type.Union([
  Name,
  closed({
    name: Name,
    status: Type.Optional(Name),
    zones: Type.Optional(Type.Array(Name, { minItems: 1 })),
    season: Type.Optional(Name),
  }),
])

/** data/commodities/<ISO>.json: what one country grows, and in which grades. `list` is that of everything inside which names no other. */
export const CountryTreeFile = closed({
  countryISO: CountryISO,
  list: ListId,
  commodities: Type.Array(
    closed({
      id: Id,
      name: Name,
      list: Type.Optional(ListId),
      weight: Name,
      tags: Type.Array(Id, { uniqueItems: true }),
      types: Type.Array(
        closed({
          id: Id,
          name: Name,
          list: Type.Optional(ListId),
          grades: Type.Array(
            closed({
              id: Id,
              rank: Type.Integer({ minimum: 1 }),
              name: Name,
              list: Type.Optional(ListId),
              freeText: Type.Optional(Type.Boolean()),
              takesBetter: Type.Optional(
                Type.Boolean({ description: 'Grain of every better grade of the type may fall into it.' }),
              ),
              supplementary: Type.Optional(
                Type.Boolean({ description: 'Its varieties have another class of the type besides.' }),
              ),
              varieties: Type.Array(Variety),
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

const HS = '^[0-9]{4}([.][0-9]{2}){0,2}$'

/** data/codes.json: codes that others have for a commodity, or for a type of it. */
export const CodesFile = Type.Array(
  closed({
    id: Id,
    EPPO: Type.Optional(Type.String({ pattern: '^[A-Z]{5,6}$' })),
    HS: Type.Optional(Type.String({ pattern: HS })),
    alsoHS: Type.Optional(
      Type.Array(Type.String({ pattern: HS }), {
        description:
          'Where customs have it besides, such as its seed: understood and not told, since clients read all codes at their start.',
      }),
    ),
    Wikidata: Type.Optional(
      Type.String({ pattern: '^Q[1-9][0-9]*$', description: 'Understood and not told, like `alsoHS`.' }),
    ),
  }),
)
export type CodesFile = Static<typeof CodesFile>

/** data/measures.json: what can be measured. A limit nobody set is shown as `lowest` or `highest`. */
export const MeasuresFile = Type.Array(
  closed({
    id: Id,
    name: Name,
    unit: Name,
    lowest: Type.Number(),
    highest: Type.Number(),
    moistureBasis: Type.Optional(
      Type.Record(CountryISO, Type.Number({ minimum: 0, exclusiveMaximum: 100 }), {
        description: 'At which moisture a country’s trade states it; 0 is dry matter.',
      }),
    ),
  }),
)
export type MeasuresFile = Static<typeof MeasuresFile>

/** data/specifications.json. A grade's own limit goes before its type's, and that before the commodity's. */
export const SpecificationsFile = Type.Array(
  closed({
    about: Name,
    countryISO: CountryISO,
    list: ListId,
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
