import { ConnectionError, GranaryError } from './errors.ts'
import type { Event } from './operations.ts'
import type { GranaryOptions } from './options.ts'
import { backOff, credentialOf, errorBodyOf, open, pause } from './send.ts'

export interface EventOptions {
  /** Beginnings of the types that are wanted, such as `movement.`; none is all of them. */
  types?: string[]
  /** The id of the last event that was worked off, or `0` for the beginning; without it, what happens from now on. */
  after?: string
  signal?: AbortSignal
  /** Milliseconds without a byte after which the connection counts as dead; the service sends one every 15 seconds. Default: 45,000. */
  silenceMs?: number
}

/** The place in the stream, kept over its connections. */
interface Place {
  id: string | undefined
  retryMs: number
}

const SILENCE_MS = 45_000
/** A pause that the service asks for by `retry:` replaces it. */
const RETRY_MS = 2000

/** Listens over as many connections as it takes, until the signal or a refusal ends it. */
export async function* listenToEvents(
  options: GranaryOptions,
  given: EventOptions,
): AsyncGenerator<Event, void, undefined> {
  const place: Place = { id: given.after, retryMs: RETRY_MS }
  let failures = 0
  let isRefused = false
  while (!given.signal?.aborted) {
    let wait = 0
    try {
      for await (const event of connect(options, given, place, isRefused)) {
        ;[failures, isRefused] = [0, false]
        // Messages that came in one piece with what was taken last are not wanted any more.
        if (given.signal?.aborted) return
        if (event) yield event
      }
    } catch (error) {
      if (given.signal?.aborted) return
      if (error instanceof GranaryError) {
        const mayRenew = error.status === 401 && typeof options.accessToken === 'function' && !isRefused
        if (!mayRenew && error.status < 500 && error.status !== 429) throw error
        isRefused = error.status === 401
        wait = (error.retryAfterSeconds ?? 0) * 1000
      } else if (!(error instanceof ConnectionError)) throw error
    }
    failures += 1
    await pause(Math.max(wait, place.retryMs / 2 + backOff(failures, place.retryMs)), given.signal).catch(
      () => undefined,
    )
  }
}

/** One connection: its events, and undefined for each sign of life. What is thrown inside the caller's loop does not pass through here. */
async function* connect(
  options: GranaryOptions,
  { types = [], signal, silenceMs = SILENCE_MS }: EventOptions,
  place: Place,
  isRefused: boolean,
): AsyncGenerator<Event | undefined, void, undefined> {
  const silent = new AbortController()
  const query = types.length > 0 ? `?types=${encodeURIComponent(types.join(','))}` : ''
  const request = {
    method: 'GET',
    path: `/api/events${query}`,
    headers: { Accept: 'text/event-stream', ...(place.id !== undefined && { 'Last-Event-ID': place.id }) },
    signal: signal ? AbortSignal.any([signal, silent.signal]) : silent.signal,
  }
  const credential = await credentialOf(options, isRefused)
  const within = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => silent.abort(new Error('the stream was silent')), silenceMs)
    try {
      return await work
    } catch (error) {
      throw new ConnectionError(error, { attempts: 1 })
    } finally {
      clearTimeout(timer)
    }
  }
  try {
    const answer = await within(open(options, request, credential))
    if (!answer.ok || !answer.body) {
      const said = await within(errorBodyOf(answer))
      throw new GranaryError(answer, said, { attempts: 1 })
    }
    const reader = answer.body.getReader()
    const blocks = new Blocks()
    for (;;) {
      const { done, value } = await within(reader.read())
      if (done) return
      yield undefined
      for (const block of blocks.take(value)) {
        const event = eventOf(block, place)
        if (event) yield event
        // Only now: whoever stopped at this event hears of it again.
        if (block.id !== undefined) place.id = block.id
      }
    }
  } finally {
    silent.abort()
  }
}

/** The fields of one message of the stream. */
interface Block {
  id: string | undefined
  data: string | undefined
  retry: string | undefined
}

function eventOf({ data, retry }: Block, place: Place): Event | undefined {
  if (retry !== undefined && /^\d+$/.test(retry)) place.retryMs = Number(retry)
  return data === undefined ? undefined : (JSON.parse(data) as Event)
}

/** Cuts bytes into messages; one that has not come whole is kept for the next bytes. */
class Blocks {
  readonly #decoder = new TextDecoder()
  #rest = ''

  take(bytes: Uint8Array): Block[] {
    this.#rest += this.#decoder.decode(bytes, { stream: true })
    const whole = this.#rest.split('\n\n')
    this.#rest = whole.pop() ?? ''
    return whole.map((text) => {
      const fields = new Map(text.split('\n').map((line) => [line.split(':', 1)[0] ?? '', valueOf(line)]))
      return { id: fields.get('id'), data: fields.get('data'), retry: fields.get('retry') }
    })
  }
}

const valueOf = (line: string) => line.slice(line.indexOf(':') + 1).replace(/^ /, '')
