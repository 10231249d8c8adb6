import type { Error as ErrorBody } from './operations.ts'

/** Facts of an attempt that was the last one. */
interface LastAttempt {
  /** The key under which a write was sent. Sent again with it, the write is done once, however often. */
  idempotencyKey?: string | undefined
  attempts: number
}

/** The service, or a proxy before it, refused. `message` is for people, in the client's language; branch on `code`. */
export class GranaryError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** A code from the documented list, such as `insufficient_stock`; undefined where a proxy answered. */
  readonly code: ErrorBody['code'] | undefined
  /** The name of the message, for programs that have sentences of their own; `data` has what stands in it. */
  readonly messageId: string | undefined
  readonly data: Record<string, unknown>
  /** Further facts of some codes, such as the shortfall. */
  readonly body: Record<string, unknown>
  /** Every field that is wrong, each with its path, its code and a message. */
  readonly faults: ErrorBody['validation']
  /** The id by which the log of the service knows the request. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly idempotencyKey: string | undefined
  readonly attempts: number

  constructor(
    answer: Response,
    said: Partial<ErrorBody> | undefined,
    { idempotencyKey, attempts }: LastAttempt,
  ) {
    super(said?.message ?? `The answer was ${answer.status}.`)
    this.name = 'GranaryError'
    this.status = answer.status
    this.code = said?.code
    this.messageId = said?.messageId
    this.data = said?.data ?? {}
    this.body = said?.body ?? {}
    this.faults = said?.validation ?? []
    this.requestId = answer.headers.get('x-request-id') ?? undefined
    this.retryAfterSeconds = secondsOf(answer)
    this.idempotencyKey = idempotencyKey
    this.attempts = attempts
  }
}

/**
 * Nobody answered, or the answer was cut off: a write may have been done or not. Send it again with `idempotencyKey`, within seven
 * days, to have it done once and to get its answer.
 */
export class ConnectionError extends Error {
  readonly idempotencyKey: string | undefined
  readonly attempts: number

  constructor(cause: unknown, { idempotencyKey, attempts }: LastAttempt) {
    super(`Granary did not answer (${cause instanceof Error ? cause.message : String(cause)}).`, { cause })
    this.name = 'ConnectionError'
    this.idempotencyKey = idempotencyKey
    this.attempts = attempts
  }
}

/** A post that did not come from Granary, was changed on its way, or is too old. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookError'
  }
}

/** The wait that an answer asks for, in seconds; it may be written as a date. */
export function secondsOf({ headers }: Response): number | undefined {
  const written = headers.get('retry-after')
  if (written === null) return undefined
  if (/^\d+$/.test(written)) return Number(written)
  const at = Date.parse(written)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
