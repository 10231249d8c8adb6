import { Refused, send } from '../api/client.ts'
import { now } from '../api/clock.ts'
import { exclusively } from '../api/exclusively.ts'
import { session, whoIsHere } from '../api/session.ts'
import type { Came, OutboxEvent, WithBoth } from './outbox-events.ts'
import { Sender, type Around, type OutboxRequest } from './outbox-sender.ts'
import { outboxStoreOf } from './outbox-database.ts'
import type { Answer } from './outcome.ts'
import { memoryOutboxStore } from './outbox-store.ts'
import { database } from './store.ts'
import type { CheckHere } from './bay-checks.ts'
import type { BayCount } from './bay-counts.ts'
import { isTicket, type Entered, type OutboxItem, type Ticket, type Waiting } from './tickets.ts'

// The outbox in a browser: tickets, counts and checks that were made here and go to the service in their order, as soon as it can be reached.

const LOCK = 'granary-outbox'
const LOOKS_EVERY_MS = 30_000
/** A line on which nothing comes back for so long is none; the key sees to it that what was stored is not stored again. */
const LONGEST_REQUEST_MS = 60_000

const listeners = new Set<() => void>()
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('granary-outbox') : undefined
if (channel) channel.onmessage = () => tellHere()

function tellHere(): void {
  for (const listener of listeners) listener()
}

/** Calls back whenever a ticket or entry has changed, in this tab or another. */
export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const shelf = outboxStoreOf(database)
let again: ReturnType<typeof setTimeout> | undefined
const around: Around = {
  shelf,
  ask,
  // Known to be away: nothing is tried, so an entry can still be completed before it is sent for the first time.
  sender: () =>
    navigator.onLine && session.get().status !== 'expired' ? whoIsHere()?.organisation.id : undefined,
  now: () => now().getTime(),
  exclusively: (work) => exclusively(LOCK, work),
  later(afterMs) {
    clearTimeout(again)
    again = setTimeout(flush, afterMs)
  },
  changed() {
    tellHere()
    channel?.postMessage(0)
  },
}
const sender = new Sender(around)

/** Sends what waits. */
export function flush(): void {
  sender.flush().catch((error: unknown) => reportError(error))
}

async function ask({ organisationId, method, path, body, key, ifMatch }: OutboxRequest): Promise<Answer> {
  const signal = AbortSignal.timeout(LONGEST_REQUEST_MS)
  try {
    const answer = await send({ organisationId, method, path, body, key, ifMatch, signal })
    return { status: 200, body: answer.body, etag: answer.etag, at: answer.at }
  } catch (error) {
    // Away, or a fault of this page: nothing is known of what became of it.
    if (!(error instanceof Refused)) return { status: undefined }
    const { status, fault, retryAfterSeconds } = error
    return { status, body: fault, retryAfterSeconds }
  }
}

/**
 * Does to what was typed on this device what the model says, on the disk before it answers, and sends what waits.
 *
 * @returns whether it was so, or something else had happened to the ticket before
 * @throws where the device keeps nothing
 */
async function happen(ticketId: string, event: OutboxEvent): Promise<Came['what']> {
  const { what } = await sender.happen(ticketId, event)
  flush()
  return what
}

/** Keeps a ticket that was weighed for the first time, or twice. A form that was saved before makes no other ticket. */
export const saveTicket = (ticket: Ticket, entry: Entered) =>
  happen(ticket.id, { what: 'save', ticket, entry })

/** Keeps the first reading of a load that was planned: it is in the book already. */
export const beginTicket = (ticket: Ticket, entry: Entered) =>
  happen(ticket.id, { what: 'begin', ticket, entry })

/** Closes a ticket with its other reading. `passed` where somebody else in this browser has done so. */
export const finishTicket = (ticket: Ticket, entry: Entered, withBoth: WithBoth) =>
  happen(ticket.id, { what: 'finish', ticket, entry, withBoth })

/** Puts the same ticket right that was refused, and sends it again. */
export const correctTicket = (ticket: Ticket, entry: Entered) =>
  happen(ticket.id, { what: 'correct', ticket, entry })

/** Keeps a count of a bay, by the same rules. A form that was saved before makes no other count. */
export const saveCount = (count: BayCount, entry: Entered) =>
  happen(count.id, { what: 'save', ticket: count, entry })

