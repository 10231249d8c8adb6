import { createHmac, randomBytes } from 'node:crypto'
import type { Transaction } from '../../db/transaction.ts'
import type { Vault } from '../../kernel/vault.ts'
import { message } from '../../words/catalogue.ts'
import { storedMessage } from '../../words/stored.ts'

/** Signatures as Standard Webhooks describes them (standardwebhooks.com), so that receivers need no code of ours. */

const PREFIX = 'whsec_'

/** A new secret for signing: 256 random bits. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

export interface Signed {
  /** Id that is equal for every attempt at one event, so that a receiver knows what it has already. */
  id: string
  /** Of the attempt; receivers refuse what is old. */
  at: Date
  body: string
  /** More than one while a rotated secret is still good. */
  secrets: string[]
}

/** The headers that prove who sent a body, and when. */
export function signatureHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}

const useOf = (webhookId: string) => `webhook ${webhookId}`
const SEALED = 'sealed:%'

/** The secret of a webhook, as it is stored. */
export function sealSecret(vault: Vault, webhookId: string, secret: string): string {
  return vault.seal(secret, useOf(webhookId))
}

/** Stored secrets of a webhook, as they sign. */
export function unsealSecrets(vault: Vault, webhookId: string, sealed: string[]): string[] {
  return sealed.map((each) => vault.unseal(each, useOf(webhookId)))
}

/** Seals the secrets that an earlier version, or a backup of one, left open. */
export async function sealSecrets(trx: Transaction, vault: Vault): Promise<void> {
  const open = await trx
    .selectFrom('webhooks')
    .select(['id', 'secret', 'previous_secret'])
    .where('secret', 'not like', SEALED)
    .execute()
  for (const { id, secret, previous_secret: previous } of open) {
    await trx
      .updateTable('webhooks')
      .set({
        secret: sealSecret(vault, id, secret),
        previous_secret: previous === null ? null : sealSecret(vault, id, previous),
      })
      .where('id', '=', id)
      .execute()
  }
}

/** Seals all secrets with another key. */
export async function resealSecrets(trx: Transaction, from: Vault, to: Vault): Promise<void> {
  const rows = await trx.selectFrom('webhooks').select(['id', 'secret', 'previous_secret']).execute()
  for (const { id, secret, previous_secret: previous } of rows) {
    const [current = '', before = null] = unsealSecrets(from, id, [secret, previous ?? []].flat()).map(
      (each) => sealSecret(to, id, each),
    )
    await trx
      .updateTable('webhooks')
      .set({ secret: current, previous_secret: before })
      .where('id', '=', id)
      .execute()
  }
}

/**
 * Gives every webhook a secret that nobody knows yet, and pauses it until its organisation has rotated that.
 *
 * @returns how many webhooks
 */
export async function replaceLostSecrets(trx: Transaction, vault: Vault, now: Date): Promise<number> {
  const rows = await trx.selectFrom('webhooks').select('id').execute()
  for (const { id } of rows) {
    await trx
      .updateTable('webhooks')
      .set({
        secret: sealSecret(vault, id, newWebhookSecret()),
        previous_secret: null,
        previous_secret_until: null,
        status: 'paused',
        paused_at: now,
        pause_reason: storedMessage(message('secretIsLost', {})),
      })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}
