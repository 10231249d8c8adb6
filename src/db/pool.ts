import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { FairTurns } from '../kernel/concurrency.ts'
import type { DatabaseLog } from './log.ts'
import { parsers } from './parsers.ts'
import { preparing } from './prepared.ts'
import { setAll, setSession, type ServerSettings } from './session.ts'
import { isInsideTransaction } from './transaction.ts'

// Otherwise a Date is written in the local time of this process with its offset in whole minutes, and zones of the 1800s have
// offsets with seconds: in Auckland, whatever happened in 1852 would be stored four seconds late.
pg.defaults.parseInputDatesAsUTC = true

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** Milliseconds that a pool stays smaller before another connection is tried. */
const SMALLER_FOR_MS = 5_000
const PAUSE_MS = 100

/** All connections of the server, of the role or of the database are taken; the last is PgBouncer's own. */
const TOO_MANY = /^53300$/
const TOO_MANY_WORDS = /no more connections allowed|too many (clients|connections)/

/** The servers that may have the database, one of which takes writes. */
class Servers {
  readonly #urls: string[]
  #current = 0

  constructor(urls: string[]) {
    this.#urls = urls
  }

  get count(): number {
    return this.#urls.length
  }

  get current(): string {
    return this.#urls[this.#current] ?? ''
  }

  /** Of several who were refused by one server, the first goes on to the next. */
  passOver(url: string): void {
    if (url === this.current) this.#current = (this.#current + 1) % this.#urls.length
  }
}

/** A server that answers and takes no writes. */
class TakesNoWrites extends Error {
  readonly code = '25006'
  constructor() {
    super('None of the servers takes writes')
  }
}

/** The service itself, such as its look-ups of credentials. */
const NOBODY = ''

/**
 * A pool that refuses a second connection to code inside `inTransaction`. On the embedded database such code would
 * wait for itself for ever; on PostgreSQL it would read past its own transaction.
 *
 * Where connections run out, organisations take turns (decision 0036), and one alone never has more than half of several.
 */
class GuardedPool extends pg.Pool {
  readonly #servers: Servers
  readonly #most: number
  readonly #turns: FairTurns
  readonly #ends = new WeakMap<pg.PoolClient, () => void>()

  constructor(config: pg.PoolConfig, servers: Servers) {
    super(config)
    const { max, connectionTimeoutMillis } = this.options
    this.#servers = servers
    this.#most = max
    this.#turns = new FairTurns({
      inAll: max,
      ofOne: (who) => (who === NOBODY ? max : Math.ceil(max / 2)),
      milliseconds: connectionTimeoutMillis,
    })
    this.on('release', (_error, client) => this.#ends.get(client)?.())
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const lent = isInsideTransaction() ? Promise.reject(usedInside()) : this.#lend()
    if (!callback) return lent
    lent.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    )
  }

  async #lend(): Promise<pg.PoolClient> {
    const end = await this.#turns.take(whoseWork() ?? NOBODY)
    try {
      const client = await this.#connect()
      this.#ends.set(client, end)
      return client
    } catch (error) {
      end()
      throw error
    }
  }

  /** Waits for a connection that there is where the server gives no other, and asks each server for one. */
  async #connect(): Promise<pg.PoolClient> {
    const patience = this.options.connectionTimeoutMillis ?? 0
    const since = performance.now()
    for (let passed = 0; ;) {
      const asked = this.#servers.current
      try {
        return await super.connect()
      } catch (error) {
        if (isTooMany(error) && performance.now() - since < patience) {
          if (!this.#growSmaller()) await sleep(PAUSE_MS)
        } else if (passed + 1 < this.#servers.count && isAboutServer(error)) {
          this.#servers.passOver(asked)
          passed += 1
        } else throw error
      }
    }
  }

  /** As many as there are will have to do for a while. Answers false where there are none. */
  #growSmaller(): boolean {
    if (this.options.max === this.#most)
      setTimeout(() => void (this.options.max = this.#most), SMALLER_FOR_MS).unref()
    this.options.max = Math.max(1, Math.min(this.options.max, this.totalCount))
    return this.totalCount > 0
  }
}

function usedInside(): Error {
  return new Error('The database was used inside a transaction without it: pass the transaction on instead.')
}

function isTooMany(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && TOO_MANY.test(String(error.code))) || TOO_MANY_WORDS.test(error.message)
}

/** True where another server may do better: this one cannot be reached, is starting or stopping, or is a replica. */
function isAboutServer(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (/timeout|terminated/i.test(error.message)) return true
  return 'code' in error && /^(E[A-Z_]+|57P0[123]|08\w{3}|25006)$/.test(String(error.code))
}

interface PoolTerms {
  /** Settings of each connection. */
  session: ServerSettings
  /** The servers to connect to, in the order in which they are asked; none for the embedded database. */
  urls?: string[]
  log: DatabaseLog
}

/** Settings that each statement of a connection needs in its own transaction, where a pooler stands between. */
const settingsBehindPooler = new WeakMap<pg.ClientBase, ServerSettings>()

/** Opens a pool whose connections all read values alike and have the same session, and which outlives the loss of any of them. */
export function openPool(config: pg.PoolConfig, { session, urls = [], log }: PoolTerms): pg.Pool {
  const servers = new Servers(urls)
  class CurrentClient extends pg.Client {
    constructor(options: pg.ClientConfig = {}) {
      super(urls.length === 0 ? options : { ...options, connectionString: servers.current })
    }
  }
  let hasToldOfPooler = false
  async function prepareConnection(client: pg.Client): Promise<void> {
    if (urls.length === 0) return void (await client.query(setAll(session)))
    const isPooled = await setSession(client, session)
    if (isPooled) settingsBehindPooler.set(client, session)
    if (isPooled && !hasToldOfPooler) {
      hasToldOfPooler = true
      log.info({}, 'a pooler stands before the database: its settings go with each transaction')
    }
    if (servers.count > 1) await ensureTakesWrites(client)
  }
  const pool = new GuardedPool(
    {
      ...config,
      Client: CurrentClient,
      types: parsers,
      // Statements of a transaction go out without waiting for the answers of those before; see open-transaction.ts.
      pipeline: true,
      // The pool waits for what this returns before it hands the connection out, though its type does not say so.
      onConnect: (client) => prepareConnection(client as pg.Client) as unknown as void,
    },
    servers,
  )
  // Without a listener an error event ends the process. Idle connections report to the pool, borrowed ones themselves;
  // whoever uses one gets the error from its query as well.
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

async function ensureTakesWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ takes: boolean }>(
    `select not pg_is_in_recovery() and not current_setting('default_transaction_read_only')::boolean as takes`,
  )
  if (!rows[0]?.takes) throw new TakesNoWrites()
}

/**
 * The pool as Kysely uses it: with prepared statements, and ended by who opened it: Kysely never ends one that it did not use.
 *
 * @param terms whether statements get names on the server, which a pooler may not know
 */
export function forKysely(pool: pg.Pool, terms: { isNaming: boolean }): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      return preparing(client, { ...terms, settings: settingsBehindPooler.get(client) })
    },
    end: () => Promise.resolve(),
  }
}

const organisation = new AsyncLocalStorage<string>()

/** Runs work of an organisation, which gets its share of the database's connections, and no more while others wait. */
export function onBehalfOf<Result>(organisationId: string, work: () => Result): Result {
  return organisation.run(organisationId, work)
}

/** The organisation that is worked for, or undefined for what the service does of itself. */
function whoseWork(): string | undefined {
  return organisation.getStore()
}
