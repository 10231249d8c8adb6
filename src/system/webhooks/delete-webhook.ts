import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { appendEvent } from '../events/append-event.ts'
import { getWebhookRow } from './queries.ts'

/** Stops sending events to a URL, and forgets what was sent. @throws Refusal `not_found` */
export async function deleteWebhook(trx: Transaction, actor: Actor, id: string): Promise<Acknowledgement> {
  const { url } = await getWebhookRow(trx, actor, id)
  await trx.deleteFrom('webhooks').where('id', '=', id).execute()
  await appendEvent(trx, actor, { type: 'webhook.deleted', subject: id, data: {} })
  return { status: 'success', message: `Nothing more is sent to ${new URL(url).host}.` }
}
