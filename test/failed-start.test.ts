import { expect, inject, test } from 'vitest'
import { openDatabase } from '../src/db/open.ts'
import { openTestDatabase, placeEmptyDatabase } from './database.ts'
import { makeWorkplace, run, type Environment } from './program.ts'
import { quietLog } from './quiet-log.ts'

const isOnServer = inject('databaseSource').engine === 'postgresql'

/** What it takes to start a process or two on a busy machine. */
const PATIENCE = 240_000

test(
  'a start that fails once the server listens ends, instead of staying without its database',
  { timeout: PATIENCE },
  async () => {
    const other = await makeWorkplace()
    const server = isOnServer ? await openTestDatabase() : undefined
    const env: Environment = server?.url ? { DATABASE_URL: server.url } : { DATA_DIR: other.dataDir }
    try {
      await placeEmptyDatabase(other.dataDir)
      const database = await openDatabase({
        databaseUrl: server?.url,
        dataDir: other.dataDir,
        log: quietLog,
      })
      // What the worker asks for first.
      await database.pool.query('alter table webhooks rename cursor_event to elsewhere')
      await database.close()
      const { code, stdout, stderr } = await run(['serve'], { cwd: other.directory, env })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain('cursor_event')
    } finally {
      await server?.close()
      await other.remove()
    }
  },
)
