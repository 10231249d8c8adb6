import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { migrate, readApplied } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { onConnection } from '../db/snapshot.ts'
import { copyDatabase } from './copy-database.ts'

const COPY = 'before-update-'
const UNFINISHED = `${COPY}unfinished`

/**
 * Migrates a database. Of an embedded one that has been used a copy is made first, `before-update-…` in the data directory, named by the last migration that it
 * has: the way back, until the next start was sound.
 *
 * @returns the names of what was applied
 * @throws NoRoomForCopy, MigrationRefused
 */
export async function migrateWithCopy(
  database: Database,
  { dataDir }: Pick<Config, 'dataDir'>,
  log?: Pick<Logger, 'info'>,
): Promise<string[]> {
  const pending = await migrate(database, { dryRun: true })
  if (pending.length === 0) return []
  const last = (await onConnection(database, readApplied)).at(-1)
  if (database.embedded && last) await keepCopy(database, dataDir, last.name)
  return migrate(database, { ...(log && { log }) })
}

/** One that was begun twice shows the database as it was before the first try. */
async function keepCopy(database: Database, dataDir: string, last: string): Promise<void> {
  const directory = path.resolve(dataDir)
  const name = `${COPY}${last.replace(/\.sql$/, '')}`
  const there = await readdir(directory)
  if (there.includes(name)) return
  await rm(path.join(directory, UNFINISHED), { recursive: true, force: true })
  for (const old of there.filter((each) => each.startsWith(COPY)))
    await rm(path.join(directory, old), { recursive: true, force: true })
  await copyDatabase(database, directory, path.join(directory, UNFINISHED))
  await rename(path.join(directory, UNFINISHED), path.join(directory, name))
}

/** Removes the copy once the service has started again after the update, and found nothing to migrate. */
export async function forgetCopies({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const directory = path.resolve(dataDir)
  for (const name of await readdir(directory))
    if (name.startsWith(COPY)) await rm(path.join(directory, name), { recursive: true, force: true })
}
