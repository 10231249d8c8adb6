import { message, type Message } from '../../words/catalogue.ts'

/** When a delivery is tried again, and when a webhook is paused. Pure. */

/** A receiver's reaction to an attempt. */
export interface Reception {
  /** Its HTTP status; null where there was no answer. */
  status: number | null
  /** Null where it was delivered. */
  problem: Message | null
  /** When it wants to be asked again, where it says so. */
  retryAfterSeconds: number | null
}

export type DeliveryVerdict =
  | { kind: 'delivered' }
  | { kind: 'retry'; at: Date }
  /** Given up, and with it, for now, everything that comes after. */
  | { kind: 'pause'; reason: Message }

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
  if (problem === null) return { kind: 'delivered' }
  if (status === GONE) return { kind: 'pause', reason: message('receiverIsGone', { status }) }
  const pause = PAUSES_MS[failures]
  if (pause === undefined) {
    const reason = message('deliveryFailedForDays', { count: failures + 1, reason: problem })
    return { kind: 'pause', reason }
  }
  const wish = Math.min((retryAfterSeconds ?? 0) * SECOND, LONGEST_WISH_MS)
  return {
    kind: 'retry',
    at: new Date(now.getTime() + Math.max(wish, Math.round(pause * (1 + random / 10)))),
  }
}

/** Describes what is wrong with a status; null for one that means the delivery was taken. */
export function statusProblem(status: number): Message | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return message('receiverSendsElsewhere', { status })
  return message('receiverAnswered', { status })
}

const NOBODY = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])
const NO_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL'])

/** Why there was no answer, by the code of what was thrown. */
export function failureProblem(code: string): Message {
  if (NO_NAME.has(code)) return message('hostIsNotFound', {})
  if (NOBODY.has(code)) return message('nobodyAnswersThere', {})
  if (code === 'ETIMEDOUT' || code === 'ABORT_ERR') return message('receiverTookTooLong', {})
  if (/^EPROTO$|CERT|_TLS_|SSL|SIGNATURE|ISSUER/.test(code)) return message('receiverHasNoTls', {})
  if (code.startsWith('HPE_')) return message('receiverSpeaksNoHttp', {})
  return message('connectionBrokeOff', {})
}
