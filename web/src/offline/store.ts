import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** What waits to be sent. Written before anything is sent, and taken out only when the service has answered. */
export interface Waiting {
  /** Also its Idempotency-Key: made with the draft, once, so that however often it is sent the service does it once. */
  id: string
  organisationId: string
  /** In the order in which it was entered: milliseconds. */
  at: number
  /** What it is about, for people. */
  title: string
  method: 'POST' | 'PUT'
  /** `{movementId}` is put in from the answer to the first step of its ticket. */
  path: string
  body: unknown
  ticketId: string
  /** A ticket's second step waits for its first. */
  step: 'first' | 'second'
  state: 'waiting' | 'refused'
  tries: number
  /** When it was first tried: from then on it may be in the book already. */
  triedAt?: number
  /** The service's own sentence. */
  message?: string
  code?: string
}

/** How a load is weighed, and what it is: in from a supplier, in off a field, out, or between stores. */
export type TicketKind = 'in' | 'field' | 'out' | 'between'

export interface TicketParty {
  id: string
  name: string
}

/** A ticket of this device: what the clerk sees, whatever the network does. */
export interface Ticket {
  id: string
  organisationId: string
  kind: TicketKind
  openedAt: string
  closedAt?: string
  reference: string
  vehicle: string
  driver: string
  /** Who sends it, or who gets it. */
  party: TicketParty
  grain: { id: number; type: number; grade: number; variety: string; name: string; text: string }
  harvestYear: string
  /** Where it comes from; null where that is a sender. */
  from: TicketPlace | null
  /** Where it goes to; null where that is a receiver. */
  to: TicketPlace | null
  /** The bays of a load that goes to several, or is taken out of several, each with its share; the first is `to` or `from`. */
  parts?: TicketPart[]
  /** What was measured of it. */
  measured?: Measured[]
  /** The contract under which it is stored for its sender. */
  contract?: { id: string; reference: string }
  full: number | null
  empty: number | null
  /** Taken over from an earlier weighing of the lorry. */
  emptyIsRemembered: boolean
  /** Readings that were typed and not taken from the indicator. */
  typed: ('full' | 'empty')[]
  /** It was refused and given up, and why. */
  givenUp?: string
  /** How often it was printed. */
  printed: number
  /** Filled in once the service knows it. */
  movementId?: string
  recordId?: string
  /** When that was: since then another device may finish it. */
  knownAt?: string
  /** When the service had all of it. */
  bookedAt?: string
}

/** A bay, or the field a load was cut on. */
export interface TicketPlace {
  /** `store/bay`, or the planting. */
  key: string
  storageId: string
  substorageId: number
  /** What lies there and is moved: the record. */
  recordId: string
  planId?: string
  name: string
}

/** One bay of a load for several: its share of the net, in any measure that is one for all of them. */
export interface TicketPart {
  place: TicketPlace
  share: number
}

/** A figure of a sample, as the service takes it. */
export interface Measured {
  name: string
  value: string
  metric: string
}

interface Shape extends DBSchema {
  outbox: { key: string; value: Waiting }
  tickets: { key: string; value: Ticket }
  kept: { key: string; value: unknown }
}

const NAME = 'granary'
const VERSION = 1

/** The database of this device, in which all organisations that sign in here have their entries. */
export const database: Promise<IDBPDatabase<Shape>> = openDB<Shape>(NAME, VERSION, {
  upgrade(db) {
    db.createObjectStore('outbox', { keyPath: 'id' })
    db.createObjectStore('tickets', { keyPath: 'id' })
    db.createObjectStore('kept')
  },
  // Another tab has a newer page: it must not wait for this one to be closed.
  blocking: () => void database.then((db) => db.close()),
})
