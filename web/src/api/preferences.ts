import { queryOptions } from '@tanstack/react-query'
import { ask, askWithEtag, Refused } from './client.ts'
import type { Preferences } from './operations.ts'

/** Preferences of the signed-in person for the console, by name: equal on every device, and stored on this one. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  staleTime: 300_000,
  meta: { kept: true },
  queryFn: () => ask('GET /api/identity/me/preferences'),
})

/** Finds the preference under a name. */
export const preferred = (preferences: Preferences | undefined, name: string) =>
  preferences?.entries.find((each) => each.name === name)?.value

const CHANGED_MEANWHILE = 412
const MOST_TRIES = 3

/**
 * Changes what is preferred under one name, and leaves the others: what another device changed meanwhile is read and kept.
 *
 * @param change the value after the one before; undefined takes the name out
 */
export async function prefer(name: string, change: (before?: string) => string | undefined): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { result, etag } = await askWithEtag('GET /api/identity/me/preferences')
    const value = change(preferred(result, name))
    const others = result.entries.filter((each) => each.name !== name)
    const entries = value === undefined ? others : [...others, { name, value }]
    try {
      await ask('PUT /api/identity/me/preferences', { body: { entries }, ifMatch: etag })
      return
    } catch (error) {
      if (tries === MOST_TRIES || !(error instanceof Refused) || error.status !== CHANGED_MEANWHILE)
        throw error
    }
  }
}
