import type { AppliedMigration } from '../../db/baseline.ts'
import { MendableError } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import { granaryVersion } from '../../kernel/version.ts'

/** Why there is no backup, or why one is not restored: a sentence for who stands in front of it. */
export class BackupRefused extends MendableError {}

export const FORMAT = 'granary-backup'
export const FORMAT_VERSION = 1

/** The last part of a backup, which says what all of it is. */
export interface Manifest {
  format: typeof FORMAT
  formatVersion: number
  granaryVersion: string
  engine: 'pglite' | 'postgresql'
  /** When it was begun, as ISO 8601 in UTC: what it shows is of a moment after. */
  takenAt: string
  /** Which schema the rows have. */
  migrations: AppliedMigration[]
  tables: TableContents[]
  sequences: SequencePlace[]
  /** The result of `ledgerHash` over the entries, balances and movements. */
  ledgerHash: string
  /** The head of the audit log of each organisation, as `audit verify --head` takes it; left out of backups made before there was one. */
  auditHeads?: Record<string, string>
  /** False where uploaded files were left out. */
  hasFiles: boolean
  /** Keys of files that the store did not have, or not as they were. */
  missingFiles: string[]
  /** Everything before the manifest, in its order. */
  parts: PartSum[]
}

export interface TableContents {
  name: string
  /** In the order in which a row is written. */
  columns: string[]
  rows: number
}

export interface SequencePlace {
  name: string
  /** The last number that was drawn; null where none was. */
  lastValue: string | null
}

export interface PartSum {
  name: string
  sizeBytes: number
  /** In hexadecimal. */
  sha256: string
}

/**
 * The manifest that a backup's last part holds.
 *
 * @throws BackupRefused for one of a later format
 */
export function parseManifest(text: string): Manifest {
  // Whoever made the file made this as well; its checksum has been seen.
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== FORMAT) throw new BackupRefused(message('fileIsNoBackup', {}))
  if (manifest.formatVersion > FORMAT_VERSION) {
    const versions = { theirs: manifest.granaryVersion, ours: granaryVersion() }
    throw new BackupRefused(message('backupIsOfLaterFormat', versions))
  }
  return manifest
}
