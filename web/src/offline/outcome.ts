import { namesIn, type Sent } from './load-names.ts'
import type { LoadNames, Refusal } from './tickets.ts'

/** The result of sending an entry. */
export interface Answer {
  /** Undefined where nobody answered. */
  status: number | undefined
  /** The answer as JSON; undefined for anything else, such as a page. */
  body?: unknown
  etag?: string | undefined
  retryAfterSeconds?: number | undefined
  /** The service's time, as the answer tells it. */
  at?: string | undefined
}

/** The fate of an entry: it is in the book, it is tried again after a while, or it is set aside for people. */
export type Decision =
  | { what: 'done'; load: LoadNames }
  | { what: 'again'; afterMs: number; isStrange: boolean }
  | ({ what: 'refused' } & Refusal)

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000
/** Statuses that may change in a moment, and mean nothing about the entry. */
const PASSING = new Set([401, 408, 425, 429])
/** A network that wants somebody to sign in to it. */
const NETWORK_AUTHENTICATION = 511

/**
 * Decides from an answer what happens to an entry. In the book is only what the service answers with its own ids, and refused only what it
 * refuses in its documented body: whatever else answers, such as a proxy or the page of a hotel's network, says nothing about the entry,
 * which waits. A refusal is for people to correct, and holds up nothing but the later step of its own ticket.
 *
 * @param tries how often it has been tried, this time included
 */
export function decide({ status, body, retryAfterSeconds }: Answer, tries: number, sent: Sent): Decision {
  const load = status !== undefined && status < 300 ? namesIn(body, sent) : undefined
  if (load) return { what: 'done', load }
  const refused = refusalIn({ status, body })
  if (refused) return { what: 'refused', ...refused }
  const doubled = FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 10)
  const afterMs = retryAfterSeconds === undefined ? doubled : retryAfterSeconds * 1000
  const isStrange =
    status !== undefined && !bodyOfRefusal(body) && (status < 500 || status === NETWORK_AUTHENTICATION)
  return { what: 'again', afterMs: Math.min(LONGEST_WAIT_MS, afterMs), isStrange }
}

/** Reads a refusal by the service itself, for people to correct; undefined if something else answered, or it may change in a moment. */
export function refusalIn({ status, body }: Pick<Answer, 'status' | 'body'>): Refusal | undefined {
  const refusal = bodyOfRefusal(body)
  const isPassing =
    status === undefined || status >= 500 || PASSING.has(status) || refusal?.code === 'idempotency_in_flight'
  return isPassing ? undefined : refusal
}

/** The documented body of the service's refusals, or undefined for anything else. */
function bodyOfRefusal(body: unknown): Refusal | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { status, code, message, messageId, validation } = body as Record<string, unknown>
  if (status !== 'error' || typeof code !== 'string' || typeof message !== 'string') return undefined
  const faults = Array.isArray(validation) ? validation.filter(isFault) : []
  return {
    code,
    message,
    ...(typeof messageId === 'string' && { messageId }),
    ...(faults.length > 0 && {
      validation: faults.map(({ label, message: said }) => ({ label, message: said })),
    }),
  }
}

function isFault(each: unknown): each is { label: string; message: string } {
  if (typeof each !== 'object' || each === null) return false
  return (
    'label' in each && typeof each.label === 'string' && 'message' in each && typeof each.message === 'string'
  )
}
