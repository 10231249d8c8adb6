import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/client.ts'

// What several screens read. `kept` answers are there without a network, as they were last.

const kept = { kept: true }
const DAY_MS = 86_400_000

/** All stores with their bays, capacities and first conflicts. */
export const storesQuery = queryOptions({
  queryKey: ['stores'],
  meta: kept,
  queryFn: async () =>
    (await ask('GET /api/inventory/storage', { query: { type: ['store'], limit: 200 } })).docs,
})

/** What lies where: now, or at a moment. */
export function positionQuery(at?: string) {
  return queryOptions({
    queryKey: ['position', at ?? 'now'],
    meta: { kept: at === undefined },
    queryFn: () => ask('GET /api/inventory/position', at === undefined ? {} : { query: { at } }),
  })
}

/** The kinds of grain that a country trades. */
export function catalogueQuery(countryISO: string) {
  return queryOptions({
    queryKey: ['catalogue', countryISO],
    meta: kept,
    staleTime: DAY_MS,
    queryFn: () => ask('GET /api/inventory/commodities', { query: { countryISO } }),
  })
}

/** Why stock may be set to another weight, and what notes are about. */
export const reasonsQuery = queryOptions({
  queryKey: ['reasons'],
  meta: kept,
  staleTime: DAY_MS,
  queryFn: () => ask('GET /api/inventory/reasons'),
})
