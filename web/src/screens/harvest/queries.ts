import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag, requestOf } from '../../api/client.ts'
import type { TableFormat } from '../../frame/save-table.tsx'

const PAGE = 200
const kept = { kept: true }

/** Queries expected and actual yields of the fields, harvest year by harvest year; of all grain, or one. */
export function historyQuery(commodity?: string) {
  return queryOptions({
    queryKey: ['harvest-history', commodity ?? ''],
    meta: kept,
    queryFn: () =>
      ask('GET /api/inventory/harvest-plans/history', {
        query: commodity === undefined ? {} : { 'f:commodity': [commodity] },
      }),
  })
}

/** An answer without a count: there is more as long as a page is full. */
const nextOffset = (page: unknown[], _pages: unknown[], offset: number) =>
  page.length === PAGE ? offset + PAGE : undefined

/** The plans of a harvest year, the largest first. */
export function plansQuery(year: string) {
  return infiniteQueryOptions({
    queryKey: ['harvest-plans', year],
    enabled: year !== '',
    meta: kept,
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      ask('GET /api/inventory/harvest-plans', {
        query: {
          'f:harvestYear': [year],
          sortBy: 'totalSize',
          sortDesc: true,
          limit: PAGE,
          offset: pageParam,
        },
      }),
    getNextPageParam: nextOffset,
  })
}

/** Path of the plans as a file. */
export const plansTablePath = (year: string) => (format: TableFormat) =>
  requestOf('GET /api/inventory/harvest-plans', {
    query: { 'f:harvestYear': [year], sortBy: 'totalSize', sortDesc: true, format },
  }).path

/** One plan with its plantings, and the version of it that a change names. */
export function planQuery(id: string) {
  return queryOptions({
    queryKey: ['harvest-plan', id],
    meta: kept,
    queryFn: () => askWithEtag('GET /api/inventory/harvest-plans/{id}', { path: { id } }),
  })
}

/** The loads of a plan, the latest first. */
export function loadsQuery(harvestPlanId: string) {
  return infiniteQueryOptions({
    queryKey: ['harvest-loads', harvestPlanId],
    meta: kept,
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      ask('GET /api/inventory/harvest-plans/loads', {
        query: { harvestPlanId, sortBy: 'dateISO', sortDesc: true, limit: PAGE, offset: pageParam },
      }),
    getNextPageParam: nextOffset,
  })
}

/** Fields by part of their name. */
export function fieldsToSowQuery(query: string) {
  return queryOptions({
    queryKey: ['fields', query],
    meta: { kept: query === '' },
    queryFn: () =>
      ask('GET /api/inventory/storage', { query: { type: ['field'], query, sortBy: 'name', limit: PAGE } }),
  })
}
