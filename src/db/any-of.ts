import { sql, type RawBuilder } from 'kysely'

/**
 * Any of these values, for the right side of `=`. However many there are, it is one parameter and one text of SQL: `in` has one
 * for each, of which a statement takes 65,535 at most, and is prepared anew for every number of them.
 *
 * @example
 * db.selectFrom('files').selectAll().where('id', '=', anyOf(ids, 'uuid'))
 */
export function anyOf<Value>(
  values: readonly Value[],
  type: 'uuid' | 'text' | 'integer' | 'bigint',
): RawBuilder<Value> {
  return sql<Value>`any(${values}::${sql.raw(type)}[])`
}
