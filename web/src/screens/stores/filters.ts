import { storeFacets, type StoreFacet, type StoreParameters } from '../../stock/store-filters.ts'

/** What the stores are narrowed by. */
export interface StoreFilters {
  query: string
  conflict: boolean | undefined
  facets: Partial<Record<StoreFacet, string>>
}

/** Reads an address: what it cannot mean is left out, whoever wrote the link. */
export function storeFiltersOf(search: StoreParameters): StoreFilters {
  const { query = '', conflict } = search
  const facets = storeFacets.flatMap((name) => {
    const value = search[name]
    return value !== undefined && isMeant(name, value) ? [[name, value] as const] : []
  })
  return {
    query,
    conflict: conflict === '1' ? true : conflict === '0' ? false : undefined,
    facets: Object.fromEntries(facets),
  }
}

function isMeant(name: StoreFacet, value: string): boolean {
  if (name === 'f:commodity') return /^\d{1,9}(,\d{1,9})*$/.test(value)
  if (name === 'f:hasInventory') return /^(true|false)(,(true|false))?$/.test(value)
  return true
}

/** How much the stores are narrowed: by how many things. */
export const countSet = ({ query, conflict, facets }: StoreFilters): number =>
  Object.keys(facets).length + (query === '' ? 0 : 1) + (conflict === undefined ? 0 : 1)

/** What the service is asked for. */
export function askedOf({ query, conflict, facets }: StoreFilters) {
  const ticked = Object.entries(facets).map(([name, value]) => [name, value.split(',')])
  return {
    ...Object.fromEntries(ticked),
    ...(query !== '' && { query }),
    ...(conflict !== undefined && { conflict }),
  }
}
