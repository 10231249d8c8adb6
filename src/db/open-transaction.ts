import {
  CompiledQuery,
  DummyDriver,
  Transaction,
  type DatabaseConnection,
  type Kysely,
  type QueryResult,
} from 'kysely'
import { isPlain, fixName, START_TRANSACTION } from './prepared.ts'
import { unconnected } from './statement.ts'
import type { Tables } from './tables.ts'

/** PostgreSQL's answer to whatever comes after a statement that failed. */
const IS_ABORTED = '25P02'

const COMMIT = fixed('commit')
const ROLLBACK = fixed('rollback')

/** Options of a transaction as it begins. */
export interface Beginning {
  /** The isolation: what it sees of others, and whether it changes anything. */
  mode: 'read committed' | 'repeatable read, read only'
  /** Of the server, by name, until the transaction ends. */
  settings: Record<string, string>
}

const beginnings = new WeakMap<Beginning, CompiledQuery[]>()

/** Each a statement that can be prepared, as several in one text cannot. */
function statementsOf(beginning: Beginning): CompiledQuery[] {
  const known = beginnings.get(beginning)
  if (known) return known
  const statements = [fixed(`${START_TRANSACTION} isolation level ${beginning.mode}`)]
  const settings = Object.entries(beginning.settings)
  const calls = settings.map((_each, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  if (calls.length > 0) statements.push(fixed(`select ${calls.join(', ')}`, settings.flat()))
  beginnings.set(beginning, statements)
  return statements
}

function fixed(text: string, parameters: string[] = []): CompiledQuery {
  fixName(text)
  return CompiledQuery.raw(text, parameters)
}

/** Parts that Kysely requires of a handle and never asks in a transaction: who connects, and how transactions begin. */
const parts = { config: { dialect: unconnected }, dialect: unconnected, driver: new DummyDriver() }

/**
 * A connection while a transaction is open on it. Kysely's own transactions wait for each answer before the next statement
 * goes out; this one sends statements as they come, and the server works them off in that order.
 */
export class OpenTransaction implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  /** Writes that nobody waits for, until something else has to be sent. */
  #held: CompiledQuery[] = []
  readonly #unawaited: Promise<unknown>[] = []
  #state: 'open' | 'ending' | 'over' = 'open'
  /** The first failure of any statement. What fails later mostly fails because of it. */
  #failure: { error: unknown } | undefined
  #isBegun = true

  /** Sends BEGIN; its answer comes before that of the first statement. */
  constructor(connection: DatabaseConnection, beginning: Beginning) {
    this.#connection = connection
    for (const statement of statementsOf(beginning)) {
      const begun = this.#send(statement)
      begun.catch(() => void (this.#isBegun = false))
      this.#unawaited.push(begun)
    }
  }

  /** Makes the handle that commands write through. */
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

  /** Takes a write whose answer is left to `commit`. It goes out in front of whatever is sent next, in the same write to the socket. */
  sendUnawaited(query: CompiledQuery): void {
    // What cannot be sent has to be found before COMMIT is: the server would know nothing of it.
    if (!query.parameters.every(isPlain))
      throw new TypeError(`no plain value among the parameters of ${query.sql}`)
    this.#held.push(query)
  }

  #sendHeld(): void {
    for (const query of this.#held.splice(0)) {
      const write = this.#sendWithin(query)
      write.catch(() => undefined)
      this.#unawaited.push(write)
    }
  }

  /** Sends COMMIT behind all that is under way, and answers once everything is stored; throws where it is not. */
  async commit(): Promise<void> {
    this.#sendHeld()
    this.#state = 'ending'
    const committing = this.#send<{ command: string }>(COMMIT)
    const [commit, ...others] = await Promise.allSettled([committing, ...this.#unawaited])
    if (commit.status === 'fulfilled') this.#state = 'over'
    // In the order in which they were sent, so that the first failure is the one that all others come from.
    for (const each of [...others, commit]) if (each.status === 'rejected') throw each.reason
    // COMMIT of a transaction in which something failed succeeds, as a ROLLBACK.
    if (commit.status === 'fulfilled' && commit.value.rows[0]?.command !== 'COMMIT') {
      throw new Error('The transaction was rolled back instead of stored.', { cause: this.#failure?.error })
    }
  }

  /**
   * Takes everything back, unless a COMMIT of what had failed has done so; answers the error to throw: the one that all others come from.
   */
  async rollBack(error: unknown): Promise<unknown> {
    // Where it fails, the connection is lost or given up when it is released, and the server rolls back by itself.
    if (this.#state !== 'over') await this.#send(ROLLBACK).catch(() => undefined)
    this.#state = 'over'
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
