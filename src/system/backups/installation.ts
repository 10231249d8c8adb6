import { statfs } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { granaryVersion } from '../../kernel/version.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { storedWording } from '../../words/stored.ts'
import type { BackupPlace } from './backup-place.ts'
import { findLastRun, runToWire, type RunRow } from './backup-runs.ts'
import type { BackupSchedules } from './schedule.ts'
import type { Retention } from './retention-rules.ts'
import type { Installation } from './schema.ts'
import type { NewerVersion } from './update-check.ts'

/** Of a disk with less than this part free somebody should know. */
const LITTLE_FREE = 0.1
/** A backup that is missed once may be under way; twice is a fault. */
const ROUNDS_MISSED = 2

export interface InstallationOptions extends BackupSchedules {
  engine: Database['engine']
  clock: () => Date
  place: BackupPlace
  keep: Retention
  isEncrypted: boolean
  /** The folder whose disk is looked at. */
  dataDir: string
  findUpdate: (() => Promise<NewerVersion>) | undefined
}

/** All that those who run the installation see of it. */
export async function getInstallation(
  options: InstallationOptions,
  db: Kysely<Tables>,
  actor: Actor,
): Promise<Installation> {
  const { engine, clock, place, keep, isEncrypted, schedule, drillSchedule, dataDir, findUpdate } = options
  const now = clock()
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const disk = { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  const runs = await readRuns(db)
  const found = await findUpdate?.()
  const wire = (row: RunRow | undefined) => (row ? [runToWire(row, actor)] : [])
  return {
    version: granaryVersion(),
    nodeVersion: process.versions.node,
    ...(await readDatabase(db, engine)),
    disk,
    backups: {
      where: place.where,
      schedule: schedule?.text ?? '',
      nextAtUTC: schedule?.next(now)?.toISOString() ?? '',
      drillSchedule: drillSchedule?.text ?? '',
      nextDrillAtUTC: drillSchedule?.next(now)?.toISOString() ?? '',
      isEncrypted,
      keep,
      last: wire(runs.good),
      lastDrill: wire(runs.drill),
      isUnderWay: runs.isUnderWay,
    },
    update: found
      ? {
          version: found.version,
          isNewer: found.isNewer,
          problem: found.problem ? render(found.problem, actor) : '',
        }
      : null,
    attention: attentionOf({ ...runs, schedule, now, disk }).map((each) => render(each, actor)),
  }
}

async function readRuns(db: Kysely<Tables>) {
  const [good, backup, drill, waiting] = await Promise.all([
    findLastRun(db, 'backup', 'done'),
    findLastRun(db, 'backup'),
    findLastRun(db, 'drill'),
    db.selectFrom('backup_runs').select('id').where('status', '=', 'queued').limit(1).executeTakeFirst(),
  ])
  return { good, backup, drill, isUnderWay: waiting !== undefined }
}

async function readDatabase(db: Kysely<Tables>, engine: Database['engine']) {
  const { rows } = await sql<{ version: string; size: number; last: string | null }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::bigint as size,
      (select max(name) from schema_migrations) as last`.execute(db)
  const [found] = rows
  const version = found?.version ?? ''
  return {
    schema: Number.parseInt(found?.last ?? '0', 10),
    database: {
      kind: engine === 'pglite' ? ('embedded' as const) : ('postgresql' as const),
      version: version.split(' ')[0] ?? version,
      sizeBytes: found?.size ?? 0,
    },
  }
}

interface Seen extends Pick<BackupSchedules, 'schedule'> {
  /** The last good backup, the last one that has ended, and the last drill. */
  good: RunRow | undefined
  backup: RunRow | undefined
  drill: RunRow | undefined
  disk?: Installation['disk']
  now: Date
}

/** Lists the troubles that somebody should see to, the worst first. Pure. */
export function attentionOf({ good, backup, drill, schedule, disk, now }: Seen): Message[] {
  const failed = backup?.status === 'failed' ? backup : undefined
  const due = schedule && dueBefore(schedule, now)
  const isLate = due !== undefined && failed === undefined && (!good || good.asked_at < due)
  const isLow = disk !== undefined && disk.freeBytes < disk.totalBytes * LITTLE_FREE
  return [
    ...(failed
      ? [
          message('lastBackupFailed', {
            atUTC: failed.asked_at.toISOString(),
            reason: storedWording(failed.problem),
          }),
        ]
      : []),
    ...(isLate ? [message('backupIsMissing', good ? { sinceUTC: good.asked_at.toISOString() } : {})] : []),
    ...(drill?.status === 'failed'
      ? [
          message('lastDrillFailed', {
            atUTC: drill.asked_at.toISOString(),
            reason: storedWording(drill.problem),
          }),
        ]
      : []),
    ...(isLow
      ? [message('dataDiskIsNearlyFull', { percent: Math.floor((disk.freeBytes / disk.totalBytes) * 100) })]
      : []),
  ]
}

/** The moment since which a backup should have been made, however late it was. */
function dueBefore({ previous }: NonNullable<Seen['schedule']>, now: Date): Date | undefined {
  let at: Date | undefined = now
  for (let round = 0; round < ROUNDS_MISSED && at; round++) at = previous(at)
  return at
}

/** Lists them as `doctor` prints them, with the last good backup. */
export async function findAttention(
  db: Kysely<Tables>,
  { schedule, now }: Pick<Seen, 'schedule' | 'now'>,
): Promise<{ good: RunRow | undefined; attention: Message[] }> {
  const runs = await readRuns(db)
  return { good: runs.good, attention: attentionOf({ ...runs, schedule, now }) }
}
