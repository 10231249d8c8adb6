import { sql, type RawBuilder } from 'kysely'

/**
 * Whether movement `m` brings stock into the store of contract `c`, and so counts towards it: intakes, and what is
 * taken off a field into a bay. A condition of SQL.
 */
export const bringsIn = sql<boolean>`(m.status <> 'deleted' and m.organisation_id = c.storer_id and m.destination_record_id is not null
  and (m.source_record_id is null
    or exists (select from records field where field.id = m.source_record_id and field.source = 'planting')))`

/** What the same movement adds to what lies there: its weight less what drying takes. In grams. */
export const broughtInGrams = sql<number>`(m.weight_grams - m.shrink_grams)`

/**
 * A sum of grams, and of more than a number counts exactly the most that it does: a contract of any size is told, and whoever else it
 * concerns is not kept from theirs.
 */
export function countable(sum: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`least(coalesce(${sum}, 0), ${sql.lit(Number.MAX_SAFE_INTEGER)})::bigint`
}
