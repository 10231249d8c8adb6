import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal, refuseFaults } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { appendEvent } from '../events/append-event.ts'
import { beginningFaults, personalFaults } from '../events/event-types.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import type { OwnNetworks } from './addresses.ts'
import { webhookOf } from './queries.ts'
import type { CreateWebhookBody, WebhookMade } from './schema.ts'
import { sealSecret } from './sealed-secrets.ts'
import { newWebhookSecret } from './signature.ts'
import { urlFaults } from './targets.ts'

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
