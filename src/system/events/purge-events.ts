import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'

const KEPT_DAYS = 90

/** Events are kept for as long as any listener may reasonably be away. */
export async function purgeEvents(trx: Transaction, now: Date): Promise<void> {
  await sql`delete from events where occurred_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    trx,
  )
}
