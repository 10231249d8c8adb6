import { queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag, requestOf } from '../../api/client.ts'
import type { Operations } from '../../api/operations.ts'
import type { TableFormat } from '../../frame/save-table.tsx'
import { askedOf } from '../../stock/filters.ts'
import { pagesOf } from '../../ui/pages.ts'
import type { MovementFilters } from './filters.ts'

const PAGE = 200
type Query = Partial<Operations['GET /api/inventory/movements']['query']>

/** Builds the query to the service from the address, in the service's own words. */
export function askedMovements({ set }: MovementFilters): Query {
  const { type, status, grain, from, to, partner, lorry, text, since, until, actions } = set
  const named = {
    'f:type': type,
    'f:status': status,
    'f:commodity': grain,
    'f:storageSourceId': from,
    'f:storageDestinationId': to,
    'f:partner': partner,
  }
  return {
    ...Object.fromEntries(
      Object.entries(named).flatMap(([name, value]) => (value ? [[name, value.split(',')]] : [])),
    ),
    // A registration may have a comma in it, and is one.
    ...(lorry && { 'f:vehicle': [lorry] }),
    ...(text && { query: text }),
    ...(since && { startDateISO: since }),
    ...(until && { endDateISO: until }),
    ...(actions && { actions: true }),
  }
}

const sortedBy = (filters: MovementFilters) => ({
  ...askedMovements(filters),
  ...askedOf({ ...filters, query: '', set: {} }),
})

/** Page after page of movements, as one scrolls. */
export function movementsQuery(filters: MovementFilters) {
  const query = sortedBy(filters)
  return pagesOf(['movements', query], (offset) =>
    ask('GET /api/inventory/movements', { query: { ...query, limit: PAGE, offset } }),
  )
}

/** Queries the totals of all movements that the filters leave. */
export function totalsQuery(filters: MovementFilters) {
  const query = askedMovements(filters)
  return queryOptions({
    queryKey: ['movements', 'totals', query],
    queryFn: () => ask('GET /api/inventory/movements/totals', { query }),
  })
}

/** Path of the movements as a file: it exports what is seen. */
export const movementsTablePath = (filters: MovementFilters) => (format: TableFormat) =>
  requestOf('GET /api/inventory/movements', {
    query: { ...sortedBy(filters), format },
  }).path

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
export const grainsInStockQuery = queryOptions({
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
