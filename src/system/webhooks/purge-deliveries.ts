import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'

const KEPT_DAYS = 30

/** The log of deliveries is kept for a month; what is still being tried stays in it. */
export async function purgeDeliveries(trx: Transaction, now: Date): Promise<void> {
  await sql`
    delete from webhook_deliveries
    where status <> 'retrying' and last_attempt_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    trx,
  )
}
