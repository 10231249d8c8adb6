import type { Kysely, RawBuilder } from 'kysely'
import Type, { type TProperties } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../actor.ts'
import type { TableColumns } from '../table.ts'
import { Format, closed, oneOf, Page } from '../validate/schema.ts'
import { namingPartner } from '../validate/naming-partner.ts'
import { formatChoice } from '../../kernel/names.ts'
import type { FilterName } from '../../words/terms.ts'
import type { Wording } from '../../words/writing.ts'

/** A piece of SQL. Everything a caller sends is a parameter in it, never text of it. */
export type Sql = RawBuilder<unknown>

/** Everything the engine has to know of one search. See `search.ts` for what it makes of it. */
export interface SearchDefinition<Doc> {
  /** The CSV file's name, without the ending. */
  name: string
  /** Path of the search, for the URLs in its answer: `/api/inventory/records`. */
  path: string
  /**
   * The tables with their joins, and what the caller may see and asked for besides filters. One row a document;
   * the other expressions of the definition refer to the aliases made here.
   */
  source: (actor: Actor, query: SearchQuery) => { from: Sql; where: Sql[] }
  /** The document's id, unique: it breaks ties. */
  id: Sql
  /** By the parameter's name, in the order in which facets are shown. */
  filters: Record<string, SearchFilter>
  /** Expressions by the names that `sortBy` takes. They must not be null; a text must name its collation. */
  sortable: Record<string, Sql>
  defaultSort: { by: string; descending: boolean }
  aggregations: SearchAggregation[]
  /** Keeps the rows in memory, where the database would have to look at too many of them each time. */
  kept?: IndexedSearch
  /** Query parameters besides paging, sorting and filters. */
  parameters?: TProperties
  /** Ids to documents, in the order of the ids; one that has gone meanwhile is left out. */
  docs: (db: Kysely<Tables>, actor: Actor, ids: string[]) => Promise<Doc[]>
  columns: TableColumns<Doc>
}

export interface SearchFilter {
  displayName: FilterName
  /** Its values in words for the reference, where neither their kind nor `choices` describes them. */
  values?: string
  /** All the texts that it can be, in lower case; any other is a fault. */
  choices?: readonly string[]
  /** True if its values are ids of trading partners or organisations. The id of one merged into another means the one that stayed. */
  namesPartner?: boolean
  /** Type of the values, so that text for a number is a fault and not an error of the database. */
  kind: 'int' | 'text' | 'uuid' | 'boolean'
  /** A document has one value, or null for none. An array: a document has several and matches by any of them. */
  value: Sql
  isArray?: boolean
  /** Of texts: values that differ by case alone are one, which is called what it is called mostly. */
  isCaseless?: boolean
  /** That the value is one of these, an SQL array, where there is a quicker way to say so; never null. */
  condition?: (wanted: Sql) => Sql
  /** The value that some other text stands for, such as a code that others have for it. Of ids, numbers are not asked about. */
  read?: (text: string, actor: Actor) => string | undefined
  /** Why a text stands for no value, such as that it could be two; as a fault goes on after the text. */
  whyNot?: (text: string, actor: Actor) => Wording
  /** The name of a value, from memory, as the caller's country says it. */
  label?: (id: string, actor: Actor) => string
  /**
   * The name of a value, from the database; `id` is an expression of the value's kind. It may be whatever somebody asks for, so what
   * the caller may not see has none.
   */
  labelSql?: (id: Sql, actor: Actor) => Sql
}

export interface SearchAggregation {
  name: string
  /** The unit on the wire. */
  unit: string
  value: Sql
  /** Number of the value's own units in one on the wire: 1000 for grams shown in kilograms. */
  divisor?: number
  /** Digits that a value may have after the point; none when left out. */
  decimals?: number
}

/**
 * The parts of each document kept in memory besides filters, sort keys and aggregations (`kept/`). Changes to anything that these
 * expressions and those of the definition depend on have to be noted in `search_changes`. The exceptions are the organisation, which has
 * rows of its own, and the time, which `holds` is about.
 */
