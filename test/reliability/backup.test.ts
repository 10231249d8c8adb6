import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { backupIn, makeBare, type Bare } from '../bare-database.ts'
import type { Answer } from '../app.ts'
import { placeEmptyDatabase } from '../database.ts'
import { clientAt } from '../processes.ts'
import { endOf, run, serve, start, type RunningProgram } from '../program.ts'
import { fc } from '../seed.ts'
import { digestOf } from './digest.ts'
import { initialise } from './program.ts'
import { report } from './report.ts'
import { sized } from './size.ts'
import {
  expectExactlyOnce,
  makeYard,
  startWriters,
  storedReferences,
  type Work,
  type Yard,
} from './writers.ts'

// A backup that is made while sixteen lorries send their loads, by the real program, and what can be made of it: the same ledger somewhere
// else, on the other database as well, and nothing at all of one that was altered.

const PATIENCE = 600_000
const LOADS_BEFORE = 40
const isOnServer = inject('databaseSource').engine === 'postgresql'
const engine = isOnServer ? 'postgresql' : 'pglite'
const TICKET = randomBytes(5000)

let source: Bare
let program: RunningProgram
let apiKey: string
let yard: Yard
let ticketPath: string
let file: string
/** What was acknowledged before the backup was asked for. */
let before: string[]
let backup: { ledgerHash: string; rows: number }
let work: Work
const bares: Bare[] = []

const runIn = (bare: Bare, ...args: string[]) => run(args, { cwd: path.dirname(bare.dataDir), env: bare.env })

async function makeTarget(kind: 'pglite' | 'postgresql'): Promise<Bare> {
  const bare = await makeBare(kind)
  bares.push(bare)
  if (kind === engine) await placeEmptyDatabase(bare.dataDir)
  return bare
}

beforeAll(async () => {
  source = await makeTarget(engine)
  const cwd = path.dirname(source.dataDir)
  apiKey = await initialise(cwd, source.env)
  program = await serve({ cwd, env: source.env })
  yard = await makeYard(clientAt(program.url, { 'x-api-key': apiKey }))
  ticketPath = await upload(program.url)
  work = startWriters(() => program.url, apiKey, yard, 'backup')
  while (work.acknowledged.size < LOADS_BEFORE) await sleep(5)

  before = [...work.acknowledged.keys()]
  file = backupIn(source)
  const { code, stdout, stderr } = await runIn(source, 'backup', file, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  backup = JSON.parse(stdout)
  const during = work.acknowledged.size
  while (work.acknowledged.size < during + LOADS_BEFORE) await sleep(5)
  await work.finish()
  report(
    `backup (${engine}): ${before.length} loads before it, ${during - before.length} while it was made, ${work.acknowledged.size - during} after`,
  )
}, PATIENCE)

afterAll(async () => {
  program?.kill('SIGKILL')
  await program?.ended
  for (const bare of bares) await bare.remove()
})

/** Answers where it can be had. */
async function upload(url: string): Promise<string> {
  const form = new FormData()
  const fields = { bucket: 'files', type: 'weighbridge', name: 'Ticket 4711' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([TICKET.toString('base64')], { type: 'text/plain' }), 'ticket.txt')
  const answer = await fetch(`${url}/api/system/files`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: form,
  })
  const stored: Answer['body'] = await answer.json()
  expect(answer.status, JSON.stringify(stored)).toBe(200)
  return stored.info.url
}

const unfinishedBeside = async (target: string) =>
  (await readdir(path.dirname(target))).filter((name) => name.includes('unfinished'))

/** The copies that a running server has made of its embedded database. */
async function copiesIn({ dataDir }: Bare): Promise<string[]> {
  return isOnServer ? [] : (await readdir(dataDir)).filter((name) => name.startsWith('backup-copy'))
}

