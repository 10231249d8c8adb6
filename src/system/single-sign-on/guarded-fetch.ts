import { request as requestByHttp, type IncomingMessage } from 'node:http'
import { request as requestByHttps } from 'node:https'
import {
  guardedLookup,
  TargetRefused,
  urlFaults,
  type PrivateNetworks,
  type Resolver,
} from '../webhooks/addresses.ts'
import { message } from '../../words/catalogue.ts'

/** Networks and names by which a provider may be reached: as webhooks. */
export interface Reach {
  networks: PrivateNetworks
  resolve: Resolver
}

/** For everything: name, connection, TLS, and the answer. */
const MOST_MS = 8000
/** The longest discovery documents have some 10 kB, and a key set with its certificates as much for each key. */
const MOST_BYTES = 512 * 1024

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/**
 * Fetches from a provider that an organisation has named, as webhooks post: only from the open internet, or networks of the installation's own,
 * each address checked at the connection. It follows no redirect, and reads no more than 512 kB.
 *
 * @throws TargetRefused for an address that may not be called; Error where nothing is answered in time
 */
export async function guardedFetch(
  { networks, resolve }: Reach,
  text: string,
  asked: Asked,
): Promise<Response> {
  const url = new URL(text)
  if (urlFaults(text, networks).length > 0) throw new TargetRefused(message('urlLeadsToInnerAddress', {}))
  const lookup = guardedLookup(url, networks, resolve)
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp
  const body = asked.body == null ? undefined : bodyOf(asked.body)
  const headers = {
    ...asked.headers,
    'accept-encoding': 'identity',
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const signal = AbortSignal.timeout(MOST_MS)
  const answer = await new Promise<IncomingMessage>((resolveAnswer, reject) => {
    // A connection of its own: one that was kept would skip the judgement of its address.
    const sending = request(url, { method: asked.method ?? 'GET', headers, lookup, signal, agent: false })
    sending.on('error', reject)
    sending.on('response', resolveAnswer)
    sending.end(body)
  })
  return responseOf(answer)
}

function bodyOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('a provider is sent text alone')
}

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > MOST_BYTES) throw new Error('its answer is too long')
    pieces.push(piece)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const status = answer.statusCode ?? 0
  if (status < 200 || status > 599) throw new Error(`it answered ${status}`)
  const hasBody = ![204, 205, 304].includes(status)
  return new Response(hasBody ? Buffer.concat(pieces) : null, { status, headers })
}
