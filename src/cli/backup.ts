import path from 'node:path'
import { readConfig, type Config } from '../config.ts'
import { DataDirectoryInUse, openDatabase, type Database } from '../db/open.ts'
import { makeLog } from '../log.ts'
import { openFiles, type Files } from '../system/files/store.ts'
import { message } from '../words/catalogue.ts'
import { readPassphrase, type Lock } from '../system/archives/encryption.ts'
import { askForCopy, auditBackup } from './backup/live-copy.ts'
import { BackupRefused, type Manifest } from '../system/archives/manifest.ts'
import { writeBackup } from './backup/write-backup.ts'
import { command, CommandRefused, say, UsageError, warn } from './command.ts'
import { databasePlace } from './data-directory.ts'
import { hasNoDatabase, openForCommand } from './with-database.ts'

export const backupCommand = command(
  {
    name: 'backup',
    summary: message('summaryOfBackup', {}),
    usage: '<file> [--without-files] [--encrypt] [--recipient <age1…>] [--passphrase-file <file>] [--json]',
    help: message('helpOfBackup', {}),
    options: {
      'without-files': { type: 'boolean', default: false },
      encrypt: { type: 'boolean', default: false },
      recipient: { type: 'string', multiple: true, default: [] },
      'passphrase-file': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    operands: ['file'],
  },
  async (
    { 'without-files': withoutFiles, encrypt, recipient, 'passphrase-file': passphraseFile, json },
    file = '',
  ) => {
    const config = readConfig()
    const lock = lockOf(config.backups, { recipients: recipient, passphraseFile })
    if (encrypt && !lock) throw new CommandRefused(message('backupHasNoLock', {}))
    const target = path.resolve(file)
    const store = withoutFiles ? undefined : filesOf(config).store
    const manifest = await withSource(config, (database) =>
      writeBackup({ database, store, lock, now: new Date() }, target),
    )
    for (const key of manifest.missingFiles) warn(message('fileIsNotInBackup', { key }))
    const { ledgerHash, auditHeads, takenAt, missingFiles } = manifest
    const rows = countRows(manifest)
    if (json)
      return say(JSON.stringify({ file: target, takenAt, rows, ledgerHash, auditHeads, missingFiles }))
    say(message('backupIsMade', { file: target, rows, hash: ledgerHash }))
  },
)

/** Picks the lock to encrypt a backup with. Options typed come before the settings. */
function lockOf(
  settings: Config['backups'],
  { recipients, passphraseFile }: { recipients: string[]; passphraseFile: string | undefined },
): Lock | undefined {
  if (recipients.length > 0 && passphraseFile !== undefined)
    throw new UsageError(message('backupHasTwoLocks', {}))
  if (recipients.length > 0) return { recipients }
  if (passphraseFile !== undefined) return { passphrase: readPassphrase(passphraseFile) }
  if (settings.recipients.length > 0) return { recipients: settings.recipients }
  return settings.passphrase === undefined ? undefined : { passphrase: settings.passphrase }
}

/** Opens the store of uploaded files that the settings name. */
export function filesOf(config: Config): Files {
  const directory = path.join(config.dataDir, 'files')
  return openFiles({ directory, s3: config.s3, quotaBytes: config.fileQuotaBytes })
}

/** Counts the rows of a backup. */
export function countRows({ tables }: Pick<Manifest, 'tables'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

/** Runs work on the database that the settings name, or on a copy of it where a server has it for itself. */
async function withSource<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined && hasNoDatabase(dataDir))
    throw new BackupRefused(message('nothingToBackUpIn', { directory: path.resolve(dataDir) }))
  const log = makeLog('warn')
  try {
    return await closing(await openForCommand(config, log), async (database) => {
      await auditBackup(database, new Date()).catch(() => warn(message('backupIsNotInAudit', {})))
      return work(database)
    })
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error
    const copy = await askForCopy(dataDir)
    if (!copy) throw error
    warn(message('databaseIsOfServer', { place: databasePlace(config) }))
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
