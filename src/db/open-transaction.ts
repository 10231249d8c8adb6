import {
  CompiledQuery,
  DummyDriver,
  Transaction,
  type DatabaseConnection,
  type Kysely,
  type QueryResult,
} from 'kysely'
import { escapeLiteral } from 'pg'
import { combineWrites, tableOf } from './combine-writes.ts'
import { unconnected } from './statement.ts'
import type { Tables } from './tables.ts'

const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

/** Settings of the server that hold until the end of a transaction, by name. */
export type Settings = Record<string, string>

const begins = new WeakMap<Settings, CompiledQuery>()

/** With its settings: they are of the same message and cost no statement of their own. */
function beginOf(settings: Settings): CompiledQuery {
  const known = begins.get(settings)
  if (known) return known
  const local = Object.entries(settings).map(([name, value]) => `set local ${name} = ${escapeLiteral(value)}`)
  const begin = CompiledQuery.raw(['start transaction isolation level read committed', ...local].join('; '))
  begins.set(settings, begin)
  return begin
}

/** What Kysely wants to know of a handle and never asks in a transaction: who connects, and how transactions begin. */
const parts = { config: { dialect: unconnected }, dialect: unconnected, driver: new DummyDriver() }

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value)
}

/** PostgreSQL's answer to whatever comes after a statement that failed. */
const IS_ABORTED = '25P02'

/**
 * A connection while a transaction is open on it. Kysely's own transactions wait for each answer before the next statement
 * goes out; this one sends statements as they come, and the server works them off in that order.
 */
export class OpenTransaction implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  /** Writes that nobody waits for, until something else has to be sent. */
  #held: CompiledQuery[] = []
  readonly #unawaited: Promise<unknown>[] = []
  #state: 'open' | 'ending' = 'open'
  /** The first failure of any statement. What fails later mostly fails because of it. */
  #failure: { error: unknown } | undefined
  #isBegun = true

  /** Sends BEGIN; its answer comes before that of the first statement. */
  constructor(connection: DatabaseConnection, settings: Settings) {
    this.#connection = connection
    const begun = this.#send(beginOf(settings))
    begun.catch(() => void (this.#isBegun = false))
    this.#unawaited.push(begun)
  }

  /** What commands write through. */
  handle(db: Kysely<Tables>): Transaction<Tables> {
    const executor = db
      .getExecutor()
      .withConnectionProvider({ provideConnection: (consumer) => consumer(this) })
    return new Transaction<Tables>({ ...parts, executor })
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#sendHeld()
    return this.#sendWithin<R>(query)
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('A transaction answers whole results: its statements share one connection.')
  }

  /** Takes a write whose answer is left to `commit`. It goes out with those beside it, in front of whatever is sent next. */
  sendUnawaited(query: CompiledQuery): void {
    // What cannot be sent has to be found before COMMIT is: the server would know nothing of it.
    if (!query.parameters.every(isPlain))
      throw new TypeError(`no plain value among the parameters of ${query.sql}`)
    const table = tableOf(query)
    if (this.#held.some((write) => tableOf(write) === table)) this.#sendHeld()
    this.#held.push(query)
  }

  #sendHeld(): void {
    if (this.#held.length === 0) return
    const write = this.#sendWithin(combineWrites(this.#held))
    this.#held = []
    write.catch(() => undefined)
    this.#unawaited.push(write)
  }

  /** Sends COMMIT behind all that is under way, and answers once everything is stored; throws where it is not. */
  async commit(): Promise<void> {
    this.#sendHeld()
    this.#state = 'ending'
    const committed = this.#send<{ command: string }>(COMMIT)
    // In the order in which they were sent, so that the first failure is the one that all others come from.
    const [answer] = (await Promise.all([...this.#unawaited, committed])).slice(-1) as [
      Awaited<typeof committed>,
    ]
    // COMMIT of a transaction in which something failed succeeds, as a ROLLBACK.
    if (answer.rows[0]?.command !== 'COMMIT') {
      throw new Error('The transaction was rolled back instead of stored.', { cause: this.#failure?.error })
    }
  }

  /** Takes everything back, and answers the error to throw: the one that all others come from. */
  async rollBack(error: unknown): Promise<unknown> {
    this.#state = 'ending'
    // Where it fails, the connection is lost or given up when it is released, and the server rolls back by itself.
    await this.#send(ROLLBACK).catch(() => undefined)
    const isConsequence = error instanceof Error && 'code' in error && error.code === IS_ABORTED
    return isConsequence ? (this.#failure?.error ?? error) : error
  }

  async #sendWithin<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#state !== 'open')
      throw new Error('The transaction is over: nothing can be done in it any more.')
    // Without its BEGIN a statement would be stored by itself. Those that went out with it are past holding back; but a
    // server that is there refuses no BEGIN, unless somebody cancels it by hand.
    if (!this.#isBegun) throw this.#failure?.error
    return this.#send<R>(query)
  }

  async #send<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#connection.executeQuery<R>(query)
    } catch (error) {
      this.#failure ??= { error }
      throw error
    }
  }
}
