import path from 'node:path'
import { readConfig } from '../config.ts'
import { readIdentities, readPassphrase } from '../system/archives/encryption.ts'
import { drillNewest } from '../system/backups/drill-newest.ts'
import { placeOfBackups } from '../system/backups/open-backups.ts'
import { message } from '../words/catalogue.ts'
import { drillBackup, unlockingOf } from './backup/drill-backup.ts'
import { command, say } from './command.ts'

export const drillCommand = command(
  {
    name: 'drill',
    summary: message('summaryOfDrill', {}),
    usage: '[--passphrase-file <file>] [--identity-file <file>] [--json]',
    help: message('helpOfDrill', {}),
    options: {
      'passphrase-file': { type: 'string' },
      'identity-file': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  },
  async ({ 'passphrase-file': passphraseFile, 'identity-file': identityFile, json }) => {
    const config = readConfig()
    const set = unlockingOf(config)
    const unlocking = {
      passphrase: passphraseFile === undefined ? set.passphrase : readPassphrase(passphraseFile),
      identities: identityFile === undefined ? set.identities : readIdentities(identityFile),
    }
    const { dataDir, backups } = config
    const { file, takenAt, rows, ledgerHash } = await drillNewest(
      placeOfBackups({ ...backups, dataDir }),
      path.resolve(dataDir),
      (found, scratch) => drillBackup(found, scratch, unlocking),
    )
    if (json) return say(JSON.stringify({ file, takenAt, rows, ledgerHash }))
    say(message('drillIsDone', { file, takenUTC: takenAt, rows, hash: ledgerHash }))
  },
)
