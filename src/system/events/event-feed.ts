import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DatabaseLog } from '../../db/log.ts'
import type { Tables } from '../../db/tables.ts'
import { SharedWork } from '../../kernel/concurrency.ts'
import { retryUntil } from '../retry.ts'
import { inOneOrder, readEvents, readPersonalEvents, type Cursor, type StoredEvent } from './event-reader.ts'
import { numberEvents, numberEventsOf, numberPersonalEvents, readLastNumbers } from './number-events.ts'

const BATCH = 500
const POLL_MS = 1000
/** A pause between two looks: where much is written at once, one look has more of it. */
const GATHER_MS = 50
/** Most events that wait for a listener that reads slowly; one that falls further behind reads from the database again. */
const MOST_WAITING = 1000

/** A listener, and so the events that are theirs. */
export interface Audience {
  organisationId: string
  /** Hears what is for them alone besides; a machine hears nothing of the kind. */
  userId: string
}

/** A listener's subscription: the events of its audience since it subscribed. */
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
  /** Milliseconds between looks for what other processes wrote. */
  pollMs?: number
}

/**
 * Reads events for every listener of this process: once for all of them, at once when this process has written
 * something (`wake`) and every second for what others wrote. While nobody listens it reads nothing.
 */
export class EventFeed {
  readonly #options: Required<Options>
  readonly #listeners = new Set<Listener>()
  /** Up to which number events have been handed out, by organisation and by person, of those who have listeners. */
  readonly #heads = new Map<string, number>()
  readonly #numberings = new SharedWork<number>()
  #isLooking = false
  #isWoken = false
  #timer: NodeJS.Timeout | undefined
  readonly #attempt: (work: () => Promise<void>) => Promise<void>

  constructor(options: Options) {
    this.#options = { pollMs: POLL_MS, ...options }
    this.#attempt = retryUntil(options.log, {
      failed: 'events could not be read',
      again: 'events are read again',
    })
  }

  /**
   * Finds the present place of an audience: behind all that is stored. Numbering what was written holds up others who want to, and after an import
   * there is much of it: so those who come together number together.
   */
  async now({ organisationId, userId }: Audience): Promise<Cursor> {
    const { db } = this.#options
    const number = await this.#numberings.share(organisationId, () => numberEvents(db, organisationId))
    const personalNumber = await this.#numberings.share(userId, () => numberPersonalEvents(db, userId))
    return { number, personalNumber }
  }

  /**
   * Begins to keep an audience's events for a listener. Between what is read from the database after this
   * returned and what the subscription hands out there is no gap; the two may overlap.
   */
  async subscribe(audience: Audience): Promise<Subscription> {
    const listener = new Listener(audience, () => this.#remove(listener))
    this.#listeners.add(listener)
    try {
      await this.#begin(audience)
    } catch (error) {
      listener.end()
      throw error
    }
    this.#timer ??= setInterval(this.wake, this.#options.pollMs).unref()
    // What was written before may have no number yet.
    this.wake()
    return listener
  }

  /** Something was written: looks at once, or soon again when it has just looked. */
  readonly wake = (): void => {
    if (this.#listeners.size === 0) return
    this.#isWoken = true
    if (!this.#isLooking) void this.#lookWhileWoken()
  }

  async #begin({ organisationId, userId }: Audience): Promise<void> {
    const numbers = await readLastNumbers(this.#options.db, [organisationId, userId])
    for (const owner of [organisationId, userId])
      if (!this.#heads.has(owner)) this.#heads.set(owner, numbers.get(owner) ?? 0)
  }

  #remove(listener: Listener): void {
    this.#listeners.delete(listener)
    const owners = new Set([...this.#listeners].flatMap(({ audience }) => Object.values(audience)))
    for (const owner of Object.values(listener.audience)) if (!owners.has(owner)) this.#heads.delete(owner)
    if (this.#listeners.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Never two at a time: the later one could end first, and its events be handed out first. */
  async #lookWhileWoken(): Promise<void> {
    this.#isLooking = true
    while (this.#isWoken && this.#listeners.size > 0) {
      this.#isWoken = false
      // Its places are kept: the next look hands out what this one could not.
      await this.#attempt(() => this.#look())
      await sleep(GATHER_MS, undefined, { ref: false })
    }
    this.#isLooking = false
  }

  async #look(): Promise<void> {
    const organisationIds = this.#ownersOf(({ organisationId }) => organisationId)
    const recipientIds = this.#ownersOf(({ userId }) => userId)
    await numberEventsOf(this.#options.db, { organisationIds, recipientIds })
    for (;;) {
      const [common, personal] = await Promise.all([
        readEvents(this.#options.db, this.#places(organisationIds), BATCH),
        readPersonalEvents(this.#options.db, this.#places(recipientIds), BATCH),
      ])
      this.#handOut(common, personal)
      if (common.length < BATCH && personal.length < BATCH) return
    }
  }

  #ownersOf(idOf: (audience: Audience) => string): string[] {
    return [...new Set([...this.#listeners].map(({ audience }) => idOf(audience)))]
  }

  /** Whoever has gone meanwhile, or is only coming, has no place. */
  #places(owners: string[]): Map<string, number> {
    return new Map(
      owners.flatMap((owner) => {
        const head = this.#heads.get(owner)
        return head === undefined ? [] : [[owner, head] as const]
      }),
    )
  }

  #handOut(common: StoredEvent[], personal: StoredEvent[]): void {
    const byOwner = Map.groupBy([...common, ...personal], ownerOf)
    for (const { audience, offer } of this.#listeners)
      offer(inOneOrder(byOwner.get(audience.organisationId) ?? [], byOwner.get(audience.userId) ?? []))
    for (const [owner, events] of byOwner)
      if (this.#heads.has(owner)) this.#heads.set(owner, Math.max(...events.map(({ number }) => number)))
  }
}

const ownerOf = ({ organisationId, recipientId }: StoredEvent): string => recipientId ?? organisationId

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
