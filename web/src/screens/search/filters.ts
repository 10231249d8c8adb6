/** The filters that are offered, in their order, as the service calls them. */
export const facetNames = [
  'f:commodity',
  'f:commodityGrade',
  'f:commodityVariety',
  'f:harvestYear',
  'f:organisationId',
  'f:storageId',
  'f:businessUnitIds',
  'f:tags',
] as const
export type FacetName = (typeof facetNames)[number]

const sortable = ['name', 'variety', 'storageName', 'harvestYear', 'organisationName', 'weight'] as const
export const sortableColumns: readonly string[] = sortable

/** What the address holds. */
export interface StockFilters {
  place: 'store' | 'field' | 'all'
  owned: 'owned by' | 'stored by' | 'all'
  isEmptyShown: boolean
  facets: Partial<Record<FacetName, string>>
  sort: (typeof sortable)[number] | undefined
  isDescending: boolean
}

/** Reads an address. What it does not say: what lies in stores now. */
export function stockFiltersOf(search: Record<string, string>): StockFilters {
  const { place, owned, empty, sort, desc } = search
  return {
    place: place === 'field' || place === 'all' ? place : 'store',
    owned: owned === 'owned by' || owned === 'stored by' ? owned : 'all',
    isEmptyShown: empty === '1',
    facets: Object.fromEntries(
      facetNames.flatMap((name) => {
        const value = search[name]
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    sort: sortable.find((each) => each === sort),
    isDescending: desc === '1',
  }
}

/** What the service is asked for. */
export function askedOf({ place, owned, isEmptyShown, facets, sort, isDescending }: StockFilters) {
  return {
    ...Object.fromEntries(Object.entries(facets).map(([name, value]) => [name, value.split(',')])),
    ...(place !== 'all' && { 'f:storageType': [place] }),
    ...(owned !== 'all' && { ownerStatus: owned }),
    ...(!isEmptyShown && { 'f:status': ['active'] }),
    ...(sort !== undefined && { sortBy: sort, sortDesc: isDescending }),
  }
}
