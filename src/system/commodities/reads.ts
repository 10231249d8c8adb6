import { notFound, Refusal } from '../../kernel/errors.ts'
import { isNumericId } from '../../kernel/ids.ts'
import { countryCodeOf, listCountries } from '../countries/countries.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { findCommodity, findGrade, commodityTree } from './catalogue.ts'
import type { Commodity, DefaultSpecification } from './schema.ts'
import { atMoistureBasis, specificationsFor } from './specifications.ts'
import { anyOf } from '../../db/any-of.ts'
import { MIXED_VARIETY } from './entries.ts'
import { message } from '../../words/catalogue.ts'

/** Reads from the catalogue that the operations of both services answer with. */

/**
 * The commodities of one country, or of every country in use where none is named; empty for a country without any.
 *
 * @throws Refusal `invalid_input` for what is no country's code
 */
export async function listCommodities(
  db: Kysely<Tables>,
  countryISO: string | undefined,
): Promise<Commodity[]> {
  if (!countryISO) {
    const inUse = listCountries().flatMap(({ iso, enabled }) => (enabled ? [iso] : []))
    return readCommodityTrees(db, inUse)
  }
  return readCommodityTrees(db, [countryCodeOf(countryISO)])
}

/** Of which commodities each variety is in a country, by its name in lower case. */
export async function readVarietyCommodities(
  db: Kysely<Tables>,
  countryISO: string,
): Promise<Map<string, Set<number>>> {
  const found = new Map<string, Set<number>>()
  for (const { items } of await readCommodityTrees(db, [countryISO]))
    for (const { id, types } of items)
      for (const variety of types.flatMap(({ grades }) => grades.flatMap(({ varieties }) => varieties)))
        found.set(variety.toLowerCase(), (found.get(variety.toLowerCase()) ?? new Set()).add(id))
  return found
}

/**
 * The default specifications of a commodity, in the caller's country or that of the grade that is named.
 *
 * @throws Refusal `not_found` where there are none
 */
export function getSpecifications(
  countryISO: string,
  wanted: { id: string; commodityType?: number; commodityGrade?: number; moistureBasis?: number },
): DefaultSpecification[] {
  const commodityId = isNumericId(wanted.id) ? Number(wanted.id) : 0
  const grade = wanted.commodityGrade === undefined ? undefined : findGrade(wanted.commodityGrade)
  const found = specificationsFor({
    countryISO: grade?.countryISO ?? countryISO,
    commodityId,
    ...(wanted.commodityType !== undefined && { typeId: wanted.commodityType }),
    ...(wanted.commodityGrade !== undefined && { gradeId: wanted.commodityGrade }),
  })
  const { moistureBasis } = wanted
  if (found.length > 0)
    return found.map((each) => (moistureBasis === undefined ? each : atMoistureBasis(each, moistureBasis)))
  const commodity = findCommodity(commodityId)
  if (!commodity) throw notFound('commodity', wanted.id)
  throw new Refusal('not_found', message('hasNoSpecification', { commodity: commodity.name }))
}

/** The default specifications of a commodity in a country, of one type or of all; none where there are none. */
export function findSpecifications(wanted: {
  countryISO: string
  commodityId: number
  typeId?: number
}): readonly DefaultSpecification[] {
  return specificationsFor(wanted)
}

/** The varieties of grades of these countries that were imported in place of those shipped with them, by grade. */
export async function readVarietyLists(
  db: Kysely<Tables>,
  countries: readonly string[],
): Promise<Map<number, readonly string[]>> {
  if (countries.length === 0) return new Map()
  const rows = await db
    .selectFrom('variety_lists')
    .select(['grade_id', 'varieties'])
    .where('country_iso', '=', anyOf(countries, 'text'))
    .execute()
  return new Map(rows.map(({ grade_id, varieties }) => [grade_id, varieties]))
}

/** The commodities of countries as `commodityTree` has them, with the varieties that were imported. */
export async function readCommodityTrees(
  db: Kysely<Tables>,
  countries: readonly string[],
): Promise<Commodity[]> {
  const lists = await readVarietyLists(db, countries)
  const trees = countries.flatMap((countryISO) => commodityTree(countryISO))
  return lists.size === 0 ? trees : trees.map((element) => withVarieties(element, lists))
}

function withVarieties(element: Commodity, lists: Map<number, readonly string[]>): Commodity {
  const items = element.items.map((item) => ({
    ...item,
    types: item.types.map((type) => ({
      ...type,
      grades: type.grades.map((grade) => {
        const imported = lists.get(grade.id)
        return imported ? { ...grade, varieties: [...imported, MIXED_VARIETY] } : grade
      }),
    })),
  }))
  return { ...element, items }
}
