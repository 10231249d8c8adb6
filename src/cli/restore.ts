import path from 'node:path'
import { readConfig } from '../config.ts'
import type { Database } from '../db/open.ts'
import { makeLog } from '../log.ts'
import { auditOperatorAlone, OF_THE_INSTALLATION } from '../system/audit/operator-entries.ts'
import { whyNotOpen } from '../system/vault/vault.ts'
import { message, type Message } from '../words/catalogue.ts'
import { countRows, filesOf } from './backup/source.ts'
import { openBackupFile, readIdentities, readPassphrase } from '../system/archives/encryption.ts'
import type { Manifest } from '../system/archives/manifest.ts'
import { checkArchive } from '../system/archives/archive.ts'
import { ensureKnownSchema, restoreBackup } from './backup/restore-backup.ts'
import { command, say, warn } from './command.ts'
import { examineInstallation, printDifferences } from './doctor.ts'
import { markAsMoved } from './data-directory.ts'
import { secretKeySource } from './secret-key.ts'
import { ensureDataDirectory, ensureMine, openForCommand } from './with-database.ts'

export const restoreCommand = command(
  {
    name: 'restore',
    summary: message('summaryOfRestore', {}),
    usage: '<file> [--passphrase-file <file>] [--identity-file <file>] [--resume-jobs] [--json]',
    help: message('helpOfRestore', {}),
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
      const { takenAt, granaryVersion } = manifest
      await auditOperatorAlone(database.db, {
        deed: 'operator.restore',
        now: new Date(),
        ...OF_THE_INSTALLATION,
        after: { takenAt, granaryVersion },
      })
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
