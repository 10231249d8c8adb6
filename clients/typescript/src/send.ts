import { ConnectionError, GranaryError, secondsOf } from './errors.ts'
import type { Error as ErrorBody } from './operations.ts'
import type { GranaryOptions } from './options.ts'

/** A request with everything filled in. */
export interface OutgoingRequest {
  method: string
  /** With its query, below the address of the service. */
  path: string
  body?: unknown
  headers?: Record<string, string>
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

const GATEWAY_STATUSES = new Set([502, 503, 504])
const LONGEST_BACK_OFF_MS = 10_000
const DEFAULTS = { timeoutMs: 30_000, attempts: 6, pauseMs: 250, longestPauseMs: 60_000 }

/**
 * Sends a request until it is answered: again after a connection that broke, a 429, or a 502, 503 or 504, each time with the same
 * Idempotency-Key.
 *
 * @param read takes what is wanted of a good answer; what breaks there is a connection that broke
 * @throws GranaryError when it is refused; ConnectionError when nobody answered; the signal's reason when it was aborted
 */
export async function sendUntilAnswered<Read>(
  options: GranaryOptions,
  request: OutgoingRequest,
  read: (answer: Response) => Promise<Read>,
): Promise<Read> {
  const { attempts, pauseMs, longestPauseMs } = { ...DEFAULTS, ...defined(options) }
  let isRefused = false
  for (let attempt = 1; ; attempt += 1) {
    const last = { idempotencyKey: request.idempotencyKey, attempts: attempt }
    request.signal?.throwIfAborted()
    const outcome = await attemptOnce(options, request, isRefused, read)
    if ('result' in outcome) return outcome.result
    request.signal?.throwIfAborted()
    const error =
      'broken' in outcome
        ? new ConnectionError(outcome.broken, last)
        : new GranaryError(outcome.answer, outcome.said, last)
    // A token that has just run out: another one is asked for, once.
    if (isExpired(error, options) && !isRefused) {
      isRefused = true
      continue
    }
    const asked = 'answer' in outcome ? (secondsOf(outcome.answer) ?? 0) * 1000 : 0
    if (attempt >= attempts || !isWorthRetrying(error) || asked > longestPauseMs) throw error
    await pause(Math.max(asked, backOff(attempt, pauseMs)), request.signal)
  }
}

/** The pause before the next attempt: anything up to twice that of the one before, so that clients do not come back all at once. */
export function backOff(attempt: number, pauseMs: number): number {
  return Math.random() * Math.min(LONGEST_BACK_OFF_MS, pauseMs * 2 ** (attempt - 1))
}

function isWorthRetrying(error: ConnectionError | GranaryError): boolean {
  if (error instanceof ConnectionError) return true
  return error.status === 429 || GATEWAY_STATUSES.has(error.status) || error.code === 'idempotency_in_flight'
}

const isExpired = (error: ConnectionError | GranaryError, { accessToken }: GranaryOptions) =>
  error instanceof GranaryError && error.status === 401 && typeof accessToken === 'function'

type Outcome<Read> =
  | { result: Read }
  | { broken: unknown }
  | { answer: Response; said: Partial<ErrorBody> | undefined }

async function attemptOnce<Read>(
  options: GranaryOptions,
  request: OutgoingRequest,
  isRefused: boolean,
  read: (answer: Response) => Promise<Read>,
): Promise<Outcome<Read>> {
  const tooLong = AbortSignal.timeout(request.timeoutMs ?? options.timeoutMs ?? DEFAULTS.timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, tooLong]) : tooLong
  const credential = await credentialOf(options, isRefused)
  try {
    const answer = await open(options, { ...request, signal }, credential)
    return answer.ok ? { result: await read(answer) } : { answer, said: await errorBodyOf(answer) }
  } catch (broken) {
    return { broken }
  }
}

/** Opens one connection with everything that a request to the service needs. */
export async function open(
  options: GranaryOptions,
  { method, path, body, headers, idempotencyKey, signal }: OutgoingRequest,
  credential: Record<string, string>,
): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData)
  const ask = options.fetch ?? globalThis.fetch
  return ask(options.url.replace(/\/+$/, '') + path, {
    method,
    headers: {
      ...credential,
      'Accept-Language': options.language ?? 'en',
      ...(options.organisationId !== undefined && { 'X-Organisation-Id': options.organisationId }),
      ...(isJson && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : (body ?? null),
    signal: signal ?? null,
  })
}

/** The header that says who asks. */
export async function credentialOf(
  { apiKey, accessToken }: GranaryOptions,
  isRefused: boolean,
): Promise<Record<string, string>> {
  if (apiKey !== undefined) return { 'X-Api-Key': apiKey }
  if (accessToken === undefined) return {}
  const token = typeof accessToken === 'string' ? accessToken : await accessToken({ isRefused })
  return { Authorization: `Bearer ${token}` }
}

/** The documented body of a refusal; undefined where something else answered, such as a proxy. */
export async function errorBodyOf(answer: Response): Promise<Partial<ErrorBody> | undefined> {
  const text = await answer.text()
  if (!(answer.headers.get('content-type') ?? '').includes('json')) return undefined
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? said : undefined
  } catch {
    return undefined
  }
}

/** Waits, unless the signal says not to. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** The options that were given; one that is undefined does not hide its default. */
function defined(options: GranaryOptions): Partial<typeof DEFAULTS> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
