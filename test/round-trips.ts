import type pg from 'pg'

/**
 * Counts how often a pool's connections were written to after they had been read from: how often somebody waited for the
 * database. What goes out together is one round trip, however many statements it has.
 *
 * @example
 * const trips = countRoundTrips(database.pool)
 * await client.post(…)
 * expect(trips.taken()).toBe(3)
 */
export function countRoundTrips(pool: pg.Pool): { taken: () => number } {
  let taken = 0
  const watched = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const { stream } = client.connection
    let isAnswered = true
    const write = stream.write.bind(stream)
    stream.write = ((...given: Parameters<typeof write>) => {
      if (isAnswered) taken += 1
      isAnswered = false
      return write(...given)
    }) as typeof stream.write
    stream.on('data', () => (isAnswered = true))
  })
  return {
    taken: () => {
      const before = taken
      taken = 0
      return before
    },
  }
}
