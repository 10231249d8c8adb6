import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { CsvTable } from '../../http/csv.ts'
import type { SearchDefinition, SearchQuery, Sql } from '../../http/search/definition.ts'
import { foundIds, searchCsv } from '../../http/search/search.ts'
import { pageOf } from '../../kernel/page.ts'
import { findMovements } from './queries.ts'
import type { Movement as MovementSchema, MovementPage } from './schema.ts'

type Movement = Static<typeof MovementSchema>

/** One page of what a search over movements finds, in three statements, or five where conflicts are asked for. */
export async function searchMovements(
  db: Kysely<Tables>,
  search: SearchDefinition<Movement>,
  actor: Actor,
  query: SearchQuery,
): Promise<Static<typeof MovementPage>> {
  const found = foundIds(search, actor, query)
  const { limit, offset } = pageOf(query)
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*) as total from (${found}) found`.execute(db)
  const totalDocs = counted[0]?.total ?? 0
  if (query.docs === false || offset >= totalDocs) return { totalDocs, limit, offset, docs: [] }
  const { rows } = await sql<{ id: number }>`
    ${found} order by ${orderOf(search, query)} limit ${limit} offset ${offset}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return {
    totalDocs,
    limit,
    offset,
    docs: await findMovements(db, actor, ids, { conflicts: query['conflicts'] === true }),
  }
}

function orderOf({ sortable, defaultSort, id }: SearchDefinition<Movement>, query: SearchQuery): Sql {
  const by = query.sortBy ?? defaultSort.by
  const isDescending = query.sortDesc ?? (query.sortBy === undefined && defaultSort.descending)
  const direction = isDescending ? sql`desc` : sql`asc`
  return sql`${sortable[by]} ${direction}, ${id} ${direction}`
}

/** The same movements as CSV, a line each, without paging. */
export function movementsCsv(
  db: Kysely<Tables>,
  search: SearchDefinition<Movement>,
  actor: Actor,
  query: SearchQuery,
): CsvTable {
  const conflicts = query['conflicts'] === true
  // Refuses a date that is none before a row is sent.
  search.source(actor, query)
  return searchCsv(
    db,
    {
      ...search,
      docs: (handle, asking, ids) => findMovements(handle, asking, ids.map(Number), { conflicts }),
    },
    actor,
    query,
  )
}
