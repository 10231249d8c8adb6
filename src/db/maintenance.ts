import type pg from 'pg'
import type { EmbeddedDatabase } from './embedded.ts'
import type { DatabaseLog } from './log.ts'

const INTERVAL_MILLISECONDS = 60_000
/** While something is written: a minute of an import writes hundreds of megabytes. */
const LOG_INTERVAL_MILLISECONDS = 10_000
/** Bytes of log between checkpoints: a start after a crash has to read them again, and they lie in the folder. */
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024

export interface MaintenanceOptions {
  pool: pg.Pool
  embedded: EmbeddedDatabase
  log: DatabaseLog
}

/**
 * Does every minute for the embedded database what PostgreSQL's own background processes would: it has none, so
 * dead rows would pile up, the planner would know nothing, and the log would never be cut.
 *
 * @returns the function that stops it, and waits for what is under way
 */
export function startMaintenance(options: MaintenanceOptions): () => Promise<void> {
  const { embedded, log } = options
  let running: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<unknown>) => {
    running = running
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, 'database maintenance failed'))
  }
  let syncs = embedded.syncs
  const timers = [
    setInterval(
      () =>
        inTurn(async () => {
          const tables = await maintain(options)
          if (tables.length > 0) log.info({ tables }, 'tables vacuumed')
        }),
      INTERVAL_MILLISECONDS,
    ),
    setInterval(() => {
      if (syncs === embedded.syncs) return
      syncs = embedded.syncs
      inTurn(() => cutLog(options))
    }, LOG_INTERVAL_MILLISECONDS),
  ]
  for (const timer of timers) timer.unref()
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await running
  }
}

type Maintained = Pick<MaintenanceOptions, 'pool' | 'embedded'>

/** One round: the tables that need it, each by itself so that others get their turn between, then a checkpoint when due. */
export async function maintain(maintained: Maintained): Promise<string[]> {
  const tables = await tablesInNeed(maintained.pool)
  for (const table of tables) await runAlone(maintained, `vacuum (analyze) ${table}`)
  await cutLog(maintained)
  return tables
}

/** A checkpoint, where enough has gathered since the last one. */
async function cutLog(maintained: Maintained): Promise<void> {
  const { rows } = await maintained.pool.query<{ due: boolean }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${CHECKPOINT_AFTER_BYTES} as due from pg_control_checkpoint()`,
  )
  if (rows[0]?.due) await runAlone(maintained, 'checkpoint')
}

/** Holds the one connection first, so that nobody else's statement is freed of its time limit meanwhile. */
async function runAlone({ pool, embedded }: Maintained, statement: string): Promise<void> {
  const client = await pool.connect()
  try {
    await embedded.unbounded(() => client.query(statement))
  } finally {
    client.release()
  }
}

/** The tables past autovacuum's own thresholds for dead, added and changed rows. */
async function tablesInNeed(pool: pg.Pool): Promise<string[]> {
  // The session's counts reach the statistics only when it is told to, and only once this statement is over.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string }>(
    `select relid::regclass::text as name
       from pg_stat_user_tables join pg_class on pg_class.oid = relid
      where n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
         or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0)
         or n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
      order by 1`,
  )
  return rows.map(({ name }) => name)
}
