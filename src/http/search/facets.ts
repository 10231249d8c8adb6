import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../actor.ts'
import type { SearchAggregation, SearchDefinition, SearchFilter, SearchQuery, Sql } from './definition.ts'
import { passes, type Selection } from './filters.ts'

/** Figures of one group of documents, per aggregation in the definition's order. */
export interface Figures {
  count: number
  sum: number
  min: number
  max: number
  average: number
}

export interface TermCount {
  id: string
  label: string | null
  hits: number
  figures: Figures[]
}

export interface FacetCounts {
  /** Of everything found. */
  totalDocs: number
  figures: Figures[]
  /** By the filter's name. */
  terms: Map<string, TermCount[]>
}

interface CountRow extends Omit<TermCount, 'id'> {
  /** The filter's place in the definition; null is the line for everything found. */
  filter: number | null
  id: string | null
}

/**
 * Counts every term of every facet, and the whole result, in one statement and one pass over the documents.
 *
 * A facet counts under the other filters, not its own. So each document carries how many of the active filters it
 * misses: what misses none is found; what misses only one counts for that filter's facet alone.
 */
export async function countFacets<Doc>(
  db: Kysely<Tables>,
  definition: SearchDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
  selection: Selection,
): Promise<FacetCounts> {
  const filters = Object.entries(definition.filters)
  const lines = [
    foundLine(definition.aggregations),
    ...filters.map(([name, filter], place) =>
      termLines(place, filter, definition.aggregations, { actor, isActive: selection.has(name) }),
    ),
  ]
  const { rows } = await sql<CountRow>`
    with matched as materialized (${matched(definition, actor, query, selection)})
    ${sql.join(lines, sql` union all `)}
  `.execute(db)

  const found = rows.find(({ filter }) => filter === null)
  const terms = new Map<string, TermCount[]>(filters.map(([name]) => [name, []]))
  for (const { filter, id, label, hits, figures } of rows) {
    const name = filter === null ? undefined : filters[filter]?.[0]
    if (name !== undefined && id !== null) terms.get(name)?.push({ id, label, hits: Number(hits), figures })
  }
  return { totalDocs: Number(found?.hits ?? 0), figures: found?.figures ?? [], terms }
}

const valueColumn = (place: number) => sql.ref(`value_${place}`)
const missColumn = (place: number) => sql.ref(`misses_${place}`)
const measureColumn = (place: number) => sql.ref(`measure_${place}`)

function matched<Doc>(
  definition: SearchDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
  selection: Selection,
): Sql {
  const { from, where } = definition.source(actor, query)
  const filters = Object.entries(definition.filters)
  const misses = filters.flatMap(([name, filter], place) => {
    const values = selection.get(name)
    return values ? [{ column: missColumn(place), condition: sql`not ${passes(filter, values)}` }] : []
  })
  const columns = [
    sql`1 as one`,
    ...filters.map(([, { value }], place) => sql`${value} as ${valueColumn(place)}`),
    ...definition.aggregations.map(({ value }, place) => sql`${value} as ${measureColumn(place)}`),
    ...misses.map(({ column, condition }) => sql`${condition} as ${column}`),
  ]
  const missed =
    misses.length === 0
      ? sql`0`
      : sql.join(
          misses.map(({ column }) => sql`${column}::int`),
          sql` + `,
        )
  return sql`
    select * from (
      select rated.*, ${missed} as missed
      from (select ${sql.join(columns)} from ${from} where ${allOf(where)}) as rated
    ) as counted where missed <= 1`
}

function foundLine(aggregations: SearchAggregation[]): Sql {
  return sql`
    select null::int as filter, null::text as id, null::text as label, count(*) as hits, ${figures(aggregations)} as figures
    from matched where missed = 0`
}

function termLines(
  place: number,
  { value: _value, ...filter }: SearchFilter,
  aggregations: SearchAggregation[],
  { actor, isActive }: { actor: Actor; isActive: boolean },
): Sql {
  const counts = isActive ? sql`(missed = 0 or ${missColumn(place)})` : sql`missed = 0`
  const from = filter.isArray
    ? sql`matched cross join lateral (${elementsOf(valueColumn(place), filter)}) as each`
    : sql`matched`
  const id = filter.isArray ? sql`element` : valueColumn(place)
  const label = filter.labelSql ? filter.labelSql(sql`term.id`, actor) : sql`null::text`
  // Of spellings that are as frequent, the first in this order.
  const spelling = filter.isCaseless ? sql`mode() within group (order by ${id} collate "C")` : id
  return sql`
    select ${sql.lit(place)}::int, term.id::text, ${label}, term.hits, term.figures
    from (
      select ${spelling} as id, count(*) as hits, ${figures(aggregations)} as figures
      from ${from} where ${counts} and ${id} is not null group by ${groupedBy(id, filter)}
    ) as term`
}

/** The values of one document, each once. In the collation "C", which orders spellings, É has no lower case. */
function elementsOf(values: Sql, filter: Pick<SearchFilter, 'isCaseless'>): Sql {
  const elements = sql`unnest(${values}) as elements(element)`
  return filter.isCaseless
    ? sql`select min(element collate "C") collate "default" as element from ${elements} group by ${groupedBy(sql`element`, filter)}`
    : sql`select distinct element from ${elements}`
}

function groupedBy(value: Sql, { isCaseless }: Pick<SearchFilter, 'isCaseless'>): Sql {
  return isCaseless ? sql`lower(${value})` : value
}

/** Exact sums as JSON numbers; the average is rounded to a millionth. */
function figures(aggregations: SearchAggregation[]): Sql {
  const each = aggregations.map(({ divisor = 1 }, place) => {
    const measure = measureColumn(place)
    const shown = (expression: Sql) =>
      sql`trim_scale(coalesce(round(${expression}::numeric / ${sql.lit(divisor)}, 6), 0))`
    return sql`jsonb_build_object(
      'count', count(${measure}), 'sum', ${shown(sql`sum(${measure})`)},
      'min', ${shown(sql`min(${measure})`)}, 'max', ${shown(sql`max(${measure})`)}, 'average', ${shown(sql`avg(${measure})`)})`
  })
  return each.length === 0 ? sql`'[]'::jsonb` : sql`jsonb_build_array(${sql.join(each)})`
}

/** All conditions at once; true where there are none. */
export function allOf(conditions: Sql[]): Sql {
  return conditions.length === 0
    ? sql`true`
    : sql.join(
        conditions.map((each) => sql`(${each})`),
        sql` and `,
      )
}
