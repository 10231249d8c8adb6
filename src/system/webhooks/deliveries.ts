import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { newId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { storedMessage } from '../../words/stored.ts'
import { appendEvent } from '../events/append-event.ts'
import type { StoredEvent } from '../events/event-reader.ts'
import { numberEvents } from '../events/number-events.ts'
import type { Reception, DeliveryVerdict } from './rules.ts'
import { unsealSecrets } from './secrets.ts'

/** Longer than one attempt may take; every attempt that is written down renews it. */
export const DELIVERY_LEASE_MS = 60_000

/**
 * So many of one organisation are delivered to at a time, in all processes together: receivers that take their time are not to take it
 * from everybody else's.
 */
const MOST_OF_ONE = 2

/** A webhook that this process delivers to, until its lease ends. */
export interface ClaimedWebhook {
  id: string
  organisationId: string
  createdBy: string
  types: string[]
  /** The number of the last event that was delivered, given up, or not wanted. */
  cursor: number
  failures: number
  leaseId: string
}

/** The destination of a delivery, and the secrets that sign it. */
export interface Target {
  url: string
  /** The one in use first. */
  secrets: string[]
}

interface Row {
  id: string
  organisation_id: string
  created_by: string
  types: string[]
  cursor_number: number
  failures: number
}

/**
 * Makes due the webhooks of organisations where something has happened since somebody looked. Nothing is asked about any other
 * organisation, however many webhooks it has.
 */
export async function wakeWebhooks(db: Kysely<Tables>, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select organisation_id as id from events where awaited and number is null
    union
    select owner_id from event_streams where has_news`.execute(db)
  for (const { id } of rows) {
    await numberEvents(db, id)
    await inTransaction(db, (trx) => wakeWebhooksOf(trx, id, now))
  }
}

async function wakeWebhooksOf(trx: Transaction, organisationId: string, now: Date): Promise<void> {
  await Promise.all([
    // Locks the stream first: one that is let go just now, before these numbers are seen, waits for this or is seen here; see releaseWebhook.
    trx
      .updateTable('event_streams')
      .set({ has_news: false })
      .where('owner_id', '=', organisationId)
      .where('has_news', '=', true)
      .execute(),
    trx
      .updateTable('webhooks')
      .set({ due_at: now })
      .where('organisation_id', '=', organisationId)
      .where('status', '=', 'active')
      .where(isResting(now))
      .execute(),
  ])
}

/** That a webhook has delivered all there was. A young one rests until its next look, which neither a receiver that refused nor a lease has set. */
function isResting(now: Date): RawBuilder<SqlBool> {
  const nextLook = sql`${now}::timestamptz + make_interval(secs => ${YOUNG_AGAIN_SECONDS})`
  return sql`(due_at is null or (due_at > ${now} and due_at <= ${nextLook} and lease_id is null and failures = 0))`
}

/**
 * Takes the webhook that has been due for longest, or none; none of an organisation whose turn it is already. As long as it is held nobody else
 * delivers to it, so that its events arrive in order.
 */
export async function claimWebhook(db: Kysely<Tables>, now: Date): Promise<ClaimedWebhook | undefined> {
  const leaseId = newId()
  const leaseEnd = new Date(now.getTime() + DELIVERY_LEASE_MS)
  const { rows } = await sql<Row>`
    update webhooks set lease_id = ${leaseId}, due_at = ${leaseEnd}
    where id = (
      select w.id from webhooks w join organisations o on o.id = w.organisation_id
      where w.status = 'active' and o.status = 'active' and w.due_at <= ${now}
        and (
          select count(*) from webhooks held
          where held.organisation_id = w.organisation_id and held.lease_id is not null and held.due_at > ${now}
        ) < ${MOST_OF_ONE}
      order by w.due_at, w.id
      limit 1
      for update of w skip locked
    )
    returning id, organisation_id, created_by, types, failures, cursor_number`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    id: row.id,
    organisationId: row.organisation_id,
    createdBy: row.created_by,
    types: row.types,
    cursor: row.cursor_number,
    failures: row.failures,
    leaseId,
  }
}

/**
 * Finds the target of a held webhook's next delivery, as things are now: while a receiver took its time, the secret may have been rotated. Undefined
 * where nothing more may be sent, since the webhook is deleted, paused or held by somebody else, or its organisation suspended.
 */
export async function findTarget(
  db: Kysely<Tables>,
  vault: Vault,
  { id, leaseId }: Pick<ClaimedWebhook, 'id' | 'leaseId'>,
  now: Date,
): Promise<Target | undefined> {
  const { rows } = await sql<Target>`
    select w.url, ${goodSecrets(now)} as secrets
    from webhooks w join organisations o on o.id = w.organisation_id
    where w.id = ${id} and w.lease_id = ${leaseId} and w.status = 'active' and o.status = 'active'`.execute(
    db,
  )
  const [row] = rows
  return row && { ...row, secrets: unsealSecrets(vault, id, row.secrets) }
}

/** The sealed secrets that sign at a moment, the one in use first. Needs the webhook as `w`. */
export function goodSecrets(now: Date): RawBuilder<string[]> {
  return sql`case when w.previous_secret_until > ${now} then array[w.secret, w.previous_secret] else array[w.secret] end`
}

/** Longer than any transaction may stay open. */
const YOUNG_MINUTES = 5
const YOUNG_AGAIN_SECONDS = 10

/**
 * Lets a webhook go that has been delivered to up to this place: it is due again at once where there is more, and otherwise rests until
 * something happens. While it is young it looks by itself, too: a transaction that began before it was made did not know that somebody waits.
 */
export async function releaseWebhook(
  db: Kysely<Tables>,
  { id, organisationId, leaseId }: Pick<ClaimedWebhook, 'id' | 'organisationId' | 'leaseId'>,
  cursor: number,
  now: Date,
): Promise<void> {
  await sql`
    with stream as materialized (
      select last_number from event_streams where owner_id = ${organisationId} for share
    )
    update webhooks set
      cursor_number = ${cursor},
      due_at = case
        when (select last_number from stream) > ${cursor} then ${now}::timestamptz
        when created_at between ${now}::timestamptz - make_interval(mins => ${YOUNG_MINUTES}) and ${now}
          then ${now}::timestamptz + make_interval(secs => ${YOUNG_AGAIN_SECONDS})
      end,
      lease_id = null
    where id = ${id} and lease_id = ${leaseId}`.execute(db)
}

/** An attempt at an event and what follows from it. */
export interface Attempted {
  event: StoredEvent
  reception: Reception
  verdict: DeliveryVerdict
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
    const data = { reason: render(verdict.reason, ANYBODY) }
    await appendEvent(trx, actor, { type: 'webhook.paused', subject: webhook.id, data })
  }
  return true
}

function nextState({ failures }: ClaimedWebhook, { event, verdict, at }: Attempted) {
  switch (verdict.kind) {
    case 'delivered':
      return {
        cursor_number: event.number,
        failures: 0,
        // Still held: there may be more.
        due_at: new Date(at.getTime() + DELIVERY_LEASE_MS),
      }
    case 'retry':
      return { failures: failures + 1, due_at: verdict.at, lease_id: null }
    case 'pause':
      return {
        status: 'paused',
        paused_at: at,
        pause_reason: storedMessage(verdict.reason),
        failures: failures + 1,
        due_at: null,
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
    last_problem: reception.problem && storedMessage(reception.problem),
    last_attempt_at: at,
    next_attempt_at: verdict.kind === 'retry' ? verdict.at : null,
  }
  await trx
    .insertInto('webhook_deliveries')
    .values({
      id: newId(),
      organisation_id: event.organisationId,
      webhook_id: webhookId,
      event_id: event.id,
      event_number: event.number,
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
        and event_number > w.cursor_number
    )`
  await deleteInPieces(db, 'webhook_deliveries', isOld)
}
