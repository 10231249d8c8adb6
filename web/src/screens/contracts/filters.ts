import { ANY, defineFilters, NUMBERS, several, type FiltersOf } from '../../stock/filters.ts'

/** The filters that are offered, in their order, as the service calls them. */
export const contractFilters = defineFilters(
  {
    status: several(/upcoming|active|expired/),
    'f:commodity': NUMBERS,
    'f:commodityGrade': NUMBERS,
    'f:ownerOrganisationId': ANY,
  },
  ['reference', 'ownerOrganisationName', 'startDateUTC', 'endDateUTC', 'weight'],
)
export type ContractFilters = FiltersOf<typeof contractFilters>
