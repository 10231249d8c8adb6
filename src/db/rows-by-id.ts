import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The rows of a table with these ids, as a table. Whose they are is asked outside of it: in one condition with the ids, the planner
 * looks through an index of all that the caller has as well. For all it knows in a transaction, that is as little as anybody has.
 *
 * @example sql`select f.name from ${rowsById('files', ids)} f where f.organisation_id = ${organisationId}`
 */
export function rowsById<Table extends keyof Tables>(
  table: Table,
  ids: readonly (string | number)[],
  type: 'uuid' | 'bigint' = 'uuid',
): RawBuilder<Selectable<Tables[Table]>> {
  return sql`(select * from ${sql.table(table)} where id = any(${ids}::${sql.raw(type)}[]) offset 0)`
}
