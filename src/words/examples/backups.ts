import type { backups as sentences } from '../en/backups.ts'
import type { Examples } from '../writing.ts'

const reason = { id: 'accountMayNot', data: {} }
const file = '/xa'
const versions = { theirs: '1.2.0', ours: '1.1.0' }

export const backups: Examples<typeof sentences> = {
  nothingToBackUpIn: { directory: '/xa' },
  nothingToBackUp: {},
  databaseIsNotEmpty: { table: 'xa' },
  backupHasOtherTables: {},
  backupHasUnknownTable: { table: 'xa' },
  backupLacksRows: { table: 'xa' },
  fileIsNotCopied: { name: 'xa', reason },
  isNoFileName: { name: 'xa' },
  backupChanged: { part: 'xa' },
  isNoPublicKey: { text: 'xa' },
  isNoSecretKey: {},
  backupIsEncrypted: { file },
  backupDoesNotOpen: { file },
  backupBeginsDamaged: { file },
  passphraseIsEmpty: {},
  fileIsNoBackup: {},
  backupIsOfLaterFormat: versions,
  backupIsNotWhole: { file },
  backupIsDamaged: { file },
  backupHasOtherParts: { file },
  backupIsNotWritten: { file, reason },
  backupIsThere: { file },
  noRoomForCopy: { megabytes: 300, directory: '/xa' },
  copyFailed: { reason },
  serverStopped: {},
  backupIsUnknownHere: versions,
  databaseIsShared: {},
  databaseIsBeyondBackup: {},
  ledgerIsOther: {},
}
