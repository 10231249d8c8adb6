import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { MAX_LIMIT, pageOf } from '../../kernel/page.ts'
import type { Actor } from '../actor.ts'
import { cellsOf, type TableFile } from '../table.ts'
import type { SearchDefinition, SearchFilter, SearchQuery } from './definition.ts'
import {
  searchUrls,
  type ActiveFilter,
  type Aggregation,
  type Envelope,
  type Facet,
  type Term,
  type SearchUrls,
} from './envelope.ts'
import type { FacetCounts, Figures, TermCount } from './facets.ts'
import { caseless, selectionOf, type Selection } from './filters.ts'
import { find, findIds } from './find.ts'
import type { Group } from './index/group-sums.ts'
import { labelTerms } from './index/label-terms.ts'
import type { IndexDefinition } from './index/read-rows.ts'
import { isIndexed } from './index/tables.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'

/**
 * The search engine behind every operation that answers the search envelope (rules.md §9).
 *
 * A slice describes its search once, as a `SearchDefinition`: where documents come from and which of them the caller
 * may see, what they can be filtered, sorted and added up by, and how ids become documents. From that come
 *
 * - `searchQuery(definition)`: the query schema, so that an unknown parameter or `sortBy` is a fault;
 * - `runSearch(db, definition, actor, query)`: the envelope, in two statements, one for the names of ticked terms that find
 *   nothing, and what `docs` needs;
 * - `runGroupedSearch(db, definition, actor, query)`: the same with the sums of a search whose rows are kept in memory;
 * - `searchDocs(db, definition, actor, query)`: a page of the documents alone;
 * - `searchTable(db, definition, actor, query)`: the same documents without paging, as CSV;
 * - `foundIdsSql(definition, actor, query)` of find.ts: the found ids as SQL, for sums of the slice's own.
 *
 * Filters combine: a document passes when it has any ticked value of every filter. A facet's counts leave its own
 * filter out and keep all others.
 */

/** Answers the envelope; the caller adds `custom`. */
export async function runSearch<Doc>(
  db: Kysely<Tables>,
  definition: SearchDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
): Promise<Envelope<Doc>> {
  return (await answer(db, definition, actor, query)).envelope
}

/** Answers the envelope, and besides the sums that the definition has of the rows in memory. */
export function runGroupedSearch<Doc>(
  db: Kysely<Tables>,
  definition: IndexDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
): Promise<{ envelope: Envelope<Doc>; groups: Record<string, Group[]> }> {
  return answer(db, definition, actor, query)
}

async function answer<Doc>(
  db: Kysely<Tables>,
  definition: SearchDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
): Promise<{ envelope: Envelope<Doc>; groups: Record<string, Group[]> }> {
  const asked = tickedIn(definition, actor, query)
  const page = pageOf(query)
  const { counts, groups, selection, idle, docs, isCounting } = await together(
    db,
    definition,
    async (handle) => {
      const { ids, ...found } = await find(handle, definition, actor, query, { selection: asked, page })
      const spelled = asCounted(definition, asked, found.counts)
      const named = idleTerms(spelled, found.counts)
      await labelTerms(handle, definition, actor, named)
      const shown = ids.length > 0 ? await definition.docs(handle, actor, ids) : []
      return { ...found, selection: spelled, idle: named, docs: shown }
    },
  )

  const urls = searchUrls(definition.path, query, selection, Object.keys(definition.filters))
  const facets = Object.entries(definition.filters).map(([name, filter]) =>
    facetOf(name, filter, { definition, actor, counts, idle, selection, urls }),
  )
  const aggregations = definition.aggregations.map(({ name, unit }, place) =>
    aggregationOf(name, unit, counts, place),
  )
  const envelope = {
    docs,
    totalDocs: counts.totalDocs,
    ...page,
    clearUrl: urls.clear(),
    activeFilters: facets.filter(({ active }) => active).map((facet) => activeFilterOf(facet)),
    ...(isCounting ? { facets: [], aggregations: [], isCounting } : { facets, aggregations }),
  }
  return { envelope, groups }
}

/** One page of the documents alone, for an operation that answers a list; none with `docs=false`. */
export async function searchDocs<Doc>(
  db: Kysely<Tables>,
  definition: SearchDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
): Promise<Doc[]> {
  const selection = tickedIn(definition, actor, query)
  if (query.docs === false) return []
  return together(db, definition, async (handle) => {
    const ids = await findIds(handle, definition, actor, query, { selection, page: pageOf(query) })
    return ids.length > 0 ? definition.docs(handle, actor, ids) : []
  })
}

