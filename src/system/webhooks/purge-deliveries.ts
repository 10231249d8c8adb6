import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'

const KEPT_DAYS = 30

/**
 * The log of deliveries is kept for a month. What is still being tried stays in it, and so does the event that a webhook was paused at:
 * whoever resumes behind it has to know which one it was.
 */
export async function purgeDeliveries(db: Kysely<Tables>, now: Date): Promise<void> {
  const isOld = sql`status <> 'retrying' and last_attempt_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
    and not exists (
      select from webhooks w
      where w.id = webhook_deliveries.webhook_id and w.status = 'paused'
        and (event_transaction, event_id) > (w.cursor_transaction, w.cursor_event)
    )`
  await deleteInPieces(db, 'webhook_deliveries', isOld)
}
