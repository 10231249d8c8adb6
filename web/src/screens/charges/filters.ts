import { ANY, defineFilters, several, type FiltersOf } from '../../stock/filters.ts'

/** The filters that are offered for statements, in their order, as the service calls them. */
export const chargeFilters = defineFilters({ status: several(/draft|closed/), 'f:ownerId': ANY }, [
  'createdAtUTC',
  'owner',
  'number',
  'fromMonth',
])
export type ChargeFilters = FiltersOf<typeof chargeFilters>

/** Those for tariffs. */
export const tariffFilters = defineFilters(
  { scope: several(/everybody|partner|contract/), 'f:partnerId': ANY },
  ['createdAtUTC', 'from', 'partner'],
)
export type TariffFilters = FiltersOf<typeof tariffFilters>
