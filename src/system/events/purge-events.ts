import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'

const KEPT_DAYS = 90

/** Events are kept for as long as any listener may reasonably be away. */
export async function purgeEvents(trx: Transaction, now: Date): Promise<void> {
  const oldest = sql<Date>`${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`
  await trx.deleteFrom('events').where('occurred_at', '<', oldest).execute()
  await trx.deleteFrom('personal_events').where('occurred_at', '<', oldest).execute()
}
