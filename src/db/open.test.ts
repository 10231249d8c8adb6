import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { openTestDatabase, placeBareDatabase } from '../../test/database.ts'
import { quietLog } from '../../test/quiet-log.ts'
import { lockDirectory } from './directory-lock.ts'
import { maintain } from './maintenance.ts'
import { DataDirectoryInUse, openDatabase, type Database, type OpenOptions } from './open.ts'
import { inTransaction } from './transaction.ts'

const source = inject('databaseSource')
const isPostgresql = source.engine === 'postgresql'
const dump = isPostgresql ? undefined : source.dump

describe.runIf(isPostgresql)('PostgreSQL', () => {
  const endOthers =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  const isAsleep = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  const codeOf = (error: { code?: string }) => error.code

  test('a connection that the server ends at work costs its own query and nothing more', async () => {
    const database = await openTestDatabase({ poolSize: 2 })
    for (const _time of [1, 2, 3, 4, 5]) {
      const atWork = sql`select pg_sleep(20)`.execute(database.db).then(() => 'finished', codeOf)
      await expect.poll(async () => (await database.pool.query(isAsleep)).rowCount).toBe(1)
      await database.pool.query(endOthers)
      expect(['57P01', '08006', 'ECONNRESET']).toContain(await atWork)
      await Promise.all([1, 2, 3].map(() => database.pool.query('select 1')))
    }
    await database.close()
  })
  test('a connection that the server ends within a transaction fails that transaction and nothing more', async () => {
    const database = await openTestDatabase({ poolSize: 2 })
    const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>()
    const { promise: isEnded, resolve: ended } = Promise.withResolvers<void>()
    const transaction = inTransaction(database.db, async (trx) => {
      opened()
      await isEnded
      await sql`select 1`.execute(trx)
    })
    await isOpen
    await database.pool.query(endOthers)
    ended()
    // Which of them depends on how much of the farewell has arrived.
    expect(['57P01', '08006', 'ECONNRESET', 'EPIPE']).toContain(await transaction.catch(codeOf))
    await Promise.all([1, 2, 3].map(() => database.pool.query('select 1')))
    await database.close()
  })

  test('idle connections that the server ends are replaced', async () => {
    const database = await openTestDatabase({ poolSize: 2 })
    await Promise.all([1, 2].map(() => database.pool.query('select pg_sleep(0.05)')))
    expect(database.pool.idleCount).toBe(2)
    const other = await openDatabase({ databaseUrl: database.url, log: quietLog })
    await other.pool.query(endOthers)
    await other.close()
    await expect.poll(() => database.pool.totalCount).toBe(0)
    await Promise.all([1, 2, 3].map(() => database.pool.query('select 1')))
    await database.close()
  })

  test('statements, locks and idle transactions have limits', async () => {
    const database = await openTestDatabase()
    const { rows } = await database.pool.query(
      `select name, setting from pg_settings where name ~ '^(statement_timeout|lock_timeout|idle_in_transaction_session_timeout)$' order by name`,
    )
    expect(rows.map(({ setting }: { setting: string }) => Number(setting))).toEqual([60_000, 10_000, 30_000])
    await database.close()
  })

  test('a server that is not there is an error and not a wait', async () => {
    await expect(
      openDatabase({ databaseUrl: 'postgres://postgres@127.0.0.1:1/none', log: quietLog }),
    ).rejects.toThrow('ECONNREFUSED')
  })
})

