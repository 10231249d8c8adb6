import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { Refusal, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { appendEvent } from '../events/append-event.ts'
import { eventFilterFaults, personalFaults } from '../events/event-types.ts'
import { numberEvents } from '../events/number-events.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import { urlFaults, type PrivateNetworks } from './addresses.ts'
import { webhookOf, getWebhookRow, getWebhook } from './queries.ts'
import type { CreateWebhookBody, WebhookMade, NewSecret, ResumeBody, Webhook } from './schema.ts'
import { sealSecret, newWebhookSecret } from './secrets.ts'
import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'

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
  { networks, vault }: { networks: PrivateNetworks; vault: Vault },
): Promise<WebhookMade> {
  const wanted = types ?? []
  const path = (index: number) => `types[${index}]`
  refuseFaults([
    ...urlFaults(url, networks),
    ...eventFilterFaults(wanted, path),
    ...personalFaults(wanted, path),
  ])
  await ensureRoom(trx, actor)
  const id = newId()
  const secret = newWebhookSecret()
  const data = { types: wanted }
  await appendEvent(trx, actor, { type: 'webhook.created', subject: id, data })
  const row = await trx
    .insertInto('webhooks')
    .values({
      id,
      organisation_id: actor.organisationId,
      url: new URL(url).href,
      description: description?.trim() ?? '',
      types: wanted,
      secret: sealSecret(vault, id, secret),
      cursor_number: await placeBefore(trx, actor, id),
      due_at: actor.now,
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...webhookOf(row, actor), secret }
}

/** The place before the event that a webhook was made. It gets its number here, so that whatever is stored meanwhile comes behind it. */
async function placeBefore(trx: Transaction, { organisationId }: Actor, webhookId: string): Promise<number> {
  await numberEvents(trx, organisationId)
  const { number } = await trx
    .selectFrom('events')
    .select('number')
    .where('organisation_id', '=', organisationId)
    .where('subject', '=', webhookId)
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return Number(number) - 1
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
  throw new Refusal('invalid_input', message('tooManyWebhooks', { count }), {
    details: { most: MOST_WEBHOOKS },
  })
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
  const { status, cursor_number } = await getWebhookRow(trx, actor, id)
  if (status !== 'paused') throw new Refusal('in_use', message('webhookIsNotPaused', {}))
  const failed = skip ? await failedAfter(trx, id, cursor_number) : undefined
  await trx
    .updateTable('webhooks')
    .set({
      status: 'active',
      paused_at: null,
      pause_reason: null,
      failures: 0,
      due_at: actor.now,
      ...(failed && { cursor_number: failed.event_number }),
    })
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, { type: 'webhook.resumed', subject: id, data: { skipped: skip ?? false } })
  return getWebhook(trx, actor, id)
}

/** The event that could not be delivered: the first in the log behind the webhook's place. */
async function failedAfter(trx: Transaction, webhookId: string, place: number) {
  return trx
    .selectFrom('webhook_deliveries')
    .select('event_number')
    .where('webhook_id', '=', webhookId)
    .where('event_number', '>', place)
    .orderBy('event_number')
    .limit(1)
    .executeTakeFirst()
}

/** Stops sending events to a URL, and forgets what was sent. @throws Refusal `not_found` */
export async function deleteWebhook(trx: Transaction, actor: Actor, id: string): Promise<Acknowledgement> {
  const { url } = await getWebhookRow(trx, actor, id)
  await trx.deleteFrom('webhooks').where('id', '=', id).execute()
  await appendEvent(trx, actor, { type: 'webhook.deleted', subject: id, data: {} })
  return acknowledge(actor, message('webhookIsDeleted', { host: new URL(url).host }))
}
