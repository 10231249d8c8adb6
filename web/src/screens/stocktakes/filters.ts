import { defineFilters, several, type FiltersOf } from '../../stock/filters.ts'

/** The filters that are offered, in their order, as the service calls them. */
export const stocktakeFilters = defineFilters({ status: several(/open|approved|cancelled/) }, [
  'cutOffUTC',
  'name',
])
export type StocktakeFilters = FiltersOf<typeof stocktakeFilters>