describe.skipIf(isPostgresql)('the embedded database', () => {
  let dataDir: string
  let opened: Database[]
  let children: Child[]

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'granary-open-'))
    await placeBareDatabase(dataDir)
    opened = []
    children = []
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(opened.map((database) => database.close()))
    await rm(dataDir, { recursive: true })
  })

  async function open(options: Partial<OpenOptions> = {}): Promise<Database> {
    const database = await openDatabase({ dataDir, durable: false, log: quietLog, ...options })
    opened.push(database)
    return database
  }

  const openInMemory = (options: Partial<OpenOptions> = {}) =>
    open({ dataDir: undefined, loadFrom: dump, ...options })

  async function close(database: Database): Promise<void> {
    opened = opened.filter((each) => each !== database)
    await database.close()
  }

  function startChild(code: string): Child {
    const child = runModule(`
      import { openDatabase } from ${JSON.stringify(path.join(import.meta.dirname, 'open.ts'))}
      const log = { info() {}, warn() {}, error() {} }
      const dataDir = ${JSON.stringify(dataDir)}
      ${code}`)
    children.push(child)
    return child
  }

  test('a data directory that is made is its owner’s alone', async () => {
    const directory = path.join(dataDir, 'new', 'data')
    lockDirectory(directory)()
    expect((await stat(directory)).mode & 0o077).toBe(0)
  })

  test('a second process on the same data directory is refused by name, and let in when the first is killed', async () => {
    const child = startChild(`await openDatabase({ dataDir, durable: false, log }); console.log('open')`)
    await nextLine(child)
    const refused = open()
    await expect(refused).rejects.toThrow(DataDirectoryInUse)
    await expect(refused).rejects.toThrow(`The data directory ${dataDir} is in use by another process.`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await open()
    await expect(open()).rejects.toThrow(DataDirectoryInUse)
  })

  test('files that cannot be opened are an error, and the directory is free again', async () => {
    await rm(path.join(dataDir, 'database/global/pg_control'))
    for (const _time of [1, 2]) await expect(open()).rejects.not.toThrow(DataDirectoryInUse)
  })

  test('closing twice at once is closing', async () => {
    const database = await openInMemory()
    await Promise.all([database.close(), database.close()])
  })

  test('closing waits for whoever has the connection', async () => {
    const database = await openInMemory()
    const client = await database.pool.connect()
    await client.query('begin')
    const closing = close(database)
    await sleep(50)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.query('commit')
    client.release()
    await closing
  })

  test('every commit waits for the disk, unless told not to', async () => {
    for (const { durable, syncs } of [
      { durable: true, syncs: 50 },
      { durable: false, syncs: 0 },
    ]) {
      const database = await open({ durable })
      await database.pool.query('create table if not exists loads (note text)')
      const before = database.embedded?.syncs ?? 0
      for (let index = 0; index < 50; index++) await database.pool.query(`insert into loads values ('x')`)
      const after = database.embedded?.syncs ?? 0
      expect(after - before).toBeGreaterThanOrEqual(syncs)
      expect(after - before).toBeLessThanOrEqual(syncs * 1.2)
      await close(database)
    }
  })

  test('a statement that runs too long is stopped; those who wait get their turn, and what was stored stays', async () => {
    const { pool } = await open({ statementTimeoutMilliseconds: 1_000 })
    await pool.query('create table loads (id int)')
    await pool.query('insert into loads values (1)')
    const stopped = pool.query('insert into loads select count(*) from generate_series(1, 1e12)')
    const waiting = pool.query('select id from loads')
    await expect(stopped).rejects.toMatchObject({
      code: '57014',
      message: expect.stringContaining('more than 1000 ms'),
    })
    expect((await waiting).rows).toEqual([{ id: 1 }])
  })

  test('what may take long is not stopped', async () => {
    const { pool, unbounded } = await open({ statementTimeoutMilliseconds: 200 })
    await unbounded(() => pool.query('select pg_sleep(0.5)'))
    await expect(pool.query('select pg_sleep(0.5)')).rejects.toMatchObject({ code: '57014' })
  })

  test('in memory, a stopped statement takes the database with it, and says so', async () => {
    const { pool } = await openInMemory({ statementTimeoutMilliseconds: 500 })
    const forever = 'select count(*) from generate_series(1, 1e12)'
    await expect(pool.query(forever)).rejects.toMatchObject({ code: '57014' })
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '57014' })
  })

  test('a connection given back broken leaves nothing of its session to the next', async () => {
    const { pool } = await openInMemory()
    const client = await pool.connect()
    await client.query('create temporary table scratch (id int)')
    await client.query('begin')
    await client.query(`set local work_mem = '1MB'`)
    await client.query('select pg_advisory_lock(1)')
    client.release(true)
    const { rows } = await pool.query(`
      select to_regclass('scratch') as scratch, current_setting('timezone') as timezone,
             (select count(*) from pg_locks where locktype = 'advisory') as locks, now() = statement_timestamp() as is_fresh`)
    expect(rows).toEqual([{ scratch: null, timezone: 'UTC', locks: 0, is_fresh: true }])
  })

  test('an event loop held up by others does not count as a slow statement', async () => {
    const { pool } = await openInMemory({ statementTimeoutMilliseconds: 300 })
    const answer = pool.query('select 1 as one from pg_sleep(0.1)')
    // After this it is the timers' turn, and only then that of messages.
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000))
    expect((await answer).rows).toEqual([{ one: 1 }])
  })

  test('maintenance clears dead rows and cuts the log', async () => {
    const database = await open()
    const { pool, embedded } = database
    if (!embedded) throw new Error('not embedded')
    await pool.query('create table loads (id int, note text)')
    await pool.query(`insert into loads select i, repeat('x', 1000) from generate_series(1, 40000) as i`)
    await pool.query(`update loads set note = note || 'y'`)
    const redo = async () =>
      (await pool.query<{ lsn: string }>('select redo_lsn::text as lsn from pg_control_checkpoint()')).rows[0]
        ?.lsn
    const before = await redo()
    expect(await maintain({ pool, embedded })).toEqual(['loads'])
    expect(await redo()).not.toBe(before)
    expect(await maintain({ pool, embedded })).toEqual([])
    const { rows } = await pool.query('select reltuples::int as rows from pg_class where relname = $1', [
      'loads',
    ])
    expect(rows).toEqual([{ rows: 40_000 }])
  })
})

