import { DEFAULT_LIMIT } from '../../kernel/page.ts'
import type { SearchQuery } from './definition.ts'
import { writeValues, type Selection } from './filters.ts'

/** The URLs of one search's answer: the same search with other terms ticked, from its first page. */
export interface SearchUrls {
  /** Nothing ticked. */
  clear(): string
  /** Nothing ticked in one filter. */
  withoutFilter(name: string): string
  /** One term the other way round: ticked where it was not, unticked where it was. */
  toggled(name: string, id: string): string
}

/** Left out of URLs when they say what goes without saying. */
const defaults: Record<string, unknown> = { limit: DEFAULT_LIMIT, docs: true, format: 'json' }

/** The URLs that a search answers with, without what goes without saying in them. */
export function searchUrls(
  path: string,
  query: SearchQuery,
  selection: Selection,
  filterNames: string[],
): SearchUrls {
  const others = Object.entries(query).filter(
    ([name, value]) =>
      name !== 'offset' && !filterNames.includes(name) && value !== undefined && defaults[name] !== value,
  )
  const write = (ticked: Selection): string => {
    const parameters = new URLSearchParams()
    for (const [name, value] of others)
      parameters.append(name, Array.isArray(value) ? writeValues(value) : String(value))
    for (const [name, values] of ticked) if (values.length > 0) parameters.append(name, writeValues(values))
    const text = parameters.toString()
    return text === '' ? path : `${path}?${text}`
  }
  const changed = (name: string, values: readonly string[]) => write(new Map([...selection, [name, values]]))
  return {
    clear: () => write(new Map()),
    withoutFilter: (name) => changed(name, []),
    toggled: (name, id) => {
      const values = selection.get(name) ?? []
      return changed(name, values.includes(id) ? values.filter((each) => each !== id) : [...values, id])
    },
  }
}
