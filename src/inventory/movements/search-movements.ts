import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { TableFile } from '../../http/table.ts'
import type { SearchDefinition, SearchQuery, Sql } from '../../http/search/definition.ts'
import { searchOrderOf } from '../../http/search/find.ts'
import { searchTable } from '../../http/search/search.ts'
import { pageOf } from '../../kernel/page.ts'
import { storersFor } from '../records/rows.ts'
import { findMovements } from './queries.ts'
import {
  countFound,
  countInParts,
  foundBranches,
  foundByName,
  within,
  type PartCount,
  monthsOfPage,
  partsOfPage,
} from './count-movements.ts'
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
  const { sortBy, isDescending } = searchOrderOf(search, query)
  const by = sortBy === 'type' || sortBy === 'status' ? sortBy : 'month'
  const parts = await countInParts(db, search, actor, query, by)
  const totalDocs = parts
    ? parts.reduce((sum, { counted }) => sum + counted, 0)
    : await countFound(db, search, actor, query)
  if (query.docs === false || offset >= totalDocs) return { totalDocs, limit, offset, docs: [] }
  const direction = isDescending ? sql`desc` : sql`asc`
  const id = sql`${search.id} ${direction}`
  const order = sql`${search.sortable[sortBy]} ${direction}, ${id}`
  const looked = whereToLook({ search, actor, query, parts, order, id, direction })
  // The first of each branch, by its own index, are enough for the first of all.
  const first = looked.branches.map(
    (branch) => sql`(${branch.found} order by ${branch.order} limit ${looked.offset + limit})`,
  )
  const { rows } = await sql<{ id: number }>`
    select m.id from ${movementsFrom(sql`movements`)}
    where m.organisation_id = any(${storersFor(actor)}) and m.id in (${sql.join(first, sql` union all `)})
    order by ${order} limit ${limit} offset ${looked.offset}`.execute(db)
  const ids = rows.map((row) => row.id)
  return {
    totalDocs,
    limit,
    offset,
    docs: await findMovements(db, actor, ids, { conflicts: query['conflicts'] === true }),
  }
}

interface Looking {
  search: SearchDefinition<Movement>
  actor: Actor
  query: SearchQuery
  /** Counts of the movements by parts, where these are known; undefined where all have to be looked at. */
  parts: PartCount[] | undefined
  /** The whole order, and that within a type or state: by number. */
  order: Sql
  id: Sql
  direction: Sql
}

/** The subqueries that together have what a page is of, in the order that each is in, and how much of it comes before the page. */
function whereToLook({ search, actor, query, parts, order, id, direction }: Looking): {
  branches: { found: Sql; order: Sql }[]
  offset: number
} {
  const { limit, offset } = pageOf(query)
  const { sortBy, isDescending } = searchOrderOf(search, query)
  // Of stock elsewhere there is little: it is found by its records, and an order that an index has could tempt the planner.
  const branchesOf = (more: Sql[], orderOfOwn = order) =>
    foundBranches(search, actor, query, more).map((found, index) => ({
      found,
      order: index === 0 ? orderOfOwn : order,
    }))
  if (parts && sortBy === 'movementDateISO') {
    const months = parts.map(({ part, counted }) => ({ month: part, counted }))
    const looked = monthsOfPage(months, { offset, limit }, isDescending)
    return { branches: branchesOf(within(looked)), offset: looked.offset }
  }
  if (parts && (sortBy === 'type' || sortBy === 'status')) {
    const looked = partsOfPage(parts, { offset, limit }, isDescending)
    const branches = looked.parts.flatMap(({ part }) =>
      branchesOf([sql`${sql.ref(`m.${sortBy}`)} = ${part}`], id),
    )
    return { branches, offset: looked.offset }
  }
  const [own, elsewhere] = branchesOf([])
  if (!own || !elsewhere) throw new Error('movements are seen in two ways')
  if (parts && sortBy === 'name') {
    const byName = {
      found: foundByName(search, actor, query, direction),
      order: sql`known.in_order ${direction}, ${id}`,
    }
    return { branches: [byName, elsewhere], offset }
  }
  return { branches: [own, elsewhere], offset }
}

/** Exports the movements of a search as CSV, a line each, without paging; refuses as the search does, before a row is sent. */
export function movementsTable(
  db: Kysely<Tables>,
  search: SearchDefinition<Movement>,
  actor: Actor,
  query: SearchQuery,
): TableFile {
  const conflicts = query['conflicts'] === true
  ensureSearchable(search, actor, query)
  return searchTable(
    db,
    {
      ...search,
      docs: (handle, asking, ids) => findMovements(handle, asking, ids.map(Number), { conflicts }),
    },
    actor,
    query,
  )
}
