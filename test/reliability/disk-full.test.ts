import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import type { Client } from '../app.ts'
import { expectError } from '../error-body.ts'
import { clientAt } from '../processes.ts'
import { makeWorkplace, run, serve, type Environment, type RunningProgram } from '../program.ts'
import { quietLog } from '../quiet-log.ts'
import { ok } from '../scene.ts'
import { canMakeClusters, makeCluster } from './cluster.ts'
import { initialise } from './program.ts'
import { canMountDisks, mountDisk, type SmallDisk } from './small-disk.ts'
import { expectExactlyOnce, makeYard, startWriters, type Work, type Yard } from './writers.ts'

// The disk fills up under sixteen writers: they are told to come again, reading goes on, and when there is room again all of it is
// stored, once.

const PATIENCE = 240_000
const isOnServer = inject('databaseSource').engine === 'postgresql'
/** A database with its migrations takes some 60 MB, and the embedded one keeps 64 free. */
const DISK_MEGABYTES = 200

let workplace: Awaited<ReturnType<typeof makeWorkplace>>
let disk: SmallDisk
let program: RunningProgram | undefined
beforeAll(async () => {
  workplace = await makeWorkplace()
  if (canMountDisks) disk = mountDisk(DISK_MEGABYTES)
})
afterEach(async () => {
  program?.kill('SIGKILL')
  await program?.ended
})
afterAll(async () => {
  await workplace.remove()
  if (canMountDisks) disk.remove()
})

/** Fills the disk under writers, looks, and makes room again. */
async function fillUnderLoad(
  program: RunningProgram,
  apiKey: string,
): Promise<{ yard: Yard; work: Work; client: Client }> {
  const client = clientAt(program.url, { 'x-api-key': apiKey })
  const yard = await makeYard(client)
  const work = startWriters(() => program.url, apiKey, yard, 'full')
  await until(() => work.acknowledged.size >= 20)
  await disk.fill()
  // Said in so many words: a line that breaks is no answer.
  await until(() => work.refusals() >= 50)
  for (let look = 0; look < 5; look++) {
    ok(await client.get('/api/inventory/movements'))
    ok(await client.get('/api/inventory/position'))
  }
  expect((await fetch(`${program.url}/readyz`)).status).toBe(200)
  const stored = work.acknowledged.size
  await disk.empty()
  await until(() => work.acknowledged.size >= stored + 20)
  await work.finish()
  return { yard, work, client }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10)
}

async function expectHealed(
  program: RunningProgram,
  env: Environment,
  { yard, work, client }: Awaited<ReturnType<typeof fillUnderLoad>>,
): Promise<void> {
  await expectExactlyOnce(client, yard, [work])
  program.kill('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0 })
  expect(await run(['doctor'], { cwd: workplace.directory, env })).toMatchObject({ code: 0 })
}

describe.runIf(canMountDisks && !isOnServer)('the disk of the embedded database', () => {
  test(
    'is full: writes are refused as unavailable, reads go on, and it heals by itself',
    { timeout: PATIENCE },
    async () => {
      const env = { DATA_DIR: path.join(disk.directory, 'data'), RATE_LIMIT_PER_MINUTE: '0' }
      const apiKey = await initialise(workplace.directory, env)
      program = await serve({ cwd: workplace.directory, env })
      const done = await fillUnderLoad(program, apiKey)

      await disk.fill()
      await sleep(600)
      const form = new FormData()
      form.append('bucket', 'files')
      form.append('type', 'weighbridge')
      form.append('name', 'Ticket 4711')
      form.append('file', new Blob(['plot;tonnes']), 'ticket.csv')
      const upload = await fetch(`${program.url}/api/system/files`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey },
        body: form,
      })
      expectError(
        { status: upload.status, headers: Object.fromEntries(upload.headers), body: await upload.json() },
        503,
        'unavailable',
      )
      await disk.empty()
      await expectHealed(program, env, done)
    },
  )

  // What the reserve cannot help against: somebody else takes the last of it between two looks.
  test(
    'is full all of a sudden: the engine stops, and goes on when there is room',
    { timeout: PATIENCE },
    async () => {
      const dataDir = await mkdtemp(path.join(disk.directory, 'sudden-'))
      const database = await openDatabase({ dataDir, log: quietLog })
      const count = () =>
        sql<{ count: number }>`select count(*)::int as count from loads`.execute(database.db)
      const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)
      const insert = () =>
        sql`insert into loads select repeat(md5(n::text), 200) from generate_series(1, 100) n`.execute(
          database.db,
        )
      try {
        await sql`create table loads (note text)`.execute(database.db)
        await sql`alter table loads alter column note set storage external`.execute(database.db)
        let stored = 0
        // Room for the table, and not for the next part of the log.
        await disk.fill(12 * 1024 ** 2)
        let failure: unknown
        while (failure === undefined)
          await insert().then(
            () => void (stored += 100),
            (error: unknown) => void (failure = error),
          )
        expect(['08006', '53100']).toContain(codeOf(failure))
        await disk.fill()
        expect(['08006', '53100']).toContain(codeOf(await insert().catch((error: unknown) => error)))
        await disk.empty()
        // A start that failed is tried again after two seconds.
        await expect.poll(async () => (await count()).rows[0]?.count).toBe(stored)
        await insert()
        expect((await count()).rows[0]?.count).toBe(stored + 100)
      } finally {
        await database.close()
      }
    },
  )
})

describe.runIf(canMountDisks && isOnServer && canMakeClusters)('the disk of PostgreSQL', () => {
  test(
    'is full: writes are refused as unavailable, reads go on, and it heals by itself',
    { timeout: PATIENCE },
    async () => {
      // As docs/operations.md says: the log on a disk of its own. Where that one is full PostgreSQL stops, and somebody has to help.
      const cluster = await makeCluster({ under: disk.directory, logElsewhere: true })
      try {
        await cluster.start()
        const env = { DATABASE_URL: cluster.url, RATE_LIMIT_PER_MINUTE: '0' }
        const apiKey = await initialise(workplace.directory, env)
        program = await serve({ cwd: workplace.directory, env })
        await expectHealed(program, env, await fillUnderLoad(program, apiKey))
      } finally {
        await cluster.remove()
      }
    },
  )
})
