import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { TAKING_OVER } from '../../src/db/baseline.ts'
import type { Database } from '../../src/db/open.ts'
import { endOf, makeWorkplace, run, serve, start } from '../program.ts'
import { fc } from '../seed.ts'
import { readBefore, type Before } from './books.ts'
import { OWNERS } from './dumps/desk.ts'
import { cutOffAt, makeOld, migrationsAfter, pace, released, type OldDatabase } from './released.ts'
import { LEDGERS } from './ledgers.ts'
import { report } from './report.ts'
import { isNightly, sized } from './size.ts'
import { expectAllBooks, expectPages, expectToday, expectWork, signIn } from './upgraded.ts'

// A farm that comes from an older version: what each released schema held is brought to today's, also where that is cut short. The
// dumps were made by the programs of their time (CONTRIBUTING.md, Migrations).

const isOnServer = inject('databaseSource').engine === 'postgresql'
const KILLS = sized(2, 40)
const PATIENCE = sized(240_000, 3_600_000)
const UP_TO_DATE = 'The database is up to date.\n'
/** Before and among all that was entered, now, and where all plans are over. */
const INSTANTS = [
  '1852-09-01',
  '1853-02-01',
  '2025-08-14',
  '2026-08-10',
  new Date().toISOString(),
  '2100-01-01',
]
const instants = INSTANTS.map((each) => new Date(each).toISOString())

let workplace: Awaited<ReturnType<typeof makeWorkplace>>
beforeAll(async () => {
  workplace = await makeWorkplace()
})
afterAll(() => workplace.remove())

const where = ({ env }: OldDatabase) => ({
  cwd: workplace.directory,
  env: { ...env, RATE_LIMIT_PER_MINUTE: '0', NODE_ENV: 'development' },
})
const listed = (title: string, names: string[]) => `${title}:\n${names.map((name) => `  ${name}\n`).join('')}`

/** Starts a migration, and kills it when it has come so far. */
async function killAt(cut: OldDatabase, step: number): Promise<void> {
  const child = start(['migrate'], where(cut))
  const ended = endOf(child)
  for (;;) {
    const isOver = child.exitCode !== null
    if ((await cut.countSteps()) >= step) break
    if (isOver) throw new Error(`it ended before step ${step}: ${(await ended).stderr}`)
    await sleep(2)
  }
  child.kill('SIGKILL')
  await ended
}

/** Both are there, tell the same, and one of them has migrated. */
async function expectBothServe(both: OldDatabase, before: Before): Promise<void> {
  const { cwd, env } = where(both)
  const programs = await Promise.all([1, 2].map(() => serve({ cwd, env: { ...env, LOG_LEVEL: 'info' } })))
  onTestFinished(() => programs.forEach((program) => program.kill('SIGKILL')))
  for (const { url } of programs) await expectAllBooks(url, before, instants)
  const migrated = programs.filter(({ stderr }) => stderr().includes('"msg":"migrated"'))
  expect(migrated).toHaveLength(1)
  for (const program of programs) program.kill('SIGTERM')
  for (const program of programs) expect(await program.ended).toMatchObject({ code: 0 })
  await expectToday(both)
}

