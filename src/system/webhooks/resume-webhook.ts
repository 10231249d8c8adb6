import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { appendEvent } from '../events/append-event.ts'
import { getWebhook, getWebhookRow } from './queries.ts'
import type { ResumeBody, Webhook } from './schema.ts'

/**
 * Goes on with a webhook that was paused, from the event at which it was, or from the one after it.
 *
 * @throws Refusal `not_found`; `in_use` for one that is not paused
 */
export async function resumeWebhook(
  trx: Transaction,
  actor: Actor,
  id: string,
  { skip }: ResumeBody,
): Promise<Webhook> {
  const { status, cursor_transaction, cursor_event } = await getWebhookRow(trx, actor, id)
  if (status !== 'paused') throw new Refusal('in_use', 'This webhook is not paused.')
  const failed = skip ? await failedAfter(trx, id, cursor_transaction, cursor_event) : undefined
  await trx
    .updateTable('webhooks')
    .set({
      status: 'active',
      paused_at: null,
      pause_reason: '',
      failures: 0,
      due_at: actor.now,
      ...(failed && { cursor_transaction: failed.event_transaction, cursor_event: failed.event_id }),
    })
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, { type: 'webhook.resumed', subject: id, data: { skipped: skip ?? false } })
  return getWebhook(trx, actor, id)
}

/** The event that could not be delivered: the first in the log behind the webhook's place. */
async function failedAfter(trx: Transaction, webhookId: string, transaction: string, event: number) {
  return trx
    .selectFrom('webhook_deliveries')
    .select(['event_transaction', 'event_id'])
    .where('webhook_id', '=', webhookId)
    .where(sql<boolean>`(event_transaction, event_id) > (${transaction}::xid8, ${event}::bigint)`)
    .orderBy('event_transaction')
    .orderBy('event_id')
    .limit(1)
    .executeTakeFirst()
}
