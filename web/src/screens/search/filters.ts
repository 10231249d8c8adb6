import { ANY, askedOf, defineFilters, NUMBERS, type FiltersOf } from '../../stock/filters.ts'

/** The facets that are offered, in their order, as the service calls them. */
const facets = {
  'f:commodity': NUMBERS,
  'f:commodityGrade': NUMBERS,
  'f:commodityVariety': ANY,
  'f:harvestYear': ANY,
  'f:organisationId': ANY,
  'f:storageId': ANY,
  'f:businessUnitIds': ANY,
  'f:tags': ANY,
}
export const stockFacetNames = Object.keys(facets) as (keyof typeof facets)[]

/** Filters of the stock. An address without filters means the stock that lies in stores now. */
export const stockFilters = defineFilters(
  { place: /^(field|all)$/, owned: /^(owned by|stored by)$/, empty: /^1$/, ...facets },
  ['name', 'variety', 'storageName', 'harvestYear', 'organisationName', 'weight'],
)
export type StockFilters = FiltersOf<typeof stockFilters>

/** Builds the query to the service. */
export function stockAsked(filters: StockFilters) {
  const { place = 'store', owned, empty, ...set } = filters.set
  return {
    ...askedOf({ ...filters, set }),
    ...(place !== 'all' && { 'f:storageType': [place] }),
    ...(owned && { ownerStatus: owned as 'owned by' | 'stored by' }),
    ...(!empty && { 'f:status': ['active'] }),
  }
}
