import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { openTestDatabase, placeEmptyDatabase } from '../database.ts'
import { makeWorkplace, run, type Environment } from '../program.ts'
import { quietLog } from '../quiet-log.ts'

const isOnServer = inject('databaseSource').engine === 'postgresql'

/** What it takes to start a process or two on a busy machine. */
const PATIENCE = 240_000

test.each([
  ['once the server listens', 'alter table setup_codes rename code_hash to elsewhere', 'code_hash'],
  ['once Redis is looked for', 'alter table notices rename told_at to elsewhere', 'told_at'],
])(
  'a start that fails %s ends, instead of staying without its database',
  { timeout: PATIENCE },
  async (_when, change, said) => {
    const other = await makeWorkplace()
    const server = isOnServer ? await openTestDatabase() : undefined
    const place: Environment = server?.url ? { DATABASE_URL: server.url } : { DATA_DIR: other.dataDir }
    // Nobody is there, which keeps no server from starting.
    const env = { ...place, REDIS_URL: 'redis://127.0.0.1:1' }
    try {
      await placeEmptyDatabase(other.dataDir)
      const database = await openDatabase({
        databaseUrl: server?.url,
        dataDir: other.dataDir,
        log: quietLog,
      })
      await database.pool.query(change)
      await database.close()
      const { code, stdout, stderr } = await run(['serve'], { cwd: other.directory, env })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(said)
    } finally {
      await server?.close()
      await other.remove()
    }
  },
)
