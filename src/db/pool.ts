import pg from 'pg'
import type { PostgresPool } from 'kysely'
import type { DatabaseLog } from './log.ts'
import { parsers } from './parsers.ts'
import { preparing } from './prepared.ts'
import { isInsideTransaction } from './transaction.ts'

// Otherwise a Date is written in the local time of this process with its offset in whole minutes, and zones of the 1800s have
// offsets with seconds: in Auckland, whatever happened in 1852 would be stored four seconds late.
pg.defaults.parseInputDatesAsUTC = true

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/**
 * A pool that refuses a second connection to code inside `inTransaction`. On the embedded database such code would
 * wait for itself for ever; on PostgreSQL it would read past its own transaction.
 */
class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!isInsideTransaction()) return callback ? super.connect(callback) : super.connect()
    const error = new Error(
      'The database was used inside a transaction without it: pass the transaction on instead.',
    )
    if (!callback) return Promise.reject(error)
    callback(error, undefined, () => undefined)
  }
}

/**
 * Opens a pool whose connections all read values alike and have the same session, and which outlives the loss of any of them.
 *
 * @param session settings of each connection, by name
 */
export function openPool(config: pg.PoolConfig, session: Record<string, string>, log: DatabaseLog): pg.Pool {
  const pool = new GuardedPool({
    ...config,
    types: parsers,
    // Statements of a transaction go out without waiting for the answers of those before; see open-transaction.ts.
    pipeline: true,
    // The pool waits for what this returns before it hands the connection out, though its type does not say so.
    onConnect: (client) => client.query(settingsOf(session)) as unknown as void,
  })
  // Without a listener an error event ends the process. Idle connections report to the pool, borrowed ones themselves;
  // whoever uses one gets the error from its query as well.
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

function settingsOf(session: Record<string, string>): string {
  return Object.entries(session)
    .map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ')
}

/** The pool as Kysely uses it: with prepared statements, and ended by who opened it: Kysely never ends one that it did not use. */
export function forKysely(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => preparing(await pool.connect()),
    end: () => Promise.resolve(),
  }
}