/** Runs work so that hits and their documents are of one moment. Rows in memory have their own moment, which no transaction has. */
function together<Doc, T>(
  db: Kysely<Tables>,
  definition: SearchDefinition<Doc>,
  work: (handle: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return isIndexed(definition) ? work(db) : inOneMoment(db, work)
}

const TABLE_BATCH = 500

/**
 * The exact documents of the search without paging. The ids are read at once, so that the rows are those of one
 * moment; documents follow in batches, and no connection is held while the client reads.
 *
 * @throws Refusal `invalid_input` at once, before a row is sent
 */
export function searchTable<Doc>(
  db: Kysely<Tables>,
  definition: SearchDefinition<Doc>,
  actor: Actor,
  query: SearchQuery,
): TableFile {
  const selection = tickedIn(definition, actor, query)
  async function* rows() {
    const ids = await findIds(db, definition, actor, query, { selection })
    for (let start = 0; start < ids.length; start += TABLE_BATCH) {
      const docs = await definition.docs(db, actor, ids.slice(start, start + TABLE_BATCH))
      for (const doc of docs) yield cellsOf(definition.columns, doc, actor.timeZone)
    }
  }
  return { fileName: definition.name, columns: Object.keys(definition.columns), rows: rows() }
}

/**
 * Each term of an answer has a URL with everything that is ticked, so that the answer grows with the square of it: 4,000 values fit
 * into one address, and to answer them would keep everybody else waiting for ten seconds. A page has as many.
 */
const MOST_TICKED = MAX_LIMIT

/** @throws Refusal `invalid_input` as `selectionOf`, and where all filters have too many values together */
function tickedIn<Doc>({ filters }: SearchDefinition<Doc>, actor: Actor, query: SearchQuery): Selection {
  const selection = selectionOf(filters, actor, query)
  let ticked = 0
  for (const [name, values] of selection) {
    ticked += values.length
    if (ticked > MOST_TICKED)
      refuseFaults([fault(name, message('isOneOfTooMany', { limit: MOST_TICKED }), 'maxItems')])
  }
  return selection
}

/** Input for every facet of one answer. */
interface FacetContext<Doc> {
  definition: SearchDefinition<Doc>
  actor: Actor
  counts: FacetCounts
  idle: Map<string, TermCount[]>
  selection: Selection
  urls: SearchUrls
}

/** Respells ticked values as their terms, where case does not matter. */
function asCounted<Doc>(
  { filters }: SearchDefinition<Doc>,
  selection: Selection,
  { terms }: FacetCounts,
): Selection {
  const respelled = [...selection].map(([name, ticked]) => {
    if (!filters[name]?.isCaseless) return [name, ticked] as const
    const spellings = new Map(terms.get(name)?.map(({ id }) => [caseless(id), id]))
    return [name, ticked.map((value) => spellings.get(caseless(value)) ?? value)] as const
  })
  return new Map(respelled)
}

/** Ticked terms that find nothing: they are still shown, so that they can be unticked. By the filter's name. */
function idleTerms(selection: Selection, { terms }: FacetCounts): Map<string, TermCount[]> {
  const isCounted = (name: string, id: string) => terms.get(name)?.some((term) => term.id === id)
  return new Map(
    [...selection].map(([name, ticked]) => [
      name,
      ticked.filter((id) => !isCounted(name, id)).map((id) => ({ id, label: null, hits: 0, figures: [] })),
    ]),
  )
}

const byName = new Intl.Collator('en', { numeric: true })

function facetOf<Doc>(name: string, filter: SearchFilter, context: FacetContext<Doc>): Facet {
  const { counts, idle, selection, urls } = context
  const ticked = selection.get(name) ?? []
  const counted = counts.terms.get(name) ?? []
  const terms = [...counted, ...(idle.get(name) ?? [])]
  return {
    name,
    displayName: render(message('filterName', { name: filter.displayName }), context.actor),
    clearUrl: urls.withoutFilter(name),
    active: ticked.length > 0,
    selected: ticked.length > 0,
    disabled: counted.length === 0,
    terms: terms
      .map((term) => termOf(name, filter, term, context, ticked.includes(term.id)))
      .sort(
        (a, b) => Number(b.hits) - Number(a.hits) || byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
      ),
  }
}

function termOf<Doc>(
  filterName: string,
  filter: SearchFilter,
  { id, label, hits, figures }: TermCount,
  { definition: { aggregations }, actor, urls }: FacetContext<Doc>,
  isTicked: boolean,
): Term {
  const states = isTicked ? (['checked disabled', 'checked'] as const) : (['disabled', 'unchecked'] as const)
  return {
    id,
    name: label ?? filter.label?.(id, actor) ?? id,
    url: urls.toggled(filterName, id),
    hits: String(hits),
    selected: isTicked ? 'true' : 'false',
    state: states[hits === 0 ? 0 : 1],
    aggregations: Object.fromEntries(
      aggregations.map(({ name }, place) => {
        const { sum, min, max, average } = figures[place] ?? nothing
        return [name, { sum, min, max, average }]
      }),
    ),
  }
}

const nothing: Figures = { count: 0, sum: 0, min: 0, max: 0, average: 0 }

function activeFilterOf({ name, clearUrl, terms }: Facet): ActiveFilter {
  return {
    name,
    clearUrl,
    terms: terms
      .filter(({ selected }) => selected === 'true')
      .map((term) => ({ name: term.name, clearUrl: term.url })),
  }
}

function aggregationOf(
  name: string,
  unit: string,
  { totalDocs, figures }: FacetCounts,
  place: number,
): Aggregation {
  const { count, sum, min, max, average } = figures[place] ?? nothing
  return {
    name,
    unit,
    sum,
    min,
    max,
    average,
    count,
    hits: totalDocs,
    range: count === 0 ? '' : `${min} - ${max}`,
  }
}
