import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MendableError } from '../kernel/errors.ts'
import { message, type Message } from '../words/catalogue.ts'
import { isOfBaseline, baselineState, TAKING_OVER, whyTooOld, type AppliedMigration } from './baseline.ts'
import type { DatabaseLog } from './log.ts'
import type { Database } from './open.ts'
import { beginUnlimited } from './session.ts'
import { onConnection, unlimited, type Client } from './snapshot.ts'

/** Why the database cannot be brought to the state that this version of the service expects. */
export class MigrationRefused extends MendableError {}

export interface MigrateOptions {
  /** Folder of the files `NNNN-name.sql`. */
  directory?: string
  /** Only says what would be done. */
  dryRun?: boolean
  /** The name of the last one to apply: for the schema that a backup was made of. */
  upTo?: string
  /** True if the database is only read afterwards, as a replica can be, too. */
  isReading?: boolean
  /** Told when another process migrates, and this one waits. */
  log?: Pick<DatabaseLog, 'info'>
}

interface Migration extends AppliedMigration {
  sql: string
}

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations')
const NAME = /^\d{4}-[a-z0-9-]+\.sql$/
// Any number will do, as long as all processes of the service agree on it.
const ADVISORY_LOCK = 7_241_855
const ASK_AGAIN_MS = 250

