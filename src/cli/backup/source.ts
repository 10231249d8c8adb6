import path from 'node:path'
import type { Config } from '../../config.ts'
import { DataDirectoryInUse, openDatabase, type Database } from '../../db/open.ts'
import { makeLog } from '../../log.ts'
import { BackupRefused, type Manifest } from '../../system/archives/manifest.ts'
import { noteCommandBackup, type CommandBackup } from '../../system/backups/backup-runs.ts'
import { openFiles, type Files } from '../../system/files/store.ts'
import { message } from '../../words/catalogue.ts'
import { warn } from '../command.ts'
import { databasePlace } from '../data-directory.ts'
import { hasNoDatabase, openForCommand } from '../with-database.ts'
import { askForCopy, auditBackup } from './live-copy.ts'

/** Opens the store of uploaded files that the settings name. */
export function filesOf(config: Config): Files {
  const directory = path.join(config.dataDir, 'files')
  return openFiles({ directory, s3: config.s3, quotaBytes: config.fileQuotaBytes })
}

/** Counts the rows of a backup. */
export function countRows({ tables }: Pick<Manifest, 'tables'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

/**
 * Runs work on the database that the settings name, or on a copy of it where a server has it for itself.
 *
 * @param describe the backup that came of it, of which the installation is to know; nothing is noted without
 * @throws BackupRefused where there is no database
 */
export async function withSource<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
  describe?: (made: T) => CommandBackup,
): Promise<T> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined && hasNoDatabase(dataDir))
    throw new BackupRefused(message('nothingToBackUpIn', { directory: path.resolve(dataDir) }))
  const log = makeLog('warn')
  try {
    return await closing(await openForCommand(config, log), async (database) => {
      await auditBackup(database, new Date()).catch(() => warn(message('backupIsNotInAudit', {})))
      const made = await work(database)
      // A standby takes nothing, and a database of an earlier version has no place for it.
      if (describe) await noteCommandBackup(database.db, describe(made), new Date()).catch(() => undefined)
      return made
    })
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error
    const copy = await askForCopy(dataDir)
    if (!copy) throw error
    warn(message('databaseIsOfServer', { place: databasePlace(config) }))
    let made: CommandBackup | undefined
    try {
      // Nothing is written to it that would have to outlive a power cut.
      const done = await closing(await openDatabase({ dataDir: copy.directory, durable: false, log }), work)
      made = describe?.(done)
      return done
    } finally {
      await copy.remove(made)
    }
  }
}

async function closing<T>(database: Database, work: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
