import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { MendableError } from '../kernel/errors.ts'
import { message } from '../words/catalogue.ts'
import { lockDirectory } from './directory-lock.ts'
import { EmbeddedDatabase } from './embedded.ts'
import { splitHosts } from './hosts.ts'
import type { DatabaseLog } from './log.ts'
import { startMaintenance } from './maintenance.ts'
import { forKysely, openPool } from './pool.ts'
import { Replica } from './replica.ts'
import { roomIn } from './room.ts'
import { SchemaWatch } from './schema-watch.ts'
import { EVERYWHERE } from './session.ts'
import type { Tables } from './tables.ts'
import { copyForTrial, removeTrials, type Trial } from './trial.ts'

export { DataDirectoryInUse } from './directory-lock.ts'

/** A database ready for use, the same to everybody whichever of the two engines stands behind it. */
export interface Database {
  db: Kysely<Tables>
  /** For what Kysely cannot say: LISTEN, several statements at once. Inside a transaction use the transaction. */
  pool: pg.Pool
  engine: 'pglite' | 'postgresql'
  /** The engine itself where it runs inside this process. */
  embedded: EmbeddedDatabase | undefined
  /** Answers some of the reads, where there is one. */
  replica: Replica | undefined
  /** Runs what may take longer than a statement may, such as a migration. */
  unbounded: <T>(work: () => Promise<T>) => Promise<T>
  /** Opens a place to try something long and take it back, without anybody having to wait for its end. To be closed. */
  trial: () => Promise<Trial>
  /** Compares the schema with this version; undefined on the embedded database, which no other process changes. */
  schema: SchemaWatch | undefined
  /**
   * Throws DiskFull where this process can see that there is no room to write, which a server says itself, and a Refusal where the schema is not
   * of this version.
   */
  ensureTakesWrites: () => void
  /** Waits for borrowed connections, then lets go of everything; once. */
  close: () => Promise<void>
}

export interface OpenOptions {
  /** A PostgreSQL to connect to, or several of which one takes writes; without one the embedded PGlite is used. */
  databaseUrl?: string | undefined
  /** A standby of it that answers reads. It may be away. */
  readUrl?: string | undefined
  /** Folder of the embedded database's files, made when missing. Without one it lives in memory and dies with the process. */
  dataDir?: string | undefined
  /** A dump to start an embedded database in memory from. */
  loadFrom?: string | undefined
  /** Connections to PostgreSQL; the embedded database has one. */
  poolSize?: number | undefined
  /** False where statements may not keep a name on the server: behind a PgBouncer older than 1.21. */
  isNaming?: boolean | undefined
  /** False where a power cut may cost the last commits: in tests. */
  durable?: boolean | undefined
  statementTimeoutMilliseconds?: number | undefined
  log: DatabaseLog
}

const STATEMENT_TIMEOUT_MILLISECONDS = 30_000
const OLDEST_SERVER = 15
/** The primary answers instead. */
const REPLICA_PATIENCE_MS = 1_000

