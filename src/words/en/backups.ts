import type { Wording, Writing } from '../writing.ts'

// Why there is no backup, or why one is not restored.

export const backups = {
  nothingToBackUpIn: ({ directory }: { directory: string }) =>
    `There is nothing to back up: no database is in ${directory}.`,
  nothingToBackUp: () => 'There is nothing to back up: Granary has never used this database.',
  databaseIsNotEmpty: ({ table }: { table: string }) =>
    `A backup is restored into an empty database only, and this one has something in “${table}”. Nothing was changed.`,
  backupHasOtherTables: () => 'The tables of the backup are not those of this database. Nothing was changed.',
  backupHasUnknownTable: ({ table }: { table: string }) =>
    `The backup has rows of “${table}”, and there is no such table.`,
  backupLacksRows: ({ table }: { table: string }) =>
    `The backup does not have the rows of “${table}” that it says.`,
  fileIsNotCopied: ({ name, reason }: { name: string; reason: Wording }, { messages }: Writing) =>
    `The file ${name} cannot be copied into the backup: ${messages([reason])}.`,
  isNoFileName: ({ name }: { name: string }) => `“${name}” is no name of a file.`,
  backupChanged: ({ part }: { part?: string }) =>
    `The backup changed while it was read${part === undefined ? '' : `: ${part}`}.`,
  isNoPublicKey: ({ text }: { text: string }) => `“${text}” is no public key of age, such as age1….`,
  isNoSecretKey: () => 'A line of the identity file is no secret key of age.',
  backupIsEncrypted: ({ file }: { file: string }) =>
    `${file} is encrypted. Give its passphrase with --passphrase-file or BACKUP_PASSPHRASE, or your secret key with --identity-file.`,
  backupDoesNotOpen: ({ file }: { file: string }) =>
    `${file} does not open with the passphrase or key that was given. Nothing was changed.`,
  backupBeginsDamaged: ({ file }: { file: string }) =>
    `${file} is damaged: its beginning cannot be decrypted. Nothing was changed. Take another copy of it.`,
  passphraseIsEmpty: ({ file }: { file?: string }) =>
    `The passphrase in ${file ?? 'standard input'} is empty.`,
  fileIsNoBackup: ({ file }: { file?: string }) => `${file ?? 'This file'} is no backup of Granary.`,
  backupIsOfLaterFormat: ({ theirs, ours }: { theirs: string; ours: string }) =>
    `The backup was made by Granary ${theirs}, which is later than this one (${ours}). Update this one first.`,
  backupIsNotWhole: ({ file }: { file: string }) =>
    `${file} is no whole backup of Granary: it is cut off, or something else. Nothing was changed.`,
  backupIsDamaged: ({ file }: { file: string }) =>
    `${file} is damaged: it is not what was written when the backup was made. Nothing was changed. Take another copy of it.`,
  backupHasOtherParts: ({ file }: { file: string }) =>
    `${file} does not hold the parts that it says. Nothing was changed.`,
  backupIsNotWritten: ({ file, reason }: { file: string; reason: Wording }, { messages }: Writing) =>
    `${file} cannot be written: ${messages([reason])}.`,
  backupIsThere: ({ file }: { file: string }) =>
    `${file} is there already, and is not overwritten. Take another name.`,
  noRoomForCopy: ({ megabytes, directory }: { megabytes: number; directory: string }) =>
    `A backup while the server runs needs ${megabytes} MB on the disk of ${directory} for a moment. Make room, or stop the server: without it no copy is needed.`,
  copyFailed: ({ reason }: { reason: Wording }, { messages }: Writing) =>
    `The server cannot make a copy of its database: ${messages([reason])}.`,
  serverStopped: () => 'The server stopped while it was asked for a copy. Try again.',
  backupIsUnknownHere: ({ theirs, ours }: { theirs: string; ours: string }) =>
    `The backup was made by Granary ${theirs} with a database that this one (${ours}) does not know. Take that version or a later one. Nothing was changed.`,
  databaseIsShared: () =>
    'Another process of Granary uses this database, or a pooler keeps connections to it: stop the server, and name PostgreSQL itself in DATABASE_URL. Nothing was changed.',
  databaseIsBeyondBackup: () =>
    'The backup is of an earlier version than this database, which is empty but was made ready for a later one. Take a new database: another DATA_DIR, or one just made in PostgreSQL. Nothing was changed.',
  ledgerIsOther: () => 'The restored ledger is not the one that was backed up. Nothing was changed.',
  backupIsUnderWay: ({ kind }: { kind: 'backup' | 'drill' }) =>
    kind === 'backup' ? 'A backup is being made already.' : 'A backup is being tried already.',
  backupIsOpen: () =>
    'This backup is not encrypted, and has what all organisations have. Only encrypted ones are downloaded: set BACKUP_RECIPIENTS or BACKUP_PASSPHRASE, and make one.',
  backupPlaceIsAway: ({ where, reason }: { where: string; reason: Wording }, { messages }: Writing) =>
    `The place of backups, ${where}, cannot be used: ${messages([reason])}`,
  backupProcessEnded: () =>
    'The process that was to do it ended before it was done: it was stopped, or the machine had too little memory.',
  noBackupToDrill: ({ where }: { where: string }) => `There is no backup in ${where} that could be tried.`,
  backupIsForKeyElsewhere: ({ file }: { file: string }) =>
    `${file} is encrypted for a key that is not on this machine. Run granary drill --identity-file where the key is, or set BACKUP_IDENTITY_FILE.`,
  drillHasDifferences: ({ count, file }: { count: number; file: string }, { counted }: Writing) =>
    `${file} was restored, and ${counted(count, { one: '1 figure differs', other: `${count} figures differ` })} from its entries. Run doctor.`,
  drillIsDone: (
    { file, takenUTC, rows, hash }: { file: string; takenUTC: string; rows: number; hash: string },
    { figure }: Writing,
  ) =>
    `${file}, made ${takenUTC}, was restored into a scratch database and compared: ${figure(rows)} rows, all figures right, ledger hash ${hash}. Nothing of it was kept.`,
  lastBackupFailed: ({ atUTC, reason }: { atUTC: string; reason: Wording }, { day, messages }: Writing) =>
    `The backup of ${day(atUTC, 'UTC')} failed. ${messages([reason])}`,
  lastDrillFailed: ({ atUTC, reason }: { atUTC: string; reason: Wording }, { day, messages }: Writing) =>
    `The backup that was tried on ${day(atUTC, 'UTC')} could not be restored. ${messages([reason])}`,
  backupIsMissing: ({ sinceUTC }: { sinceUTC?: string }, { day }: Writing) =>
    sinceUTC === undefined
      ? 'No backup has been made yet, though the schedule says so. See whether the service runs at that time.'
      : `The last good backup is of ${day(sinceUTC, 'UTC')}, older than the schedule says.`,
  dataDiskIsNearlyFull: ({ percent }: { percent: number }) =>
    `Only ${percent} % of the disk of the data directory is free. Make room before writes are refused.`,
  lastGoodBackup: ({ takenUTC, file }: { takenUTC: string; file: string }) =>
    `The last good backup was made ${takenUTC}: ${file}.`,
  noGoodBackup: () => 'No backup is known yet.',
  newerVersionIsUnknown: ({ reason }: { reason: Wording }, { messages }: Writing) =>
    `Newer versions could not be looked for: ${messages([reason])}`,
}
