import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeEmptyDatabase } from '../../test/database.ts'
import { quietLog } from '../../test/quiet-log.ts'
import { openDatabase } from './open.ts'

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'granary-private-'))))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Which files of the database others have rights on, and how many files there are. */
async function openToOthers() {
  const directory = path.join(dataDir, 'database')
  const names = await readdir(directory, { recursive: true })
  const modes = await Promise.all(names.map(async (name) => (await stat(path.join(directory, name))).mode))
  return { count: names.length, open: names.filter((_name, index) => ((modes[index] ?? 0) & 0o077) !== 0) }
}

// The files of PostgreSQL are those of another program.
test.skipIf(process.env['TEST_DATABASE_URL'])(
  'nobody else may read or write the files of the embedded database, old ones and new ones',
  async () => {
    await placeEmptyDatabase(dataDir)
    const old = path.join(dataDir, 'database/PG_VERSION')
    await chmod(old, 0o666)
    const database = await openDatabase({ databaseUrl: undefined, dataDir, poolSize: 2, log: quietLog })
    await database.pool.query('create table harvests as select generate_series(1, 1000) as year')
    await database.close()
    const { count, open } = await openToOthers()
    expect(count).toBeGreaterThan(500)
    expect(open).toEqual([])
  },
)
