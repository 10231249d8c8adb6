import path from 'node:path'
import { readConfig } from '../config.ts'
import type { Database } from '../db/open.ts'
import { makeLog } from '../log.ts'
import { whyNotOpen } from '../system/vault/vault.ts'
import { message, type Message } from '../words/catalogue.ts'
import { countRows, filesOf } from './backup.ts'
import { openBackupFile, readIdentities, readPassphrase } from './backup/encryption.ts'
import type { Manifest } from './backup/manifest.ts'
import { checkArchive } from './backup/archive.ts'
import { ensureKnownSchema, restoreBackup } from './backup/restore-backup.ts'
import { command, say, warn } from './command.ts'
import { examineInstallation, printDifferences } from './doctor.ts'
import { markAsMoved } from './data-directory.ts'
import { secretKeySource } from './secret-key.ts'
import { ensureDataDirectory, ensureMine, openForCommand } from './with-database.ts'

export const restoreCommand = command(
  {
    name: 'restore',
    summary: 'Fill an empty database with a backup, on either kind of database.',
    usage: '<file> [--passphrase-file <file>] [--identity-file <file>] [--resume-jobs] [--json]',
    help: `
  <file>         what \`backup\` has written
  --resume-jobs  send the mails that were waiting when the backup was made: for a move, when no server ran after it
  --passphrase-file, --identity-file <file>
                 what opens an encrypted backup: a file with the passphrase, or with your secret key of age; - is standard
                 input. The setting BACKUP_PASSPHRASE is tried too.
  --json         print one JSON object and nothing else

The whole file is checked first; one that was cut off or altered is refused before anything is written. Whatever is wrong,
the database stays empty, and a restore that was cut off can be done again. At the end it does what \`doctor\` does, and
exits 1 when anything differs. Stop the server first, and give it a new DATA_DIR or a new PostgreSQL database.`,
    options: {
      'resume-jobs': { type: 'boolean', default: false },
      'passphrase-file': { type: 'string' },
      'identity-file': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    operands: ['file'],
  },
  async (
    { 'resume-jobs': resumesJobs, 'passphrase-file': passphraseFile, 'identity-file': identityFile, json },
    file = '',
  ) => {
    const config = readConfig()
    const passphrase =
      passphraseFile === undefined ? config.backups.passphrase : readPassphrase(passphraseFile)
    const identities = identityFile === undefined ? [] : readIdentities(identityFile)
    const source = await openBackupFile(path.resolve(file), { passphrase, identities })
    const manifest = await checkArchive(source)
    await ensureKnownSchema(manifest)
    ensureMine(config, { isCommand: true })
    ensureDataDirectory(config)
    const database = await openForCommand(config, makeLog('warn'))
    try {
      const files = filesOf(config)
      const restored = await restoreBackup(
        { database, files, resumesJobs, now: new Date() },
        source,
        manifest,
      )
      for (const warning of warningsOf(manifest, restored)) warn(warning)
      const sealed = await whyNotOpen(database, secretKeySource(config))
      if (sealed !== undefined) warn(sealed)
      if (resumesJobs && markAsMoved(config, new Date()))
        warn(message('embeddedIsLeft', { directory: path.resolve(config.dataDir) }))
      await report(database, manifest, json)
    } finally {
      await database.close()
    }
  },
)

async function report(database: Database, manifest: Manifest, json: boolean): Promise<void> {
  const { takenAt, granaryVersion } = manifest
  const { ledgerHash, differences } = await examineInstallation(database)
  const rows = countRows(manifest)
  if (differences.length > 0) process.exitCode = 1
  if (json) return say(JSON.stringify({ takenAt, rows, ledgerHash, differences }))
  say(message('backupIsRestored', { takenUTC: takenAt, version: granaryVersion, rows, hash: ledgerHash }))
  printDifferences(differences)
}

function warningsOf({ hasFiles, missingFiles }: Manifest, { heldJobs }: { heldJobs: number }): Message[] {
  return [
    ...(hasFiles ? [] : [message('backupHasNoFiles', {})]),
    ...missingFiles.map((key) => message('fileWasLost', { key })),
    ...(heldJobs > 0 ? [message('jobsAreHeld', { count: heldJobs })] : []),
  ]
}