/** Asks a restored database, by the program, whether it is the ledger of the backup, and sound. */
async function expectSameLedger(bare: Bare): Promise<void> {
  const { code, stdout } = await runIn(bare, 'doctor', '--json')
  expect({ code, ...JSON.parse(stdout) }).toEqual({
    code: 0,
    ledgerHash: backup.ledgerHash,
    differences: [],
    missingFiles: [],
  })
}

async function digestIn(bare: Bare) {
  const database = await bare.open()
  try {
    // Of transactions of one database; what a restore holds back; and the numbers of events, which each restore goes on from higher up.
    return await digestOf(database.db, [
      'schema_migrations',
      'event_streams',
      'search_changes',
      'search_heads',
      'kept_searches',
      'jobs',
    ])
  } finally {
    await database.close()
  }
}

describe('a backup under load', () => {
  test('no writer was refused, and each load is there once', { timeout: PATIENCE }, async () => {
    await expectExactlyOnce(clientAt(program.url, { 'x-api-key': apiKey }), yard, [work])
    // Nothing is left of the way it was made.
    expect([await unfinishedBeside(file), await copiesIn(source)]).toEqual([[], []])
  })

  test(
    'one that is killed leaves no backup, and the server cleans up after it',
    { timeout: PATIENCE },
    async () => {
      const target = backupIn(source)
      const child = start(['backup', target], { cwd: path.dirname(target), env: source.env })
      const ended = endOf(child)
      const begun = async () =>
        (await copiesIn(source)).length > 0 || (await unfinishedBeside(target)).length > 0
      while (!(await begun())) await sleep(5)
      child.kill('SIGKILL')
      expect(await ended).toMatchObject({ code: null })
      expect(existsSync(target)).toBe(false)
      while ((await copiesIn(source)).length > 0) await sleep(20)
      if (!isOnServer) expect((await stat(path.join(source.dataDir, 'backup.sock'))).mode & 0o777).toBe(0o600)
    },
  )

  test(
    'it is one moment: everything from before it, and a ledger without a fault',
    { timeout: PATIENCE },
    async () => {
      const target = await makeTarget(engine)
      const { code, stdout, stderr } = await runIn(target, 'restore', file, '--json')
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toMatchObject({
        ledgerHash: backup.ledgerHash,
        rows: backup.rows,
        differences: [],
      })
      await expectSameLedger(target)

      const restored = await serve({ cwd: path.dirname(target.dataDir), env: target.env })
      try {
        const client = clientAt(restored.url, { 'x-api-key': apiKey })
        const stored = new Set(await storedReferences(client))
        expect(before.filter((each) => !stored.has(each))).toEqual([])
        expect([...stored].filter((each) => !work.acknowledged.has(each))).toEqual([])
        const answer = await fetch(restored.url + ticketPath, { headers: { 'x-api-key': apiKey } })
        expect(await answer.text()).toBe(TICKET.toString('base64'))
        // It goes on as the first one would have: the loads after the backup are sent again.
        const again = startWriters(() => restored.url, apiKey, yard, 'restored')
        while (again.acknowledged.size < 20) await sleep(5)
        await again.finish()
        expect(again.surprises).toEqual([])
      } finally {
        restored.kill('SIGTERM')
        await restored.ended
      }
      expect(await runIn(target, 'doctor')).toMatchObject({ code: 0 })
      const second = await runIn(target, 'restore', file)
      expect(second).toMatchObject({ code: 1, stdout: '' })
      expect(second.stderr).toMatch(/^A backup is restored into an empty database only.*\n$/)
    },
  )

  test.runIf(isOnServer)(
    'from PostgreSQL to the embedded database and back',
    { timeout: PATIENCE },
    async () => {
      const embedded = await makeTarget('pglite')
      const { code, stderr } = await runIn(embedded, 'restore', file)
      expect(code).toBe(0)
      // From a server with many millions of transactions the way is too far for them.
      expect(stderr).toMatch(/^(Listeners of events [^\n]+\n)?$/)
      await expectSameLedger(embedded)
      const way = backupIn(embedded)
      expect(await runIn(embedded, 'backup', way)).toMatchObject({ code: 0, stderr: '' })
      const back = await makeTarget('postgresql')
      expect(await runIn(back, 'restore', way)).toMatchObject({ code: 0, stderr: '' })
      await expectSameLedger(back)
      expect(await digestIn(back)).toEqual(await digestIn(embedded))
    },
  )
})

