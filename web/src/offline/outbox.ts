import { Refused, send } from '../api/client.ts'
import { exclusively } from '../api/exclusively.ts'
import { session, whoIsHere } from '../api/session.ts'
import { filledIn, knownFrom } from './load-names.ts'
import { decide, isTooOldToSend, type Outcome } from './outcome.ts'
import { database, type Ticket, type Waiting } from './store.ts'

// Entries that were made here and go to the service in their order, as soon as it can be reached. An entry leaves only with an answer.

const LOCK = 'granary-outbox'
const STRICT = { durability: 'strict' } as const
const LOOKS_EVERY_MS = 30_000

const listeners = new Set<() => void>()
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('granary-outbox') : undefined
if (channel) channel.onmessage = () => tellHere()

function tellHere(): void {
  for (const listener of listeners) listener()
}
function changed(): void {
  tellHere()
  channel?.postMessage(0)
}

/** Calls back whenever a ticket or entry has changed, in this tab or another. */
export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type Entered = Pick<Waiting, 'title' | 'method' | 'path' | 'body' | 'step'>

/**
 * Keeps a ticket and what has to be sent of it in one transaction, so that neither is there without the other. The key is that of the
 * ticket and its step: a second click, or a page that is loaded again, makes the same entry and not another.
 */
export async function keep(ticket: Ticket, ...entered: Entered[]): Promise<void> {
  const trx = (await database).transaction(['tickets', 'outbox'], 'readwrite', STRICT)
  // Its first answer may have come since the screen was drawn: what the service calls the load must not be lost.
  const { movementId, recordId, knownAt } = (await trx.objectStore('tickets').get(ticket.id)) ?? {}
  await trx.objectStore('tickets').put({
    ...ticket,
    ...(movementId !== undefined && { movementId }),
    ...(recordId !== undefined && { recordId }),
    ...(knownAt !== undefined && { knownAt }),
  })
  for (const each of entered) await trx.objectStore('outbox').put(entryOf(ticket, each))
  await trx.done
  changed()
  void flush()
}

function entryOf({ id: ticketId, organisationId }: Ticket, entered: Entered): Waiting {
  const { step } = entered
  return {
    ...entered,
    id: `${ticketId}.${step}`,
    organisationId,
    ticketId,
    at: Date.now(),
    state: 'waiting',
    tries: 0,
  }
}

/** The entries that wait here for an organisation, in the order in which they were made. */
export async function waiting(organisationId: string): Promise<Waiting[]> {
  const all = await (await database).getAll('outbox')
  return all
    .filter((each) => each.organisationId === organisationId)
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
}

/** The tickets of an organisation that are on this device, newest first. */
export async function tickets(organisationId: string): Promise<Ticket[]> {
  const all = await (await database).getAll('tickets')
  return all
    .filter((each) => each.organisationId === organisationId)
    .sort((a, b) => (a.openedAt < b.openedAt ? 1 : -1))
}

/**
 * Changes what waits of a ticket, if it was never tried: the same key stays, since nothing was done under it. Once tried it is a fact, and
 * what comes after is another request. Whoever finishes a ticket does not wait for what is on its way.
 */
export async function amend(ticket: Ticket, change: (body: unknown) => unknown): Promise<boolean> {
  const trx = (await database).transaction(['tickets', 'outbox'], 'readwrite', STRICT)
  const first = await trx.objectStore('outbox').get(`${ticket.id}.first`)
  const isUntried = first?.state === 'waiting' && first.tries === 0
  if (isUntried) {
    await trx.objectStore('tickets').put(ticket)
    await trx.objectStore('outbox').put({ ...first, body: change(first.body) })
  }
  await trx.done
  if (isUntried) changed()
  return isUntried
}

/** Takes what was refused of a ticket out of the way, and puts this in the ticket's place; nothing where it is entered anew. */
export async function setAside(ticketId: string, instead: Ticket | undefined): Promise<void> {
  const trx = (await database).transaction(['tickets', 'outbox'], 'readwrite', STRICT)
  if (instead) await trx.objectStore('tickets').put(instead)
  else await trx.objectStore('tickets').delete(ticketId)
  for (const step of ['first', 'second']) await trx.objectStore('outbox').delete(`${ticketId}.${step}`)
  await trx.done
  changed()
}

const KEPT_FOR_MS = 7 * 86_400_000

/** Tickets stay on the device for a week after they came into the book, so that what was sent can still be seen. */
async function forgetOldTickets(): Promise<void> {
  const db = await database
  const before = new Date(Date.now() - KEPT_FOR_MS).toISOString()
  for (const { id, bookedAt, knownAt, givenUp, closedAt } of await db.getAll('tickets')) {
    // One that was never weighed again here is in the yard as the book has it, if it still waits.
    const over = bookedAt ?? (closedAt === undefined ? knownAt : givenUp !== undefined ? closedAt : undefined)
    if (over !== undefined && over < before) await db.delete('tickets', id)
  }
}

