import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { message } from '../../words/catalogue.ts'
import type { Reader } from '../../words/render.ts'
import { renderStored } from '../../words/stored.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { momentOfBackup } from './retention-rules.ts'
import type { BackupRun } from './schema.ts'

/** The job that does what was asked for. */
export const BACKUP_JOB = 'backup-run'
const MOST_SHOWN = 30
const KEPT_DAYS = 800

export type RunRow = Selectable<Tables['backup_runs']>
export type RunKind = BackupRun['kind']

interface Asked {
  kind: RunKind
  /** The name of the person; undefined where the schedule asked. */
  askedBy?: string
  now: Date
}

/**
 * Asks for a backup or a drill, which a job does soon after the transaction is stored.
 *
 * @returns undefined where one is waiting or under way
 */
export async function askRun(trx: Transaction, { kind, askedBy, now }: Asked): Promise<RunRow | undefined> {
  const row = await trx
    .insertInto('backup_runs')
    .values({
      id: newId(),
      kind,
      origin: askedBy === undefined ? 'schedule' : 'person',
      asked_by_name: askedBy ?? '',
      asked_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row) await enqueueJob(trx, { kind: BACKUP_JOB, key: row.id, payload: { runId: row.id }, now })
  return row
}

/** @throws Refusal `in_use` while one is waiting or under way */
export async function askRunByPerson(trx: Transaction, actor: Actor, kind: RunKind): Promise<BackupRun> {
  const row = await askRun(trx, { kind, askedBy: actor.userName, now: actor.now })
  if (!row) throw new Refusal('in_use', message('backupIsUnderWay', { kind }))
  return runToWire(row, actor)
}

/** A backup that a command at the machine has written to a file of its own. */
export interface CommandBackup {
  file: string
  rows: number
  ledgerHash: string
  isEncrypted: boolean
  /** When it was begun, as ISO 8601 in UTC. */
  takenAt: string
}

/** Notes a backup that a command has made. */
export async function noteCommandBackup(db: Kysely<Tables>, made: CommandBackup, now: Date): Promise<void> {
  await db
    .insertInto('backup_runs')
    .values({
      id: newId(),
      kind: 'backup',
      origin: 'command',
      status: 'done',
      asked_at: made.takenAt,
      finished_at: now,
      file: made.file,
      row_count: made.rows,
      ledger_hash: made.ledgerHash,
      is_encrypted: made.isEncrypted,
    })
    .execute()
}

/** The latest runs, those under way too. */
export async function listRuns(db: Kysely<Tables>, reader: Reader): Promise<BackupRun[]> {
  const rows = await db
    .selectFrom('backup_runs')
    .selectAll()
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map((row) => runToWire(row, reader))
}

/** @throws Refusal `not_found` */
export async function getRunRow(db: Kysely<Tables>, id: string): Promise<RunRow> {
  const row = isId(id)
    ? await db.selectFrom('backup_runs').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw notFound('backup', id)
  return row
}

/** The last run of a kind that ended in a way, or in any. */
export async function findLastRun(
  db: Kysely<Tables>,
  kind: RunKind,
  status?: BackupRun['status'],
): Promise<RunRow | undefined> {
  return db
    .selectFrom('backup_runs')
    .selectAll()
    .where('kind', '=', kind)
    .where('status', status === undefined ? '<>' : '=', status ?? 'queued')
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The moment at which the schedule last asked for one. */
export async function findLastScheduled(db: Kysely<Tables>, kind: RunKind): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select asked_at as at from backup_runs where kind = ${kind} and origin = 'schedule'
    order by asked_at desc limit 1`.execute(db)
  return rows[0]?.at
}

/** True for a backup that lies in the place of backups. */
export function isInPlace(row: RunRow): boolean {
  const { kind, status, origin, file, removed_at: removedAt } = row
  if (kind !== 'backup' || status !== 'done' || origin === 'command' || removedAt !== null) return false
  return momentOfBackup(file ?? '') !== undefined
}

/** The one row → wire function of runs. */
export function runToWire(row: RunRow, reader: Reader): BackupRun {
  return {
    id: row.id,
    // The table's checks allow no others.
    kind: row.kind as BackupRun['kind'],
    origin: row.origin as BackupRun['origin'],
    status: row.status as BackupRun['status'],
    askedBy: row.asked_by_name,
    askedAtUTC: row.asked_at.toISOString(),
    finishedAtUTC: row.finished_at?.toISOString() ?? '',
    file: row.file ?? '',
    sizeBytes: row.size_bytes ?? 0,
    rows: row.row_count ?? 0,
    ledgerHash: row.ledger_hash ?? '',
    isEncrypted: row.is_encrypted ?? false,
    isThere: isInPlace(row),
    problem: renderStored(row.problem, reader),
  }
}

/** Forgets runs of which nobody asks any more. */
export async function purgeRuns(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('backup_runs').where('finished_at', '<', before).execute()
}
