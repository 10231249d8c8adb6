import type { Kysely } from 'kysely'
import type { DatabaseLog } from '../../db/log.ts'
import type { Tables } from '../../db/tables.ts'
import { keepTrying } from '../keep-trying.ts'
import { beforeTransaction, isAfter, readEvents, readHorizon, type StoredEvent } from './event-reader.ts'

const BATCH = 500
const POLL_MS = 1000
/** What is kept for a listener that reads slowly; one that falls further behind reads from the database again. */
const MOST_WAITING = 1000

/** Who listens, and so which events are theirs. */
export interface Audience {
  organisationId: string
  /** Hears what is for them alone besides; a machine hears nothing of the kind. */
  userId: string
}

/** What a listener is handed: the events of its audience since it subscribed. */
export interface Subscription {
  /** Takes what has come in since the last time; undefined once it was too much to keep. */
  take(): StoredEvent[] | undefined
  /** Resolves when there is something to take, and at the latest after this time. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  end(): void
}

interface Options {
  db: Kysely<Tables>
  log: Pick<DatabaseLog, 'info' | 'warn'>
  /** How soon what other processes wrote is seen. */
  pollMs?: number
}

/**
 * Reads events for every listener of this process: once for all of them, at once when this process has written
 * something (`wake`) and every second for what others wrote. While nobody listens it reads nothing.
 */
export class EventFeed {
  readonly #options: Required<Options>
  readonly #listeners = new Set<Listener>()
  /** Events before this transaction have been handed out; undefined while nobody listens. */
  #head: bigint | undefined
  #reading: Promise<void> | undefined
  #isWoken = false
  #timer: NodeJS.Timeout | undefined
  readonly #attempt: (work: () => Promise<void>) => Promise<void>

  constructor(options: Options) {
    this.#options = { pollMs: POLL_MS, ...options }
    this.#attempt = keepTrying(options.log, {
      failed: 'events could not be read',
      again: 'events are read again',
    })
  }

  /**
   * Begins to keep an audience's events for a listener. Between what is read from the database after this
   * returned and what the subscription hands out there is no gap; the two may overlap.
   */
  async subscribe(audience: Audience): Promise<Subscription> {
    const listener = new Listener(audience, () => this.#remove(listener))
    this.#listeners.add(listener)
    try {
      while (this.#head === undefined) await this.#read()
    } catch (error) {
      listener.end()
      throw error
    }
    this.#timer ??= setInterval(this.wake, this.#options.pollMs).unref()
    return listener
  }

  /** Something was written: looks at once, or once more when it is looking already. */
  readonly wake = (): void => {
    if (this.#listeners.size === 0) return
    if (this.#reading) this.#isWoken = true
    // Its place is kept: the next reading hands out what this one could not.
    else void this.#attempt(() => this.#read())
  }

  #remove(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#head = undefined
  }

  /** Never two at a time: the later one could end first, and its events be handed out first. */
  async #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined
      if (!this.#isWoken) return
      this.#isWoken = false
      this.wake()
    })
    await this.#reading
  }

  async #readOnce(): Promise<void> {
    const horizon = await readHorizon(this.#options.db)
    if (this.#head !== undefined && this.#head < horizon) await this.#handOut(this.#head, horizon)
    if (this.#listeners.size > 0) this.#head = horizon
  }

  async #handOut(from: bigint, horizon: bigint): Promise<void> {
    // Asked after the horizon was read: whoever comes later reads up to a later one from the database.
    const organisationIds = [...new Set([...this.#listeners].map(({ audience }) => audience.organisationId))]
    const recipientIds = [...new Set([...this.#listeners].map(({ audience }) => audience.userId))]
    let after = beforeTransaction(from)
    for (;;) {
      const events = await readEvents(this.#options.db, {
        after,
        horizon,
        organisationIds,
        recipientIds,
        limit: BATCH,
      })
      const byOwner = Map.groupBy(events, ({ organisationId, recipientId }) => recipientId ?? organisationId)
      for (const { audience, offer } of this.#listeners) {
        const common = byOwner.get(audience.organisationId) ?? []
        const personal = byOwner.get(audience.userId) ?? []
        offer(personal.length === 0 ? common : [...common, ...personal].toSorted(inOrder))
      }
      const last = events.at(-1)
      if (!last || events.length < BATCH) return
      after = last
    }
  }
}

function inOrder(one: StoredEvent, other: StoredEvent): number {
  return isAfter(one, other) ? 1 : -1
}

class Listener implements Subscription {
  readonly audience: Audience
  readonly end: () => void
  #waiting: StoredEvent[] | undefined = []
  #ring: (() => void) | undefined

  constructor(audience: Audience, end: () => void) {
    this.audience = audience
    this.end = end
  }

  readonly offer = (events: StoredEvent[]): void => {
    if (events.length === 0 || !this.#waiting) return
    if (this.#waiting.length + events.length > MOST_WAITING) this.#waiting = undefined
    else this.#waiting.push(...events)
    this.#ring?.()
  }

  take(): StoredEvent[] | undefined {
    const taken = this.#waiting
    if (taken) this.#waiting = []
    return taken
  }

  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#waiting?.length !== 0) return
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.#ring = undefined
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      signal.addEventListener('abort', done)
      this.#ring = done
    })
  }
}
