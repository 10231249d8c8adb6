import path from 'node:path'
import type { DatabaseLog } from '../../db/log.ts'
import type { Database } from '../../db/open.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Metric } from '../../http/serve/metrics.ts'
import type { Operation } from '../../http/operation.ts'
import type { AnyJobKind } from '../jobs/job-source.ts'
import type { S3Settings } from '../files/store.ts'
import { backupJob, type BackupTool } from './backup-job.ts'
import { openBackupPlace, type BackupPlace } from './backup-place.ts'
import { askRun, findLastRun, findLastScheduled, purgeRuns, type RunKind } from './backup-runs.ts'
import type { Retention } from './retention-rules.ts'
import { installationOperations } from './routes.ts'
import type { BackupSchedules, Schedule } from './schedule.ts'
import { openUpdateCheck, type UpdateSettings } from './update-check.ts'

export interface BackupsSettings extends BackupSchedules {
  /** The folder of backups; `backups` in the data directory where it is undefined. */
  directory: string | undefined
  /** A bucket in place of the folder. */
  s3: S3Settings | undefined
  keep: Retention
  /** True where what is made from now on is encrypted. */
  isEncrypted: boolean
  dataDir: string
  updates: UpdateSettings
  tool: BackupTool
}

/** Backups of the installation, made by themselves or when somebody asks, and what is known of it. */
export interface Backups {
  operations: Operation[]
  job: AnyJobKind
  measures: Metric[]
  /** Asks for what the schedules say is due. */
  askDue: () => Promise<void>
  purge: () => Promise<void>
}

interface Options {
  database: Pick<Database, 'db' | 'engine'>
  clock: () => Date
  log: DatabaseLog
  settings: BackupsSettings
}

/** Opens the place of backups of an installation. Without other settings it lies in the data directory. */
export function placeOfBackups({
  directory,
  s3,
  dataDir,
}: Pick<BackupsSettings, 'directory' | 's3' | 'dataDir'>): BackupPlace {
  return openBackupPlace({ directory: directory ?? path.join(dataDir, 'backups'), s3 })
}

/** Puts together what makes backups. Nothing is made before a worker runs. */
export function openBackups({ database, clock, log, settings }: Options): Backups {
  const { db, engine } = database
  const { keep, dataDir, tool, schedule, drillSchedule, isEncrypted, updates } = settings
  const place = placeOfBackups(settings)
  const about = { schedule, drillSchedule, engine, clock, place, keep, isEncrypted, dataDir }
  return {
    operations: installationOperations({ ...about, findUpdate: openUpdateCheck(updates) }),
    job: backupJob({ database, clock, log, place, tool, keep, scratch: dataDir }),
    measures: measuresOfBackups(db, clock),
    async askDue() {
      await askIfDue(db, clock(), 'backup', schedule)
      await askIfDue(db, clock(), 'drill', drillSchedule)
    },
    purge: () => purgeRuns(db, clock()),
  }
}

/** One that was missed, because no process ran then, is made as soon as one runs. */
async function askIfDue(
  db: Database['db'],
  now: Date,
  kind: RunKind,
  schedule: Schedule | undefined,
): Promise<void> {
  // A moment that has just come counts.
  const due = schedule?.previous(new Date(now.getTime() + 1))
  if (!due) return
  const last = await findLastScheduled(db, kind)
  if (last && last >= due) return
  await inTransaction(db, (trx) => askRun(trx, { kind, now }))
}

function measuresOfBackups(db: Database['db'], clock: () => Date): Metric[] {
  const ageOf = (kind: RunKind) => async () => {
    const last = await findLastRun(db, kind, 'done')
    return last ? [{ labels: {}, value: (clock().getTime() - last.asked_at.getTime()) / 1000 }] : []
  }
  return [
    {
      name: 'backup_age_seconds',
      help: 'Seconds since the last good backup was asked for; not told where there is none.',
      labelNames: [],
      read: ageOf('backup'),
    },
    {
      name: 'backup_drill_age_seconds',
      help: 'Seconds since a backup was last restored into a scratch database and found whole; not told where none was.',
      labelNames: [],
      read: ageOf('drill'),
    },
    {
      name: 'backup_failed',
      help: '1 for each kind (backup, drill) whose last try failed, otherwise 0.',
      labelNames: ['kind'],
      async read() {
        const kinds: RunKind[] = ['backup', 'drill']
        const last = await Promise.all(kinds.map((kind) => findLastRun(db, kind)))
        return kinds.map((kind, index) => ({
          labels: { kind },
          value: last[index]?.status === 'failed' ? 1 : 0,
        }))
      },
    },
  ]
}