export interface IndexedSearch {
  /** From which moment until before which one the values hold; null is without an end. At other times they are read anew. */
  holds: (actor: Actor) => { from: Sql; until: Sql }
  /** Conditions by name, never null, to which a query can narrow `source`, and the query's value for each. */
  marks: (actor: Actor) => Record<string, Sql>
  wanted: (query: SearchQuery) => Record<string, boolean>
  /**
   * Sort keys that are names of something else, by their names in `sortable`. A row has the id, and the names of all ids are read when
   * they are sorted by, so that a new name changes no row.
   */
  names?: Record<string, { id: Sql; name: (id: Sql, actor: Actor) => Sql }>
  /** Whole numbers to add up over what was found, by name, for the slice's own answer. */
  sums: Record<string, Sql>
  /** By which filters' values they are added up. */
  groups: Record<string, string[]>
  /** More rows than these take so long to read for the first time that `wait=false` does not wait for them. */
  manyRows: number
}

/** A search's validated query. */
export interface SearchQuery {
  limit?: number
  offset?: number
  sortBy?: string
  sortDesc?: boolean
  docs?: boolean
  format?: 'json' | 'csv' | 'xlsx'
  [parameter: string]: unknown
}

/** The query schema of a search: unknown parameters and an unknown `sortBy` are faults. */
export function searchQuery<Doc>(definition: SearchDefinition<Doc>) {
  const { sortable, defaultSort } = definition
  return Type.Unsafe<SearchQuery>(
    closed({
      ...Page,
      sortBy: Type.Optional(oneOf(Object.keys(sortable), `Default: ${defaultSort.by}.`)),
      sortDesc: Type.Optional(
        Type.Boolean({ description: 'true sorts descending. With sortBy alone the order ascends.' }),
      ),
      docs: Type.Optional(
        Type.Boolean({
          default: true,
          description: 'false leaves out the documents found; totals and facets stay.',
        }),
      ),
      ...Format,
      ...narrowing(definition),
    }),
  )
}

/** The query of an operation that sums up all that a search finds: what narrows the search, without pages, order and format. */
export function sumQuery<Doc>(definition: SearchDefinition<Doc>) {
  return Type.Unsafe<SearchQuery>(closed(narrowing(definition)))
}

function narrowing<Doc>({ filters, parameters }: SearchDefinition<Doc>) {
  const filterSchemas = Object.entries(filters).map(([name, filter]) => [name, filterSchema(filter)] as const)
  return { ...parameters, ...Object.fromEntries(filterSchemas) }
}

/** Describes for an operation the sort keys and filters of a search, and the columns of its CSV. */
export function describeSearch<Doc>({
  filters,
  sortable,
  defaultSort,
  columns,
}: SearchDefinition<Doc>): string {
  const filterWords = Object.entries(filters).map(
    ([name, filter]) => `\`${name}\` (${describeFilter(filter)})`,
  )
  return (
    ` \`sortBy\` takes ${formatChoice(Object.keys(sortable))}; by default ${defaultSort.by}.` +
    ` Filters: ${filterWords.join(', ')}.` +
    ` Columns as CSV and XLSX: ${Object.keys(columns).join(', ')}.`
  )
}

// A bound on what one request can make the database compare.
const MAX_FILTER_LENGTH = 10_000
const MAX_FILTER_REPEATS = 200

/** The schema of a filter's parameter. */
export function filterSchema(
  filter: Pick<SearchFilter, 'displayName' | 'kind' | 'choices' | 'values' | 'namesPartner'>,
) {
  const description = `${describeFilter(filter)}. To give several values, any of which matches, separate them by commas or repeat the parameter. Inside a value, put a backslash before a comma or backslash.`
  const values = Type.Array(Type.String({ maxLength: MAX_FILTER_LENGTH }), {
    maxItems: MAX_FILTER_REPEATS,
    description,
  })
  return Type.Optional(filter.namesPartner ? namingPartner(values) : values)
}

const valuesOf: Record<SearchFilter['kind'], string> = {
  int: 'by id',
  uuid: 'by id',
  text: '',
  boolean: 'true or false',
}

/** Describes a filter and its values: `Grade, by id`. */
function describeFilter({
  displayName,
  kind,
  choices,
  values = choices ? formatChoice(choices) : valuesOf[kind],
}: Parameters<typeof filterSchema>[0]): string {
  return values === '' ? displayName : `${displayName}, ${values}`
}
