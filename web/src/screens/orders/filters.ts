import { ANY, defineFilters, NUMBERS, several, type FiltersOf } from '../../stock/filters.ts'

/** The filters that are offered, in their order, as the service calls them. */
export const orderFilters = defineFilters(
  {
    status: several(/open|done|cancelled/),
    kind: several(/purchase|sale/),
    'f:partnerId': ANY,
    'f:commodity': NUMBERS,
  },
  ['reference', 'partner', 'weight'],
)
export type OrderFilters = FiltersOf<typeof orderFilters>
