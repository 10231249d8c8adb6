import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { Refusal, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { appendEvent } from '../events/append-event.ts'
import { beginningFaults, personalFaults } from '../events/event-types.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import { urlFaults, type OwnNetworks } from './addresses.ts'
import { webhookOf, getWebhookRow, getWebhook } from './queries.ts'
import type { CreateWebhookBody, WebhookMade, NewSecret, ResumeBody, Webhook } from './schema.ts'
import { sealSecret, newWebhookSecret } from './secrets.ts'

/** Each is asked for its own at every event, so there is an end to them. */
const MOST_WEBHOOKS = 100

/**
 * Has events of the caller's organisation sent to a URL from now on. The first of them, where it is wanted, is that this
 * webhook was made.
 *
 * @throws Refusal `invalid_input` for a URL that may not be called, for types that there are none of or that no webhook hears of, or where there are too many webhooks
 */
export async function createWebhook(
  trx: Transaction,
  actor: Actor,
  { url, types, description }: CreateWebhookBody,
  { networks, vault }: { networks: OwnNetworks; vault: Vault },
): Promise<WebhookMade> {
  const wanted = types ?? []
  const path = (index: number) => `types[${index}]`
  refuseFaults([
    ...urlFaults(url, networks),
    ...beginningFaults(wanted, path),
    ...personalFaults(wanted, path),
  ])
  await ensureRoom(trx, actor)
  const id = newId()
  const secret = newWebhookSecret()
  const row = await trx
    .insertInto('webhooks')
    .values({
      id,
      organisation_id: actor.organisationId,
      url: new URL(url).href,
      description: description?.trim() ?? '',
      types: wanted,
      secret: sealSecret(vault, id, secret),
      // This transaction's own events come after it, and so do all later ones.
      cursor_transaction: sql<string>`pg_current_xact_id()`,
      cursor_event: 0,
      due_at: actor.now,
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const data = { types: row.types }
  await appendEvent(trx, actor, { type: 'webhook.created', subject: row.id, data })
  return { ...webhookOf(row), secret }
}

async function ensureRoom(trx: Transaction, { organisationId }: Actor): Promise<void> {
  // Or two made at once could both take the last place.
  await lockOrganisation(trx, organisationId)
  const { count } = await trx
    .selectFrom('webhooks')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  if (count < MOST_WEBHOOKS) return
  const message = `Your organisation has ${count} webhooks, the most allowed. Delete one that is not needed.`
  throw new Refusal('invalid_input', message, { details: { most: MOST_WEBHOOKS } })
}

const BOTH_GOOD_MS = 24 * 60 * 60_000

/**
 * Gives a webhook a new secret. For a day deliveries are signed by both, so that a receiver can change over without
 * missing any; the one before those two is of no use from now on.
 *
 * @throws Refusal `not_found`
 */
export async function rotateSecret(
  trx: Transaction,
  actor: Actor,
  id: string,
  vault: Vault,
): Promise<NewSecret> {
  const previous = await getWebhookRow(trx, actor, id)
  const secret = newWebhookSecret()
  const until = new Date(actor.now.getTime() + BOTH_GOOD_MS)
  await trx
    .updateTable('webhooks')
    .set({
      secret: sealSecret(vault, id, secret),
      previous_secret: previous.secret,
      previous_secret_until: until,
    })
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, { type: 'webhook.secret_rotated', subject: id, data: {} })
  return { secret, previousSecretUntilUTC: until.toISOString() }
}

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

/** Stops sending events to a URL, and forgets what was sent. @throws Refusal `not_found` */
export async function deleteWebhook(trx: Transaction, actor: Actor, id: string): Promise<Acknowledgement> {
  const { url } = await getWebhookRow(trx, actor, id)
  await trx.deleteFrom('webhooks').where('id', '=', id).execute()
  await appendEvent(trx, actor, { type: 'webhook.deleted', subject: id, data: {} })
  return { status: 'success', message: `Nothing more is sent to ${new URL(url).host}.` }
}

/**
 * A dump that was restored into a new server begins transaction numbers again: webhooks whose place is a number that this
 * server has not reached would wait for years. They begin with what happens from now on.
 */
export async function rewindCursors(db: Kysely<Tables>): Promise<void> {
  await sql`
    update webhooks set cursor_transaction = pg_snapshot_xmin(pg_current_snapshot()), cursor_event = 0
    where cursor_transaction > pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
}