describe('what is not as it was made', () => {
  const changes = fc.sample(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      bits: fc.integer({ min: 1, max: 255 }),
    }),
    sized(2, 40),
  )

  test('is refused before there is a database', { timeout: PATIENCE }, async () => {
    const sound = await readFile(file)
    const altered = changes.map(({ at, bits }) => {
      const bytes = Buffer.from(sound)
      const place = Math.floor(at * bytes.length)
      bytes[place] = (bytes[place] ?? 0) ^ bits
      return bytes
    })
    const cut = changes.map(({ at }) => sound.subarray(0, Math.floor(at * sound.length)))
    const target = await makeBare('pglite')
    bares.push(target)
    const copy = backupIn(target)
    for (const bytes of [...altered, ...cut]) {
      await writeFile(copy, bytes)
      const { code, stdout, stderr } = await runIn(target, 'restore', copy)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^[^\n]+ is (damaged|no whole backup)[^\n]+Nothing was changed\.[^\n]*\n$/)
      expect(existsSync(target.dataDir)).toBe(false)
    }
  })
})

describe('a restore that is killed', () => {
  // How long it takes differs, so that one of them is early.
  const anyMoment = fc.double({ min: 0.2, max: 0.9, noNaN: true })
  const moments = [0.2, ...fc.sample(anyMoment, sized(isOnServer ? 1 : 0, 29))].toSorted((a, b) => a - b)

  test('leaves the database empty, and can be done again', { timeout: PATIENCE }, async () => {
    let target = await makeTarget(engine)
    const begun = performance.now()
    expect(await runIn(target, 'restore', file)).toMatchObject({ code: 0 })
    let restoreMs = performance.now() - begun
    let killed = 0
    while (killed === 0) {
      target = await makeTarget(engine)
      killed = await killRestores(
        target,
        moments.map((moment) => moment * restoreMs),
      )
      // That one was quicker by far than the one that was timed.
      restoreMs /= 2
    }
    report(`restore (${engine}): killed ${killed} times before it was done`)
    if ((await countOrganisations(target)) === 0)
      expect(await runIn(target, 'restore', file)).toMatchObject({ code: 0 })
    await expectSameLedger(target)
  })
})

/** Kills restores after those times until one was done before its kill, and answers how many were not. */
async function killRestores(target: Bare, timesMs: number[]): Promise<number> {
  const where = { cwd: path.dirname(target.dataDir), env: target.env }
  for (const [killed, timeMs] of timesMs.entries()) {
    const child = start(['restore', file], where)
    const ended = endOf(child)
    await Promise.race([sleep(timeMs), ended])
    child.kill('SIGKILL')
    const { code } = await ended
    if (isOnServer) await untilAlone(target)
    // All of it is there where the kill came behind the commit, and nothing before.
    if ((await countOrganisations(target)) > 0) return killed
    expect(code).toBe(null)
  }
  return timesMs.length
}

async function countOrganisations(bare: Bare): Promise<number> {
  const database = await bare.open()
  try {
    const { rows } = await database.pool.query<{ isMigrated: boolean }>(
      `select to_regclass('organisations') is not null as "isMigrated"`,
    )
    if (!rows[0]?.isMigrated) return 0
    return (await database.pool.query('select from organisations')).rowCount ?? 0
  } finally {
    await database.close()
  }
}

/** The server notices by and by that a client was killed, and takes back what it had begun. */
async function untilAlone(bare: Bare): Promise<void> {
  const database = await bare.open()
  try {
    for (;;) {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      if (rowCount === 0) return
      await sleep(50)
    }
  } finally {
    await database.close()
  }
}
