import { setTimeout as sleep } from 'node:timers/promises'
import { message } from '../words/catalogue.ts'
import { applyMigration, undoMigration, type ApplyTerms } from './apply-migration.ts'
import { isOfBaseline, baselineState, TAKING_OVER, whyTooOld, type AppliedMigration } from './baseline.ts'
import type { DatabaseLog } from './log.ts'
import { MIGRATIONS, readMigrations, type Migration } from './migration-files.ts'
import { MigrationRefused } from './migration-refused.ts'
import type { Database } from './open.ts'
import { missingRights } from './rights.ts'
import { NOTICE_MS, SCHEMA_LOCK } from './schema-watch.ts'
import { beginUnlimited } from './session.ts'
import { onConnection, unlimited, type Client } from './snapshot.ts'

export interface MigrateOptions {
  /** Folder of the files `NNNN-name.sql`. */
  directory?: string
  /** Only says what would be done. */
  dryRun?: boolean
  /** The name of the last one to apply: for the schema that a backup was made of. */
  upTo?: string
  /** True if the database is only read afterwards, as a replica can be, too. */
  isReading?: boolean
  /** Milliseconds that other processes get to stop before what they cannot work beside. */
  noticeMs?: number
  /** Milliseconds to try again where tables are in use. */
  patienceMs?: number
  /** Told when another process migrates, or tables are in use, and this one waits. */
  log?: Pick<DatabaseLog, 'info'>
}

const PATIENCE_MS = 600_000
const ASK_AGAIN_MS = 250

/**
 * Applies the migrations that the database has not seen, in the order of their numbers. Processes that start at the same time take turns, and the later
 * ones find nothing left to do. Those that serve go on beside expansions, and get a notice before anything else (decision 0169).
 *
 * @returns the names of what was applied, or with `dryRun` of what would be
 * @throws MigrationRefused when an applied file was changed since, the database knows more than the files or is older than the baseline, a
 *   new one does not know letters, or a file fails
 * @example
 * const applied = await migrate(database)
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  const { upTo } = options
  const all = await readMigrations(options.directory ?? MIGRATIONS)
  const migrations = upTo === undefined ? all : all.filter(({ name }) => name <= upTo)
  const pending = await onConnection(database, (client) =>
    unlimited(client, async () => {
      if (!options.isReading) await ensureRights(client, { isPending: false })
      const found = await findPending(client, migrations)
      if (found.length > 0 && !options.isReading) await ensureRights(client, { isPending: true })
      return found
    }),
  )
  if (options.dryRun || pending.length === 0) return pending.map(({ name }) => name)
  return alone(database, options.log, (client) => applyPending(client, migrations, { database, options }))
}

/**
 * Takes back the last migration, where it says how. Who serves the version after it finds that out within seconds, and takes nothing new.
 *
 * @returns its name; undefined where there is none at all
 * @throws MigrationRefused for one without a way back
 */
export async function migrateDown(
  database: Database,
  { directory = MIGRATIONS, ...options }: MigrateOptions = {},
): Promise<string | undefined> {
  const migrations = await readMigrations(directory)
  return alone(database, options.log, async (client) => {
    await findPending(client, migrations)
    const name = (await readRecorded(client)).at(-1)?.name
    if (name === undefined) return undefined
    const last = migrations.find((each) => each.name === name)
    if (!last?.down) throw new MigrationRefused(message('migrationHasNoWayBack', { name }))
    await undoMigration(client, { ...last, down: last.down }, termsOf(database, options))
    return name
  })
}

/** A migration that is not done yet. */
export interface MigrationState {
  name: string
  steps: number
  stepsDone: number
  /** Rows changed so far. */
  rowsFilled: number
}

