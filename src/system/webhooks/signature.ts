import { createHmac, randomBytes } from 'node:crypto'

/** Signatures as Standard Webhooks describes them (standardwebhooks.com), so that receivers need no code of ours. */

const PREFIX = 'whsec_'

/** A new secret for signing: 256 random bits. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

export interface Signed {
  /** The same for every attempt at one event, so that a receiver knows what it has already. */
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
