import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { quietLog } from '../quiet-log.ts'

// An embedded database is made in a folder beside its own, and takes its place once it is whole.

const isOnServer = inject('databaseSource').engine === 'postgresql'
const OPEN = path.join(import.meta.dirname, '../../src/db/open.ts')

describe.skipIf(isOnServer)('a first start', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'granary-half-made-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  const found = (pattern: string) => globSync(pattern, { cwd: dataDir })
  const hasFile = (pattern: string) => found(pattern).length > 0

  async function open() {
    const database = await openDatabase({ dataDir, durable: false, log: quietLog })
    onTestFinished(() => database.close())
    return database
  }

  function startOther() {
    const code = `
      import { openDatabase } from ${JSON.stringify(OPEN)}
      const log = { info() {}, warn() {}, error() {} }
      await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, log })`
    return spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'inherit' })
  }

  test('that is killed half way can be done again', { timeout: 240_000 }, async () => {
    // As soon as the first files are there, and when they nearly all are.
    const seen = new Set<string>()
    for (const file of ['PG_VERSION', 'postmaster.pid']) {
      const other = startOther()
      // Its own, and not what the one before it left.
      const made = () =>
        found(`database.unfinished-*/${file}`).filter((each) => !seen.has(path.dirname(each)))
      await vi.waitUntil(() => made().length > 0, { timeout: 40_000, interval: 1 })
      for (const each of made()) seen.add(path.dirname(each))
      other.kill('SIGKILL')
      await once(other, 'exit')
      expect(hasFile('database')).toBe(false)
    }
    const { pool } = await open()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    // What the makers of the others left is removed, or theirs to give up.
    await expect.poll(() => hasFile('database.unfinished-*'), { timeout: 40_000 }).toBe(false)
  })

  test('removes what another left half made that nobody goes on with', { timeout: 240_000 }, async () => {
    const left = path.join(dataDir, 'database.unfinished-left')
    await mkdir(path.join(left, 'base'), { recursive: true })
    await open()
    expect(existsSync(left)).toBe(false)
  })
})