/** Lists the migrations that are not done, or not to their end. */
export async function migrationStates(
  database: Database,
  { directory = MIGRATIONS }: Pick<MigrateOptions, 'directory'> = {},
): Promise<MigrationState[]> {
  const migrations = await readMigrations(directory)
  return onConnection(database, async (client) => {
    const begun = new Map((await readRecorded(client)).map((each) => [each.name, each]))
    return (await findPending(client, migrations)).map(({ name, steps }) => ({
      name,
      steps: steps.length,
      stepsDone: begun.get(name)?.stepsDone ?? 0,
      rowsFilled: begun.get(name)?.rowsFilled ?? 0,
    }))
  })
}

/**
 * Runs work on a connection while no other process migrates. The lock is one of a transaction on another connection, because behind a pooler there is no
 * other, and some steps are none of a transaction. The embedded database has one process and one connection.
 */
async function alone<T>(
  database: Database,
  log: MigrateOptions['log'],
  work: (client: Client) => Promise<T>,
): Promise<T> {
  if (database.engine === 'pglite') return onConnection(database, work)
  return onConnection(database, async (guard) => {
    await guard.query(beginUnlimited())
    await takeLock(guard, log)
    const result = await onConnection(database, work)
    await guard.query('commit')
    return result
  })
}

/** Asks again and again, and holds no server connection meanwhile, of which a pooler may have few. */
async function takeLock(client: Client, log: MigrateOptions['log']): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    // Without parameters: the place of a statement that has some would keep its snapshot, for which the making of an index waits.
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock(${SCHEMA_LOCK}) as taken`,
    )
    if (rows[0]?.taken) return
    if (isFirst) log?.info({}, 'another process migrates the database: waiting until it has done so')
    await client.query('rollback')
    await sleep(ASK_AGAIN_MS)
    await client.query(beginUnlimited())
  }
}

function termsOf(database: Database, { log, patienceMs = PATIENCE_MS }: MigrateOptions): ApplyTerms {
  return { database, log, patienceMs }
}

async function applyPending(
  client: Client,
  migrations: Migration[],
  { database, options }: { database: Database; options: MigrateOptions },
): Promise<string[]> {
  await unlimited(client, () => ensureTable(client))
  await giveNotice(client, await findPending(client, migrations), { database, options })
  const applied: string[] = []
  for (;;) {
    const [next] = await findPending(client, migrations)
    if (!next) return applied
    const begun = (await readRecorded(client)).find(({ name }) => name === next.name)
    if (next.name === TAKING_OVER) await unlimited(client, () => takeOver(client, migrations))
    else await applyMigration(client, next, begun?.stepsDone ?? 0, termsOf(database, options))
    applied.push(next.name)
  }
}

async function ensureTable(client: Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'finished_at'`,
  )
  if (rowCount === 0)
    await client.query(`alter table schema_migrations
      add column works_beside boolean not null default false,
      add column steps_done integer not null default 1,
      add column rows_filled bigint not null default 0,
      add column finished_at timestamptz default now()`)
}

/** Tells processes that serve what they cannot work beside, and gives them time to finish. A database that nobody has used yet has none. */
async function giveNotice(
  client: Client,
  pending: Migration[],
  { database, options: { noticeMs = NOTICE_MS, log } }: { database: Database; options: MigrateOptions },
): Promise<void> {
  const stopping = pending.filter(({ isExpansion, name }) => !isExpansion && name !== TAKING_OVER)
  if (database.engine === 'pglite' || noticeMs === 0 || stopping.length === 0) return
  if ((await readApplied(client)).length === 0) return
  await client.query(
    `insert into schema_migrations (name, checksum, steps_done, finished_at)
      select name, checksum, 0, null from unnest($1::text[], $2::text[]) as t (name, checksum) on conflict do nothing`,
    [stopping.map(({ name }) => name), stopping.map(({ checksum }) => checksum)],
  )
  log?.info({ noticeMs }, 'other processes are told to stop before the database is migrated')
  await sleep(noticeMs)
}