const MEGABYTES = 1024 * 1024
/** Of the log of the embedded database: what may gather until it is cut, and what is made ready for what comes. */
const MOST_LOG = 112 * MEGABYTES

describe.skipIf(isPostgresql)('the log of the embedded database', () => {
  /** Fills 20 files of the log, of 16 MB each. */
  async function writeMuch(pool: Database['pool']): Promise<void> {
    for (let file = 0; file < 20; file++) {
      await pool.query(`select pg_logical_emit_message(false, 'test', 'something')`)
      await pool.query('select pg_switch_wal()')
    }
  }
  const sizeOf = async (pool: Database['pool']) =>
    (await pool.query<{ bytes: number }>('select sum(size)::bigint as bytes from pg_ls_waldir()')).rows[0]
      ?.bytes

  test('is given back when it is cut, however much was written', async () => {
    const database = await openDatabase({ loadFrom: dump, log: quietLog })
    const { pool, embedded } = database
    if (!embedded) throw new Error('not embedded')
    await writeMuch(pool)
    expect(await sizeOf(pool)).toBeGreaterThan(MOST_LOG)
    await maintain({ pool, embedded })
    expect(await sizeOf(pool)).toBeLessThan(MOST_LOG)
    await database.close()
  })

  test('is given back when the database is closed', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'granary-log-'))
    await placeBareDatabase(dataDir)
    const database = await openDatabase({ dataDir, durable: false, log: quietLog })
    await writeMuch(database.pool)
    await database.close()
    const files = await readdir(path.join(dataDir, 'database/pg_wal'))
    expect(files.filter((name) => /^[0-9A-F]{24}$/.test(name)).length * 16 * MEGABYTES).toBeLessThan(MOST_LOG)
    await rm(dataDir, { recursive: true })
  })
})

describe.skipIf(isPostgresql)('every minute the embedded database', () => {
  afterEach(() => void vi.useRealTimers())

  test('knows anew what is in a table, also in one that only grows', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    // A new one: an emptied one counts its minutes by the real clock.
    const database = await openDatabase({ loadFrom: dump, log: quietLog })
    const { pool } = database
    await pool.query('create table loads (id int)')
    await pool.query('insert into loads select generate_series(1, 5000)')
    const rows = async () =>
      (await pool.query(`select reltuples::int as rows from pg_class where relname = 'loads'`)).rows[0].rows
    expect(await rows()).toBe(-1)
    vi.advanceTimersByTime(60_000)
    await vi.waitFor(async () => expect(await rows()).toBe(5000), { timeout: 30_000, interval: 50 })
    await database.close()
  })
})

type Child = ChildProcessByStdio<null, Readable, null>

function runModule(code: string): Child {
  return spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function nextLine(child: Child): Promise<string> {
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return line
}
