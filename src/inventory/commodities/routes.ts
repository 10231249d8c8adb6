import Type from 'typebox'
import { publicRead, read, type Operation } from '../../http/operation.ts'
import {
  closed,
  described,
  oneOf,
  ReferenceId,
  ReferenceIdOrZero,
  WeightSchema,
} from '../../http/validate/schema.ts'
import { listOperation } from '../../system/commodities/list-operation.ts'
import { specificationsIn } from '../../system/commodities/localise.ts'
import { getSpecifications } from '../../system/commodities/reads.ts'
import {
  CommodityIdParam,
  DefaultSpecification,
  TranslatedNames,
  SpecificationsQuery,
  type Commodity,
} from '../../system/commodities/schema.ts'
import { servedNames } from '../../system/commodities/served-names.ts'
import { listReasons, type ReasonGroup } from '../../system/reasons/reasons.ts'
import { commodityInfo, organisationsWithCommodity } from './known-organisations.ts'
import { suggestVarieties } from './suggest-varieties.ts'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'

const whatIsKnown = 'Only the stock and crops that you own or keep count.'

const Reason = { id: Type.Integer(), description: Type.String(), names: TranslatedNames }
const Reasons = Type.Array(closed(Reason))
const AdjustmentReasons = Type.Array(
  closed({
    ...Reason,
    direction: oneOf(['loss', 'gain', 'either'], 'Which way an adjustment for it may go.'),
  }),
)

/** Reference data that stock refers to. */
export const commodityOperations: Operation[] = [
  listOperation(markUsed),
  read(
    {
      path: '/commodities/:id/specifications',
      title: 'Retrieve commodity default specifications',
      description:
        'What each grade must measure in your country unless a contract says otherwise; a type or a grade narrows it. `moistureBasis` says at ' +
        'which moisture limits of protein and the like are stated. 404 if there is none.',
      permission: 'signed-in',
      params: CommodityIdParam,
      query: SpecificationsQuery,
      result: Type.Array(DefaultSpecification),
      isResource: true,
      isInTheirLanguage: true,
    },
    async (_db, { countryISO }, { params, query, language }) =>
      specificationsIn(language, getSpecifications(countryISO, { ...params, ...query })),
  ),
  read(
    {
      path: '/commodities/organisation',
      title: 'Retrieve commodity info by organisation',
      description:
        'What each owner has now, or still expects of standing crops, by harvest year and by commodity, yourself first. ' +
        `${whatIsKnown} Kilograms.`,
      permission: 'stock:read',
      result: Type.Array(
        closed({
          organisationId: Type.String(),
          organisationName: Type.String(),
          harvestYears: Type.Array(closed({ id: Type.Integer(), name: Type.String(), weight: WeightSchema })),
          commodities: Type.Array(closed({ id: Type.Integer(), name: Type.String(), weight: WeightSchema })),
        }),
      ),
    },
    (db, actor) => commodityInfo(db, actor),
  ),
  read(
    {
      path: '/organisations/with-commodity',
      title: 'Get organisations with commodity',
      description:
        'Ids of owners: who has some of a commodity now, in store or growing (organisationsWithInventory), and who has it or ever had it ' +
        `(organisationsWithCommodity): ids of owners. regionISOs, separated by commas, are those of the places. ${whatIsKnown}`,
      permission: 'stock:read',
      query: closed({
        commodity: Type.Optional(described(ReferenceId, 'A commodity, by id.')),
        commodityType: Type.Optional(described(ReferenceId, 'A type, by id.')),
        commodityGrade: Type.Optional(described(ReferenceIdOrZero, 'A grade, by id; 0 is ungraded.')),
        regionISOs: Type.Optional(
          Type.String({ maxLength: 4000, description: 'Codes such as GB-HRT, separated by commas.' }),
        ),
      }),
      result: closed({
        organisationsWithInventory: Type.Array(Type.String()),
        organisationsWithCommodity: Type.Array(Type.String()),
      }),
    },
    (db, actor, { query }) => organisationsWithCommodity(db, actor, query),
  ),
  read(
    {
      path: '/varieties/suggest',
      title: 'Suggest varieties',
      description:
        'Varieties that match a text, best first, at most 20: names that begin with it, then names that contain it, then names that nearly ' +
        'begin with it. Case and accents do not matter. From the catalogue of your country and from your own records. A text that is no ' +
        'variety but a word for a crop, such as Braugerste, means the varieties of that: `takenFor` says of what.',
      permission: 'stock:read',
      query: closed({
        query: Type.String({ maxLength: 200, description: 'Part of a name.', examples: ['sky'] }),
        commodity: Type.Optional(described(ReferenceId, 'A commodity, by id.')),
        commodityType: Type.Optional(described(ReferenceId, 'A type, by id.')),
      }),
      result: Type.Array(
        closed({
          key: Type.String(),
          value: Type.String(),
          takenFor: Type.Optional(
            Type.String({
              description: 'What the text was taken for, if it names a crop.',
              examples: ['Barley, Malting'],
            }),
          ),
        }),
      ),
    },
    (db, actor, { query }) => suggestVarieties(db, actor, query),
  ),
  publicRead(
    {
      path: '/reasons',
      title: 'List managed reasons',
      description: 'The reasons that requests name by id, grouped by use, in the order to show them.',
      result: closed({
        adjustment: AdjustmentReasons,
        storageNote: Reasons,
        settlementDeduction: Reasons,
        settlementBonus: Reasons,
        closeListing: Reasons,
      }),
      isResource: true,
      isInTheirLanguage: true,
    },
    async (_db, { language }) => {
      const { fieldOf } = servedNames(language)
      const named = <Each extends { id: number }>(reasons: readonly Each[]) =>
        reasons.map((reason) => ({ ...reason, ...fieldOf('reasons', reason.id) }))
      return {
        adjustment: named(listReasons('adjustment')),
        storageNote: named(plainReasons('storage-note')),
        settlementDeduction: named(plainReasons('settlement-deduction')),
        settlementBonus: named(plainReasons('settlement-bonus')),
        closeListing: named(plainReasons('close-listing')),
      }
    },
  ),
]

function plainReasons(group: Exclude<ReasonGroup, 'adjustment'>) {
  return listReasons(group).map(({ id, description }) => ({ id, description }))
}

/** The catalogue with what the caller's organisation really uses of it: has or had stock or crops of, its own or kept for others. */
export async function markUsed(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  commodities: Commodity[],
): Promise<Commodity[]> {
  const { rows } = await sql<{ commodity_id: number; type_id: number; grade_id: number | null }>`
    select commodity_id, type_id, grade_id from records where keeper_id = ${organisationId}
    union
    select commodity_id, type_id, grade_id from records where elsewhere_owner_id = ${organisationId}::text`.execute(
    db,
  )
  const used = {
    commodities: new Set(rows.map((row) => row.commodity_id)),
    types: new Set(rows.map((row) => row.type_id)),
    grades: new Set(rows.map((row) => row.grade_id)),
  }
  return commodities.map((each) => ({
    ...each,
    items: each.items.map((item) => ({
      ...item,
      used: used.commodities.has(item.id),
      types: item.types.map((type) => ({
        ...type,
        used: used.types.has(type.id),
        grades: type.grades.map((grade) => ({ ...grade, used: used.grades.has(grade.id) })),
      })),
    })),
  }))
}
