import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, afterAll, describe, expect, inject, test } from 'vitest'
import { openDatabase, type Database } from '../../src/db/open.ts'
import { clientAt } from '../processes.ts'
import { makeWorkplace, run, serve, start, endOf } from '../program.ts'
import { quietLog } from '../quiet-log.ts'
import { oldStock } from '../farm.ts'
import { ok } from '../scene.ts'
import { canMakeClusters, freePort, makeCluster, type Cluster } from './cluster.ts'
import { initialise } from './program.ts'
import { makeYard } from './writers.ts'

// What PostgreSQL may be like: too small, of several servers, a replica, somebody else's, or busy with another process's migration.

const PATIENCE = 240_000
const isOnServer = inject('databaseSource').engine === 'postgresql'

let workplace: Awaited<ReturnType<typeof makeWorkplace>>
beforeAll(async () => {
  workplace = await makeWorkplace()
})
afterAll(() => workplace.remove())

const cleanups: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startCluster(settings: Record<string, string> = {}): Promise<Cluster> {
  const cluster = await makeCluster({ settings })
  cleanups.push(cluster.remove)
  await cluster.start()
  return cluster
}

async function startReplica(primary: Cluster): Promise<Cluster> {
  const from = `host=127.0.0.1 port=${primary.port} user=postgres`
  const replica = await makeCluster({
    make: (directory) =>
      primary.program('pg_basebackup', ['-d', from, '-D', directory, '-R', '-X', 'stream', '-c', 'fast']),
  })
  cleanups.push(replica.remove)
  await replica.start()
  return replica
}

async function startProgram(env: Record<string, string>) {
  const program = await serve({ cwd: workplace.directory, env })
  cleanups.push(async () => {
    program.kill('SIGKILL')
    await program.ended
  })
  return program
}

async function open(databaseUrl: string, poolSize: number): Promise<Database> {
  const database = await openDatabase({ databaseUrl, poolSize, log: quietLog })
  cleanups.push(database.close)
  return database
}

const command = (args: string[], databaseUrl: string) =>
  run(args, { cwd: workplace.directory, env: { DATABASE_URL: databaseUrl } })

