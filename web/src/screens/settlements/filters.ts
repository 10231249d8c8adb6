import { ANY, defineFilters, several, type FiltersOf } from '../../stock/filters.ts'

/** The filters that are offered, in their order, as the service calls them. */
export const settlementFilters = defineFilters({ status: several(/open|closed/), 'f:buyer': ANY }, [
  'date',
  'buyer',
  'reference',
])
export type SettlementFilters = FiltersOf<typeof settlementFilters>
