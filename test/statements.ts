import type pg from 'pg'
import { watchQueries } from './asked.ts'

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
  const inTransaction = new WeakSet<pg.PoolClient>()
  watchQueries(pool, (asked, client) => {
    for (const { text } of asked) {
      if (text.startsWith('start transaction')) inTransaction.add(client)
      else if (text === 'commit' || text === 'rollback') inTransaction.delete(client)
      else if (!inTransaction.has(client)) taken.push(text.replaceAll(/\s+/g, ' ').trim())
    }
  })
  return {
    taken: () => {
      const before = taken
      taken = []
      return before
    },
  }
}
