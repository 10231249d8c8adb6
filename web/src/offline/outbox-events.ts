import type { Answer } from './outcome.ts'
import {
  isTicket,
  type Entered,
  type InBook,
  type OutboxItem,
  type LoadNames,
  type Ticket,
  type Waiting,
} from './tickets.ts'

// What may happen to a ticket of the outbox, and what may come of it.

/** A ticket, a count or a check, with what waits of it: all that one event may change. Only a ticket has a second step. */
export interface OutboxFile<Item extends OutboxItem = OutboxItem> {
  ticket?: Item | undefined
  first?: Waiting | undefined
  second?: Waiting | undefined
}

/** True if something may be of a lorry: a ticket, or nothing that is kept yet. */
export const isOfLorry = (file: OutboxFile): file is OutboxFile<Ticket> =>
  !file.ticket || isTicket(file.ticket)

/** An event in the life of a ticket. Times are the service's or this device's; nothing is ordered by them. */
export type OutboxEvent =
  /** A lorry was weighed for the first time, or a bay counted or checked. */
  | { what: 'save'; ticket: OutboxItem; entry: Entered }
  /** A plan is weighed for the first time: its load is in the book already. */
  | { what: 'begin'; ticket: Ticket; entry: Entered }
  /** Weighed again; `withBoth` puts the second reading into what was not sent yet. */
  | { what: 'finish'; ticket: Ticket; entry: Entered; withBoth: WithBoth }
  /** A refused entry, as somebody has corrected it. */
  | { what: 'correct'; ticket: OutboxItem; entry: Entered }
  | { what: 'give up'; reason: string; at: string }
  | { what: 'print'; at: string }
  /** The book was looked into before a second step is sent. */
  | { what: 'look'; book: InBook }
  | { what: 'keep theirs'; at: string }
  | { what: 'insist'; reason: string }
  /** It was tried before, and the book has it. */
  | { what: 'find'; load: LoadNames; at: string }
  | { what: 'try'; step: Entered['step'] }
  | { what: 'answer'; step: Entered['step']; version: number; answer: Answer; now: string }

/** Puts a ticket as it is by now into what was not sent yet; undefined where an older page has made that. */
export type WithBoth = (body: unknown, ticket: Ticket) => unknown

/** The outcome of an event. */
export type Came =
  | { what: 'done' }
  /** It is not so any more: another tab, or an answer, was quicker. Nothing was changed. */
  | { what: 'passed' }
  | { what: 'send'; path: string; body: unknown; entry: Waiting }
  | { what: 'again'; afterMs: number }
  | { what: 'refused' }

export interface OutboxStep {
  file: OutboxFile
  came: Came
}

export const done = (file: OutboxFile): OutboxStep => ({ file, came: { what: 'done' } })
export const passed = (file: OutboxFile): OutboxStep => ({ file, came: { what: 'passed' } })

export const booked = <Item extends OutboxItem>(ticket: Item, at: string): Item => ({
  ...ticket,
  bookedAt: at,
})

/** The readings that a second step brings. */
export function readingsOf({ body }: Pick<Entered, 'body'>): { full?: number; empty?: number } {
  return (body as { weighbridge?: { full?: number; empty?: number } }).weighbridge ?? {}
}
