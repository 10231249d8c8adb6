import type { SearchFilter, Sql } from '../http/search/definition.ts'
import { nameKey, tidied } from '../kernel/names.ts'
import type { FilterName } from '../words/terms.ts'

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

/** The filter of a search by such tags: whoever looks for “trial” means “Trial” too. */
export function freeTags(displayName: FilterName, value: Sql) {
  return {
    displayName,
    values: 'in upper or lower case',
    kind: 'text',
    isArray: true,
    isCaseless: true,
    value,
  } as const satisfies SearchFilter
}
