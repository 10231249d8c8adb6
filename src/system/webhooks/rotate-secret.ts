import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Vault } from '../../kernel/vault.ts'
import { appendEvent } from '../events/append-event.ts'
import { getWebhookRow } from './queries.ts'
import type { NewSecret } from './schema.ts'
import { sealSecret } from './sealed-secrets.ts'
import { newWebhookSecret } from './signature.ts'

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
