import { useQuery } from '@tanstack/react-query'
import { useMe } from '../api/session.ts'
import { countriesQuery } from './queries.ts'

/** The currency of the organisation's country; undefined until it is known, '' where nobody can say. */
export function useCurrency(): string | undefined {
  const { countryISO } = useMe().organisation
  const { data, isFetching } = useQuery(countriesQuery)
  if (!data && isFetching) return undefined
  return data?.[countryISO]?.currency ?? ''
}