/** Writes down the baseline as what made the database: those that did made the same. */
async function takeOver(client: Client, migrations: Migration[]): Promise<void> {
  const baseline = migrations.filter(isOfBaseline)
  await client.query('delete from schema_migrations')
  await client.query(
    'insert into schema_migrations (name, checksum) select * from unnest($1::text[], $2::text[])',
    [baseline.map(({ name }) => name), baseline.map(({ checksum }) => checksum)],
  )
}

async function findPending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const recorded = (await readRecorded(client)).filter(({ isFinished }) => isFinished)
  if (recorded.length === 0) await ensureKnowsLetters(client)
  const state = baselineState(recorded)
  if (state === 'too old') throw new MigrationRefused(whyTooOld('database', recorded))
  const pending = pendingAfter(state === 'here' ? recorded : migrations.filter(isOfBaseline), migrations)
  const takingOver = { name: TAKING_OVER, checksum: '', isExpansion: false, steps: [], down: undefined }
  return state === 'here' ? pending : [takingOver, ...pending]
}

/** Expansions of a later version are no hindrance: this one works beside them, and is the way back. */
function pendingAfter(
  before: (AppliedMigration & { worksBeside?: boolean })[],
  migrations: Migration[],
): Migration[] {
  const applied = new Map(before.map(({ name, checksum }) => [name, checksum]))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = before.filter(({ name, worksBeside }) => !known.has(name) && !worksBeside)
  if (unknown.length > 0)
    throw new MigrationRefused(message('databaseIsLater', { names: unknown.map(({ name }) => name) }))
  const changed = migrations.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed.length > 0) {
    const names = changed.map(({ name }) => name)
    throw new MigrationRefused(message('migrationsChanged', { names }))
  }
  const latest = [...applied.keys()].toSorted().at(-1) ?? ''
  const pending = migrations.filter(({ name }) => !applied.has(name))
  const late = pending.find(({ name }) => name < latest)
  if (late) throw new MigrationRefused(message('migrationIsLate', { name: late.name, latest }))
  return pending
}

async function ensureRights(client: Client, use: { isPending: boolean }): Promise<void> {
  const missing = await missingRights(client, use)
  if (missing !== undefined) throw new MigrationRefused(missing)
}

/**
 * Refuses a new database in which names cannot be compared whatever their case: one made in the locale C takes Écurie and écurie
 * for two names, and finds neither by the other, where the embedded database and most servers know them for one. One that is in
 * use already goes on as it is.
 */
async function ensureKnowsLetters(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; small: string }>(
    `select current_setting('server_encoding') as encoding, lower('ÉI') as small`,
  )
  const [{ encoding, small } = { encoding: '', small: '' }] = rows
  if (encoding === 'UTF8' && small === 'éi') return
  throw new MigrationRefused(message('databaseKnowsNoLetters', { encoding, small }))
}

interface RecordedMigration extends AppliedMigration {
  worksBeside: boolean
  isFinished: boolean
  stepsDone: number
  rowsFilled: number
}

/** The migrations that made the database what it is, in their order, as it remembers them; none where nobody has used it yet. */
export async function readApplied(client: Client): Promise<AppliedMigration[]> {
  const recorded = await readRecorded(client)
  return recorded.filter(({ isFinished }) => isFinished).map(({ name, checksum }) => ({ name, checksum }))
}

/** Those that were begun, too. A database of an earlier version notes no steps, and all that it names is done. */
async function readRecorded(client: Client): Promise<RecordedMigration[]> {
  const table = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  )
  if (!table.rows[0]?.exists) return []
  const { rows } = await client.query<RecordedMigration>(`
    select m.name, m.checksum, coalesce((noted ->> 'works_beside')::boolean, false) as "worksBeside",
      not noted ? 'finished_at' or noted ->> 'finished_at' is not null as "isFinished",
      coalesce((noted ->> 'steps_done')::integer, 1) as "stepsDone", coalesce((noted ->> 'rows_filled')::bigint, 0) as "rowsFilled"
    from schema_migrations m cross join to_jsonb(m) noted order by m.name`)
  return rows
}
