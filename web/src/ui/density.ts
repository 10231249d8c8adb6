import { useQuery } from '@tanstack/react-query'
import { prefer, preferencesQuery, preferred } from '../api/preferences.ts'

const NAME = 'density'

/** Distance between the rows of tables if there is a mouse; fingers need what they need. */
export type Density = 'roomy' | 'compact'

/** Returns the density that the person signed in has chosen. */
export function useDensity(): Density {
  const { data } = useQuery(preferencesQuery)
  return preferred(data, NAME) === 'compact' ? 'compact' : 'roomy'
}

/** From now on rows are so far apart, on every device of this person. */
export const chooseDensity = (density: Density) =>
  prefer(NAME, () => (density === 'roomy' ? undefined : density))
