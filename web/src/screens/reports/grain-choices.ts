import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../api/session.ts'
import { catalogueQuery } from '../../stock/queries.ts'

/** The commodities that a country trades, by their names. */
export function useGrainChoices(): { id: number; name: string }[] {
  const { organisation } = useMe()
  const { data = [] } = useQuery(catalogueQuery(organisation.countryISO))
  return data
    .flatMap(({ items }) => items.map(({ id, name }) => ({ id, name })))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}
