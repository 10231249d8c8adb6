import type { Operations } from '../../api/operations.ts'

export const kinds = ['picture', 'pdf', 'film', 'other'] as const
const sortable = ['name', 'sizeBytes', 'createdAtUTC'] as const
export const sortableColumns: readonly string[] = sortable

/** What the address holds of the files. */
export interface FileFilters {
  query: string
  kind: (typeof kinds)[number] | undefined
  from: 'own' | 'others' | undefined
  isArchived: boolean
  sort: (typeof sortable)[number] | undefined
  isDescending: boolean
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((each) => each === text)

/** Reads an address. What it does not say: all files that are not deleted, the latest first. */
export function fileFiltersOf(search: Record<string, string>): FileFilters {
  return {
    query: search['query'] ?? '',
    kind: oneOf(kinds, search['kind']),
    from: oneOf(['own', 'others'], search['from']),
    isArchived: search['status'] === 'archived',
    sort: oneOf(sortable, search['sort']),
    isDescending: search['order'] === 'desc',
  }
}

/** How many of them narrow the list beside what was typed. */
export const countSet = ({ kind, from, isArchived }: FileFilters) =>
  Number(kind !== undefined) + Number(from !== undefined) + Number(isArchived)

/** The same as the service asks for it. */
export function askedOf(filters: FileFilters): Partial<Operations['GET /api/system/files']['query']> {
  const { query, kind, from, isArchived, sort, isDescending } = filters
  return {
    ...(query !== '' && { query }),
    ...(kind && { kind }),
    ...(from && { from }),
    ...(isArchived && { status: 'archived' }),
    ...(sort && { sortBy: sort, sortDesc: isDescending }),
  }
}

/** The address once a column was pressed: first up, then down, then as it comes. */
export function ordered(
  { sort, isDescending }: FileFilters,
  column: string,
): Record<string, string | undefined> {
  if (sort !== column) return { sort: column, order: undefined }
  return isDescending ? { sort: undefined, order: undefined } : { sort: column, order: 'desc' }
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** How large a file is, in the unit that people say: `1.2 MB`. */
export function sizeText(bytes: number, language: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}
