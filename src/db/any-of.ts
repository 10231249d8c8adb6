import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Tables } from './tables.ts'

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

/**
 * The rows of a table with these ids, as a table. Whose they are is asked outside of it: in one condition with the ids, the planner
 * looks through an index of all that the caller has as well. For all it knows in a transaction, that is as little as anybody has.
 *
 * @example sql`select f.name from ${rowsById('files', ids)} f where f.organisation_id = ${organisationId}`
 */
export function rowsById<Table extends keyof Tables>(
  table: Table,
  ids: readonly string[],
): RawBuilder<Selectable<Tables[Table]>> {
  return sql`(select * from ${sql.table(table)} where id = any(${ids}::uuid[]) offset 0)`
}
