export interface Asked {
  text: string
  values: unknown[]
}

/** What a connection is asked by a call of `query`: nothing where it is a cursor or a copy. */
export function askedBy(query: unknown, values: unknown = []): Asked[] {
  if (typeof query === 'string') return [{ text: query, values: Array.isArray(values) ? values : [] }]
  const { text, values: given = [] } = query as Partial<Asked>
  return typeof text === 'string' ? [{ text, values: given }] : []
}
