// What a list is narrowed by that has a text, facets and an order, and nothing else.

/** What the address holds. */
export interface FacetFilters<Name extends string, Column extends string> {
  query: string
  facets: Partial<Record<Name, string>>
  sort: Column | undefined
  isDescending: boolean
}

interface Offered<Name extends string, Column extends string> {
  /** In their order, as the service calls them. */
  names: readonly Name[]
  sortable: readonly Column[]
  /** Whether an address can mean a value of a facet. */
  isMeant: (name: Name, value: string) => boolean
}

/** Reads an address: what it cannot mean is left out, whoever wrote the link. */
export function facetFiltersOf<Name extends string, Column extends string>(
  search: Record<string, string>,
  { names, sortable, isMeant }: Offered<Name, Column>,
): FacetFilters<Name, Column> {
  const { query = '', sort, desc } = search
  const meant = names.flatMap((name) => {
    const value = search[name]
    return value !== undefined && isMeant(name, value) ? [[name, value] as const] : []
  })
  return {
    query,
    // Only names that are offered were taken.
    facets: Object.fromEntries(meant) as Partial<Record<Name, string>>,
    sort: sortable.find((each) => each === sort),
    isDescending: desc === '1',
  }
}

/** What the service is asked for. */
export function askedOf<Name extends string, Column extends string>({
  query,
  facets,
  sort,
  isDescending,
}: FacetFilters<Name, Column>) {
  const values = Object.entries<string | undefined>(facets)
  return {
    ...Object.fromEntries(values.map(([name, value = '']) => [name, value.split(',')])),
    ...(query !== '' && { query }),
    ...(sort !== undefined && { sortBy: sort, sortDesc: isDescending }),
  }
}

/** The order after a column is pressed: rising, falling, then the service's own. */
export function ordered(
  { sort, isDescending }: { sort: string | undefined; isDescending: boolean },
  column: string,
): Record<'sort' | 'desc', string | undefined> {
  if (sort !== column) return { sort: column, desc: undefined }
  return isDescending ? { sort: undefined, desc: undefined } : { sort, desc: '1' }
}
