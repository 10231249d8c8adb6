import { nameKey, tidied } from '../kernel/names.ts'

/**
 * Tags in a caller's own words, as they are kept: as names are, and each once. "Trial" and " trial" are one, called as it
 * is called first, so that a search counts it once and finds it by what it shows.
 *
 * @example tidyTags([' Trial', 'trial', 'Dry']) // ['Trial', 'Dry']
 */
export function tidyTags(tags: readonly string[]): string[] {
  const called = new Map<string, string>()
  for (const tag of tags) if (!called.has(nameKey(tag))) called.set(nameKey(tag), tidied(tag))
  return [...called.values()]
}
