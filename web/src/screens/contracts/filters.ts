import { facetFiltersOf, type FacetFilters } from '../../stock/facet-filters.ts'

/** The filters that are offered, in their order, as the service calls them. */
export const facetNames = ['status', 'f:commodity', 'f:commodityGrade', 'f:ownerOrganisationId'] as const
export type FacetName = (typeof facetNames)[number]

const sortable = ['reference', 'ownerOrganisationName', 'startDateUTC', 'endDateUTC', 'weight'] as const
export const sortableColumns: readonly string[] = sortable
const statuses = new Set(['upcoming', 'active', 'expired'])

export type ContractFilters = FacetFilters<FacetName, (typeof sortable)[number]>

/** Reads an address: what it cannot mean is left out, whoever wrote the link. */
export function contractFiltersOf(search: Record<string, string>): ContractFilters {
  return facetFiltersOf(search, {
    names: facetNames,
    sortable,
    isMeant: (name, value) =>
      name === 'status'
        ? value.split(',').every((each) => statuses.has(each))
        : name === 'f:ownerOrganisationId' || /^\d{1,9}(,\d{1,9})*$/.test(value),
  })
}
