import { circuitBreaker, ConsecutiveBreaker, handleAll } from 'cockatiel'
import type { DatabaseLog } from '../../../db/log.ts'
import { readAtMost } from '../../../kernel/web.ts'
import type { Cache } from '../../cache/cache.ts'

/** Limits of the service's patience with providers. */
export interface Patience {
  /** For a whole answer. */
  timeoutMs: number
  /** After this many failures in a row it is not asked any more… */
  failures: number
  /** …for so long; then one request tries. */
  pauseMs: number
}

export const PATIENCE: Patience = { timeoutMs: 2500, failures: 3, pauseMs: 30_000 }

/** An answer with fifty addresses has some 40 kB. */
const MAX_ANSWER_BYTES = 1024 * 1024
/** Streets change names seldom; a day is what the strictest terms of use allow. */
const KEPT_SECONDS = 24 * 60 * 60

export interface AskOptions {
  source: string
  baseUrl: string
  /** Sent with every request; here a key is in nobody's log. */
  headers?: Record<string, string>
  /** Sent with every request in its query, where a provider wants its key there. */
  secrets?: Record<string, string>
  /** Statuses that are an answer, such as 404 for an address there is not. */
  answers?: number[]
  patience: Patience
  /** By this process: searches need no sign-in, and some providers cost money. */
  callsPerMinute: number
  cache: Pick<Cache, 'getOrSet'>
  log: Pick<DatabaseLog, 'warn'>
  clock: () => Date
}

export interface Answered {
  status: number
  /** The provider's answer, of no shape that is known. */
  body: unknown
}

/**
 * Asks the provider, and gives what `read` makes of the answer: something that JSON can carry, or undefined where there
 * is no such thing. The path is below the base URL; an empty parameter is left out.
 */
export type Ask = <T>(
  path: string,
  parameters: Record<string, string>,
  read: (answer: Answered) => T | undefined,
) => Promise<T | undefined>

/**
 * Makes the function that asks one provider: within a time, seldom while it is broken, not more often than agreed, and once a day for one thing.
 * Throws where there is no answer to be had; the reason is logged, without what was asked or the key.
 */
export function makeAsk(options: AskOptions): Ask {
  const { source, patience, callsPerMinute, cache, log } = options
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: patience.pauseMs,
    breaker: new ConsecutiveBreaker(patience.failures),
  })
  const mayCall = limitCalls(callsPerMinute, options.clock)
  breaker.onBreak(() =>
    log.warn({ provider: source, pauseMs: patience.pauseMs }, 'a provider of places is left alone'),
  )
  return async (path, parameters, read) => {
    const given = Object.entries(parameters).filter(([, value]) => value !== '')
    // A key is no part of what is kept, nor of the name it is kept under.
    const name = `places:${source}:${path}?${new URLSearchParams(given).toString()}`
    const { value } = await cache.getOrSet(name, KEPT_SECONDS, async () => {
      if (!mayCall()) throw new Error(`${source} was asked ${callsPerMinute} times this minute`)
      return breaker.execute(() => call(options, path, given, read))
    })
    return value
  }
}

async function call<T>(
  { source, baseUrl, headers, secrets = {}, answers = [], patience, log }: AskOptions,
  path: string,
  parameters: [string, string][],
  read: (answer: Answered) => T | undefined,
): Promise<{ value?: T | undefined }> {
  const query = new URLSearchParams([...parameters, ...Object.entries(secrets)]).toString()
  try {
    const answer = await fetch(`${baseUrl.replace(/\/+$/, '')}/${path}?${query}`, {
      headers: { accept: 'application/json', 'user-agent': 'granary', ...headers },
      signal: AbortSignal.timeout(patience.timeoutMs),
      redirect: 'error',
    })
    if (!answer.ok && !answers.includes(answer.status)) throw new Error(`it answered ${answer.status}`)
    return {
      value: read({ status: answer.status, body: JSON.parse(await readAtMost(MAX_ANSWER_BYTES, answer)) }),
    }
  } catch (error) {
    const reason = reasonOf(error)
    log.warn({ provider: source, reason }, 'a provider of places did not answer')
    // Without its cause, which may quote the address that was asked, and in it the key.
    throw new Error(`${source} did not answer: ${reason}`)
  }
}

/** fetch says no more than that it failed; why is in the cause's code. Its own words may quote the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  if (error instanceof TypeError) return 'the request could not be made'
  // Of unreadable JSON the message would quote the answer.
  return error instanceof SyntaxError ? 'it answered what is no JSON' : error.message
}

function limitCalls(most: number, clock: () => Date): () => boolean {
  let minute = -1
  let calls = 0
  return () => {
    const now = Math.floor(clock().getTime() / 60_000)
    if (now !== minute) [minute, calls] = [now, 0]
    calls += 1
    return calls <= most
  }
}
