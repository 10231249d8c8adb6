import { MendableError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { message } from '../../words/catalogue.ts'
import { readPassphrase } from '../archives/encryption.ts'
import { s3In } from '../files/s3-settings.ts'
import type { S3Settings } from '../files/store.ts'
import type { Retention } from './retention-rules.ts'
import { scheduleOf, type Schedule } from './schedule.ts'

export interface BackupSettings {
  passphrase: string | undefined
  /** Public keys of age, such as `age1…`. */
  recipients: string[]
  /** A file with secret keys of age, by which drills open backups that are encrypted for public keys. */
  identityFile: string | undefined
  /** The place of those that are made by themselves: a folder, or a bucket instead. */
  directory: string | undefined
  s3: S3Settings | undefined
  schedule: Schedule | undefined
  drillSchedule: Schedule | undefined
  keep: Retention
}

/** Reads the settings of backups (`BACKUP_…`). */
export function backupsIn(settings: Settings): BackupSettings {
  const { text, list, refuse } = settings
  const file = text('BACKUP_PASSPHRASE_FILE')
  const passphrase =
    text('BACKUP_PASSPHRASE') ?? (file === undefined ? undefined : passphraseIn(file, refuse))
  const recipients = list('BACKUP_RECIPIENTS', isRecipient, message('mustBePublicKeys', {}), 'age1…')
  if (passphrase !== undefined && recipients.length > 0)
    refuse('BACKUP_PASSPHRASE', message('mustStandAlone', { other: 'BACKUP_RECIPIENTS' }), '…')
  return {
    passphrase,
    recipients,
    identityFile: text('BACKUP_IDENTITY_FILE'),
    directory: text('BACKUP_DIR'),
    s3: s3In({ ...settings, ...ofBackups(settings) }),
    schedule: scheduleIn(settings, 'BACKUP_SCHEDULE', '02:00'),
    drillSchedule: scheduleIn(settings, 'BACKUP_DRILL_SCHEDULE', '0 4 * * 0'),
    keep: retentionIn(settings),
  }
}

function passphraseIn(file: string, refuse: Settings['refuse']): string | undefined {
  try {
    return readPassphrase(file)
  } catch (error) {
    if (!(error instanceof MendableError)) throw error
    refuse('BACKUP_PASSPHRASE_FILE', error.said, '/etc/granary.passphrase')
    return undefined
  }
}

/** The settings of the bucket of backups, which are those of the bucket of files with `BACKUP_` before their names; a role is one for both. */
function ofBackups({ text, refuse, webAddress }: Settings): Pick<Settings, 'text' | 'refuse' | 'webAddress'> {
  const named = (name: string) => (name.startsWith('S3_') ? `BACKUP_${name}` : name)
  return {
    text: (name) => text(named(name)),
    refuse: (name, problem, example) => refuse(named(name), problem, example),
    webAddress: (name, example) => webAddress(named(name), example),
  }
}

function scheduleIn({ text, refuse }: Settings, name: string, example: string): Schedule | undefined {
  const given = text(name)
  if (given === undefined) return undefined
  const schedule = scheduleOf(given)
  if (!schedule) refuse(name, message('mustBeSchedule', {}), example)
  return schedule
}

function retentionIn({ text, refuse }: Settings): Retention {
  const given = text('BACKUP_KEEP') ?? '7,4,12'
  const [, days, weeks, months] = /^(\d{1,4}) *, *(\d{1,4}) *, *(\d{1,4})$/.exec(given) ?? []
  if (days === undefined) refuse('BACKUP_KEEP', message('mustBeRetention', {}), '7,4,12')
  return { days: Number(days), weeks: Number(weeks), months: Number(months) }
}

/** A public key of age, of any kind that it knows. */
function isRecipient(text: string): boolean {
  return /^age1[a-z0-9]{20,}$/.test(text)
}
