import { queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag, type Given } from '../api/client.ts'
import { readAll } from '../api/read-all.ts'
import { languageNow } from '../i18n/language.ts'

// What several screens read. `kept` answers are there without a network, as they were last.

const kept = { kept: true }
const DAY_MS = 86_400_000

/** As many stores as the service answers at once. */
const STORES_AT_ONCE = 200

type StoresAsked = Given<'GET /api/inventory/storage/search'>['query']

/** All stores with their bays, capacities and first conflicts, and what each filter would leave. Those of no filter are kept. */
export function storesFound(asked: StoresAsked = {}) {
  return queryOptions({
    queryKey: ['stores', asked],
    meta: { kept: Object.keys(asked).length === 0 },
    queryFn: () =>
      readAll((offset) =>
        ask('GET /api/inventory/storage/search', {
          query: { ...asked, 'f:type': ['store'], limit: STORES_AT_ONCE, offset },
        }),
      ),
  })
}

/** All stores with their bays, capacities and first conflicts. */
export const storesQuery = queryOptions({ ...storesFound(), select: ({ docs }) => docs })

/** One store with its bays or field with its boundary, and the version of it that a change names. */
export function storageQuery(id: string) {
  return queryOptions({
    queryKey: ['storage', id],
    meta: kept,
    queryFn: () => askWithEtag('GET /api/inventory/storage/{id}', { path: { id } }),
  })
}

/** Queries the grain that lies in each place: now, or at a moment. */
export function positionQuery(at?: string) {
  return queryOptions({
    queryKey: ['position', at ?? 'now'],
    meta: { kept: at === undefined },
    queryFn: () => ask('GET /api/inventory/position', at === undefined ? {} : { query: { at } }),
  })
}

interface Named {
  name: string
  names?: Record<string, string>
}

/** The kinds of grain that a country trades, by their names in the reader's language. */
export function catalogueQuery(countryISO: string) {
  const language = languageNow()
  const called = <Thing extends Named>(thing: Thing): Thing => ({
    ...thing,
    name: thing.names?.[language] ?? thing.name,
  })
  return queryOptions({
    queryKey: ['catalogue', countryISO, language],
    meta: kept,
    staleTime: DAY_MS,
    queryFn: async () => {
      const lists = await ask('GET /api/inventory/commodities', { query: { countryISO } })
      return lists.map((list) => ({
        ...list,
        items: list.items.map((item) => ({
          ...called(item),
          types: item.types.map((type) => ({ ...called(type), grades: type.grades.map(called) })),
          tags: item.tags.map(called),
        })),
      }))
    },
  })
}

/** Queries each country's way to count its harvests. */
export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  meta: kept,
  staleTime: DAY_MS,
  queryFn: () => ask('GET /api/system/countries'),
})

/** A record with all that happened to it, and the version of it that a change names. */
export function recordQuery(id: string) {
  return queryOptions({
    queryKey: ['record', id],
    meta: kept,
    queryFn: () => askWithEtag('GET /api/inventory/records/{id}', { path: { id } }),
  })
}

/** Queries the origins of a record and where it went: now, or at a moment. */
export function traceQuery(id: string, at?: string) {
  return queryOptions({
    queryKey: ['trace', id, at ?? 'now'],
    meta: { kept: at === undefined },
    queryFn: () =>
      ask('GET /api/inventory/records/{id}/trace', {
        path: { id },
        ...(at !== undefined && { query: { at } }),
      }),
  })
}

/** Why stock may be set to another weight, and what notes are about. */
export const reasonsQuery = queryOptions({
  queryKey: ['reasons'],
  meta: kept,
  staleTime: DAY_MS,
  queryFn: () => ask('GET /api/inventory/reasons'),
})

/** Those whom the organisation trades with, by name; all of them, or those whose names contain a text. */
export function partnersQuery(query = '', expiring = false) {
  return queryOptions({
    queryKey: ['partners', query, expiring],
    meta: { kept: query === '' },
    queryFn: () =>
      ask('GET /api/inventory/partners', { query: { query, limit: 200, ...(expiring && { expiring }) } }),
  })
}

/** The ids of those to whom stock may go, by their names: partners, and organisations of this service that got the last loads. */
export const receiversQuery = queryOptions({
  queryKey: ['receivers'],
  queryFn: async () => {
    const query = { type: 'outbound' as const, limit: 200 }
    const [partners, { docs }] = await Promise.all([
      ask('GET /api/inventory/partners', { query: { limit: 200 } }),
      ask('GET /api/inventory/movements', { query }),
    ])
    const receivers = docs.map(({ inventory }) => inventory.storage.destination)
    return new Map([
      ...receivers.map(({ organisationName, organisationId }) => [organisationName, organisationId] as const),
      ...partners.docs.map(({ name, id }) => [name, id] as const),
    ])
  },
})

/** Queries the sources of a country's crops, classes, varieties and limits, their age, and the names to credit where data is shown. */
export function sourcesQuery(countryISO: string) {
  return queryOptions({
    queryKey: ['sources', countryISO],
    staleTime: DAY_MS,
    queryFn: async () => {
      const { lists, attribution } = await ask('GET /api/system/settings/{country}', {
        path: { country: countryISO },
      })
      return { lists, attribution }
    },
  })
}

/** The parts of the organisation that stock counts to. */
export const businessUnitsQuery = queryOptions({
  queryKey: ['business-units', 'in-use'],
  meta: { kept: true },
  queryFn: () => ask('GET /api/identity/business-units'),
})
