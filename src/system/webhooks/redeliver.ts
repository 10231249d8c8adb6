import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { enqueueAgain } from '../jobs/enqueue-job.ts'
import { getWebhookRow } from './queries.ts'
import { REDELIVERY_JOB } from './redelivery-job.ts'

/**
 * Sends one event of the log once more, out of its order. One that is being retried is tried now instead of later.
 *
 * @throws Refusal `not_found`
 */
export async function redeliver(
  trx: Transaction,
  actor: Actor,
  webhookId: string,
  deliveryId: string,
): Promise<Acknowledgement> {
  await getWebhookRow(trx, actor, webhookId)
  const delivery = isId(deliveryId)
    ? await trx
        .selectFrom('webhook_deliveries')
        .select(['id', 'status', 'event_type'])
        .where('id', '=', deliveryId)
        .where('webhook_id', '=', webhookId)
        .executeTakeFirst()
    : undefined
  if (!delivery) throw notFound('delivery', deliveryId)
  if (delivery.status === 'retrying') {
    await trx
      .updateTable('webhooks')
      .set({ due_at: actor.now })
      .where('id', '=', webhookId)
      // Somebody who holds it is trying just now.
      .where('lease_id', 'is', null)
      .execute()
    return { status: 'success', message: `${delivery.event_type} is tried again now.` }
  }
  // One at a time of each: whoever asks for it again and again fills no queue in which others wait as well.
  const { id: key } = delivery
  await enqueueAgain(trx, { kind: REDELIVERY_JOB, key, payload: { deliveryId: key }, now: actor.now })
  return { status: 'success', message: `${delivery.event_type} is sent once more.` }
}
