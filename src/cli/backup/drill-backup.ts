import path from 'node:path'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../db/open.ts'
import { makeLog } from '../../log.ts'
import { checkArchive } from '../../system/archives/archive.ts'
import { openBackupFile, readIdentities, type Unlocking } from '../../system/archives/encryption.ts'
import { BackupRefused } from '../../system/archives/manifest.ts'
import type { Drilled } from '../../system/backups/drill-newest.ts'
import { message } from '../../words/catalogue.ts'
import { examineInstallation } from '../doctor.ts'
import { countRows } from './source.ts'
import { ensureKnownSchema, restoreBackup } from './restore-backup.ts'

/** The means by which the settings say that backups are opened. */
export function unlockingOf({ backups: { passphrase, identityFile } }: Pick<Config, 'backups'>): Unlocking {
  return { passphrase, identities: identityFile === undefined ? [] : readIdentities(identityFile) }
}

/**
 * Restores a backup into an embedded database in a scratch folder, which is the caller's to remove, and compares it: every byte with its checksum, the
 * ledger's hash with the one that was written, and every stored figure with its entries.
 *
 * @throws BackupRefused where it does not open, is damaged, or something differs
 */
export async function drillBackup(file: string, scratch: string, unlocking: Unlocking): Promise<Drilled> {
  const source = await openBackupFile(file, unlocking).catch((error: unknown) => {
    if (error instanceof BackupRefused && error.said.id === 'backupIsEncrypted')
      throw new BackupRefused(message('backupIsForKeyElsewhere', { file: path.basename(file) }), {
        cause: error,
      })
    throw error
  })
  const manifest = await checkArchive(source)
  await ensureKnownSchema(manifest)
  // Nothing here has to outlive a power cut.
  const database = await openDatabase({
    dataDir: path.join(scratch, 'data'),
    durable: false,
    log: makeLog('warn'),
  })
  try {
    const files = { store: FORGETTING, incoming: path.join(scratch, 'incoming') }
    const { ledgerHash } = await restoreBackup(
      { database, files, resumesJobs: false, now: new Date() },
      source,
      manifest,
    )
    const { differences } = await examineInstallation(database)
    if (differences.length > 0) {
      const said = message('drillHasDifferences', { count: differences.length, file: path.basename(file) })
      throw new BackupRefused(said)
    }
    return {
      takenAt: manifest.takenAt,
      rows: countRows(manifest),
      ledgerHash,
      isEncrypted: source.isEncrypted,
    }
  } finally {
    await database.close()
  }
}

/** Uploaded files are held against their checksums on their way, and need not lie anywhere. */
const FORGETTING = {
  put: async () => undefined,
  read: () => Promise.reject(new Error('nothing is read from a drill')),
  remove: async () => undefined,
}
