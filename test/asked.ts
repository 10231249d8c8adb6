import { Batch } from '../src/db/batch.ts'

export interface Asked {
  text: string
  values: unknown[]
}

/** What a connection is asked by a call of `query`: several statements where they go out as a batch, none where it is a cursor or a copy. */
export function askedBy(query: unknown, values: unknown = []): Asked[] {
  if (query instanceof Batch) return query.queries.flatMap((each) => askedBy(each))
  if (typeof query === 'string') return [{ text: query, values: Array.isArray(values) ? values : [] }]
  const { text, values: given = [] } = query as Partial<Asked>
  return typeof text === 'string' ? [{ text, values: given }] : []
}
