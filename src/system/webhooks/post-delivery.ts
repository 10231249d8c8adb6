import { request as requestByHttp, type IncomingMessage } from 'node:http'
import { request as requestByHttps } from 'node:https'
import type { StoredEvent } from '../events/event-reader.ts'
import type { Message } from '../../words/catalogue.ts'
import { guardedLookup, TargetRefused, type PrivateNetworks, type Resolver } from './addresses.ts'
import { failureProblem, statusProblem, type Reception } from './rules.ts'
import { signatureHeaders, type Signed } from './secrets.ts'

export interface Post extends Signed {
  url: string
}

export interface PostOptions {
  networks: PrivateNetworks
  resolve: Resolver
  /** For everything: name, connection, TLS, and the answer. */
  mostMs?: number
}

/** A receiver that has work to do does it afterwards. */
const MOST_MS = 15_000
/** Of the answer's body, which nobody reads. */
const MOST_BYTES = 64 * 1024

/**
 * Posts one event and says how it was taken. Follows no redirects, and shows nothing of the answer but its status: a
 * webhook is no way to read what stands behind a URL.
 */
export async function postDelivery(
  options: PostOptions,
  post: Post,
  signal: AbortSignal,
): Promise<Reception> {
  try {
    const answer = await send(
      options,
      post,
      AbortSignal.any([signal, AbortSignal.timeout(options.mostMs ?? MOST_MS)]),
    )
    const status = answer.statusCode ?? 0
    return { status, problem: statusProblem(status), retryAfterSeconds: waitOf(answer) }
  } catch (error) {
    return { status: null, problem: problemOf(error), retryAfterSeconds: null }
  }
}

async function send(
  { networks, resolve }: PostOptions,
  post: Post,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(post.url)
  const lookup = guardedLookup(url, networks, resolve)
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(post.body),
    'user-agent': 'Granary-Webhooks/1',
    ...signatureHeaders(post),
  }
  return new Promise((resolveAnswer, reject) => {
    // A connection of its own: one that was kept would skip the judgement of its address.
    const sending = request(url, { method: 'POST', headers, lookup, signal, agent: false })
    // However it ends, it ends: who waits here holds the webhook, and one of the few places there are for all of them.
    const end = () => reject(new Error('the connection ended without an answer'))
    sending.on('error', reject)
    sending.on('close', end)
    // A receiver that wants to speak something else from here on (101), which Node leaves to whoever listens for it.
    sending.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolveAnswer(answer)
    })
    sending.on('response', (answer) => {
      // From here on the status is known, however the rest ends.
      sending.off('error', reject).off('close', end)
      sending.on('error', () => undefined)
      let received = 0
      answer.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received > MOST_BYTES) answer.destroy()
      })
      answer.on('error', () => undefined)
      answer.on('close', () => {
        sending.destroy()
        resolveAnswer(answer)
      })
    })
    sending.end(post.body)
  })
}

function waitOf({ headers }: IncomingMessage): number | null {
  const seconds = headers['retry-after']
  return seconds !== undefined && /^\d{1,9}$/.test(seconds) ? Number(seconds) : null
}

function problemOf(error: unknown): Message {
  if (error instanceof TargetRefused) return error.said
  // Where a name has several addresses, each has failed.
  const first = error instanceof AggregateError ? error.errors[0] : error
  return failureProblem(first instanceof Error && 'code' in first ? String(first.code) : '')
}

/** Builds the message of an event for a receiver: as in the event stream, with the organisation whose it is. */
export function deliveryFailureOf(event: StoredEvent): { id: string; body: string } {
  const { number, type, organisationId, subject, data, userId, occurredAt } = event
  const id = String(number)
  const occurredAtUTC = occurredAt.toISOString()
  return {
    // Of all organisations: one receiver may serve several.
    id: `evt_${organisationId}_${id}`,
    body: JSON.stringify({ id, type, organisationId, subject, data, userId, occurredAtUTC }),
  }
}
