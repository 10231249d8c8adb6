import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import type { UsualWeights } from './plausible.ts'

/** The settings of the organisation that a ticket goes by. */
export const organisationQuery = queryOptions({
  queryKey: ['organisation', 'usual weights'],
  meta: { kept: true },
  queryFn: () => ask('GET /api/identity/organisation'),
})

/** As long as the organisation's own are not known here. */
const usual: UsualWeights = { full: 60_000, net: 45_000 }

/** Returns the most that lorries weigh, as the organisation has set it; known offline, too. Kilograms. */
export function useUsualWeights(): UsualWeights {
  const { data } = useQuery(organisationQuery)
  return data ? { full: data.usualFullWeight, net: data.usualNetWeight } : usual
}
