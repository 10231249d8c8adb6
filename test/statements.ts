import type pg from 'pg'
import { askedBy } from './asked.ts'

/**
 * Writes down what a pool's connections are asked outside of transactions.
 *
 * @example
 * const statements = watchStatements(database.pool)
 * await client.get(…)
 * expect(statements.taken()).toEqual([expect.stringContaining('select')])
 */
export function watchStatements(pool: pg.Pool): { taken: () => string[] } {
  let taken: string[] = []
  const watched = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    let isInTransaction = false
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      for (const { text } of askedBy(given[0])) {
        if (text.startsWith('start transaction')) isInTransaction = true
        else if (text === 'commit' || text === 'rollback') isInTransaction = false
        else if (!isInTransaction) taken.push(text.replaceAll(/\s+/g, ' ').trim())
      }
      return query(...given)
    }) as typeof client.query
  })
  return {
    taken: () => {
      const before = taken
      taken = []
      return before
    },
  }
}
