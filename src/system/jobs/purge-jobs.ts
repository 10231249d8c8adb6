import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'

const DONE_DAYS = 30
const FAILED_DAYS = 90

/** Done jobs are forgotten after a month, failed ones once nobody will send them again. */
export async function purgeJobs(db: Kysely<Tables>, now: Date): Promise<void> {
  const finishedBefore = (days: number) =>
    sql`finished_at < ${now}::timestamptz - make_interval(days => ${days})`
  // The first day is the one that the index is asked about; of those that failed, few are left by then.
  const isOld = sql`status <> 'queued' and ${finishedBefore(DONE_DAYS)} and (status = 'done' or ${finishedBefore(FAILED_DAYS)})`
  await deleteInPieces(db, 'jobs', isOld)
}
