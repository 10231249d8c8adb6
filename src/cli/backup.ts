import path from 'node:path'
import { readConfig, type Config } from '../config.ts'
import { message } from '../words/catalogue.ts'
import { readPassphrase, type Lock } from '../system/archives/encryption.ts'
import { lockIn } from './backup/lock.ts'
import { countRows, filesOf, withSource } from './backup/source.ts'
import { writeBackup } from './backup/write-backup.ts'
import { command, CommandRefused, say, UsageError, warn } from './command.ts'

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
    const manifest = await withSource(
      config,
      (database) => writeBackup({ database, store, lock, now: new Date() }, target),
      ({ takenAt, ledgerHash, ...made }) => ({
        file: target,
        rows: countRows(made),
        takenAt,
        ledgerHash,
        isEncrypted: lock !== undefined,
      }),
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
  settings: Pick<Config['backups'], 'recipients' | 'passphrase'>,
  { recipients, passphraseFile }: { recipients: string[]; passphraseFile: string | undefined },
): Lock | undefined {
  if (recipients.length > 0 && passphraseFile !== undefined)
    throw new UsageError(message('backupHasTwoLocks', {}))
  if (recipients.length > 0) return { recipients }
  if (passphraseFile !== undefined) return { passphrase: readPassphrase(passphraseFile) }
  return lockIn(settings)
}
