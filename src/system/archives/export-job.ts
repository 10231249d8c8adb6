import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../../db/open.ts'
import { inTransaction } from '../../db/transaction.ts'
import { newId } from '../../kernel/ids.ts'
import { storedMessage } from '../../words/stored.ts'
import type { Files } from '../files/store.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { WorkProblem } from '../jobs/worker.ts'
import { sumOf } from './archive.ts'
import { exportOrganisation } from './export-organisation.ts'
import { EXPORT_DAYS, EXPORT_JOB } from './stored-exports.ts'
import { BackupRefused } from './manifest.ts'

const MOST_ATTEMPTS = 3
/** The largest organisations take an hour. */
const LEASE_MS = 2 * 60 * 60_000
const DAY_MS = 86_400_000

/** Writes an archive that somebody asked for, and keeps it where uploaded files are. */
export function exportJob({
  database,
  files: { store, incoming },
  clock,
}: {
  database: Database
  files: Pick<Files, 'store' | 'incoming'>
  clock: () => Date
}): JobKind<{ organisationId: string; exportId: string }> {
  return {
    name: EXPORT_JOB,
    mostAttempts: MOST_ATTEMPTS,
    leaseMs: LEASE_MS,

    async work({ organisationId, exportId }, { signal }) {
      const { db } = database
      const asked = await db
        .selectFrom('organisation_exports')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', exportId)
        .where('status', '=', 'queued')
        .executeTakeFirst()
      if (!asked) return
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const now = clock()
      const file = path.join(incoming, `export-${newId()}`)
      // One key for each attempt: nothing is written twice under one.
      const key = `exports/${exportId.slice(-2)}/${newId()}`
      try {
        const manifest = await exportOrganisation({ database, store, now, signal }, organisationId, file)
        const { sizeBytes, sha256 } = await sumOf(createReadStream(file))
        const local = { path: file, sizeBytes, sha256: Buffer.from(sha256, 'hex') }
        await db.insertInto('unfinished_files').values({ storage_key: key, created_at: now }).execute()
        await store.put(key, local)
        await finish(db, clock(), {
          organisation_id: organisationId,
          id: exportId,
          storage_key: key,
          size_bytes: sizeBytes,
          sha256: local.sha256,
          missing_files: manifest.missingFiles.length,
        })
      } catch (error) {
        if (error instanceof BackupRefused) throw new WorkProblem(error.said, { cause: error })
        throw error
      } finally {
        await rm(file, { force: true })
      }
    },

    async settle(trx, { organisationId, exportId }, outcome) {
      if (outcome.status !== 'failed') return
      await trx
        .updateTable('organisation_exports')
        .set({ status: 'failed', finished_at: outcome.at, problem: storedMessage(outcome.problem) })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', exportId)
        .where('status', '=', 'queued')
        .execute()
    },
  }
}

/** Notes that an archive is written, and where. Where somebody else was faster, or the organisation is gone, a sweep takes its bytes. */
async function finish(
  db: Database['db'],
  now: Date,
  { organisation_id, id, ...written }: WrittenExport,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('organisation_exports')
      .set({
        ...written,
        status: 'done',
        finished_at: now,
        expires_at: new Date(now.getTime() + EXPORT_DAYS * DAY_MS),
      })
      .where('organisation_id', '=', organisation_id)
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n)
      await trx.deleteFrom('unfinished_files').where('storage_key', '=', written.storage_key).execute()
  })
}

interface WrittenExport {
  organisation_id: string
  id: string
  storage_key: string
  size_bytes: number
  sha256: Buffer
  missing_files: number
}
