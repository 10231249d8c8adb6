import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

/** What a batch of rows is to take up, roughly: enough to be quick, and little to hold. */
const BATCH_BYTES = 1024 * 1024
const FIRST_BATCH_ROWS = 200
const MOST_ROWS = 10_000

/** A connection within a transaction that somebody else begins and ends. */
export type Client = Pick<pg.ClientBase, 'query'>

/**
 * Runs `work` in a transaction that reads and sees one moment of the database, for as long as it takes. On PostgreSQL it holds up
 * nobody; the embedded database has one connection, so everybody else waits.
 *
 * @example
 * const hash = await inSnapshot(database, (client) => ledgerHash(client))
 */
export async function inSnapshot<T>(
  database: Pick<Database, 'pool' | 'unbounded'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return withoutLimits(database, async (client) => {
    await client.query('start transaction isolation level repeatable read, read only')
    const result = await work(client)
    await client.query('commit')
    return result
  })
}

/** Kysely on a connection that somebody else opens and gives back. */
export function kyselyOf(client: Client): Kysely<Tables> {
  const borrowed = {
    query: client.query.bind(client),
    release: () => undefined,
  }
  const pool = { options: {}, connect: () => Promise.resolve(borrowed), end: () => Promise.resolve() }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Runs `work` on a connection of its own on which nothing is ended for taking too long. */
export async function withoutLimits<T>(
  { pool, unbounded }: Pick<Database, 'pool' | 'unbounded'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    return await unbounded(async () => {
      await client.query(
        'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
      )
      return work(client)
    })
  } finally {
    // Not back into the pool: with the connection go its lifted limits, and a transaction that failed.
    client.release(true)
  }
}

/**
 * The rows of a query with one column of text called `row`, a batch of about a megabyte at a time: however many there are, few
 * are held. Only one query can be read so at a time.
 */
export async function* readBatches(client: Client, query: string): AsyncGenerator<string[]> {
  await client.query(`declare reading no scroll cursor for ${query}`)
  for (let rows = FIRST_BATCH_ROWS; ;) {
    const fetched = await client.query<{ row: string }>(`fetch ${rows} from reading`)
    const batch = fetched.rows.map(({ row }) => row)
    if (batch.length > 0) yield batch
    if (batch.length < rows) break
    const bytes = batch.reduce((sum, { length }) => sum + length, 0)
    rows = Math.min(MOST_ROWS, Math.max(1, Math.floor((BATCH_BYTES * batch.length) / Math.max(1, bytes))))
  }
  await client.query('close reading')
}
