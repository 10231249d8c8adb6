import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../src/db/open.ts'
import { createDatabase, onServer, urlOf } from './global-setup.ts'
import { makeWorkplace, type Environment } from './program.ts'
import { quietLog } from './quiet-log.ts'

/** A database that nobody has used yet, not even to migrate it: on PostgreSQL just made, or else a directory that is not there. */
export interface Bare {
  /** What the program is told to use it. */
  env: Environment
  /** Where the embedded database would be, and uploaded files are. */
  dataDir: string
  /** Opens it in this process. */
  open: () => Promise<Database>
  remove: () => Promise<void>
}

export async function makeBare(engine: Database['engine']): Promise<Bare> {
  const { dataDir, remove } = await makeWorkplace()
  const env: Environment = { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0' }
  const source = inject('databaseSource')
  if (engine === 'pglite')
    return { env, dataDir, open: () => openDatabase({ dataDir, durable: false, log: quietLog }), remove }
  if (source.engine === 'pglite') throw new Error('this run has no PostgreSQL')
  const name = `${source.prefix}${randomBytes(4).toString('hex')}`
  await onServer(source.serverUrl, (client) => createDatabase(client, name))
  const databaseUrl = urlOf(source.serverUrl, name)
  return {
    env: { ...env, DATABASE_URL: databaseUrl },
    dataDir,
    open: () => openDatabase({ databaseUrl, log: quietLog }),
    remove: async () => {
      await remove()
      await onServer(source.serverUrl, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      )
    },
  }
}

/** A name for a backup that is not taken, in the folder of a bare database. */
export function backupIn({ dataDir }: Bare): string {
  return path.join(path.dirname(dataDir), `${randomBytes(4).toString('hex')}.granary`)
}
