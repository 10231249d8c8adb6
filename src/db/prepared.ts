import pg, { type PoolClient } from 'pg'
import type { PostgresPoolClient } from 'kysely'
import { Batch, endsConnection, type DriverConnection, type DriverQuery } from './batch.ts'
import { parsers } from './parsers.ts'
import type { ServerSettings } from './session.ts'

/** How the text begins that begins a transaction. */
export const START_TRANSACTION = 'start transaction'

const MOST_NAMES = 500
const MOST_CANDIDATES = 2_000

/** Names of statements by their text, the same on every connection; each connection prepares what it meets. */
const names = new Map<string, string>()
/** The same of texts that are always the same, of which there are few. */
const fixedNames = new Map<string, string>()
/** What was said once: a name is worth it from the second time on. */
const candidates = new Set<string>()
let lastNumber = 0

/**
 * Gives SQL that is always the same a name once and for all. Of others, such as searches by whatever is ticked, only so many get one,
 * and what runs thousands of times a second is not to come too late for it.
 */
export function keepName(text: string): void {
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

/** A statement of this turn, not yet sent. */
interface Asked {
  query: DriverQuery
  /** Went out by itself, so that it can be sent again without anything else. */
  isAlone: boolean
  /** Goes out in front of it, in the same transaction. */
  settings?: DriverQuery | undefined
}

interface PreparingTerms {
  /** Whether statements keep a name on the server. */
  isNaming?: boolean
  /** What each transaction is to set for itself, where the session is not this connection's own. */
  settings?: ServerSettings | undefined
}

/**
 * A pool's client as Kysely wants it, which prepares each statement once per connection and from then on sends only its name.
 * Several statements in one text go as they are. What is asked in one turn goes out together, in one write to the socket and, within a
 * transaction, in as few batches as can be.
 *
 * With `settings`, they go with BEGIN, and with each statement outside of a transaction: both are then one transaction to the server.
 */
export function preparing(
  client: PoolClient,
  { isNaming = true, settings }: PreparingTerms = {},
): PostgresPoolClient {
  let isEnding = false
  const carried = settings && new CarriedSettings(settings)
  let asked: Asked[] = []

  async function query(text: string, parameters: readonly unknown[]) {
    try {
      return await prepared(text, [...parameters])
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // The driver's own words for a lost connection carry no code; PostgreSQL has one.
      if (LOST.test(error.message) && !('code' in error)) Object.assign(error, { code: '08006' })
      isEnding ||= endsConnection(error)
      throw error
    }
  }

  async function prepared(text: string, values: unknown[], isAgain = false): Promise<pg.QueryResult> {
    const isOne = values.length > 0 || !text.includes(';')
    const name = isNaming && isOne ? statementName(text) : undefined
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
    const onAnswer = (error: Error | undefined, result: unknown) =>
      error ? reject(error) : resolve(result as pg.QueryResult)
    // Only so can it be in one transaction with settings in front of it.
    const queryMode = carried && isOne ? 'extended' : undefined
    const query = queryOf({ name, text, values, queryMode }, onAnswer)
    const { before, behind } = (isOne && carried?.around(text)) || {}
    const mine: Asked = { query, isAlone: false, settings: before }
    if (asked.push(mine) === 1) process.nextTick(send)
    if (behind) asked.push({ query: behind, isAlone: false })
    try {
      return await promise
    } catch (error) {
      if (!isStaleStatement(error)) throw error
      renew(text)
      // Within a transaction this one is lost; inTransaction runs it again.
      if (!mine.isAlone || client.getTransactionStatus() !== 'I') throw error
      return carried && !isAgain ? prepared(text, values, true) : client.query(text, values)
    }
  }

  /** Held back until this turn's work is done. */
  function send(): void {
    const taken = asked
    asked = []
    const { stream } = client.connection
    stream.cork()
    for (const together of batchesOf(client, taken)) {
      const [first, ...others] = together
      first.isAlone = others.length === 0
      const queries = together.flatMap(({ query, settings: before }) => (before ? [before, query] : [query]))
      client.query(queries.length === 1 ? first.query : new Batch(queries))
    }
    stream.uncork()
  }

  return {
    // Kysely's signature has a second form for cursors, which it uses only with a cursor class in its configuration.
    query: query as unknown as PostgresPoolClient['query'],
    // A connection that is left within a transaction, because its end could not be said, is nobody's to use again.
    release: (destroy) =>
      client.release(destroy === true || isEnding || client.getTransactionStatus() !== 'I'),
  }
}

/** Settings that each transaction of a connection makes for itself. */
class CarriedSettings {
  readonly #text: string
  readonly #values: string[]
  #isWithin = false

  constructor(settings: ServerSettings) {
    const entries = Object.entries(settings)
    const calls = entries.map((_each, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
    this.#text = `select ${calls.join(', ')}`
    this.#values = entries.flat()
  }

  /** They go behind the beginning of a transaction, and in front of a statement outside of one. */
  around(text: string): { before?: DriverQuery; behind?: DriverQuery } {
    if (text.startsWith(START_TRANSACTION)) {
      this.#isWithin = true
      // Where they fail, so does whatever comes after them in the transaction.
      return { behind: this.#query() }
    }
    const isEnd = text === 'commit' || text === 'rollback'
    if (isEnd) this.#isWithin = false
    return isEnd || this.#isWithin ? {} : { before: this.#query() }
  }

  #query(): DriverQuery {
    return queryOf({ text: this.#text, values: this.#values }, () => undefined)
  }
}

/** What the driver's types leave out of a query: that it is sent in parts, as those with values are. */
type QueryConfig = pg.QueryConfig & { queryMode?: 'extended' | undefined }

function queryOf(
  config: QueryConfig,
  onAnswer: (error: Error | undefined, result: unknown) => void,
): DriverQuery {
  return new pg.Query({ ...config, types: parsers }, onAnswer) as DriverQuery
}

/** In the order in which they were asked: the longest runs of those that can be of one batch, and the others each alone. */
function batchesOf(client: PoolClient, asked: Asked[]): [Asked, ...Asked[]][] {
  const { parsedStatements } = client.connection as DriverConnection
  const isWithinTransaction =
    client.getTransactionStatus() === 'T' || asked[0]?.query.text.startsWith(START_TRANSACTION) === true
  const batches: [Asked, ...Asked[]][] = []
  let isOpen = false
  for (const each of asked) {
    const { name = '', text, values = [] } = each.query
    const canBeOfBatch = isWithinTransaction && parsedStatements[name] === text && values.every(isPlain)
    if (canBeOfBatch && isOpen) batches.at(-1)?.push(each)
    else batches.push([each])
    isOpen = canBeOfBatch
  }
  return batches
}

/** True for a value that the driver sends without asking it how, which may fail. */
export function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  return value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value)
}
