const sortable = ['id', 'movementDateISO', 'weight', 'status'] as const
type Sortable = (typeof sortable)[number]

/** What the address holds: filters, order and the open row. Several values of one stand between commas. */
export type Filters = {
  type?: string
  status?: string
  grain?: string
  from?: string
  to?: string
  partner?: string
  lorry?: string
  text?: string
  since?: string
  until?: string
  actions?: string
  sort?: Sortable
  desc?: string
  open?: string
}

const shapes: Record<keyof Filters, RegExp> = {
  type: /^(intake|internal|outbound)(,(intake|internal|outbound))*$/,
  status: /^(incomplete|complete|deleted)(,(incomplete|complete|deleted))*$/,
  grain: /^\d{1,9}(,\d{1,9})*$/,
  from: /^[\da-f-]{36}(,[\da-f-]{36})*$/i,
  to: /^[\da-f-]{36}(,[\da-f-]{36})*$/i,
  partner: /^[\w.:-]{1,100}$/,
  lorry: /^.{1,40}$/,
  text: /^.{1,100}$/,
  since: /^\d{4}-\d{2}-\d{2}$/,
  until: /^\d{4}-\d{2}-\d{2}$/,
  actions: /^1$/,
  sort: new RegExp(`^(${sortable.join('|')})$`),
  desc: /^1$/,
  open: /^\d{1,15}$/,
}

/** Reads an address: what it cannot mean is left out, whoever wrote the link. */
export function filtersOf(search: Record<string, unknown>): Filters {
  return Object.fromEntries(
    Object.entries(shapes).flatMap(([name, shape]) => {
      const value = search[name]
      return typeof value === 'string' && shape.test(value) ? [[name, value]] : []
    }),
  )
}

const notFilters = new Set(['sort', 'desc', 'open'])

/** How many filters are set. */
export const countSet = (filters: Filters) =>
  Object.keys(filters).filter((name) => !notFilters.has(name)).length

/** The order after a column is pressed: rising, falling, then as it was. */
export function ordered(filters: Filters, column: string): Pick<Filters, 'sort' | 'desc'> {
  const sort = sortable.find((each) => each === column)
  if (sort === undefined) return {}
  if (filters.sort !== sort) return { sort }
  return filters.desc === '1' ? {} : { sort, desc: '1' }
}
