import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { openDatabase, type Database } from '../src/db/open.ts'
import { forKysely } from '../src/db/pool.ts'
import type { Tables } from '../src/db/tables.ts'
import { quietLog } from './quiet-log.ts'

// To start an embedded database takes seconds, to empty one a fraction of one. So the database that a test file has closed serves the next
// file of its process.

interface Embedded {
  opened: Database
  /** The state of its tables when it was new. */
  schema: string
  /** Statements that insert the rows which migrations have put in. */
  seeds: string[]
}

/** Closed by their test files, and not yet emptied. */
const idle: Embedded[] = []

/** Each takes 150 MB, and few files have more than two at a time. */
const MOST_IDLE = 2

/**
 * Opens an embedded database that holds what the dump does: an emptied one where a file of this process has closed one, or else a new one.
 * One whose schema was changed is not used again, nor one that has broken down.
 *
 * @example const database = await openEmptied(dump)
 */
export async function openEmptied(dump: string): Promise<Database> {
  const embedded = (await takeIdle()) ?? (await openNew(dump))
  const { opened } = embedded
  let isClosed = false
  return {
    ...opened,
    // Its own for each file: the service keeps search rows in memory by it.
    db: kyselyOn(opened.pool, () => isClosed),
    close: async () => {
      if (isClosed) return
      isClosed = true
      if (idle.length < MOST_IDLE) idle.push(embedded)
      else await opened.close()
    },
  }
}

function kyselyOn(pool: pg.Pool, isClosed: () => boolean): Kysely<Tables> {
  const open = forKysely(pool, { isNaming: true })
  const connect: typeof open.connect = async () => {
    if (isClosed()) throw new Error('The database is closed.')
    return open.connect()
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { ...open, connect } }) })
}

async function openNew(dump: string): Promise<Embedded> {
  const opened = await openDatabase({ loadFrom: dump, log: quietLog })
  return { opened, schema: await readSchema(opened.pool), seeds: await readSeeds(opened.pool) }
}

async function takeIdle(): Promise<Embedded | undefined> {
  for (let embedded = idle.pop(); embedded; embedded = idle.pop()) {
    if (await isEmptied(embedded).catch(() => false)) return embedded
    await embedded.opened.close().catch(() => undefined)
  }
  return undefined
}

/** Tables are truncated, by which PostgreSQL also forgets how large they were. */
async function isEmptied({ opened: { pool }, schema, seeds }: Embedded): Promise<boolean> {
  if ((await readSchema(pool)) !== schema) return false
  const statements = [
    // Without triggers, such as the one that keeps entries from being deleted.
    'begin; set local session_replication_role = replica',
    `truncate ${(await readTables(pool)).join(', ')}`,
    'select setval(seqrelid, seqstart, false) from pg_sequence',
    `delete from pg_statistic where starelid >= ${FIRST_USER_OID}`,
    ...seeds,
    'commit',
  ]
  await pool.query(statements.join('; '))
  return true
}

/** PostgreSQL's own tables have lower numbers. */
const FIRST_USER_OID = 16_384

async function readTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ name }) => name)
}

/** A text that differs as soon as a table, column, index, constraint, trigger or function is added, altered, dropped or switched off. */
async function readSchema(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>(
    `select string_agg(line, ' ' order by line) as schema from (
       select concat_ws(' ', oid, relname, relkind) from pg_class where oid >= ${FIRST_USER_OID}
       union all select concat_ws(' ', attrelid, attname, atttypid, attnotnull) from pg_attribute where attrelid >= ${FIRST_USER_OID} and attnum > 0
       union all select concat_ws(' ', oid, conname) from pg_constraint where oid >= ${FIRST_USER_OID}
       union all select concat_ws(' ', oid, tgname, tgenabled) from pg_trigger where oid >= ${FIRST_USER_OID}
       union all select concat_ws(' ', oid, proname, md5(prosrc)) from pg_proc where oid >= ${FIRST_USER_OID}
     ) as all_of_it (line)`,
  )
  return rows[0]?.schema ?? ''
}

async function readSeeds(pool: pg.Pool): Promise<string[]> {
  const tables = await readTables(pool)
  const { rows } = await pool.query<{ name: string; rows: object[] | null }>(
    tables
      .map((name) => `select '${name}' as name, jsonb_agg(each) as rows from ${name} as each`)
      .join(' union all '),
  )
  return rows
    .filter((each) => each.rows !== null)
    .map(({ name, rows: seeds }) => {
      const literal = pg.escapeLiteral(JSON.stringify(seeds))
      return `insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${literal})`
    })
}