/**
 * Opens PostgreSQL by its URL, or else the embedded database in a data directory or in memory.
 *
 * @throws DataDirectoryInUse when another process has the data directory
 * @throws Error when the server cannot be reached or is too old
 * @example
 * const database = await openDatabase({ dataDir: './data-dir', log })
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.databaseUrl === undefined
    ? openEmbedded(options)
    : openPostgresql(options, options.databaseUrl)
}

function poolOf(options: OpenOptions, urls: string[], connectionTimeoutMillis: number): pg.Pool {
  const { poolSize = 10, statementTimeoutMilliseconds = STATEMENT_TIMEOUT_MILLISECONDS, log } = options
  return openPool(
    {
      max: poolSize,
      connectionTimeoutMillis,
      keepAlive: true,
      application_name: 'granary',
    },
    {
      session: {
        ...EVERYWHERE,
        statement_timeout: `${statementTimeoutMilliseconds}ms`,
        lock_timeout: '10s',
        idle_in_transaction_session_timeout: '60s',
        // Many short statements at once: to start workers or to compile costs more than it saves in all but one of them.
        max_parallel_workers_per_gather: '0',
        jit: 'off',
      },
      urls,
      log,
    },
  )
}

async function openPostgresql(options: OpenOptions, databaseUrl: string): Promise<Database> {
  const { isNaming = true, readUrl, log } = options
  const pool = poolOf(options, splitHosts(databaseUrl), 10_000)
  const db = kyselyOn(pool, isNaming)
  const schema = new SchemaWatch(pool, log)
  const standby = readUrl === undefined ? undefined : poolOf(options, [readUrl], REPLICA_PATIENCE_MS)
  const close = async () => {
    await db.destroy()
    await Promise.all([pool.end(), standby?.end()])
  }
  try {
    await assertRecentServer(pool)
  } catch (error) {
    await close()
    throw error
  }
  // What may take longer lifts the limits of its own transaction; see beginUnlimited in session.ts.
  return {
    db,
    pool,
    engine: 'postgresql',
    embedded: undefined,
    replica: standby && new Replica(db, kyselyOn(standby, isNaming), log),
    unbounded: (work) => work(),
    trial: inPlace(db),
    schema,
    ensureTakesWrites: () => schema.ensureFits(),
    close: once(async () => {
      schema.stop()
      await close()
    }),
  }
}

async function assertRecentServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(
    `select current_setting('server_version_num')::integer as version`,
  )
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (major < OLDEST_SERVER)
    throw new MendableError(message('serverIsTooOld', { version: major, oldest: OLDEST_SERVER }))
}

async function openEmbedded(options: OpenOptions): Promise<Database> {
  const {
    dataDir,
    durable = true,
    loadFrom,
    statementTimeoutMilliseconds = STATEMENT_TIMEOUT_MILLISECONDS,
    log,
  } = options
  // The lock first: nothing may touch the files of another process.
  const unlock = dataDir === undefined ? () => undefined : lockDirectory(dataDir)
  const embedded = new EmbeddedDatabase({
    directory: dataDir === undefined ? undefined : path.resolve(dataDir, 'database'),
    durable,
    loadFrom,
    statementTimeoutMilliseconds,
    log,
  })
  const pool = openPool(
    // One session, kept for good. Everything named here would otherwise come from PG… variables of the environment.
    {
      stream: () => embedded.connect(),
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 30_000,
      ssl: false,
      ...ONLY_SESSION,
    },
    { session: EVERYWHERE, log },
  )
  const db = kyselyOn(pool, true)
  const close = async () => {
    await db.destroy()
    await pool.end()
    await embedded.close()
    unlock()
  }
  try {
    await embedded.start()
    await pool.query('select 1')
  } catch (error) {
    await close()
    throw error
  }
  if (dataDir !== undefined) await removeTrials(dataDir)
  const stopMaintenance = startMaintenance({ pool, embedded, log })
  return {
    db,
    pool,
    engine: 'pglite',
    embedded,
    replica: undefined,
    unbounded: (work) => embedded.unbounded(work),
    trial:
      dataDir === undefined
        ? inPlace(db)
        : () =>
            copyForTrial({
              pool,
              embedded,
              dataDir,
              open: (copy) => openEmbedded({ ...options, dataDir: copy, durable: false }),
            }),
    schema: undefined,
    ensureTakesWrites: dataDir === undefined ? () => undefined : roomIn(dataDir),
    close: once(async () => {
      await stopMaintenance()
      await close()
    }),
  }
}

/** In the database itself: it has other connections, or lives in memory. */
function inPlace(db: Kysely<Tables>): () => Promise<Trial> {
  return async () => ({ db, close: async () => undefined })
}

const ONLY_SESSION = { host: 'embedded', port: 5432, user: 'postgres', password: '', database: 'postgres' }

function kyselyOn(pool: pg.Pool, isNaming: boolean): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: forKysely(pool, { isNaming }) }) })
}

/** Two reasons to stop may come at the same time; both wait for the same end. */
function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined
  return () => (result ??= work())
}
