import pg from 'pg'

/** Settings of the server, by name. */
export type ServerSettings = Readonly<Record<string, string>>

/** Settings that make values be written on the wire and compared alike, whatever a server's own configuration. */
export const EVERYWHERE: ServerSettings = {
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
}

const UNLIMITED: ServerSettings = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** Begins a transaction that nothing ends for taking too long, on any connection. Its settings end with it. */
export function beginUnlimited(mode = 'read committed'): string {
  return `start transaction isolation level ${mode}; ${setAll({ ...EVERYWHERE, ...UNLIMITED }, 'set local')}`
}

/** Statements that set each of the settings. */
export function setAll(settings: ServerSettings, how: 'set' | 'set local' = 'set'): string {
  return Object.entries(settings)
    .map(([name, value]) => `${how} ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ')
}

/**
 * Sets the session of a new connection, unless a pooler such as PgBouncer stands between: the session is then that of some server
 * connection, which others use next. A pooler shows in the number of the process that answers, which is not the one that the
 * connection was told of.
 *
 * @returns whether a pooler stands between, and nothing was set
 */
export async function setSession(client: pg.Client, settings: ServerSettings): Promise<boolean> {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
  )
  // The type of the driver leaves the number out.
  const { processID } = client as pg.Client & { processID: number }
  const { rowCount } = await client.query(
    `select ${calls.join(', ')} where pg_backend_pid() = ${Number(processID)}`,
  )
  return rowCount === 0
}