/** The embedded database has one program at a time, also while it is migrated; the other one leaves it alone. */
async function expectSecondRefused(both: OldDatabase, before: Before): Promise<void> {
  const { cwd, env } = where(both)
  const first = serve({ cwd, env })
  while ((await both.countSteps()) < 1) await sleep(2)
  const second = await run(['serve'], { cwd, env })
  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toContain('in use by another process')
  const program = await first
  onTestFinished(() => program.kill('SIGKILL'))
  await expectAllBooks(program.url, before, instants)
  program.kill('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0 })
  await expectToday(both)
}

describe.each(released)('from $name', (version) => {
  const pending = migrationsAfter(version)
  let old: OldDatabase
  let before: Before
  let steps = 0
  beforeAll(async () => {
    const look = async (database: Database) => {
      await pace(database)
      return readBefore(database, instants)
    }
    ;({ old, seen: before } = await makeOld(version, look))
  })
  afterAll(() => old.remove())

  test('nothing is lost or changed, and work goes on', { timeout: PATIENCE }, async () => {
    const upgraded = await old.copy()
    onTestFinished(upgraded.remove)
    const migrate = (...args: string[]) => run(['migrate', ...args], where(upgraded))
    const applied = pending.length === 0 ? UP_TO_DATE : listed('Applied', pending)
    const planned = pending.length === 0 ? UP_TO_DATE : listed('Would apply', pending)
    expect(await migrate('--dry-run')).toEqual({ code: 0, stdout: planned, stderr: '' })
    expect(await migrate()).toEqual({ code: 0, stdout: applied, stderr: '' })
    expect(await migrate('--dry-run')).toEqual({ code: 0, stdout: UP_TO_DATE, stderr: '' })
    steps = await upgraded.countSteps()
    await expectToday(upgraded, before)
    const { stdout: examined } = await run(['doctor', '--without-files'], where(upgraded))
    expect(examined).toContain(`Ledger hash: ${LEDGERS[version.name]}`)

    const program = await serve(where(upgraded))
    onTestFinished(() => program.kill('SIGKILL'))
    await expectAllBooks(program.url, before, instants)
    const farm = await signIn(program.url, OWNERS.farm)
    await expectPages(farm, before.pages)
    await expectWork(farm)
    program.kill('SIGTERM')
    expect(await program.ended).toMatchObject({ code: 0 })
    // Dumps are of databases alone.
    expect(await run(['doctor', '--without-files'], where(upgraded))).toMatchObject({ code: 0 })
  })

  test.runIf(version === released.at(-1))(
    'there is no way back, and it says so in one line',
    { timeout: PATIENCE },
    async () => {
      const later = await old.copy()
      onTestFinished(later.remove)
      expect(await run(['migrate'], where(later))).toMatchObject({ code: 0 })
      const database = await later.open()
      await database.pool.query(
        `insert into schema_migrations (name, checksum) values ('9999-later.sql', '')`,
      )
      await database.close()
      for (const args of [['serve'], ['migrate'], ['doctor', '--without-files']]) {
        expect(await run(args, where(later)), args.join(' ')).toEqual({
          code: 1,
          stdout: '',
          stderr: 'The database was made by a later version: this one does not know 9999-later.sql.\n',
        })
      }
    },
  )

  /** Counted where the first of these tests has migrated, or else here. */
  async function countSteps(): Promise<number> {
    if (steps > 0) return steps
    const whole = await old.copy()
    expect(await run(['migrate'], where(whole))).toMatchObject({ code: 0 })
    steps = await whole.countSteps()
    await whole.remove()
    return steps
  }

  /** One in each part of the way, so that some fall behind the first migration whatever the seed. */
  async function pointsOnTheWay(): Promise<number[]> {
    const all = await countSteps()
    const shares = fc.sample(fc.noBias(fc.integer({ min: 0, max: 9999 })), KILLS)
    return shares.map((share, part) => 1 + Math.floor(((part + share / 10_000) / KILLS) * all))
  }

  // The oldest passes every migration that any other one does. To take a database over changes none of its tables.
  const isCut = pending.some((name) => name !== TAKING_OVER) && (version === released[0] || isNightly)
  describe.runIf(isCut)('cut short', () => {
    async function expectResumed(cut: OldDatabase): Promise<number> {
      const { code, stdout } = await run(['migrate'], where(cut))
      expect(code).toBe(0)
      const left = stdout
        .split('\n')
        .filter((line) => line.startsWith('  '))
        .map((line) => line.trim())
      expect(stdout).toBe(left.length === 0 ? UP_TO_DATE : listed('Applied', left))
      // Whole migrations from the front are done, and no other.
      expect(left).toEqual(pending.slice(pending.length - left.length))
      await expectToday(cut, before)
      return left.length
    }

    test('killed anywhere, it goes on from there', { timeout: PATIENCE }, async () => {
      const lefts: number[] = []
      const points = await pointsOnTheWay()
      for (const point of points) {
        const cut = await old.copy()
        await killAt(cut, point)
        lefts.push(await expectResumed(cut))
        await cut.remove()
      }
      report(
        `upgrade from ${version.name}: killed at steps ${points.join(', ')} of ${steps}; of ${pending.length} migrations were left ${lefts.join(', ')}`,
      )
      expect(Math.max(...lefts)).toBeGreaterThan(0)
      // Half-way: the oldest has a long way to go.
      if (version === released[0]) expect(Math.min(...lefts)).toBeLessThan(pending.length)
    })

    test.runIf(isOnServer)(
      'cut off from the server, it says so, and goes on later',
      { timeout: PATIENCE },
      async () => {
        for (const point of await pointsOnTheWay()) {
          const cut = await old.copy()
          await cutOffAt(cut, point)
          const ended = await run(['migrate'], where(cut))
          expect(ended).toMatchObject({ code: 1, stdout: '' })
          expect(ended.stderr).toContain('terminating connection')
          await expectResumed(cut)
          await cut.remove()
        }
      },
    )

    test('of two that start at once one migrates', { timeout: PATIENCE }, async () => {
      const both = await old.copy()
      onTestFinished(both.remove)
      if (isOnServer) await expectBothServe(both, before)
      else await expectSecondRefused(both, before)
    })
  })
})
