/** Paging as on every search (rules.md §9): 25 a page by default, 200 at most. */
export const DEFAULT_LIMIT = 25
export const MAX_LIMIT = 200

export interface PageRequest {
  limit: number
  offset: number
}

/** The page a query asks for. */
export function pageOf(query: Partial<PageRequest>): PageRequest {
  return { limit: query.limit ?? DEFAULT_LIMIT, offset: query.offset ?? 0 }
}
