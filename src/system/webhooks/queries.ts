import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readPage } from '../../db/read-page.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Reader } from '../../words/render.ts'
import { renderStored } from '../../words/stored.ts'
import type { StoredEvent } from '../events/event-reader.ts'
import type { Delivery, DeliveryPage, DeliveryQuery, Webhook } from './schema.ts'

type Caller = Pick<Actor, 'organisationId'>
export type WebhookRow = Selectable<Tables['webhooks']>

/** The webhooks of an organisation, the oldest first. */
export async function listWebhooks(db: Kysely<Tables>, actor: Actor): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('organisation_id', '=', actor.organisationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => webhookOf(row, actor))
}

/**
 * A webhook of the caller's organisation, as it is stored.
 *
 * @throws Refusal `not_found`
 */
export async function getWebhookRow(db: Kysely<Tables>, actor: Caller, id: string): Promise<WebhookRow> {
  const row = isId(id)
    ? await db
        .selectFrom('webhooks')
        .selectAll()
        .where('id', '=', id)
        .where('organisation_id', '=', actor.organisationId)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('webhook', id)
  return row
}

/** A webhook of the caller's organisation, without its secret. @throws Refusal `not_found` */
export async function getWebhook(db: Kysely<Tables>, actor: Actor, id: string): Promise<Webhook> {
  return webhookOf(await getWebhookRow(db, actor, id), actor)
}

/** The one form in which a webhook leaves the service. */
export function webhookOf(row: WebhookRow, reader: Reader): Webhook {
  const isRetrying = row.status === 'active' && row.failures > 0
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    types: row.types,
    // The table's check allows no other.
    status: row.status as Webhook['status'],
    pausedAtUTC: row.paused_at?.toISOString() ?? '',
    pauseReason: renderStored(row.pause_reason, reader),
    failures: row.failures,
    nextAttemptAtUTC: isRetrying ? (row.due_at?.toISOString() ?? '') : '',
    previousSecretUntilUTC: row.previous_secret_until?.toISOString() ?? '',
    createdByName: row.created_by_name,
    createdAtUTC: row.created_at.toISOString(),
  }
}

/**
 * Lists what was delivered to a webhook and what was not, the latest attempt first.
 *
 * @throws Refusal `not_found`
 */
export async function listDeliveries(
  db: Kysely<Tables>,
  actor: Actor,
  webhookId: string,
  query: DeliveryQuery,
): Promise<DeliveryPage> {
  return inOneMoment(db, async (moment) => {
    await getWebhookRow(moment, actor, webhookId)
    const found = moment
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', webhookId)
      .$if(query.status !== undefined, (select) => select.where('status', '=', query.status ?? ''))
      .selectAll()
      .orderBy('last_attempt_at', 'desc')
      .orderBy('id')
    return readPage(found, query, (row) => deliveryOf(row, actor))
  })
}

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

/** The one form in which an entry of the log leaves the service. */
function deliveryOf(row: DeliveryRow, reader: Reader): Delivery {
  return {
    id: row.id,
    eventId: String(row.event_number),
    eventType: row.event_type,
    // The table's check allows no other.
    status: row.status as Delivery['status'],
    attempts: row.attempts,
    responseStatus: row.response_status ?? 0,
    lastProblem: renderStored(row.last_problem, reader),
    firstAttemptAtUTC: row.first_attempt_at.toISOString(),
    lastAttemptAtUTC: row.last_attempt_at.toISOString(),
    nextAttemptAtUTC: row.next_attempt_at?.toISOString() ?? '',
  }
}

/** One event that was delivered, or undefined where it is no longer kept. */
export async function findEvent(
  db: Kysely<Tables>,
  organisationId: string,
  id: number,
): Promise<StoredEvent | undefined> {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      // It had one before it was delivered.
      number: row.number ?? 0,
      organisationId: row.organisation_id,
      type: row.type,
      subject: row.subject,
      data: row.data,
      userId: row.user_id,
      occurredAt: row.occurred_at,
    }
  )
}

/** Counts the webhooks in each state: active, failing, paused. */
export async function measureWebhooks(db: Kysely<Tables>): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql<{ state: string; count: number }>`
    select case when status = 'active' and failures > 0 then 'failing' else status end as state, count(*) as count
    from webhooks group by 1 order by 1`.execute(db)
  return rows
}
