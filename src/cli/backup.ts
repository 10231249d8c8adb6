import path from 'node:path'
import { readConfig, type Config } from '../config.ts'
import { DataDirectoryInUse, openDatabase, type Database } from '../db/open.ts'
import { makeLog } from '../log.ts'
import { openFiles, type Files } from '../system/files/store.ts'
import { askForCopy } from './backup/live-copy.ts'
import { BackupRefused, type Manifest } from './backup/manifest.ts'
import { writeBackup } from './backup/write-backup.ts'
import { command, say, warn } from './command.ts'
import { hasNoDatabase, openConfigured } from './with-database.ts'

export const backupCommand = command(
  {
    name: 'backup',
    summary: 'Write everything there is into one file, also while the server runs.',
    usage: '<file> [--without-files] [--json]',
    help: `
  <file>           where to, such as /mnt/usb/hill-farm-2026-11-21.granary; what is there is never overwritten
  --without-files  leave uploaded files out
  --json           print one JSON object and nothing else

It shows one moment: what was acknowledged before it began is in it. It holds all that the service knows, keys and
passwords in the form they are stored in, so keep it where nobody else reads it. See also: restore.`,
    options: {
      'without-files': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    operands: ['file'],
  },
  async ({ 'without-files': withoutFiles, json }, file = '') => {
    const config = readConfig()
    const target = path.resolve(file)
    const store = withoutFiles ? undefined : filesOf(config).store
    const manifest = await withSource(config, (database) =>
      writeBackup({ database, store, now: new Date() }, target),
    )
    for (const key of manifest.missingFiles)
      warn(`The file ${key} is not in the store as it was uploaded, and not in the backup.`)
    const { ledgerHash, takenAt, missingFiles } = manifest
    const rows = countRows(manifest)
    if (json) return say(JSON.stringify({ file: target, takenAt, rows, ledgerHash, missingFiles }))
    say(`Everything is in ${target}: ${rows} rows. Ledger hash: ${ledgerHash}`)
  },
)

/** Where uploaded files are, by the settings. */
export function filesOf(config: Config): Files {
  const directory = path.join(config.dataDir, 'files')
  return openFiles({ directory, s3: config.s3, quotaBytes: config.fileQuotaBytes })
}

/** How many rows a backup has. */
export function countRows({ tables }: Pick<Manifest, 'tables'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

/** Runs work on the database that the settings name, or on a copy of it where a server has it for itself. */
async function withSource<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined && hasNoDatabase(dataDir))
    throw new BackupRefused(`There is nothing to back up: no database is in ${path.resolve(dataDir)}.`)
  const log = makeLog('warn')
  try {
    return await closing(await openConfigured(config, log), work)
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error
    const copy = await askForCopy(dataDir)
    if (!copy) throw error
    try {
      // Nothing is written to it that would have to outlive a power cut.
      return await closing(await openDatabase({ dataDir: copy.directory, durable: false, log }), work)
    } finally {
      await copy.remove()
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
