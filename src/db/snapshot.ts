import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from './open.ts'
import { beginUnlimited } from './session.ts'
import type { Tables } from './tables.ts'

/** Rough size of a batch of rows: enough to be quick, and little to hold. */
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
  return onConnection(database, (client) =>
    unlimited(client, () => work(client), 'repeatable read, read only'),
  )
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

/** Runs `work` on a connection of its own, which is given up afterwards, and with it a transaction that failed. */
export async function onConnection<T>(
  { pool, unbounded }: Pick<Database, 'pool' | 'unbounded'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    return await unbounded(() => work(client))
  } finally {
    client.release(true)
  }
}

/** Runs `work` in a transaction in which nothing is ended for taking too long. Where it fails, the connection is to be given up. */
export async function unlimited<T>(client: Client, work: () => Promise<T>, mode?: string): Promise<T> {
  await client.query(beginUnlimited(mode))
  const result = await work()
  await client.query('commit')
  return result
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

/** Tells if another process of Granary has the database open. The embedded database has one process alone. */
export async function isUsedByOthers(client: Client, { engine }: Pick<Database, 'engine'>): Promise<boolean> {
  if (engine === 'pglite') return false
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'granary' and pid <> pg_backend_pid()`,
  )
  return rowCount !== 0
}
