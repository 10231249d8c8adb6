import type { DatabaseLog } from '../../db/log.ts'
import type { Database } from '../../db/open.ts'
import { Refusal } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import { storedMessage } from '../../words/stored.ts'
import { BackupRefused } from '../archives/manifest.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { WorkProblem } from '../jobs/worker.ts'
import type { BackupPlace } from './backup-place.ts'
import { BACKUP_JOB, type RunKind } from './backup-runs.ts'
import { drillNewest, type Drilled } from './drill-newest.ts'
import { backupName, surplusBackups, type Retention } from './retention-rules.ts'

const MOST_ATTEMPTS = 3
/** A drill of the largest installations takes hours. */
const LEASE_MS = 6 * 60 * 60_000

/** The means to write and to try a backup, in a process of its own that works when nobody else has to. */
export interface BackupTool {
  /** @throws BackupRefused */
  write: (
    target: string,
    signal: AbortSignal,
  ) => Promise<{ rows: number; ledgerHash: string; isEncrypted: boolean }>
  /** @throws BackupRefused where it does not open, is damaged, or is not the ledger that was backed up */
  drill: (file: string, scratch: string, signal: AbortSignal) => Promise<Drilled>
}

export interface BackupJobOptions {
  database: Pick<Database, 'db'>
  clock: () => Date
  log: Pick<DatabaseLog, 'warn'>
  place: BackupPlace
  tool: BackupTool
  keep: Retention
  /** The folder in which drills have their scratch database. */
  scratch: string
}

interface Ended {
  file: string
  size_bytes?: number
  row_count: number
  ledger_hash: string
  is_encrypted: boolean
}

/** Makes or tries a backup that was asked for, and removes those that need not be kept any more. */
export function backupJob(options: BackupJobOptions): JobKind<{ runId: string }> {
  const { database, clock } = options
  return {
    name: BACKUP_JOB,
    mostAttempts: MOST_ATTEMPTS,
    leaseMs: LEASE_MS,

    async work({ runId }, { signal }) {
      const asked = await database.db
        .selectFrom('backup_runs')
        .select('kind')
        .where('id', '=', runId)
        .where('status', '=', 'queued')
        .executeTakeFirst()
      if (!asked) return
      // The table's check allows no other.
      const kind = asked.kind as RunKind
      const ended = await inWords(options.place, () =>
        kind === 'backup' ? make(options, signal) : tryNewest(options, signal),
      )
      await database.db
        .updateTable('backup_runs')
        .set({ ...ended, status: 'done', finished_at: clock(), problem: null })
        .where('id', '=', runId)
        .execute()
      if (kind === 'backup') await removeSurplus(options)
    },

    async settle(trx, { runId }, outcome) {
      if (outcome.status === 'done') return
      await trx
        .updateTable('backup_runs')
        .set({
          problem: storedMessage(outcome.problem),
          ...(outcome.status === 'failed' && { status: 'failed', finished_at: outcome.at }),
        })
        .where('id', '=', runId)
        .where('status', '=', 'queued')
        .execute()
    },

    async revive(trx, { runId }) {
      await trx
        .updateTable('backup_runs')
        .set({ status: 'queued', finished_at: null })
        .where('id', '=', runId)
        .where('status', '=', 'failed')
        .execute()
    },
  }
}

async function make({ clock, place, tool }: BackupJobOptions, signal: AbortSignal): Promise<Ended> {
  const file = backupName(clock())
  const made = await tool.write(await place.begin(file), signal)
  const sizeBytes = await place.keep(file)
  return {
    file,
    size_bytes: sizeBytes,
    row_count: made.rows,
    ledger_hash: made.ledgerHash,
    is_encrypted: made.isEncrypted,
  }
}

async function tryNewest({ place, scratch, tool }: BackupJobOptions, signal: AbortSignal): Promise<Ended> {
  const tried = await drillNewest(place, scratch, (file, folder) => tool.drill(file, folder, signal))
  const { file, rows, ledgerHash, isEncrypted } = tried
  return { file, row_count: rows, ledger_hash: ledgerHash, is_encrypted: isEncrypted }
}

/** Passes on to those who run the installation the sentence that a terminal would show. */
async function inWords<T>({ where }: BackupPlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupRefused) throw new WorkProblem(error.said, { cause: error })
    if (error instanceof Refusal)
      throw new WorkProblem(message('backupPlaceIsAway', { where, reason: error.said }), { cause: error })
    throw error
  }
}

/** The backup is there, whatever comes of this. */
async function removeSurplus({ database, clock, log, place, keep }: BackupJobOptions): Promise<void> {
  try {
    for (const name of surplusBackups(
      (await place.list()).map((each) => each.name),
      keep,
    )) {
      await place.remove(name)
      await database.db
        .updateTable('backup_runs')
        .set({ removed_at: clock() })
        .where('file', '=', name)
        .where('kind', '=', 'backup')
        .execute()
    }
  } catch (error) {
    log.warn({ err: error }, 'old backups could not be removed')
  }
}
