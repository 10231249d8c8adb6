import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'

const DONE_DAYS = 30
const FAILED_DAYS = 90

/** Done jobs are forgotten after a month, failed ones once nobody will send them again. */
export async function purgeJobs(trx: Transaction, now: Date): Promise<void> {
  await sql`
    delete from jobs
    where status <> 'queued' and finished_at < ${now}::timestamptz
      - make_interval(days => case status when 'done' then ${DONE_DAYS}::integer else ${FAILED_DAYS}::integer end)`.execute(
    trx,
  )
}
