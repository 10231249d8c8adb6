import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { enqueueAgain } from '../jobs/enqueue-job.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { WorkProblem } from '../jobs/worker.ts'
import { goodSecrets, type Target } from './deliveries.ts'
import { deliveryFailureOf, postDelivery } from './post-delivery.ts'
import { getWebhookRow, findEvent } from './queries.ts'
import { unsealSecrets } from './secrets.ts'
import type { WebhookOptions } from './webhook-source.ts'
import { message } from '../../words/catalogue.ts'
import { storedMessage } from '../../words/stored.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'

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
    return acknowledge(actor, message('isTriedAgain', { event: delivery.event_type }))
  }
  // One at a time of each: whoever asks for it again and again fills no queue in which others wait as well.
  const { id: key } = delivery
  await enqueueAgain(trx, { kind: REDELIVERY_JOB, key, payload: { deliveryId: key }, now: actor.now })
  return acknowledge(actor, message('isSentOnceMore', { event: delivery.event_type }))
}

const REDELIVERY_JOB = 'webhook-redelivery'

/** Somebody is waiting for it and may ask again. */
const MOST_ATTEMPTS = 3

interface Payload {
  deliveryId: string
}

/** Sends one event of the log once more, when somebody asks for it. */
export function redeliveryJob(options: WebhookOptions): JobKind<Payload> {
  const { db } = options.database
  return {
    name: REDELIVERY_JOB,
    mostAttempts: MOST_ATTEMPTS,

    async work({ deliveryId }, { signal }) {
      const now = options.clock()
      const wanted = await findWanted(db, options.vault, deliveryId, now)
      if (!wanted) throw new WorkProblem(message('webhookIsThereNoMore', {}), { isFinal: true })
      const event = await findEvent(db, wanted.organisationId, wanted.eventId)
      if (!event) throw new WorkProblem(message('eventIsThereNoMore', {}), { isFinal: true })
      const post = { ...wanted, ...deliveryFailureOf(event), at: now }
      const { status, problem } = await postDelivery(options, post, signal)
      await noteAnswer(db, deliveryId, status)
      if (problem) throw new WorkProblem(problem)
    },

    async settle(trx, { deliveryId }, outcome) {
      const isDone = outcome.status === 'done'
      await trx
        .updateTable('webhook_deliveries')
        .set({
          attempts: sql<number>`attempts + 1`,
          last_attempt_at: outcome.at,
          last_problem: outcome.status === 'done' ? null : storedMessage(outcome.problem),
          ...(isDone && { status: 'delivered', next_attempt_at: null }),
        })
        .where('id', '=', deliveryId)
        .execute()
    },
  }
}

/** Records the receiver's answer, which is known here alone: the end of a job is only a problem or none. */
async function noteAnswer(db: Kysely<Tables>, deliveryId: string, status: number | null): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ response_status: status })
    .where('id', '=', deliveryId)
    .execute()
}

async function findWanted(
  db: Kysely<Tables>,
  vault: Vault,
  deliveryId: string,
  now: Date,
): Promise<(Target & { organisationId: string; eventId: number }) | undefined> {
  const { rows } = await sql<{
    organisation_id: string
    event_id: number
    webhook_id: string
    url: string
    secrets: string[]
  }>`
    select d.organisation_id, d.event_id, d.webhook_id, w.url, ${goodSecrets(now)} as secrets
    from webhook_deliveries d
    join webhooks w on w.organisation_id = d.organisation_id and w.id = d.webhook_id
    join organisations o on o.id = w.organisation_id
    where d.id = ${deliveryId} and o.status = 'active'`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { organisation_id: organisationId, event_id: eventId, webhook_id: webhookId, url, secrets } = row
  return { organisationId, eventId, url, secrets: unsealSecrets(vault, webhookId, secrets) }
}
