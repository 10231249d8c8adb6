// What the address of a list narrows and sorts it by. Every list reads its address by this.

/** The meaning of an address. Several values of one filter are separated by commas. */
export interface Filters<Name extends string = string, Column extends string = string> {
  /** The text that is sought. */
  query: string
  set: Partial<Record<Name, string>>
  sort: Column | undefined
  isDescending: boolean
}

/** The filters and the sort orders that a list offers. */
export interface Offered<Name extends string, Column extends string> {
  /** In their order. */
  names: Name[]
  sortable: readonly Column[]
  /** Reads an address: what it cannot mean is left out, whoever wrote the link. */
  read: (search: Partial<Record<string, string>>) => Filters<Name, Column>
}

export type FiltersOf<List> = List extends Offered<infer Name, infer Column> ? Filters<Name, Column> : never

/** One or more of a kind, with commas between. */
export const several = (one: RegExp) => new RegExp(`^(?:${one.source})(?:,(?:${one.source}))*$`, one.flags)
export const NUMBERS = several(/\d{1,9}/)
export const IDS = several(/[\da-f-]{36}/i)
export const ANY = /^.+$/s

/**
 * Defines the filters of a list, each with the pattern of its value, and the columns it may be sorted by.
 *
 * @example const filters = defineFilters({ status: several(/open|closed/), 'f:buyer': ANY }, ['date', 'buyer'])
 */
export function defineFilters<Name extends string, const Column extends string>(
  shapes: Record<Name, RegExp>,
  sortable: readonly Column[],
): Offered<Name, Column> {
  const names = Object.keys(shapes) as Name[]
  const read = (search: Partial<Record<string, string>>) => {
    const meant = names.filter((name) => shapes[name].test(search[name] ?? ''))
    return {
      query: search['query'] ?? '',
      set: Object.fromEntries(meant.map((name) => [name, search[name]])) as Partial<Record<Name, string>>,
      sort: sortable.find((each) => each === search['sort']),
      isDescending: search['desc'] === '1',
    }
  }
  return { names, sortable, read }
}

/** By how many things a list is narrowed. */
export const countSet = ({ query, set }: Filters): number => Object.keys(set).length + Number(query !== '')

/** Builds the query to the service. */
export function askedOf<Column extends string = never>({
  query,
  set,
  sort,
  isDescending,
}: Filters<string, Column>) {
  const values = Object.entries<string | undefined>(set)
  return {
    ...Object.fromEntries(values.map(([name, value = '']) => [name, value.split(',')])),
    ...(query !== '' && { query }),
    ...(sort !== undefined && { sortBy: sort, sortDesc: isDescending }),
  }
}

/** Sets filters in an address; what is undefined or empty is taken out of it. */
export type ChangeFilters = (part: Record<string, string | undefined>) => void

/** The order of a list, as its table shows and changes it: rising, falling, then the service's own. */
export function orderOf({ sort, isDescending }: Filters, sortable: readonly string[], change: ChangeFilters) {
  const onOrder = (column: string) => {
    if (sort !== column) change({ sort: column, desc: undefined })
    else if (isDescending) change({ sort: undefined, desc: undefined })
    else change({ sort, desc: '1' })
  }
  return { by: sort, isDescending, sortable, onOrder }
}
