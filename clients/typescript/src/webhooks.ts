import { WebhookError } from './errors.ts'
import type { Event } from './operations.ts'

/** An event as it is posted to a webhook. */
export type WebhookEvent = Event & { organisationId: string }

export interface ReceivedWebhook {
  /** The secret of the webhook, `whsec_…`; while it is being rotated, the old and the new one. */
  secret: string | string[]
  /** The headers as they came: those of `fetch`, or an object with names in small letters as Node has it. */
  headers: Headers | Record<string, string | string[] | undefined>
  /** The body as it came, byte for byte: not what a framework has parsed and written again. */
  body: string | Uint8Array
  /** Seconds that the post may be old, or ahead. Default: 300. */
  toleranceSeconds?: number
}

/**
 * Checks that a post came from Granary, unchanged and just now, as Standard Webhooks describes it, and answers its event. An event may
 * come more than once: its `webhook-id` is then the same.
 *
 * @throws WebhookError when it did not
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const { secret, headers, body, toleranceSeconds = 300 } = received
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`)
    return value
  }) as [string, string, string]
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds)
    throw new WebhookError('The post is too old, or one of the clocks is wrong.')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const content = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const given = signatures.split(' ').filter((each) => each.startsWith('v1,'))
  for (const each of [secret].flat()) {
    const key = await keyOf(each)
    for (const signature of given) {
      const decoded = bytesOf(signature.slice(3))
      if (decoded && (await crypto.subtle.verify('HMAC', key, decoded, content)))
        return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
    }
  }
  throw new WebhookError('The signature is none of this secret, or the body was changed.')
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : undefined
  if (!bytes || bytes.length === 0) throw new WebhookError('The secret of a webhook begins with whsec_.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
  } catch {
    return undefined
  }
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}
