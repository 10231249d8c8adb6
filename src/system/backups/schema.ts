import Type, { type Static } from 'typebox'
import { closed, named, oneOf, orNull } from '../../http/validate/schema.ts'

const text = Type.String()
const moment = (description: string) => Type.String({ description })

export const runKinds = ['backup', 'drill'] as const

export const BackupRun = named('BackupRun', {
  id: text,
  kind: oneOf(runKinds, 'drill: the newest backup is restored into a scratch database and compared.'),
  origin: oneOf(
    ['schedule', 'person', 'command'],
    'command: at the machine, into a file outside the place of backups.',
  ),
  status: oneOf(['queued', 'done', 'failed'], 'queued: it waits, or is under way.'),
  askedBy: Type.String({ description: 'Empty where the schedule or a command asked.' }),
  askedAtUTC: text,
  finishedAtUTC: moment('Empty until then.'),
  file: Type.String({ description: 'The backup that was made, or tried; empty where there is none.' }),
  sizeBytes: Type.Integer({ description: '0 where it is not known.' }),
  rows: Type.Integer({ description: 'Rows of all tables in it.' }),
  ledgerHash: Type.String({ description: 'One hash over the ledger in it, as `doctor` prints it.' }),
  isEncrypted: Type.Boolean(),
  isThere: Type.Boolean({
    description: 'It lies in the place of backups, and can be downloaded if it is encrypted.',
  }),
  problem: Type.String({ description: 'Why it failed, in words.' }),
})
export type BackupRun = Static<typeof BackupRun>

export const AskRunBody = closed({
  kind: oneOf(runKinds, 'drill: restore the newest backup into a scratch database and compare it.'),
})

export const Installation = named('Installation', {
  version: text,
  nodeVersion: text,
  schema: Type.Integer({ description: 'The number of the last migration that the database has.' }),
  database: closed({
    kind: oneOf(['embedded', 'postgresql']),
    version: Type.String({ description: 'Of PostgreSQL, which the embedded database also is.' }),
    sizeBytes: Type.Integer(),
  }),
  disk: closed({ freeBytes: Type.Integer(), totalBytes: Type.Integer() }, 'The disk of the data directory.'),
  backups: closed({
    where: Type.String({ description: 'The folder or bucket in which backups are kept.' }),
    schedule: Type.String({ description: 'As it is set; empty where no backup is made by itself.' }),
    nextAtUTC: moment('Empty where there is no schedule.'),
    drillSchedule: text,
    nextDrillAtUTC: text,
    isEncrypted: Type.Boolean({ description: 'Backups that are made from now on are encrypted.' }),
    keep: closed(
      { days: Type.Integer(), weeks: Type.Integer(), months: Type.Integer() },
      'Of each of so many days, weeks and months the newest is kept.',
    ),
    last: Type.Array(BackupRun, {
      description: 'The last good backup; empty where there is none.',
      maxItems: 1,
    }),
    lastDrill: Type.Array(BackupRun, { description: 'The last drill that has ended.', maxItems: 1 }),
    isUnderWay: Type.Boolean({ description: 'A backup or a drill waits, or is under way.' }),
  }),
  update: orNull(
    closed(
      {
        version: Type.String({ description: 'The newest version that was found; empty where none was.' }),
        isNewer: Type.Boolean(),
        problem: Type.String({ description: 'Why it could not be found, in words.' }),
      },
      'Null where no address and no folder is set in which to look for newer versions.',
    ),
  ),
  attention: Type.Array(text, { description: 'What somebody should see to, in words.' }),
})
export type Installation = Static<typeof Installation>
