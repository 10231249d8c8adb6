import { ANY, defineFilters, NUMBERS, several, type FiltersOf } from '../../stock/filters.ts'

/** The filters that are offered, in their order, as the service calls them. */
export const tradeFilters = defineFilters(
  {
    kind: several(/purchase|sale/),
    status: several(/draft|confirmed|fulfilled|closed_short|cancelled/),
    'f:partnerId': ANY,
    'f:commodity': NUMBERS,
    'f:harvestYear': ANY,
  },
  ['reference', 'partner', 'weight'],
)
export type TradeFilters = FiltersOf<typeof tradeFilters>
