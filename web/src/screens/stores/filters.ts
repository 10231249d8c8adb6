import { ANY, askedOf, defineFilters, NUMBERS, several, type FiltersOf } from '../../stock/filters.ts'

/** The facets that are offered, in their order, as the service calls them. */
const facets = {
  'f:commodity': NUMBERS,
  'f:harvestYear': ANY,
  'f:ownerOrganisationId': ANY,
  'f:hasInventory': several(/true|false/),
  'f:businessUnitIds': ANY,
  'f:tags': ANY,
}
export const facetNames = Object.keys(facets) as (keyof typeof facets)[]

/** Filters of the stores: beside a text and facets, whether the plan breaks a rule in them. */
export const storeFilters = defineFilters({ conflict: /^[01]$/, ...facets }, [])
export type StoreFilters = FiltersOf<typeof storeFilters>

/** Builds the query to the service. */
export function storesAsked(filters: StoreFilters) {
  const { conflict, ...set } = filters.set
  return {
    ...askedOf<never>({ ...filters, set, sort: undefined }),
    ...(conflict && { conflict: conflict === '1' }),
  }
}
