import { addressOf } from './address.ts'
import { noteServerTime } from './clock.ts'
import { withGrainNames } from './in-language.ts'
import type { DryRunAnswer, Error as Fault, Operations } from './operations.ts'
import { noteReach } from './reach.ts'
import { showAgain, type AskedAgain } from './step-up.ts'
import { forgetToken, personHere, session, token } from './session.ts'

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

/** The session is over, or is somebody else's by now: nothing is asked in the name of whoever began it. */
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
  /** Sent in the name of this organisation, or not at all. */
  organisationId?: string
}

/** Sends a form with a file in it. With a key it is done once, however often it is sent. */
export async function sendForm(path: string, form: FormData, key?: string): Promise<unknown> {
  return (await send({ method: 'POST', path, body: form, key })).body
}

/** The bytes of a file, which no link can ask for: it has no credential. */
export const readBytes = async (path: string): Promise<Blob> => (await readFile(path)).bytes

/** Reads the bytes of a file with the name that the service gives it; undefined where it gives none. */
export async function readFile(path: string): Promise<{ bytes: Blob; name: string | undefined }> {
  const answer = await attempt({ method: 'GET', path })
  if (!answer.ok) {
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    const fault = isJson ? ((await answer.json()) as Fault) : undefined
    const refused = new Refused(answer.status, fault, answer.headers)
    if (await isShownAgain(refused)) return readFile(path)
    throw refused
  }
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return { bytes: await answer.blob(), name: name && decodeURIComponent(name) }
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

/** The answer to a request, and the version of what it showed. */
interface Answer {
  body: unknown
  etag: string | undefined
  /** The service's time. */
  at: string | undefined
}

/** One request with the credential of whoever is signed in. Every screen and the outbox come through here. */
export async function send(request: RawRequest): Promise<Answer> {
  const person = personHere()
  const first = await attempt(request, person)
  // A token may have been revoked, or the clock of this device be off: another is asked for, once.
  if (first.status === 401) forgetToken()
  const answer = first.status === 401 ? await attempt(request, person) : first
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  const text = await answer.text().catch((error: unknown) => {
    throw new Away(String(error))
  })
  const body = isJson && text !== '' ? JSON.parse(text) : text
  if (!answer.ok) {
    const refused = new Refused(answer.status, isJson ? (body as Fault) : undefined, answer.headers)
    // With the same key: what was refused is not done yet.
    if (await isShownAgain(refused)) return send(request)
    throw refused
  }
  const shown = isJson ? await withGrainNames(language, body) : body
  const at = momentOf(answer.headers.get('date'))
  return { body: shown, etag: answer.headers.get('etag') ?? undefined, at }
}

/** True if the service wanted to know again who somebody is, and they have shown it. */
async function isShownAgain({ fault }: Refused): Promise<boolean> {
  if (fault?.code !== 'step_up_needed') return false
  const { methods } = fault.body as { methods: AskedAgain['methods'] }
  return showAgain(methods)
}

function momentOf(date: string | null): string | undefined {
  const at = Date.parse(date ?? '')
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** @param person who asks: while a token is fetched somebody else may sign in, in another tab */
async function attempt(request: RawRequest, person = personHere()): Promise<Response> {
  const { method, path, body, key, ifMatch, signal, organisationId } = request
  try {
    const bearer = await token()
    if (isLocked(person, organisationId)) throw new Locked()
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
    noteReach(true)
    return answer
  } catch (error) {
    if (signal?.aborted || error instanceof Locked) throw error
    noteReach(false)
    throw new Away(String(error))
  }
}

function isLocked(person: string | undefined, organisationId: string | undefined): boolean {
  const { status } = session.get()
  const now = personHere()
  if (status === 'expired' || status === 'replaced' || (person !== undefined && now !== person)) return true
  return organisationId !== undefined && now?.startsWith(`${organisationId}.`) !== true
}

export interface Given<K extends keyof Operations> {
  path?: Operations[K]['path']
  query?: Partial<Operations[K]['query']>
  body?: Operations[K]['body']
  key?: string
  ifMatch?: string | undefined
  signal?: AbortSignal
}

/** Result of an operation that is really done. */
export type Result<K extends keyof Operations> = Exclude<Operations[K]['result'], { dryRun: unknown }>

/** `ask('GET /api/inventory/position', { query: { at } })`: path, query, body and answer are typed by the OpenAPI documents. */
export async function ask<K extends keyof Operations>(
  operation: K,
  given: Given<K> = {},
): Promise<Result<K>> {
  return (await send(requestOf(operation, given))).body as Result<K>
}

/** Asks for an answer with its ETag, to be sent back as `ifMatch` with a change, and with the service's time. */
export async function askWithEtag<K extends keyof Operations>(
  operation: K,
  given: Given<K> = {},
): Promise<{ result: Result<K>; etag: string | undefined; at: string | undefined }> {
  const { body, etag, at } = await send(requestOf(operation, given))
  return { result: body as Result<K>, etag, at }
}

/** Shows what a command would change, balance by balance and conflict by conflict; nothing is stored. */
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