/** Puts a count right that was refused, and sends it again. */
export const correctCount = (count: BayCount, entry: Entered) =>
  happen(count.id, { what: 'correct', ticket: count, entry })

/** Keeps a check of a bay, by the same rules. */
export const saveCheck = (check: CheckHere, entry: Entered) =>
  happen(check.id, { what: 'save', ticket: check, entry })

/** Puts a check right that was refused, and sends it again. */
export const correctCheck = (check: CheckHere, entry: Entered) =>
  happen(check.id, { what: 'correct', ticket: check, entry })

/** Gives up what was refused. */
export const giveTicketUp = ({ id }: OutboxItem, reason: string) =>
  happen(id, { what: 'give up', reason, at: now().toISOString() })

/** Leaves in the book the readings that somebody else weighed. */
export const acceptTheirs = ({ id }: Ticket) => happen(id, { what: 'keep theirs', at: now().toISOString() })

/** Replaces somebody else's readings with those weighed here. */
export const insistOnMine = ({ id }: Ticket, reason: string) => happen(id, { what: 'insist', reason })

export const notePrinted = ({ id }: Ticket) => happen(id, { what: 'print', at: now().toISOString() })

/** The entries that wait here for an organisation, in the order in which they were made. */
export async function waiting(organisationId: string): Promise<Waiting[]> {
  const { entries } = await shelf.read()
  return entries.filter((each) => each.organisationId === organisationId).sort((a, b) => a.number - b.number)
}

/** The tickets of an organisation that are on this device, newest first. */
export async function tickets(organisationId: string): Promise<Ticket[]> {
  return (await kept(organisationId)).filter(isTicket)
}

/** The counts of bays of an organisation that are on this device, newest first. */
export async function counts(organisationId: string): Promise<BayCount[]> {
  return (await kept(organisationId)).filter((each) => each.kind === 'count')
}

/** The bay checks of an organisation that are on this device, newest first. */
export async function checks(organisationId: string): Promise<CheckHere[]> {
  return (await kept(organisationId)).filter((each) => each.kind === 'check')
}

async function kept(organisationId: string): Promise<OutboxItem[]> {
  const all = await shelf.read()
  return all.tickets
    .filter((each) => each.organisationId === organisationId)
    .sort((a, b) => b.number - a.number)
}

const KEPT_FOR_MS = 7 * 86_400_000

/** Tickets stay on the device for a week after they came into the book, so that what was sent can still be seen. */
async function forgetOldTickets(): Promise<void> {
  const before = new Date(now().getTime() - KEPT_FOR_MS).toISOString()
  await shelf.forget(({ bookedAt, knownAt, givenUp, closedAt }) => {
    // One that was never weighed again here is in the yard as the book has it, if it still waits.
    const over = bookedAt ?? (closedAt === undefined ? knownAt : givenUp !== undefined ? closedAt : undefined)
    return over !== undefined && over < before
  })
}

/** Sends whenever it may work again: at the start, with the network, when the page comes back into view, and every half minute. */
export function startOutbox(): void {
  addEventListener('online', flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') flush()
  })
  let before = session.get().status
  session.subscribe(() => {
    const { status } = session.get()
    if (status === 'in' && before !== 'in') flush()
    before = status
  })
  setInterval(flush, LOOKS_EVERY_MS)
  forgetOldTickets().catch((error: unknown) => reportError(error))
  if ('storage' in navigator) void navigator.storage.persist()
  flush()
}

/**
 * Sends at once what this device cannot keep, by the same rules and key however often it is tried. Answers whether it is in the book, and
 * the service's sentence where it refuses.
 */
export async function sendAtOnce(
  ticket: OutboxItem,
  entry: Entered,
): Promise<{ isStored: boolean; message?: string }> {
  const inMemory = memoryOutboxStore()
  const alone = new Sender({ ...around, shelf: inMemory, exclusively: (work) => work(), later() {} })
  const event: OutboxEvent =
    entry.step === 'second' && isTicket(ticket)
      ? { what: 'finish', withBoth: String, ticket, entry }
      : { what: 'save', ticket, entry }
  await alone.happen(ticket.id, event)
  await alone.flush()
  const [left] = (await inMemory.read()).entries
  return { isStored: left === undefined, ...(left?.message !== undefined && { message: left.message }) }
}
