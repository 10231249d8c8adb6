import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'

const DONE_DAYS = 30
const FAILED_DAYS = 90

/** Done jobs are forgotten after a month, failed ones once nobody will send them again. */
export async function purgeJobs(db: Kysely<Tables>, now: Date): Promise<void> {
  const isOld = sql`status <> 'queued' and finished_at < ${now}::timestamptz
    - make_interval(days => case status when 'done' then ${DONE_DAYS}::integer else ${FAILED_DAYS}::integer end)`
  await deleteInPieces(db, 'jobs', isOld)
}
