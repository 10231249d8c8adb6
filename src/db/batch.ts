import pg from 'pg'

/** What the driver calls on a query as its answer comes in, which its types leave out. */
interface Answered {
  handleRowDescription: (message: unknown) => void
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, connection: pg.Connection) => void
  handleReadyForQuery: (connection: pg.Connection) => void
  handleError: (error: Error, connection: pg.Connection) => void
}

/** A query as the driver treats it. */
export type DriverQuery = pg.Query & Answered & { text: string; name?: string; values?: unknown[] }

/** The driver's notes of what a connection has prepared, and is about to: texts by name. Its types leave them out, too. */
export type DriverConnection = pg.Connection & {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

/** PostgreSQL's answer to whatever comes after a statement that failed. */
export const IS_ABORTED = '25P02'

/** Errors after which the server closes the connection, which the client learns only a moment later, or takes no more writes. */
const ENDS_CONNECTION = /^(57P0[1-5]|25P0[34]|25006|08)/

/** Whether a connection is of no more use after an error. */
export function endsConnection(error: Error): boolean {
  return 'code' in error && ENDS_CONNECTION.test(String(error.code))
}

const WITHOUT_SYNC = { sync: { value: () => undefined } }

/**
 * Queries that are sent with one Sync behind the last, where the driver puts one behind each: at every Sync the server sends what it
 * has and wakes whoever reads. Behind one that fails, the server passes over all others up to the Sync.
 *
 * Without a transaction that one of them begins or that is open, all of them are stored or none. Only for values that can surely be
 * sent, and for statements that go out prepared, as those without values do only if they have a name or are asked for so.
 *
 * @example
 * client.query(new Batch([write, commit]))
 */
export class Batch extends pg.Query {
  readonly queries: readonly DriverQuery[]
  readonly #answered: DriverQuery[] = []
  readonly #waiting: DriverQuery[]

  constructor(queries: readonly DriverQuery[]) {
    super('')
    this.queries = queries
    this.#waiting = [...queries]
    // The driver notes under these what the server has prepared.
    Object.defineProperty(this, 'name', { get: () => this.#waiting[0]?.name })
    Object.defineProperty(this, 'text', { get: () => this.#waiting[0]?.text })
  }

  override submit = (connection: pg.Connection): null => {
    const withoutSync = Object.create(connection, WITHOUT_SYNC) as pg.Connection
    for (const query of this.queries) query.submit(withoutSync)
    connection.sync()
    return null
  }

  handleRowDescription(message: unknown): void {
    this.#waiting[0]?.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#waiting[0]?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    const query = this.#waiting.shift()
    if (!query) return
    query.handleCommandComplete(message, connection)
    this.#answered.push(query)
  }

  handleReadyForQuery(connection: pg.Connection): void {
    for (const query of this.#answered) query.handleReadyForQuery(connection)
  }

  /** The server's no to the first that waits, or the loss of the connection. What was answered before has been done. */
  handleError(error: Error, connection: pg.Connection): void {
    this.handleReadyForQuery(connection)
    const { submittedNamedStatements } = connection as DriverConnection
    for (const { name } of this.#waiting) if (name !== undefined) delete submittedNamedStatements[name]
    const [first, ...others] = this.#waiting.splice(0)
    first?.handleError(error, connection)
    // Of settings in front nobody hears. So whoever waits behind them is told of a lost connection in its own words.
    const consequence =
      error instanceof pg.DatabaseError && !endsConnection(error) ? new PassedOver(error) : error
    for (const query of others) query.handleError(consequence, connection)
  }
}

/** A statement in front of it failed. Its code is PostgreSQL's for what comes later in such a transaction. */
class PassedOver extends Error {
  readonly code = IS_ABORTED
  constructor(cause: Error) {
    super('not run, as a statement in front of it failed', { cause })
  }
}
