import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { inject } from 'vitest'
import { TAKING_OVER } from '../../src/db/baseline.ts'
import { openDatabase, type Database } from '../../src/db/open.ts'
import { createDatabase, onServer, urlOf } from '../global-setup.ts'
import type { Environment } from '../program.ts'
import { quietLog } from '../quiet-log.ts'

// Databases as released versions left them, on the engine of this run, to be brought to today's version by the program.

const DUMPS = path.resolve(import.meta.dirname, 'dumps')
const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations')

/** The last of the migrations that the baseline stands for. */
const BEFORE_BASELINE = '0074'

/** A schema by its latest migration, with what a farm had entered. */
export interface Released {
  /** `0074`, or `0074-upgraded` where a farm had come there from an earlier one. */
  name: string
  sql: string
}

const dumps: Released[] = readdirSync(DUMPS)
  .filter((name) => name.endsWith('.sql.gz'))
  .toSorted()
  .map((name) => ({
    name: name.replace('.sql.gz', ''),
    sql: gunzipSync(readFileSync(path.join(DUMPS, name))).toString('utf8'),
  }))

/** All that this version brings on, oldest first. */
export const released = dumps.filter(({ name }) => name >= BEFORE_BASELINE)

/** What comes from before the baseline's last forerunner, and is refused. */
export const tooOld = dumps.filter(({ name }) => name < BEFORE_BASELINE)

/** What is applied to a released schema, in its order. */
export function migrationsAfter({ name }: Released): string[] {
  const number = name.slice(0, 4)
  const names = readdirSync(MIGRATIONS).filter((each) => /^\d{4}-.*\.sql$/.test(each))
  const later = names.toSorted().filter((each) => each.slice(0, 4) > number)
  return number === BEFORE_BASELINE ? [TAKING_OVER, ...later] : later
}

/** A database that processes may be started on, and this one may look into while the embedded one has no other user. */
export interface OldDatabase {
  env: Environment
  open(): Promise<Database>
  /** Another one that is the same. Nobody may be using this one. */
  copy(): Promise<OldDatabase>
  /** How many steps of a paced migration have begun, seen from outside; 0 before the first. */
  countSteps(): Promise<number>
  remove(): Promise<void>
}

/**
 * Loads a dump into a database of its own.
 *
 * @param look what is read there before anybody upgrades it
 */
export async function makeOld<T>(
  { sql }: Released,
  look: (database: Database) => Promise<T>,
): Promise<{ old: OldDatabase; seen: T }> {
  const old = await makeEmpty()
  const database = await old.open()
  try {
    const client = await database.pool.connect()
    // Not back into the pool: a dump sets the connection up for itself.
    await client.query(sql).finally(() => client.release(true))
    return { old, seen: await look(database) }
  } finally {
    await database.close()
  }
}

function makeEmpty(): Promise<OldDatabase> {
  const source = inject('databaseSource')
  return source.engine === 'pglite'
    ? makeDirectory(source.bareDir)
    : makeOnServer(source.serverUrl, source.prefix)
}

/** A data directory of the embedded database, which begins as another one. */
async function makeDirectory(from: string): Promise<OldDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'granary-released-'))
  await cp(from, dataDir, { recursive: true })
  return {
    env: { DATA_DIR: dataDir },
    open: () => openDatabase({ dataDir, durable: false, log: quietLog }),
    copy: () => makeDirectory(dataDir),
    async countSteps() {
      const text = await readFile(path.join(dataDir, 'database', STEPS_FILE), 'utf8').catch(() => '')
      return Number(text)
    },
    remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }),
  }
}

async function makeOnServer(serverUrl: string, prefix: string, template?: string): Promise<OldDatabase> {
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  await onServer(serverUrl, async (client) => {
    if (template === undefined) await createDatabase(client, name)
    else await client.query(`create database ${name} template ${template}`)
  })
  const url = urlOf(serverUrl, name)
  return {
    env: { DATABASE_URL: url },
    open: () => openDatabase({ databaseUrl: url, poolSize: 2, log: quietLog }),
    copy: () => makeOnServer(serverUrl, prefix, name),
    countSteps: () =>
      onServer(url, async (client) => {
        const { rows } = await client.query<{ steps: number }>(
          `select case when is_called then last_value else 0 end::integer as steps from pace.steps`,
        )
        return rows[0]?.steps ?? 0
      }),
    remove: () =>
      onServer(serverUrl, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

const STEPS_FILE = 'steps-of-migration'
const STEP_SECONDS = 0.02

/**
 * Slows migrations down, so that a kill falls where it is meant to: before every statement that changes the schema a moment is
 * waited, and the statements are counted, in a way that is not undone with them. Nothing of it lies in the schema that is migrated.
 */
export async function pace({ pool, engine }: Database): Promise<void> {
  const replayDescriptions =
    engine === 'pglite'
      ? `execute format('copy (select %s) to %L', step, current_setting('data_directory') || '/${STEPS_FILE}');`
      : ''
  await pool.query(`
    create schema pace;
    create sequence pace.steps;
    create function pace.step() returns event_trigger language plpgsql as $$
    declare step bigint := nextval('pace.steps');
    begin
      ${replayDescriptions}
      if step = current_setting('pace.cut_at', true)::bigint then perform pg_terminate_backend(pg_backend_pid()); end if;
      perform pg_sleep(${STEP_SECONDS});
    end $$;
    create event trigger pace on ddl_command_start execute function pace.step();`)
}

/** Has the server end the connection of a paced migration when it begins this step, as an administrator does. */
export async function cutOffAt(old: OldDatabase, step: number): Promise<void> {
  const database = await old.open()
  await database.pool.query(`do $$ begin
    execute format('alter database %I set pace.cut_at = ${step}', current_database());
  end $$`)
  await database.close()
}
