import { useQuery } from '@tanstack/react-query'
import { prefer, preferencesQuery, preferred } from '../api/preferences.ts'
import { readViews, type View } from './views.ts'

const NAME = 'views'

/** The views of whoever is signed in. */
export function useViews(): View[] {
  return readViews(preferred(useQuery(preferencesQuery).data, NAME))
}

/** Changes what is kept; reads what another device has kept meanwhile. */
export const changeViews = (change: (views: View[]) => View[]) =>
  prefer(NAME, (before) => JSON.stringify(change(readViews(before))))
