import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { PageRequest } from '../../kernel/page.ts'
import type { Actor } from '../actor.ts'
import type { SearchDefinition, SearchFilter, SearchQuery, Sql } from './definition.ts'
import { allOf, countFacets, type FacetCounts } from './facets.ts'
import { passes, selectionOf, type Selection } from './filters.ts'
import type { Group } from './index/group-sums.ts'
import { labelTerms } from './index/label-terms.ts'
import type { IndexDefinition } from './index/read-rows.ts'
import { isIndexAwaited, isIndexed, queryIndex } from './index/tables.ts'

/** Results of a search: from memory where its rows are kept, from the database otherwise. The answers are alike. */

export interface Found {
  counts: FacetCounts
  ids: string[]
  /** The sums of a search whose rows are kept, by their names in its definition; none of any other. */
  groups: Record<string, Group[]>
  /** Only what is found is known, and how much it is: facets and sums are still to be counted. */
  isCounting?: true
}

/** Counts everything and finds one page of ids; none with `docs=false`. */
export async function find<Doc>(
  db: Kysely<Tables>,
  definition: SearchDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
  { selection, page }: { selection: Selection; page: PageRequest },
): Promise<Found> {
  const isAsked = query.docs !== false
  if (isIndexed(definition)) {
    if (query.wait === false && (await isIndexAwaited(db, definition, actor)))
      return findWithoutCounts(db, definition, actor, query, { selection, page, isAsked })
    const wanted = isAsked ? page : { limit: 0, offset: 0 }
    const question = {
      selection,
      wanted: definition.kept.wanted(query),
      groups: definition.kept.groups,
      ...searchOrderOf(definition, query),
      page: wanted,
    }
    const { ids, groups, ...counts } = await queryIndex(
      db,
      definition,
      actor,
      (rows, names) => rows.answer({ ...question, names }),
      question.sortBy,
    )
    await labelTerms(db, definition, actor, counts.terms)
    return { counts, ids, groups }
  }
  const counts = await countFacets(db, definition, actor, query, selection)
  const isThere = isAsked && page.offset < counts.totalDocs
  const ids = isThere ? await idsInOrder(db, definition, actor, query, selection, page) : []
  return { counts, ids, groups: {} }
}

/** Finds one page of ids in the database, and how many there are, for whoever does not wait for facets and sums. */
async function findWithoutCounts<Doc>(
  db: Kysely<Tables>,
  definition: SearchDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
  { selection, page, isAsked }: { selection: Selection; page: PageRequest; isAsked: boolean },
): Promise<Found> {
  const found = foundIdsSql(definition, actor, query, selection)
  const [{ rows }, ids] = await Promise.all([
    sql<{ count: number }>`select count(*) as count from (${found}) found`.execute(db),
    isAsked ? idsInOrder(db, definition, actor, query, selection, page) : [],
  ])
  return {
    counts: { totalDocs: Number(rows[0]?.count ?? 0), figures: [], terms: new Map() },
    ids,
    groups: {},
    isCounting: true,
  }
}

/** The ids of what is found, in order: one page of them, or all. */
export async function findIds<Doc>(
  db: Kysely<Tables>,
  definition: SearchDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
  { selection, page }: { selection: Selection; page?: PageRequest },
): Promise<string[]> {
  if (!isIndexed(definition)) return idsInOrder(db, definition, actor, query, selection, page)
  const question = {
    selection,
    wanted: definition.kept.wanted(query),
    ...searchOrderOf(definition, query),
    page,
  }
  return queryIndex(db, definition, actor, (rows, names) => rows.ids({ ...question, names }), question.sortBy)
}

/**
 * The sums of a search whose rows are kept, over what it finds, by the values of other filters than those of its definition.
 *
 * @param groups the filters to add up by, by name
 * @example sumsBy(db, recordSearch, actor, {}, { years: ['f:organisationId', 'f:harvestYear'] })
 */
export function sumsBy<Doc, Name extends string>(
  db: Kysely<Tables>,
  definition: IndexDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
  groups: Record<Name, string[]>,
): Promise<Record<Name, Group[]>> {
  const question = {
    selection: selectionOf(definition.filters, actor, query),
    wanted: definition.kept.wanted(query),
    groups,
  }
  return queryIndex(db, definition, actor, (rows) => rows.groups(question) as Record<Name, Group[]>)
}

/** The ids of everything found, in no order, as a subquery with the one column `id`. */
export function foundIdsSql<Doc>(
  definition: SearchDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
  selection = selectionOf(definition.filters, actor, query),
): Sql {
  const { from, where } = definition.source(actor, query)
  return sql`select ${definition.id} as id from ${from} where ${allOf([...where, ...conditions(definition.filters, selection)])}`
}

/** That a row passes the filters of a query; nothing where there are none. */
export function filterConditions(
  filters: Record<string, SearchFilter>,
  actor: Actor,
  query: SearchQuery,
): Sql[] {
  return conditions(filters, selectionOf(filters, actor, query))
}

function conditions(filters: Record<string, SearchFilter>, selection: Selection): Sql[] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const values = selection.get(name)
    return values ? [passes(filter, values)] : []
  })
}

/** Picks the sort key, and whether the largest come first. */
export function searchOrderOf<Doc>(
  { defaultSort }: SearchDefinition<Doc>,
  { sortBy, sortDesc }: SearchQuery,
): { sortBy: string; isDescending: boolean } {
  return {
    sortBy: sortBy ?? defaultSort.by,
    isDescending: sortDesc ?? (sortBy === undefined && defaultSort.descending),
  }
}

async function idsInOrder<Doc>(
  db: Kysely<Tables>,
  definition: SearchDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
  selection: Selection,
  page?: PageRequest,
): Promise<string[]> {
  const { sortBy, isDescending } = searchOrderOf(definition, query)
  const by = definition.sortable[sortBy]
  if (!by) throw new Error(`${definition.name} cannot be sorted by ${sortBy}`)
  const direction = isDescending ? sql`desc` : sql`asc`
  const cut = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
  const { rows } = await sql<{ id: string | number }>`
    ${foundIdsSql(definition, actor, query, selection)}
    order by ${by} ${direction}, ${definition.id} ${direction} ${cut}
  `.execute(db)
  return rows.map(({ id }) => String(id))
}
