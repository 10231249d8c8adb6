import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'

const KEPT_DAYS = 30

/**
 * The log of deliveries is kept for a month. What is still being tried stays in it, and so does the event that a webhook was paused at:
 * whoever resumes behind it has to know which one it was.
 */
export async function purgeDeliveries(trx: Transaction, now: Date): Promise<void> {
  await sql`
    delete from webhook_deliveries d using webhooks w
    where w.id = d.webhook_id and d.status <> 'retrying'
      and d.last_attempt_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
      and not (w.status = 'paused' and (d.event_transaction, d.event_id) > (w.cursor_transaction, w.cursor_event))`.execute(
    trx,
  )
}
