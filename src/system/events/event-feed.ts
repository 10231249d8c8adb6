import type { Kysely } from 'kysely'
import type { DatabaseLog } from '../../db/log.ts'
import type { Tables } from '../../db/tables.ts'
import { beforeTransaction, readEvents, readHorizon, type StoredEvent } from './event-reader.ts'

const BATCH = 500
const POLL_MS = 1000
/** What is kept for a listener that reads slowly; one that falls further behind reads from the database again. */
const MOST_WAITING = 1000

/** What a listener is handed: the events of one organisation since it subscribed. */
export interface Subscription {
  organisationId: string
  /** Takes what has come in since the last time; undefined when it was too much to keep. */
  take(): StoredEvent[] | undefined
  /** Resolves when there is something to take, at the latest after this time. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  end(): void
}

/**
 * Reads events for every listener of this process: once for all of them, at once when this process has written
 * something (`wake`) and every second for what others wrote. While nobody listens it reads nothing.
 */
export class EventFeed {
  readonly #db: Kysely<Tables>
  readonly #log: Pick<DatabaseLog, 'warn'>
  readonly #pollMs: number
  readonly #listeners = new Set<Listener>()
  /** Events before this transaction have been handed out; undefined while nobody listens. */
  #head: bigint | undefined
  #reading: Promise<void> | undefined
  #isWoken = false
  #timer: NodeJS.Timeout | undefined

  constructor({ db, log, pollMs = POLL_MS }: { db: Kysely<Tables>; log: Pick<DatabaseLog, 'warn'>; pollMs?: number }) {
    this.#db = db
    this.#log = log
    this.#pollMs = pollMs
  }

  /**
   * Begins to keep an organisation's events for a listener. What is read from the database after this returned has
   * no gap to what the subscription hands out; the two may overlap.
   */
  async subscribe(organisationId: string): Promise<Subscription> {
    const listener = new Listener(organisationId, () => this.#remove(listener))
    this.#listeners.add(listener)
    // A reading under way does not know of this organisation yet, and moves past its events.
    await this.#reading
    this.#timer ??= setInterval(this.wake, this.#pollMs).unref()
    while (this.#head === undefined) await this.#read()
    return listener
  }

  /** Something was written: looks at once, or once more when it is looking already. */
  readonly wake = (): void => {
    if (this.#listeners.size === 0) return
    if (this.#reading) this.#isWoken = true
    else void this.#read()
  }

  #remove(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#head = undefined
  }

  async #read(): Promise<void> {
    // Never two at a time: they would hand out the same events.
    await (this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined
      if (!this.#isWoken) return
      this.#isWoken = false
      this.wake()
    }))
  }

  async #readOnce(): Promise<void> {
    try {
      const horizon = await readHorizon(this.#db)
      if (this.#head !== undefined && horizon !== this.#head) await this.#handOut(this.#head, horizon)
      if (this.#listeners.size > 0) this.#head = horizon
    } catch (error) {
      this.#log.warn({ err: error }, 'events could not be read')
      // The place is kept: the next reading hands out what this one could not.
    }
  }

  async #handOut(from: bigint, horizon: bigint): Promise<void> {
    const organisationIds = [...new Set([...this.#listeners].map((listener) => listener.organisationId))]
    let after = beforeTransaction(from)
    for (;;) {
      const events = await readEvents(this.#db, { after, horizon, organisationIds, limit: BATCH })
      for (const listener of this.#listeners) listener.offer(events)
      const last = events.at(-1)
      if (!last || events.length < BATCH) return
      after = last
    }
  }
}

class Listener implements Subscription {
  readonly organisationId: string
  readonly end: () => void
  #waiting: StoredEvent[] | undefined = []
  #ring: (() => void) | undefined

  constructor(organisationId: string, end: () => void) {
    this.organisationId = organisationId
    this.end = end
  }

  offer(events: StoredEvent[]): void {
    const own = events.filter(({ organisationId }) => organisationId === this.organisationId)
    if (own.length === 0 || !this.#waiting) return
    const isTooMuch = this.#waiting.length + own.length > MOST_WAITING
    this.#waiting = isTooMuch ? undefined : [...this.#waiting, ...own]
    this.#ring?.()
  }

  take(): StoredEvent[] | undefined {
    const taken = this.#waiting
    this.#waiting &&= []
    return taken
  }

  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#waiting?.length !== 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => resolve(), { once: true, signal: AbortSignal.any([]) })
    this.#ring = resolve
    await promise
    clearTimeout(timer)
    this.#ring = undefined
  }
}
