import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { CsvTable } from '../../http/csv.ts'
import type { SearchDefinition, SearchQuery } from '../../http/search/definition.ts'
import { orderOf } from '../../http/search/find.ts'
import { searchCsv } from '../../http/search/search.ts'
import { pageOf } from '../../kernel/page.ts'
import { findMovements } from './queries.ts'
import { countByMonth, countFound, foundBranches } from './count-movements.ts'
import { monthsOfPage } from './months.ts'
import { ensureSearchable, movementsFrom } from './movement-search.ts'
import type { Movement as MovementSchema, MovementPage } from './schema.ts'

type Movement = Static<typeof MovementSchema>

/**
 * One page of what a search over movements finds, in three statements, or five where conflicts are asked for.
 *
 * @throws Refusal `invalid_input` with all that nothing can be searched by
 */
export async function searchMovements(
  db: Kysely<Tables>,
  search: SearchDefinition<Movement>,
  actor: Actor,
  query: SearchQuery,
): Promise<Static<typeof MovementPage>> {
  ensureSearchable(search, actor, query)
  return inOneMoment(db, (moment) => readPage(moment, search, actor, query))
}

async function readPage(
  db: Kysely<Tables>,
  search: SearchDefinition<Movement>,
  actor: Actor,
  query: SearchQuery,
): Promise<Static<typeof MovementPage>> {
  const { limit, offset } = pageOf(query)
  const months = await countByMonth(db, search, actor, query)
  const totalDocs = months
    ? months.reduce((sum, { counted }) => sum + counted, 0)
    : await countFound(db, search, actor, query)
  if (query.docs === false || offset >= totalDocs) return { totalDocs, limit, offset, docs: [] }
  const { sortBy, isDescending } = orderOf(search, query)
  const direction = isDescending ? sql`desc` : sql`asc`
  const order = sql`${search.sortable[sortBy]} ${direction}, ${search.id} ${direction}`
  const looked =
    months && sortBy === 'movementDateISO'
      ? monthsOfPage(months, { offset, limit }, isDescending)
      : { from: undefined, before: undefined, offset }
  // The first of each branch, by its own index, are enough for the first of all.
  const first = foundBranches(search, actor, query, looked).map(
    (found) => sql`(${found} order by ${order} limit ${looked.offset + limit})`,
  )
  const { rows } = await sql<{ id: number }>`
    select m.id from ${movementsFrom(sql`movements`)} where m.id in (${sql.join(first, sql` union all `)})
    order by ${order} limit ${limit} offset ${looked.offset}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return {
    totalDocs,
    limit,
    offset,
    docs: await findMovements(db, actor, ids, { conflicts: query['conflicts'] === true }),
  }
}

/** The same movements as CSV, a line each, without paging; refuses the same before a row is sent. */
export function movementsCsv(
  db: Kysely<Tables>,
  search: SearchDefinition<Movement>,
  actor: Actor,
  query: SearchQuery,
): CsvTable {
  const conflicts = query['conflicts'] === true
  ensureSearchable(search, actor, query)
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
