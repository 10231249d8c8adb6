/** What came of sending an entry, as far as it decides what happens next. */
export interface Outcome {
  /** Undefined where nobody answered. */
  status: number | undefined
  code?: string | undefined
  retryAfterSeconds?: number | undefined
}

/** What happens to an entry: it is in the book, it is tried again after a while, or it is set aside for people. */
export type Decision = { what: 'done' } | { what: 'again'; afterMs: number } | { what: 'refused' }

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000
/** What may be otherwise in a moment, and says nothing about the entry. */
const PASSING = new Set([401, 408, 425, 429])

/**
 * Decides from an answer what happens to an entry. Whatever does not speak of the entry itself is tried again; any other refusal is for
 * people to correct, and holds up nothing but the later step of its own ticket.
 *
 * @param tries how often it has been tried, this time included
 */
export function decide({ status, code, retryAfterSeconds }: Outcome, tries: number): Decision {
  if (status !== undefined && status < 300) return { what: 'done' }
  const isPassing =
    status === undefined || status >= 500 || PASSING.has(status) || code === 'idempotency_in_flight'
  if (!isPassing) return { what: 'refused' }
  const doubled = FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 10)
  const afterMs = retryAfterSeconds === undefined ? doubled : retryAfterSeconds * 1000
  return { what: 'again', afterMs: Math.min(LONGEST_WAIT_MS, afterMs) }
}

/** The service remembers keys for seven days; with a day to spare an entry is no longer sent by itself, but looked for first. */
const SENT_BLINDLY_FOR_MS = 6 * 86_400_000

/** Whether an entry may be in the book already and the service no longer know its key. */
export function isTooOldToSend(triedAt: number | undefined, now = Date.now()): boolean {
  return triedAt !== undefined && now - triedAt > SENT_BLINDLY_FOR_MS
}
