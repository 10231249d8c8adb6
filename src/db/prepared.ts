import type { PoolClient } from 'pg'
import type { PostgresPoolClient } from 'kysely'

const MOST_NAMES = 500
const MOST_CANDIDATES = 2_000

/** Names of statements by their text, the same on every connection; each connection prepares what it meets. */
const names = new Map<string, string>()
/** What was said once: a name is worth it from the second time on. */
const candidates = new Set<string>()
let lastNumber = 0

/** The name under which a connection prepares this SQL, or undefined when it is not worth one. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size === MOST_NAMES) return known
  if (!candidates.delete(text)) {
    if (candidates.size === MOST_CANDIDATES) candidates.clear()
    candidates.add(text)
    return undefined
  }
  const name = `s${++lastNumber}`
  names.set(text, name)
  return name
}

/**
 * True for an error that says the server's prepared statement no longer fits: a migration changed the columns it
 * answers with, or somebody discarded it. Running the same SQL again is then right.
 */
export function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan'))
}

/** Errors after which the server closes the connection, which the client learns only a moment later. */
const ENDS_CONNECTION = /^(57P0[1-5]|25P0[34]|08)/
const LOST = /Connection terminated|not queryable/

/**
 * A pool's client as Kysely wants it, which prepares each statement with parameters once per connection and from then
 * on sends only its name. Statements without parameters go as they are: there may be several in one text.
 */
export function preparing(client: PoolClient): PostgresPoolClient {
  let isEnding = false
  async function query(text: string, parameters: readonly unknown[]) {
    sendTogether(client)
    try {
      return await queryPrepared(client, text, [...parameters])
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // The driver's own words for a lost connection carry no code; PostgreSQL has one.
      if (LOST.test(error.message) && !('code' in error)) Object.assign(error, { code: '08006' })
      isEnding ||= 'code' in error && ENDS_CONNECTION.test(String(error.code))
      throw error
    }
  }
  return {
    // Kysely's signature has a second form for cursors, which it uses only with a cursor class in its configuration.
    query: query as unknown as PostgresPoolClient['query'],
    // A connection that is left within a transaction, because its end could not be said, is nobody's to use again.
    release: (destroy) =>
      client.release(destroy === true || isEnding || client.getTransactionStatus() !== 'I'),
  }
}

/** Holds back what goes out until this turn's work is done, so that statements sent together are one write to the socket. */
function sendTogether({ connection: { stream } }: PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

async function queryPrepared(client: PoolClient, text: string, values: unknown[]) {
  const name = values.length > 0 ? statementName(text) : undefined
  if (name === undefined) return client.query(text, values)
  try {
    return await client.query({ name, text, values })
  } catch (error) {
    if (!isStaleStatement(error)) throw error
    // The next use gets a new name. Within a transaction this one is lost; inTransaction runs it again.
    names.delete(text)
    if (client.getTransactionStatus() !== 'I') throw error
    return client.query(text, values)
  }
}
