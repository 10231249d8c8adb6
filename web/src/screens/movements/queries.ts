import { queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag, requestOf } from '../../api/client.ts'
import type { Operations } from '../../api/operations.ts'
import { pagesOf } from '../../ui/pages.ts'
import type { Filters } from './filters.ts'

const PAGE = 200
type Query = Partial<Operations['GET /api/inventory/movements']['query']>

/** What the service is asked for: what the address holds, in its own words. */
export function asked(filters: Filters): Query {
  const list = (text: string | undefined) => (text === undefined ? {} : text.split(','))
  const named: [keyof Query, string | undefined][] = [
    ['f:type', filters.type],
    ['f:status', filters.status],
    ['f:commodity', filters.grain],
    ['f:storageSourceId', filters.from],
    ['f:storageDestinationId', filters.to],
    ['f:partner', filters.partner],
  ]
  const chosen = Object.fromEntries(
    named.flatMap(([name, value]) => (value === undefined ? [] : [[name, list(value)]])),
  )
  return {
    ...chosen,
    // A registration may have a comma in it, and is one.
    ...(filters.lorry !== undefined && { 'f:vehicle': [filters.lorry] }),
    ...(filters.text !== undefined && { query: filters.text }),
    ...(filters.since !== undefined && { startDateISO: filters.since }),
    ...(filters.until !== undefined && { endDateISO: filters.until }),
    ...(filters.actions === '1' && { actions: true }),
  }
}

const orderOf = (filters: Filters) =>
  filters.sort === undefined ? {} : { sortBy: filters.sort, sortDesc: filters.desc === '1' }

/** Page after page of movements, as one scrolls. */
export function movementsQuery(filters: Filters) {
  const query = { ...asked(filters), ...orderOf(filters) }
  return pagesOf(['movements', query], (offset) =>
    ask('GET /api/inventory/movements', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** What all of them add up to. */
export function totalsQuery(filters: Filters) {
  const query = asked(filters)
  return queryOptions({
    queryKey: ['movements', 'totals', query],
    queryFn: () => ask('GET /api/inventory/movements/totals', { query }),
  })
}

/** The same as a table for other programs: what is seen is what is exported. */
export function csvPath(filters: Filters): string {
  return requestOf('GET /api/inventory/movements', {
    query: { ...asked(filters), ...orderOf(filters), format: 'csv' },
  }).path
}

/** One movement, and its version. */
export function movementQuery(id: string) {
  return queryOptions({
    queryKey: ['movement', id],
    queryFn: () => askWithEtag('GET /api/inventory/movements/{id}', { path: { id } }),
  })
}

export function movementTraceQuery(id: string) {
  return queryOptions({
    queryKey: ['movement-trace', id],
    queryFn: () => ask('GET /api/inventory/movements/{id}/trace', { path: { id } }),
  })
}

/** The grains that this organisation has, to choose from. */
export const ownGrainsQuery = queryOptions({
  queryKey: ['own-grains'],
  staleTime: 60_000,
  queryFn: async () => {
    const organisations = await ask('GET /api/inventory/commodities/organisation')
    const named = organisations.flatMap(({ commodities }) =>
      commodities.map(({ id, name }) => [id, name] as const),
    )
    return [...new Map(named)].toSorted(([, a], [, b]) => a.localeCompare(b))
  },
})
