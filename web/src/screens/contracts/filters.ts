/** The filters that are offered, in their order, as the service calls them. */
export const facetNames = ['status', 'f:commodity', 'f:commodityGrade', 'f:ownerOrganisationId'] as const
export type FacetName = (typeof facetNames)[number]

const sortable = ['reference', 'ownerOrganisationName', 'startDateUTC', 'endDateUTC', 'weight'] as const
export const sortableColumns: readonly string[] = sortable
const statuses = new Set(['upcoming', 'active', 'expired'])

/** What the address holds. */
export interface ContractFilters {
  query: string
  facets: Partial<Record<FacetName, string>>
  sort: (typeof sortable)[number] | undefined
  isDescending: boolean
}

/** Reads an address: what it cannot mean is left out, whoever wrote the link. */
export function contractFiltersOf(search: Record<string, string>): ContractFilters {
  const { query = '', sort, desc } = search
  const isMeant = (name: FacetName, value: string) =>
    name === 'status'
      ? value.split(',').every((each) => statuses.has(each))
      : name === 'f:ownerOrganisationId' || /^\d{1,9}(,\d{1,9})*$/.test(value)
  return {
    query,
    facets: Object.fromEntries(
      facetNames.flatMap((name) => {
        const value = search[name]
        return value !== undefined && isMeant(name, value) ? [[name, value]] : []
      }),
    ),
    sort: sortable.find((each) => each === sort),
    isDescending: desc === '1',
  }
}

/** What the service is asked for. */
export function askedOf({ query, facets, sort, isDescending }: ContractFilters) {
  return {
    ...Object.fromEntries(Object.entries(facets).map(([name, value]) => [name, value.split(',')])),
    ...(query !== '' && { query }),
    ...(sort !== undefined && { sortBy: sort, sortDesc: isDescending }),
  }
}

/** The order after a column is pressed: rising, falling, then the service's own. */
export function ordered(
  { sort, isDescending }: ContractFilters,
  column: string,
): Record<'sort' | 'desc', string | undefined> {
  if (sort !== column) return { sort: column, desc: undefined }
  return isDescending ? { sort: undefined, desc: undefined } : { sort, desc: '1' }
}
