import type pg from 'pg'

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

/**
 * Tells what the connections of a pool are asked from now on, each from when it is next taken from the pool.
 *
 * @returns ends it
 */
export function watchQueries(
  pool: pg.Pool,
  tell: (asked: Asked[], client: pg.PoolClient) => void,
): () => void {
  const watched = new Map<pg.PoolClient, () => void>()
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return
    const before = Object.getOwnPropertyDescriptor(client, 'query')
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      tell(askedBy(given[0], given[1]), client)
      return query(...given)
    }) as typeof client.query
    watched.set(client, () => {
      Reflect.deleteProperty(client, 'query')
      if (before) Object.defineProperty(client, 'query', before)
    })
  }
  pool.on('acquire', watch)
  return () => {
    pool.off('acquire', watch)
    for (const leave of watched.values()) leave()
  }
}

/**
 * What the connections of a pool are asked while some work is done, of those that it takes from the pool meanwhile.
 *
 * @example expect(await askedDuring(database.pool, () => client.get(…))).toHaveLength(1)
 */
export async function askedDuring(pool: pg.Pool, work: () => Promise<unknown>): Promise<Asked[]> {
  const all: Asked[] = []
  const end = watchQueries(pool, (asked) => all.push(...asked))
  try {
    await work()
    return all
  } finally {
    end()
  }
}
