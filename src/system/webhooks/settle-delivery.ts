import { sql } from 'kysely'
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
