import type { Operations } from '../../api/operations.ts'
import { askedOf, defineFilters, type FiltersOf } from '../../stock/filters.ts'

export const fileKinds = ['picture', 'pdf', 'film', 'other'] as const

/** Filters of the files. An address without filters means all files that are not deleted, the latest first. */
export const fileFilters = defineFilters(
  { kind: new RegExp(`^(${fileKinds.join('|')})$`), from: /^(own|others)$/, status: /^archived$/ },
  ['name', 'sizeBytes', 'createdAtUTC'],
)
export type FileFilters = FiltersOf<typeof fileFilters>

/** Query to the service: one of each filter. */
type Asked = Partial<Operations['GET /api/system/files']['query']>
export const filesAsked = (filters: FileFilters): Asked => ({
  ...askedOf({ ...filters, set: {} }),
  // What a filter can be is what the service takes.
  ...(filters.set as Asked),
})

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats the size of a file in the unit that people use: `1.2 MB`. */
export function sizeText(bytes: number, language: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}
