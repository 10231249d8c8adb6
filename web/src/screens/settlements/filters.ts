import { facetFiltersOf, type FacetFilters } from '../../stock/facet-filters.ts'

/** The filters that are offered, in their order, as the service calls them. */
export const facetNames = ['status', 'f:buyer'] as const

const sortable = ['date', 'buyer', 'reference'] as const
export const sortableColumns: readonly string[] = sortable

export type SettlementFilters = FacetFilters<(typeof facetNames)[number], (typeof sortable)[number]>

/** Reads an address: what it cannot mean is left out, whoever wrote the link. */
export function settlementFiltersOf(search: Record<string, string>): SettlementFilters {
  return facetFiltersOf(search, {
    names: facetNames,
    sortable,
    isMeant: (name, value) =>
      name === 'f:buyer' || value.split(',').every((each) => each === 'open' || each === 'closed'),
  })
}
