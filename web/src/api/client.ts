import { addressOf } from './address.ts'
import { noteServerTime } from './clock.ts'
import { inLanguage } from './in-language.ts'
import type { DryRunAnswer, Error as Fault, Operations } from './operations.ts'
import { forgetToken, session, token } from './session.ts'

/** The service refused: what it said, for people and field by field. */
export class Refused extends Error {
  readonly status: number
  readonly fault: Fault | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(status: number, fault: Fault | undefined, headers: Headers) {
    super(fault?.message ?? `${status}`)
    this.name = 'Refused'
    this.status = status
    this.fault = fault
    this.requestId = headers.get('x-request-id') ?? undefined
    this.retryAfterSeconds = Number(headers.get('retry-after')) || undefined
  }
}

/** Nobody answered: the network or the service is away. */
export class Away extends Error {}

/** The session is over: nothing is asked until somebody has signed in again. */
export class Locked extends Error {}

let language = 'en'

/** From now on, what the service calls in several languages comes in this one. */
export function answerIn(chosen: string): void {
  language = chosen
}

interface RawRequest {
  method: string
  path: string
  body?: unknown
  key?: string | undefined
  ifMatch?: string | undefined
  signal?: AbortSignal | undefined
}

/** Sends a form with a file in it. With a key it is done once, however often it is sent. */
export async function sendForm(path: string, form: FormData, key?: string): Promise<unknown> {
  return (await send({ method: 'POST', path, body: form, key })).body
}

/** The bytes of a file, which no link can ask for: it has no credential. */
export async function readBytes(path: string): Promise<Blob> {
  const answer = await attempt({ method: 'GET', path })
  if (!answer.ok) {
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    const fault = isJson ? ((await answer.json()) as Fault) : undefined
    throw new Refused(answer.status, fault, answer.headers)
  }
  return answer.blob()
}

/**
 * An answer that goes on, such as the stream of events.
 *
 * @throws Refused; Away
 */
export async function openStream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const answer = await attempt({ method: 'GET', path, signal })
  if (!answer.ok || !answer.body) throw new Refused(answer.status, undefined, answer.headers)
  return answer.body
}

/** What came of a request, and the version of what it showed. */
interface Answer {
  body: unknown
  etag: string | undefined
}

/** One request with the credential of whoever is signed in. Every screen and the outbox come through here. */
export async function send(request: RawRequest): Promise<Answer> {
  const first = await attempt(request)
  // A token may have been revoked, or the clock of this device be off: another is asked for, once.
  if (first.status === 401) forgetToken()
  const answer = first.status === 401 ? await attempt(request) : first
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  const text = await answer.text().catch((error: unknown) => {
    throw new Away(String(error))
  })
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text
  if (!answer.ok) throw new Refused(answer.status, isJson ? (body as Fault) : undefined, answer.headers)
  const shown = isJson ? await inLanguage(language, body) : body
  return { body: shown, etag: answer.headers.get('etag') ?? undefined }
}

async function attempt({ method, path, body, key, ifMatch, signal }: RawRequest): Promise<Response> {
  try {
    const bearer = await token()
    if (session.get().status === 'expired') throw new Locked()
    const headers = new Headers({ 'Accept-Language': language })
    if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`)
    const isForm = body instanceof FormData
    // The browser writes the type of a form, with what parts it.
    if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
    if (key !== undefined) headers.set('Idempotency-Key', key)
    if (ifMatch !== undefined) headers.set('If-Match', ifMatch)
    const answer = await fetch(addressOf(path), {
      method,
      headers,
      signal: signal ?? null,
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    })
    noteServerTime(answer.headers.get('date'))
    return answer
  } catch (error) {
    if (signal?.aborted || error instanceof Locked) throw error
    throw new Away(String(error))
  }
}

export interface Given<K extends keyof Operations> {
  path?: Operations[K]['path']
  query?: Partial<Operations[K]['query']>
  body?: Operations[K]['body']
  key?: string
  ifMatch?: string | undefined
  signal?: AbortSignal
}

/** What an operation answers when it is really done. */
export type Result<K extends keyof Operations> = Exclude<Operations[K]['result'], { dryRun: unknown }>

/** `ask('GET /api/inventory/position', { query: { at } })`: path, query, body and answer are typed by the OpenAPI documents. */
export async function ask<K extends keyof Operations>(
  operation: K,
  given: Given<K> = {},
): Promise<Result<K>> {
  return (await send(requestOf(operation, given))).body as Result<K>
}

/** The same with the ETag of what was answered, to be sent back as `ifMatch` with a change. */
export async function askWithEtag<K extends keyof Operations>(
  operation: K,
  given: Given<K> = {},
): Promise<{ result: Result<K>; etag: string | undefined }> {
  const { body, etag } = await send(requestOf(operation, given))
  return { result: body as Result<K>, etag }
}

/** What a command would change, balance by balance and conflict by conflict; nothing is stored. */
export async function rehearse<K extends keyof Operations>(
  operation: K,
  given: Given<K>,
): Promise<DryRunAnswer> {
  return rehearseRequest(requestOf(operation, given))
}

/** The same of a request that is already made, such as an entry that is to go into the outbox. */
export async function rehearseRequest(
  request: Pick<RawRequest, 'method' | 'path' | 'body'>,
): Promise<DryRunAnswer> {
  const path = `${request.path}${request.path.includes('?') ? '&' : '?'}dryRun=true`
  return (await send({ ...request, path })).body as DryRunAnswer
}

/** The method and path of an operation with everything filled in. */
export function requestOf<K extends keyof Operations>(operation: K, given: Given<K>): RawRequest {
  const [method = 'GET', template = ''] = operation.split(' ')
  const named = new Map(Object.entries(given.path ?? {}))
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(named.get(name))),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given.query ?? {}))
    if (value !== undefined && value !== '' && value !== null) query.set(name, String(value))
  const { body, key, ifMatch, signal } = given
  return { method, path: query.size > 0 ? `${path}?${query}` : path, body, key, ifMatch, signal }
}