/**
 * Applies the migrations that the database has not seen, in the order of their numbers, each in a transaction of its own.
 * Processes that start at the same time take turns, and the later ones find nothing left to do.
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
  return onConnection(database, async (client) => {
    const pending = await unlimited(client, async () => {
      if (!options.isReading) await ensureRights(client, { isPending: false })
      const found = await findPending(client, migrations)
      if (found.length > 0 && !options.isReading) await ensureRights(client, { isPending: true })
      return found
    })
    if (options.dryRun || pending.length === 0) return pending.map(({ name }) => name)
    return applyPending(client, migrations, options.log)
  })
}

/** The migrations of this version, in their order. */
export async function listMigrations(): Promise<AppliedMigration[]> {
  return (await readMigrations(MIGRATIONS)).map(({ name, checksum }) => ({ name, checksum }))
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d.*\.sql$/.test(name)).toSorted()
  const misnamed = names.find((name) => !NAME.test(name))
  if (misnamed) throw new MigrationRefused(message('migrationIsMisnamed', { name: misnamed }))
  const doubled = names.find((name, index) => names[index + 1]?.slice(0, 4) === name.slice(0, 4))
  if (doubled) throw new MigrationRefused(message('migrationsShareNumber', { number: doubled.slice(0, 4) }))
  return Promise.all(names.map((name) => readMigration(directory, name)))
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  // A checkout with other line endings is still the same migration.
  const sql = (await readFile(path.join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/** A pooler gives each transaction the server connection that is free, so the lock is one of the transaction, taken for each. */
async function applyPending(
  client: Client,
  migrations: Migration[],
  log?: MigrateOptions['log'],
): Promise<string[]> {
  const applied: string[] = []
  await client.query(beginUnlimited())
  for (;;) {
    await takeLock(client, log)
    await client.query(`create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
    const [next] = await findPending(client, migrations)
    if (next?.name === TAKING_OVER) await takeOver(client, migrations)
    else if (next) await apply(client, next)
    // In one message, so that others who wait find no moment between.
    await client.query(
      next ? `commit; ${beginUnlimited()}; select pg_advisory_xact_lock(${ADVISORY_LOCK})` : 'commit',
    )
    if (!next) return applied
    applied.push(next.name)
  }
}

/** Asks again and again, and holds no server connection meanwhile, of which a pooler may have few. */
async function takeLock(client: Client, log: MigrateOptions['log']): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      ADVISORY_LOCK,
    ])
    if (rows[0]?.taken) return
    if (isFirst) log?.info({}, 'another process migrates the database: waiting until it has done so')
    await client.query('rollback')
    await sleep(ASK_AGAIN_MS)
    await client.query(beginUnlimited())
  }
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

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    const failed = message('migrationFailed', { name, ...lineOf(error, sql), problem: messageOf(error) })
    throw new MigrationRefused(failed, { cause: error })
  }
}

async function findPending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const recorded = await readApplied(client)
  if (recorded.length === 0) await ensureKnowsLetters(client)
  const standing = baselineState(recorded)
  if (standing === 'too old') throw new MigrationRefused(whyTooOld('database', recorded))
  const pending = pendingAfter(standing === 'here' ? recorded : migrations.filter(isOfBaseline), migrations)
  return standing === 'here' ? pending : [{ name: TAKING_OVER, sql: '', checksum: '' }, ...pending]
}

function pendingAfter(before: AppliedMigration[], migrations: Migration[]): Migration[] {
  const applied = new Map(before.map(({ name, checksum }) => [name, checksum]))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) throw new MigrationRefused(message('databaseIsLater', { names: unknown }))
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

/** The migrations that made the database what it is, in their order, as it remembers them; none where nobody has used it yet. */
export async function readApplied(client: Client): Promise<AppliedMigration[]> {
  const table = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  )
  if (!table.rows[0]?.exists) return []
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum from schema_migrations order by name',
  )
  return rows
}

/** PostgreSQL counts characters from 1; people count lines. */
function lineOf(error: unknown, sql: string): { line?: number } {
  if (!(error instanceof Error) || !('position' in error)) return {}
  return { line: sql.slice(0, Number(error.position) - 1).split('\n').length }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

interface Rights {
  role: string
  database: string
  is_replica: boolean
  is_read_only: boolean
  may_create_tables: boolean
  may_create_extensions: boolean
  /** Tables that the role can neither change the columns of nor read and write. */
  closed: string[]
  /** Tables that belong to somebody else. */
  foreign: string[]
}

/**
 * Which right is missing to serve from a database, or to migrate it, and how to give it: one sentence or two. Undefined where none is.
 *
 * @param isPending whether there is something to migrate
 */
export async function missingRights(
  client: Client,
  { isPending }: { isPending: boolean },
): Promise<Message | undefined> {
  const { rows } = await client.query<Rights>(`
    with own as (
      select c.oid, c.relname::text as name, c.relowner from pg_class c
        join pg_class known on known.oid = to_regclass('schema_migrations') and known.relowner = c.relowner
       where c.relkind in ('r', 'p') and c.relnamespace = known.relnamespace
    )
    select current_user::text as role, current_database()::text as database,
      pg_is_in_recovery() as is_replica,
      current_setting('default_transaction_read_only')::boolean as is_read_only,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
      has_database_privilege(current_database(), 'create')
        or (select count(*) = 2 from pg_extension where extname in ('pg_trgm', 'unaccent')) as may_create_extensions,
      array(
        select name from own where not
          (select bool_and(has_table_privilege(own.oid, needed)) from unnest(array['select', 'insert', 'update', 'delete']) needed
            where own.name <> 'ledger_entries' or needed in ('select', 'insert'))
      ) as closed,
      array(select name from own where not pg_has_role(own.relowner, 'usage')) as foreign`)
  const [rights] = rows
  return rights && rightsProblem(rights, isPending)
}

function rightsProblem(rights: Rights, isPending: boolean): Message | undefined {
  const { role, database, is_replica, is_read_only, may_create_tables, may_create_extensions } = rights
  if (is_replica) return message('serverIsReplica', {})
  if (is_read_only) return message('databaseIsReadOnly', { database })
  if (isPending && !(may_create_tables && may_create_extensions)) {
    const remedy = `alter database ${quoted(database)} owner to ${quoted(role)}`
    const what = may_create_tables ? 'extensions' : 'tables'
    return message('roleMayNotCreate', { role, what, database, remedy })
  }
  const [table] = isPending ? rights.foreign : rights.closed
  if (table === undefined) return undefined
  const remedy = `alter table ${quoted(table)} owner to ${quoted(role)}`
  return message(isPending ? 'roleMayNotChange' : 'roleMayNotUse', { role, table, database, remedy })
}

function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
