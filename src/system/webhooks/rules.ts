/** When a delivery is tried again, and when a webhook is paused. Pure. */

/** A receiver's reaction to an attempt. */
export interface Reception {
  /** Its HTTP status; null where there was no answer. */
  status: number | null
  /** Problem in words; empty where it was delivered. */
  problem: string
  /** When it wants to be asked again, where it says so. */
  retryAfterSeconds: number | null
}

export type DeliveryVerdict =
  | { kind: 'delivered' }
  | { kind: 'retry'; at: Date }
  /** Given up, and with it, for now, everything that comes after. */
  | { kind: 'pause'; reason: string }

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** After the first failure, the second and so on: at once for a hiccup, then for a bad hour, then for a long weekend. Three days and four hours. */
export const PAUSES_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
] as const

const GONE = 410
/** A receiver that wants to be left alone for longer is asked all the same. */
const LONGEST_WISH_MS = HOUR

/**
 * Decides what follows from an attempt at the event that comes next.
 *
 * @param failures attempts at this event that had failed before
 * @param random from 0 up to 1: what failed together does not come back together
 */
export function classifyResponse(
  { status, problem, retryAfterSeconds }: Reception,
  { failures, now, random }: { failures: number; now: Date; random: number },
): DeliveryVerdict {
  if (problem === '') return { kind: 'delivered' }
  if (status === GONE) return { kind: 'pause', reason: 'The receiver says that it is gone for good (410).' }
  const pause = PAUSES_MS[failures]
  if (pause === undefined) {
    return { kind: 'pause', reason: `Delivery failed ${failures + 1} times in three days. ${problem}` }
  }
  const wish = Math.min((retryAfterSeconds ?? 0) * SECOND, LONGEST_WISH_MS)
  return {
    kind: 'retry',
    at: new Date(now.getTime() + Math.max(wish, Math.round(pause * (1 + random / 10)))),
  }
}

/** Describes what is wrong with a status; empty for one that means the delivery was taken. */
export function statusProblem(status: number): string {
  if (status >= 200 && status < 300) return ''
  if (status >= 300 && status < 400)
    return `The receiver sends us elsewhere (${status}); give the URL that it means.`
  return `The receiver answered ${status}.`
}

const NOBODY = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])
const NO_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL'])

/** Why there was no answer, in words, by the code of what was thrown. */
export function failureProblem(code: string): string {
  if (NO_NAME.has(code)) return 'The host name could not be found.'
  if (NOBODY.has(code)) return 'Nobody answers at this address.'
  if (code === 'ETIMEDOUT' || code === 'ABORT_ERR') return 'The receiver took too long.'
  if (/^EPROTO$|CERT|_TLS_|SSL|SIGNATURE|ISSUER/.test(code)) return 'No safe connection could be made (TLS).'
  if (code.startsWith('HPE_')) return 'The receiver does not speak HTTP.'
  return 'The connection broke off.'
}
