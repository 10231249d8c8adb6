import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Audience, EventFeed, Subscription } from './event-feed.ts'
import {
  behind,
  cursorText,
  inOneOrder,
  isAfter,
  readEvents,
  readPersonalEvents,
  type Cursor,
  type StoredEvent,
} from './event-reader.ts'
import { message } from '../../words/catalogue.ts'

const BATCH = 500
/** Told to clients: how long to wait before they come back. */
const RETRY_MS = 2000

/** Time between heartbeats while nothing happens; proxies and our own server close what is silent for longer. */
export interface Rhythm {
  heartbeatMs: number
}

export interface Stream extends Rhythm {
  db: Kysely<Tables>
  feed: EventFeed
  audience: Audience
  /** Place to begin at: what comes after is sent. */
  after: Cursor
  /** Beginnings of the wanted types; none is all. */
  types: string[]
  output: Writable
  /** Aborted when the listener leaves or the service stops. */
  signal: AbortSignal
  /** Throws when the credential no longer opens this stream. Asked before anything is sent (rules.md §8). */
  ensureAdmitted: () => Promise<void>
}

/**
 * Sends the events of an organisation, and of the one person who listens, in order, each exactly once, until the signal is aborted: first what is stored after
 * the stream's beginning, then what comes in. A listener that reads slowly holds up nobody: it is sent as much as it
 * takes, from the database again where it has fallen too far behind.
 */
export async function streamEvents(stream: Stream): Promise<void> {
  const sender = new Sender(stream)
  // Whatever the stream waits for, such as a database that is away: what is silent is closed.
  const pulse = setInterval(() => sender.stayOpen(), stream.heartbeatMs)
  try {
    await sender.begin()
    while (!stream.signal.aborted) {
      // First listen, then read: nothing can come in between unseen. What is seen twice is sent once.
      const subscription = await stream.feed.subscribe(stream.audience)
      try {
        await sendStored(stream, sender)
        await sendIncoming(stream, sender, subscription)
      } finally {
        subscription.end()
      }
    }
  } finally {
    clearInterval(pulse)
  }
}

async function sendStored({ db, audience, signal }: Stream, sender: Sender): Promise<void> {
  const { organisationId, userId } = audience
  while (!signal.aborted) {
    const { number, personalNumber } = sender.cursor
    const [common, personal] = await Promise.all([
      readEvents(db, new Map([[organisationId, number]]), BATCH),
      readPersonalEvents(db, new Map([[userId, personalNumber]]), BATCH),
    ])
    await sender.send(inOneOrder(common, personal))
    if (common.length < BATCH && personal.length < BATCH) return
  }
}

/** Returns when the listener has fallen so far behind that what came in was not kept for it. */
async function sendIncoming(stream: Stream, sender: Sender, subscription: Subscription): Promise<void> {
  const { signal, heartbeatMs } = stream
  while (!signal.aborted) {
    await subscription.wait(heartbeatMs, signal)
    const events = subscription.take()
    if (!events) return
    await sender.send(events)
  }
}

/** Writes events as the protocol wants them, no faster than they are read, and keeps the place. */
class Sender {
  cursor: Cursor
  readonly #stream: Stream
  #sentAt = Date.now()

  constructor(stream: Stream) {
    this.#stream = stream
    this.cursor = stream.after
  }

  /** The place goes first: a listener that is cut off before the first event comes back to it. */
  async begin(): Promise<void> {
    await this.#write(`retry: ${RETRY_MS}\nid: ${cursorText(this.cursor)}\n\n`)
  }

  /** A comment that says nothing, so it waits for nothing. Not to a listener that reads nothing: that one is closed for it. */
  stayOpen(): void {
    const { output, signal } = this.#stream
    if (!signal.aborted && !output.writableNeedDrain) output.write(':\n\n')
  }

  async send(events: StoredEvent[]): Promise<void> {
    const { types, heartbeatMs, ensureAdmitted } = this.#stream
    const fresh = events.filter((event) => isAfter(event, this.cursor))
    const isQuiet = !fresh.some((event) => isWanted(event, types))
    const isHeartbeatDue = Date.now() - this.#sentAt >= heartbeatMs
    // Looked up after the events were taken: what happened after the credential ended is never sent.
    if (!isQuiet || isHeartbeatDue) await ensureAdmitted()
    for (const event of fresh) {
      const cursor = behind(event, this.cursor)
      if (isWanted(event, types)) await this.#write(textOf(event, cursorText(cursor)))
      this.cursor = cursor
    }
    if (isQuiet && isHeartbeatDue) await this.#write(`: still here\nid: ${cursorText(this.cursor)}\n\n`)
  }

  async #write(text: string): Promise<void> {
    const { output, signal, ensureAdmitted } = this.#stream
    signal.throwIfAborted()
    this.#sentAt = Date.now()
    if (output.write(text)) return
    await once(output, 'drain', { signal })
    // It may have taken the listener an hour to read so far.
    await ensureAdmitted()
  }
}

/** True if a listener that asked for types with these beginnings wants an event. */
export function isWanted({ type }: StoredEvent, types: string[]): boolean {
  return types.length === 0 || types.some((prefix) => type.startsWith(prefix))
}

function textOf({ type, subject, data, userId, occurredAt }: StoredEvent, id: string): string {
  const body = JSON.stringify({ id, type, subject, data, userId, occurredAtUTC: occurredAt.toISOString() })
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`
}

/**
 * The event streams that are open, by organisation. When all places are taken, an organisation that has fewer than another gets one of
 * the other's: its newest stream ends, and whoever listened comes back to where it was. So nobody is shut out by those who came first,
 * and what there is ends up in equal shares (decision 0036).
 */
export class StreamShares {
  readonly #most: number
  readonly #open = new Map<string, Set<AbortController>>()

  constructor(most: number) {
    this.#most = most
  }

  /** Opens a stream. @throws Refusal `unavailable` where all places are taken, and nobody has more than this organisation */
  begin(organisationId: string): AbortController {
    const own = this.#open.get(organisationId) ?? new Set()
    if (this.#all() >= this.#most) this.#makeRoomFor(own)
    const stream = new AbortController()
    this.#open.set(organisationId, own.add(stream))
    return stream
  }

  end(organisationId: string, stream: AbortController): void {
    const own = this.#open.get(organisationId)
    own?.delete(stream)
    if (own?.size === 0) this.#open.delete(organisationId)
  }

  endAll(): void {
    for (const streams of this.#open.values()) for (const stream of streams) stream.abort()
  }

  #all(): number {
    return [...this.#open.values()].reduce((sum, { size }) => sum + size, 0)
  }

  #makeRoomFor(own: Set<AbortController>): void {
    const [largest] = [...this.#open].sort(([, one], [, other]) => other.size - one.size)
    const [organisationId, streams] = largest ?? ['', new Set<AbortController>()]
    const newest = [...streams].at(-1)
    // One that has as many afterwards would take it back, and so on for ever.
    if (!newest || streams.size <= own.size + 1)
      throw new Refusal('unavailable', message('tooManyListeners', {}))
    newest.abort()
    this.end(organisationId, newest)
  }
}
