import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { newId } from '../../kernel/ids.ts'
import { appendEvent } from '../events/append-event.ts'
import type { StoredEvent } from '../events/event-reader.ts'
import { LEASE_MS, type ClaimedWebhook } from './claim-webhook.ts'
import type { Reception, Verdict } from './rules.ts'

/** An attempt at an event and what follows from it. */
export interface Attempted {
  event: StoredEvent
  reception: Reception
  verdict: Verdict
  at: Date
}

/**
 * Writes an attempt into the log and moves the webhook on: to the next event, to a later time, or to rest.
 *
 * @returns false where somebody else delivers by now, or the webhook is gone: nothing is written then
 */
export async function settleDelivery(
  trx: Transaction,
  webhook: ClaimedWebhook,
  attempted: Attempted,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set(nextState(webhook, attempted))
    .where('id', '=', webhook.id)
    .where('lease_id', '=', webhook.leaseId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await logAttempt(trx, webhook.id, attempted)
  const { verdict, at } = attempted
  if (verdict.kind === 'pause') {
    const actor = { organisationId: webhook.organisationId, userId: webhook.createdBy, now: at }
    const data = { reason: verdict.reason }
    await appendEvent(trx, actor, { type: 'webhook.paused', subject: webhook.id, data })
  }
  return true
}

function nextState({ failures }: ClaimedWebhook, { event, verdict, at }: Attempted) {
  switch (verdict.kind) {
    case 'delivered':
      return {
        cursor_transaction: String(event.transactionId),
        cursor_event: event.id,
        failures: 0,
        // Still held: there may be more.
        due_at: new Date(at.getTime() + LEASE_MS),
      }
    case 'retry':
      return { failures: failures + 1, due_at: verdict.at, lease_id: null }
    case 'pause':
      return {
        status: 'paused',
        paused_at: at,
        pause_reason: verdict.reason,
        failures: failures + 1,
        due_at: at,
        lease_id: null,
      }
  }
}

const outcomes = { delivered: 'delivered', retry: 'retrying', pause: 'failed' } as const

async function logAttempt(trx: Transaction, webhookId: string, attempted: Attempted): Promise<void> {
  const { event, reception, verdict, at } = attempted
  const outcome = {
    status: outcomes[verdict.kind],
    response_status: reception.status,
    last_problem: reception.problem,
    last_attempt_at: at,
    next_attempt_at: verdict.kind === 'retry' ? verdict.at : null,
  }
  await trx
    .insertInto('webhook_deliveries')
    .values({
      id: newId(),
      webhook_id: webhookId,
      event_id: event.id,
      event_transaction: String(event.transactionId),
      event_type: event.type,
      attempts: 1,
      first_attempt_at: at,
      ...outcome,
    })
    .onConflict((conflict) =>
      conflict
        .constraint('webhook_deliveries_event')
        .doUpdateSet({ ...outcome, attempts: sql<number>`webhook_deliveries.attempts + 1` }),
    )
    .execute()
}

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
