import { defineFilters, IDS, NUMBERS, several, type FiltersOf } from '../../stock/filters.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Filters and sort orders of the movements. */
export const movementFilters = defineFilters(
  {
    type: several(/intake|internal|outbound/),
    status: several(/incomplete|complete|deleted/),
    grain: NUMBERS,
    from: IDS,
    to: IDS,
    partner: /^[\w.:-]{1,100}$/,
    lorry: /^.{1,40}$/,
    text: /^.{1,100}$/,
    since: DAY,
    until: DAY,
    actions: /^1$/,
  },
  ['id', 'movementDateISO', 'weight', 'status'],
)
export type MovementFilters = FiltersOf<typeof movementFilters>

/** The movement that an address opens, unless it cannot mean one. */
export const openedIn = ({ open = '' }: Partial<Record<string, string>>): string | undefined =>
  /^\d{1,15}$/.test(open) ? open : undefined
