import type pg from 'pg'
import type { EmbeddedDatabase } from './embedded.ts'
import type { DatabaseLog } from './log.ts'

const INTERVAL_MILLISECONDS = 60_000
/** How much log may gather between checkpoints: what a start after a crash has to read again. */
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
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => maintain(options))
      .then(
        (tables) => tables.length > 0 && options.log.info({ tables }, 'tables vacuumed'),
        (error: unknown) => options.log.warn({ err: error }, 'database maintenance failed'),
      )
  }, INTERVAL_MILLISECONDS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** One round: the tables that need it, each by itself so that others get their turn between, then a checkpoint when due. */
export async function maintain({
  pool,
  embedded,
}: Pick<MaintenanceOptions, 'pool' | 'embedded'>): Promise<string[]> {
  const tables = await tablesInNeed(pool)
  for (const table of tables) await runAlone(`vacuum (analyze) ${table}`)
  const { rows } = await pool.query<{ due: boolean }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${CHECKPOINT_AFTER_BYTES} as due from pg_control_checkpoint()`,
  )
  if (rows[0]?.due) await runAlone('checkpoint')
  return tables

  /** Holds the one connection first, so that nobody else's statement is freed of its time limit meanwhile. */
  async function runAlone(statement: string): Promise<void> {
    const client = await pool.connect()
    try {
      await embedded.unbounded(() => client.query(statement))
    } finally {
      client.release()
    }
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
