import type { Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import { commodityTree } from './catalogue.ts'
import { MIXED_VARIETY } from './entries.ts'
import type { Commodity } from './schema.ts'

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