let again: ReturnType<typeof setTimeout> | undefined
let running: Promise<void> | undefined
let isAsked = false

/** Sends what waits. One tab at a time: without locks the keys see to it that nothing is done twice. */
export function flush(): Promise<void> {
  isAsked = true
  running ??= exclusively(LOCK, sendWhileAsked)
    .catch((error: unknown) => reportError(error))
    .finally(() => {
      running = undefined
      if (isAsked) void flush()
    })
  return running
}

/** What is entered while others are on their way is none of those that were read before: it goes after them. */
async function sendWhileAsked(): Promise<void> {
  while (isAsked) {
    isAsked = false
    await sendAll()
  }
}

async function sendAll(): Promise<void> {
  clearTimeout(again)
  // Known to be away: nothing is tried, so an entry can still be completed before it is sent for the first time.
  if (!navigator.onLine) return
  const { status } = session.get()
  const organisationId = whoIsHere()?.organisation.id
  if (organisationId === undefined || status === 'expired') return
  const stuck = new Set<string>()
  for (const entry of await waiting(organisationId)) {
    if (entry.state === 'refused' || isTooOldToSend(entry.triedAt, Date.now())) stuck.add(entry.ticketId)
    if (stuck.has(entry.ticketId)) continue
    const afterMs = await sendOne(entry)
    if (afterMs === 'refused') stuck.add(entry.ticketId)
    else if (afterMs !== undefined) {
      again = setTimeout(() => void flush(), afterMs)
      return
    }
  }
}

/** Notes that an entry is tried, as it is at that moment: from then on nobody changes it. Undefined if it does not wait any more. */
async function take({ id }: Waiting): Promise<Waiting | undefined> {
  const trx = (await database).transaction('outbox', 'readwrite', STRICT)
  const entry = await trx.store.get(id)
  const tried = entry?.state === 'waiting' && {
    ...entry,
    tries: entry.tries + 1,
    triedAt: entry.triedAt ?? Date.now(),
  }
  if (tried) await trx.store.put(tried)
  await trx.done
  return tried || undefined
}

/** Sends an entry. Answers how long to wait before anything is tried again, if nobody could tell what became of it. */
async function sendOne(waits: Waiting): Promise<number | 'refused' | undefined> {
  const entry = await take(waits)
  if (!entry) return undefined
  const db = await database
  const ticket = await db.get('tickets', entry.ticketId)
  try {
    const { body } = await send({ ...filledIn(entry, ticket), method: entry.method, key: entry.id })
    await settle(entry, ticket, body)
    return undefined
  } catch (error) {
    const decision = decide(outcomeOf(error), entry.tries)
    if (decision.what === 'again') return decision.afterMs
    const refused: Waiting = { ...entry, state: 'refused', message: messageOf(error), ...codeOf(error) }
    await db.put('outbox', refused)
    return 'refused'
  } finally {
    changed()
  }
}

async function settle(entry: Waiting, ticket: Ticket | undefined, body: unknown): Promise<void> {
  const trx = (await database).transaction(['tickets', 'outbox'], 'readwrite', STRICT)
  await trx.objectStore('outbox').delete(entry.id)
  const later = await trx.objectStore('outbox').get(`${entry.ticketId}.second`)
  // Read again: meanwhile it may have been closed.
  const now = ticket && (await trx.objectStore('tickets').get(ticket.id))
  if (now) {
    const isAll = now.closedAt !== undefined && (later === undefined || later.id === entry.id)
    const known = entry.step === 'first' ? knownFrom(body) : {}
    await trx
      .objectStore('tickets')
      .put({ ...now, ...known, ...(isAll && { bookedAt: new Date().toISOString() }) })
  }
  await trx.done
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Refused)
    return { status: error.status, code: error.fault?.code, retryAfterSeconds: error.retryAfterSeconds }
  // Away, or a fault of this page: nothing is known of what became of it.
  return { status: undefined }
}
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const codeOf = (error: unknown) => (error instanceof Refused && error.fault ? { code: error.fault.code } : {})

/** Sends whenever it may work again: at the start, with the network, when the page comes back into view, and every half minute. */
export function startOutbox(): void {
  addEventListener('online', () => void flush())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void flush()
  })
  let before = session.get().status
  session.subscribe(() => {
    const { status } = session.get()
    if (status === 'in' && before !== 'in') void flush()
    before = status
  })
  setInterval(() => void flush(), LOOKS_EVERY_MS)
  void forgetOldTickets()
  if ('storage' in navigator) void navigator.storage.persist()
  void flush()
}
