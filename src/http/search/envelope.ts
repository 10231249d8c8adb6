import Type, { type TSchema } from 'typebox'
import { DEFAULT_LIMIT } from '../../kernel/page.ts'
import { closed, named, oneOf } from '../validate/schema.ts'
import type { SearchQuery } from './definition.ts'
import { writeValues, type Selection } from './filters.ts'

const Url = Type.String({ description: 'Relative to the server; follow it as it is.' })

const TermAggregation = closed({
  sum: Type.Number(),
  min: Type.Number(),
  max: Type.Number(),
  average: Type.Number(),
})

const Term = named('FacetTerm', {
  id: Type.String(),
  name: Type.String(),
  url: Type.String({ description: 'The search with this term ticked, or unticked when it is selected.' }),
  hits: Type.String({ description: 'How many there are with this term and all the other filters.' }),
  selected: oneOf(['true', 'false']),
  state: oneOf(['unchecked', 'checked', 'checked disabled', 'disabled'], 'Disabled: it would find nothing.'),
  aggregations: Type.Record(Type.String(), TermAggregation),
})

const Facet = named('Facet', {
  name: Type.String(),
  displayName: Type.String(),
  clearUrl: Url,
  active: Type.Boolean({ description: 'The search is filtered by it.' }),
  selected: Type.Boolean({ description: 'At least one of its terms is ticked.' }),
  disabled: Type.Boolean({ description: 'No term of it would find anything.' }),
  terms: Type.Array(Term),
})

const ActiveFilter = named('ActiveFilter', {
  name: Type.String(),
  clearUrl: Url,
  terms: Type.Array(closed({ name: Type.String(), clearUrl: Url })),
})

const Aggregation = named('Aggregation', {
  name: Type.String(),
  unit: Type.String(),
  sum: Type.Number(),
  min: Type.Number(),
  max: Type.Number(),
  average: Type.Number(),
  count: Type.Number({ description: 'Documents that have a value.' }),
  hits: Type.Integer({ description: 'Documents found.' }),
  range: Type.String({
    description: 'The least and the greatest value, as in "120 - 28460"; empty when there is none.',
  }),
})

/** The documented search envelope around one kind of document. */
export function SearchEnvelope<Doc extends TSchema, Custom extends TSchema>(doc: Doc, custom: Custom) {
  return closed({
    docs: Type.Array(doc),
    custom,
    totalDocs: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
    clearUrl: Url,
    activeFilters: Type.Array(ActiveFilter),
    facets: Type.Array(Facet),
    aggregations: Type.Array(Aggregation),
    isCounting: Type.Optional(
      Type.Literal(true, {
        description:
          'Facets and sums are still being counted, and left out: ask again in a few seconds. Only where `wait=false` was asked.',
      }),
    ),
  })
}

export type Term = Type.Static<typeof Term>
export type Facet = Type.Static<typeof Facet>
export type ActiveFilter = Type.Static<typeof ActiveFilter>
export type Aggregation = Type.Static<typeof Aggregation>

/** An envelope as the engine answers it; `custom` is the slice's own. */
export interface Envelope<Doc> {
  docs: Doc[]
  totalDocs: number
  limit: number
  offset: number
  clearUrl: string
  activeFilters: ActiveFilter[]
  facets: Facet[]
  aggregations: Aggregation[]
  /** Facets and sums are left out, since they are still being counted. */
  isCounting?: true
}

/** The URLs of one search's answer: the same search with other terms ticked, from its first page. */
export interface SearchUrls {
  /** Nothing ticked. */
  clear(): string
  /** Nothing ticked in one filter. */
  withoutFilter(name: string): string
  /** One term the other way round: ticked where it was not, unticked where it was. */
  toggled(name: string, id: string): string
}

/** Left out of URLs when they say what goes without saying. */
const defaults: Record<string, unknown> = { limit: DEFAULT_LIMIT, docs: true, wait: true, format: 'json' }

/** The URLs that a search answers with, without what goes without saying in them. */
export function searchUrls(
  path: string,
  query: SearchQuery,
  selection: Selection,
  filterNames: string[],
): SearchUrls {
  const others = Object.entries(query).filter(
    ([name, value]) =>
      name !== 'offset' && !filterNames.includes(name) && value !== undefined && defaults[name] !== value,
  )
  const write = (ticked: Selection): string => {
    const parameters = new URLSearchParams()
    for (const [name, value] of others)
      parameters.append(name, Array.isArray(value) ? writeValues(value) : String(value))
    for (const [name, values] of ticked) if (values.length > 0) parameters.append(name, writeValues(values))
    const text = parameters.toString()
    return text === '' ? path : `${path}?${text}`
  }
  const changed = (name: string, values: readonly string[]) => write(new Map([...selection, [name, values]]))
  return {
    clear: () => write(new Map()),
    withoutFilter: (name) => changed(name, []),
    toggled: (name, id) => {
      const values = selection.get(name) ?? []
      return changed(name, values.includes(id) ? values.filter((each) => each !== id) : [...values, id])
    },
  }
}
