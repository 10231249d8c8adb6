import pg, { type PoolClient } from 'pg'
import type { PostgresPoolClient } from 'kysely'
import { parsers } from './parsers.ts'
import type { ServerSettings } from './session.ts'

/** Opening of the text that begins a transaction. */
export const START_TRANSACTION = 'start transaction'

const MOST_NAMES = 500
const MOST_CANDIDATES = 2_000

/** Names of statements by their text, the same on every connection; each connection prepares what it meets. */
const names = new Map<string, string>()
/** Names of texts that are always the same, of which there are few. */
const fixedNames = new Map<string, string>()
/** Texts that ran once: a name is worth it from the second time on. */
const candidates = new Set<string>()
let lastNumber = 0

/**
 * Gives SQL that is always the same a name once and for all. Of others, such as searches by whatever is ticked, only so many get one,
 * and what runs thousands of times a second is not to come too late for it.
 */
export function fixName(text: string): void {
  if (!fixedNames.has(text)) fixedNames.set(text, newName())
}

/** The name under which a connection prepares this SQL, or undefined when it is not worth one. */
export function statementName(text: string): string | undefined {
  const known = fixedNames.get(text) ?? names.get(text)
  if (known !== undefined || names.size === MOST_NAMES) return known
  if (!candidates.delete(text)) {
    if (candidates.size === MOST_CANDIDATES) candidates.clear()
    candidates.add(text)
    return undefined
  }
  const name = newName()
  names.set(text, name)
  return name
}

function newName(): string {
  lastNumber += 1
  return `s${lastNumber}`
}

/** The next use gets another name. */
function renew(text: string): void {
  if (!fixedNames.has(text)) names.delete(text)
  else fixedNames.set(text, newName())
}

/**
 * True for an error that says the server's prepared statement no longer fits: a migration changed the columns it
 * answers with, or somebody discarded it. Running the same SQL again is then right.
 */
export function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan'))
}

const LOST = /Connection terminated|not queryable/

/** Errors after which the server closes the connection, which the client learns only a moment later, or takes no more writes. */
const ENDS_CONNECTION = /^(57P0[1-5]|25P0[34]|25006|08)/

interface PreparingTerms {
  /** True to name statements on the server. */
  isNaming?: boolean
  /** Settings for each transaction to set for itself, where the session is not this connection's own. */
  settings?: ServerSettings | undefined
}

/**
 * A pool's client as Kysely wants it, which prepares each statement once per connection and from then on sends only its name.
 * Several statements in one text go as they are. What is asked in one turn goes out together, in one write to the socket.
 *
 * With `settings`, they go behind the beginning of each transaction, and each statement outside of one gets a transaction for them.
 */
export function preparing(
  client: PoolClient,
  { isNaming = true, settings }: PreparingTerms = {},
): PostgresPoolClient {
  let isEnding = false
  /** True while a transaction is open to the next statement. */
  let isWithin = false
  const ask = sendingInTurns(client)

  async function query(text: string, parameters: readonly unknown[]) {
    try {
      return await prepared(text, [...parameters])
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // The driver's own words for a lost connection carry no code; PostgreSQL has one.
      if (LOST.test(error.message) && !('code' in error)) Object.assign(error, { code: '08006' })
      isEnding ||= 'code' in error && ENDS_CONNECTION.test(String(error.code))
      throw error
    }
  }

  async function prepared(text: string, values: unknown[], isAgain = false): Promise<pg.QueryResult> {
    const isOne = values.length > 0 || !text.includes(';')
    const name = isNaming && isOne ? statementName(text) : undefined
    const isBeginning = text.startsWith(START_TRANSACTION)
    const isOutside = !isWithin && !isBeginning
    isWithin = isBeginning || (isWithin && text !== 'commit' && text !== 'rollback')
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
    const mine = queryOf({ name, text, values }, (error, result) =>
      error ? reject(error) : resolve(result as pg.QueryResult),
    )
    const ended = carry(mine, isOne ? settings : undefined, { isBeginning, isOutside })
    try {
      return await promise
    } catch (error) {
      if (!isStaleStatement(error)) throw error
      renew(text)
      // Within a transaction this one is lost; inTransaction runs it again.
      if (!isOutside || isAgain) throw error
      return prepared(text, values, true)
    } finally {
      // A connection is not to be released within a transaction.
      await ended
    }
  }

  /** Asks for it with its settings. The answer comes when the transaction that they took is over. */
  function carry(
    mine: pg.Query,
    carried: ServerSettings | undefined,
    { isBeginning, isOutside }: { isBeginning: boolean; isOutside: boolean },
  ): Promise<void> | undefined {
    if (!carried || !isOutside) {
      ask(mine, ...(carried && isBeginning ? [settingsQuery(carried)] : []))
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    ask(unheard('begin'), settingsQuery(carried), mine, unheard('commit', [], resolve))
    return promise
  }

  return {
    // Kysely's signature has a second form for cursors, which it uses only with a cursor class in its configuration.
    query: query as unknown as PostgresPoolClient['query'],
    // A connection that is left within a transaction, because its end could not be said, is nobody's to use again.
    release: (destroy) =>
      client.release(destroy === true || isEnding || client.getTransactionStatus() !== 'I'),
  }
}

/** Holds queries back until this turn's work is done, and sends them in one write to the socket. */
function sendingInTurns(client: PoolClient): (...queries: pg.Query[]) => void {
  let asked: pg.Query[] = []
  const send = () => {
    const taken = asked
    asked = []
    const { stream } = client.connection
    stream.cork()
    for (const each of taken) client.query(each)
    stream.uncork()
  }
  return (...queries) => {
    if (asked.length === 0) process.nextTick(send)
    asked.push(...queries)
  }
}

/** Makes settings for one transaction. Where it fails, so does what follows. */
function settingsQuery(settings: ServerSettings): pg.Query {
  const entries = Object.entries(settings)
  const calls = entries.map((_each, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  return unheard(`select ${calls.join(', ')}`, entries.flat())
}

/** Nobody is told how it ends: what it is for fails with it. */
function unheard(text: string, values: string[] = [], onEnd: () => void = () => undefined): pg.Query {
  return queryOf({ text, values }, onEnd)
}

function queryOf(
  config: { name?: string | undefined; text: string; values: unknown[] },
  onAnswer: (error: Error | undefined, result: unknown) => void,
): pg.Query {
  return new pg.Query({ ...config, types: parsers }, onAnswer)
}

/** True for a value that the driver sends without asking it how, which may fail. */
export function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  return value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value)
}