describe.runIf(isOnServer && canMakeClusters)('PostgreSQL', () => {
  test('with fewer connections than the pool wants is waited for', { timeout: PATIENCE }, async () => {
    const cluster = await startCluster()
    await cluster.query('create role small login connection limit 4')
    const { pool } = await open(cluster.url.replace('postgres@', 'small@'), 16)
    const asked = Array.from({ length: 247 }, () => pool.query('select 1 as one from pg_sleep(0.01)'))
    const answers = await Promise.allSettled(asked)
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(pool.totalCount).toBeLessThanOrEqual(4)
  })

  test('with no connection left at all is waited for, too', { timeout: PATIENCE }, async () => {
    const cluster = await startCluster()
    await cluster.query('create role small login connection limit 1')
    const url = cluster.url.replace('postgres@', 'small@')
    const other = await open(url, 1)
    const held = await other.pool.connect()
    const late = openDatabase({ databaseUrl: url, poolSize: 2, log: quietLog })
    await sleep(500)
    held.release(true)
    const database = await late
    cleanups.push(database.close)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('of several hosts has its primary found, again after a failover', { timeout: PATIENCE }, async () => {
    const primary = await startCluster()
    const replica = await startReplica(primary)
    const databaseUrl = `postgres://postgres@127.0.0.1:${replica.port},127.0.0.1:${await freePort()},127.0.0.1:${primary.port}/postgres?target_session_attrs=read-write`
    const env = { DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '0' }
    expect(await command(['config', 'check'], databaseUrl)).toMatchObject({ code: 0, stderr: '' })
    const apiKey = await initialise(workplace.directory, env)
    const program = await startProgram(env)
    const client = clientAt(program.url, { 'x-api-key': apiKey })
    const { intakeBay } = await makeYard(client)
    ok(await client.post('/api/inventory/records', oldStock(intakeBay, 700)))
    const behind = async () =>
      (await replica.query<{ at: string }>('select pg_last_wal_replay_lsn()::text as at'))[0]?.at
    const [reached] = await primary.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
    await expect
      .poll(async () => ((await behind()) ?? '') >= (reached?.at ?? ''), { timeout: 20_000 })
      .toBe(true)
    await primary.kill()
    await replica.query('select pg_promote()')
    const searched = async () => {
      const answer = await client.get('/api/inventory/records?limit=1')
      return answer.status
    }
    await expect.poll(searched, { timeout: 30_000 }).toBe(200)
    ok(await client.post('/api/inventory/records', oldStock(intakeBay, 300)))
  })

  test('that is a replica is refused in one line, and still doctored', { timeout: PATIENCE }, async () => {
    const primary = await startCluster()
    expect(await command(['migrate'], primary.url)).toMatchObject({ code: 0 })
    const replica = await startReplica(primary)
    const refusal = {
      code: 1,
      stdout: '',
      stderr: 'This PostgreSQL is a replica and takes no writes: name the primary in DATABASE_URL.\n',
    }
    expect(await command(['serve'], replica.url)).toEqual(refusal)
    expect(await command(['config', 'check'], replica.url)).toEqual(refusal)
    expect(await command(['doctor', '--without-files'], replica.url)).toMatchObject({ code: 0 })
  })

  test(
    'whose role lacks rights is refused in one line that says how to give them',
    { timeout: PATIENCE },
    async () => {
      const cluster = await startCluster()
      await cluster.query('create role granary login')
      await cluster.query('create database granary')
      const url = cluster.url.replace('postgres@', 'granary@').replace(/postgres$/, 'granary')
      for (const args of [['serve'], ['migrate'], ['migrate', '--dry-run'], ['config', 'check']]) {
        const { code, stdout, stderr } = await command(args, url)
        expect({ code, stdout }, args.join(' ')).toEqual({ code: 1, stdout: '' })
        expect(stderr, args.join(' ')).toBe(
          'The role granary may not create tables in the database granary. Make it the owner: alter database granary owner to granary\n',
        )
      }
      await cluster.query('alter database granary owner to granary')
      expect(await command(['migrate'], url)).toMatchObject({ code: 0 })
      expect(await command(['config', 'check'], url)).toMatchObject({ code: 0 })
      await cluster.query('create role other login')
      const foreign = await command(['config', 'check'], url.replace('granary@', 'other@'))
      expect(foreign).toMatchObject({ code: 1, stdout: '' })
      expect(foreign.stderr).toMatch(
        /^The role other may not read and write the table \w+ of the database granary\. .*\n$/,
      )
    },
  )

  test('while another process migrates it, the port is open and says so', { timeout: PATIENCE }, async () => {
    const cluster = await startCluster()
    const other = await open(cluster.url, 2)
    const client = await other.pool.connect()
    await client.query('begin; select pg_advisory_xact_lock(7241855)')
    const port = await freePort()
    const env = { DATABASE_URL: cluster.url, PORT: String(port), LOG_LEVEL: 'info' }
    const child = start(['serve'], { cwd: workplace.directory, env })
    let told = ''
    child.stderr?.on('data', (chunk: Buffer) => (told += chunk.toString()))
    const ended = endOf(child)
    cleanups.push(() => void child.kill('SIGKILL'))
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
      return answer && [answer.status, await answer.json()]
    }
    await expect.poll(() => ask('/healthz'), { timeout: 30_000 }).toEqual([200, { status: 'ok' }])
    expect(await ask('/readyz')).toEqual([503, { status: 'the database is being migrated' }])
    expect(await ask('/api/inventory/records')).toMatchObject([503, { status: 'error', code: 'unavailable' }])
    // It listens before it asks for the lock, which must be held until it has.
    await expect
      .poll(() => told, { timeout: 60_000 })
      .toContain('another process migrates the database: waiting until it has done so')
    await client.query('commit')
    client.release()
    await expect.poll(() => ask('/readyz'), { timeout: 60_000 }).toEqual([200, { status: 'ready' }])
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0 })
  })
})
