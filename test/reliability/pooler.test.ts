import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { clientAt } from '../processes.ts'
import { makeWorkplace, run, serve, type RunningProgram } from '../program.ts'
import { quietLog } from '../quiet-log.ts'
import { canMakeClusters, makeCluster, type Cluster } from './cluster.ts'
import { canName, hasPooler, openPooler, type Pooler } from './pooler.ts'
import { initialise } from './program.ts'
import { report } from './report.ts'
import { expectExactlyOnce, makeYard, startWriters } from './writers.ts'

// Granary behind PgBouncer in transaction mode, which is how managed services offer PostgreSQL: no session is anybody's own.

const PATIENCE = 240_000
const isOnServer = inject('databaseSource').engine === 'postgresql'
const CONNECTIONS = 4
/** Ways to name statements that this PgBouncer knows. */
const namings = canName ? [true, false] : [false]

describe.runIf(isOnServer && canMakeClusters && hasPooler)('behind PgBouncer', () => {
  let cluster: Cluster
  let pooler: Pooler
  let workplace: Awaited<ReturnType<typeof makeWorkplace>>
  const programs: RunningProgram[] = []
  beforeAll(async () => {
    workplace = await makeWorkplace()
    cluster = await makeCluster()
    await cluster.start()
    pooler = await openPooler(cluster, CONNECTIONS)
  }, PATIENCE)
  afterEach(async () => {
    for (const program of programs) program.kill('SIGKILL')
    for (const program of programs.splice(0)) await program.ended
  })
  afterAll(async () => {
    await pooler?.remove()
    await cluster?.remove()
    await workplace.remove()
  })

  const open = (isNaming: boolean) =>
    openDatabase({ databaseUrl: pooler.url, poolSize: 16, isNaming, log: quietLog })

  test.each(namings)(
    'every statement has its limits, statements named: %s',
    { timeout: PATIENCE },
    async (naming) => {
      const database = await open(naming)
      const { db } = database
      const read = sql<{ limits: string; pid: number }>`
      select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
        current_setting('idle_in_transaction_session_timeout'), current_setting('timezone')) as limits,
        pg_backend_pid() as pid from pg_sleep(0.02)`
      const alone = Array.from({ length: 24 }, () => read.execute(db))
      const within = Array.from({ length: 24 }, () => inTransaction(db, (trx) => read.execute(trx)))
      const rows = (await Promise.all([...alone, ...within])).flatMap((result) => result.rows)
      expect(new Set(rows.map(({ limits }) => limits))).toEqual(new Set(['30s 10s 1min UTC']))
      expect(new Set(rows.map(({ pid }) => pid)).size).toBe(CONNECTIONS)
      // Nothing stays behind for those who share the connections.
      const left = await database.pool.query('show statement_timeout')
      expect(left.rows).toEqual([{ statement_timeout: '0' }])
      await database.close()
    },
  )

  test.each(namings)(
    'a statement that fails fails alone, statements named: %s',
    { timeout: PATIENCE },
    async (naming) => {
      const database = await open(naming)
      const { db } = database
      for (const _time of [1, 2, 3]) {
        const asked = Array.from({ length: 20 }, (_each, index) =>
          sql<{ answer: number }>`select 100 / ${index % 5}::integer as answer`.execute(db),
        )
        const answered = await Promise.allSettled(asked)
        const failed = answered.filter(({ status }) => status === 'rejected')
        expect(failed).toHaveLength(4)
        for (const { reason } of failed as PromiseRejectedResult[])
          expect(reason).toMatchObject({ code: '22012' })
      }
      const slow = openDatabase({
        databaseUrl: pooler.url,
        statementTimeoutMilliseconds: 200,
        isNaming: naming,
        log: quietLog,
      })
      const hasty = await slow
      await expect(sql`select pg_sleep(2)`.execute(hasty.db)).rejects.toMatchObject({ code: '57014' })
      await hasty.close()
      await database.close()
    },
  )

  test('what PgBouncer cannot pass on is told as the loss that it is', { timeout: PATIENCE }, async () => {
    const hasty = await openPooler(cluster, 1, 1)
    const database = await openDatabase({
      databaseUrl: hasty.url,
      poolSize: 4,
      isNaming: false,
      log: quietLog,
    })
    const { db } = database
    const held = sql`select pg_sleep(4)`.execute(db)
    await sleep(200)
    const late = await Promise.allSettled([
      sql`select ${1}::integer as one`.execute(db),
      inTransaction(db, (trx) => sql`select ${1}::integer as one`.execute(trx)),
    ])
    const reasons = late.map((each) => (each.status === 'rejected' ? each.reason : undefined))
    // Of PostgreSQL's class for connections, which callers are answered with 503.
    expect(reasons).toEqual([
      expect.objectContaining({ code: '08P01' }),
      expect.objectContaining({ code: '08P01' }),
    ])
    await held
    await database.close()
    await hasty.remove()
  })

  test('a lock of migrations does not stay: the next start goes on', { timeout: PATIENCE }, async () => {
    const database = await open(false)
    await migrate(database)
    await database.close()
    const locks = await cluster.query(`select from pg_locks where locktype = 'advisory'`)
    expect(locks).toHaveLength(0)
    for (const _time of [1, 2]) {
      const again = await open(false)
      expect(await migrate(again)).toEqual([])
      await again.close()
    }
  })

  test.each(namings)(
    'two programs work on it, statements named: %s',
    { timeout: PATIENCE },
    async (naming) => {
      await cluster.query('drop schema public cascade')
      await cluster.query('create schema public')
      const env = {
        DATABASE_URL: pooler.url,
        DATABASE_PREPARED_STATEMENTS: naming ? 'on' : 'off',
        RATE_LIMIT_PER_MINUTE: '0',
      }
      const where = { cwd: workplace.directory, env }
      const apiKey = await initialise(workplace.directory, env)
      for (const _time of [1, 2]) programs.push(await serve(where))
      const [url = ''] = programs.map((program) => program.url)
      const client = clientAt(url, { 'x-api-key': apiKey })
      const yard = await makeYard(client)
      const work = startWriters(
        () => programs[Math.random() < 0.5 ? 0 : 1]?.url ?? url,
        apiKey,
        yard,
        'pooler',
      )
      await expect.poll(() => work.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(200)
      await work.finish()
      await expectExactlyOnce(client, yard, [work])
      for (const program of programs) program.kill('SIGTERM')
      for (const program of programs) expect(await program.ended).toMatchObject({ code: 0 })
      expect(await run(['doctor', '--without-files'], where)).toMatchObject({ code: 0 })
      report(
        `pooler: ${work.acknowledged.size} loads over ${CONNECTIONS} connections, statements named: ${naming}`,
      )
    },
  )
})
