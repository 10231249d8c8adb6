import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { Commodity } from '../../system/commodities/schema.ts'

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
