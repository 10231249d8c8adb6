import type { CheckHere } from './bay-checks.ts'
import type { BayCount } from './bay-counts.ts'

/** A request to be sent for a ticket, a count or a check, as the screens make it. */
export interface Entered {
  /** Subject of the request, for people. */
  title: string
  method: 'POST' | 'PUT' | 'PATCH'
  /** `{movementId}` is put in from the answer to the first step of its ticket. */
  path: string
  body: unknown
  /** A ticket's second step waits for its first. */
  step: 'first' | 'second'
  /** The readings of the load as the clerk saw them before a second step. */
  saw?: { full: number | null; empty: number | null }
}

/** A refusal as the service describes it. */
export interface Refusal {
  code: string
  message: string
  /** Present if the message is in the reader's language. */
  messageId?: string
  /** Faults in fields, each with the name people use for the field. */
  validation?: { label: string; message: string }[]
}

/** An entry waiting to be sent. Written before anything is sent, and removed only when the service has it. */
export interface Waiting extends Entered, Partial<Refusal> {
  /** Also its Idempotency-Key: of the ticket and the step, so that however often it is sent or corrected the service does it once. */
  id: string
  organisationId: string
  ticketId: string
  /** In the order in which it was entered: given in the transaction, and by no clock. */
  number: number
  /** Which text of it this is: it counts up when it is corrected, so that a late answer is not taken for one to the new text. */
  version: number
  state: 'waiting' | 'refused'
  /** Number of times it was sent: after the first it may be in the book already. */
  tries: number
  /** Something answered that is not the service, such as the sign-in page of a network. */
  isStrange?: boolean
  /** The version of the movement on which a second step is based. */
  seen?: string
  /** Version of the load that somebody else made meanwhile. */
  theirs?: InBook
  /** Version of theirs that was seen when this one was decided to be right, with the reason. */
  agreed?: InBook & { reason: string }
}

/** The readings of a load as the book has them; kilograms, null where it was not weighed. */
export interface InBook {
  full: number | null
  empty: number | null
  etag: string
  /** Person who finished it, and the time; empty if nobody has. */
  by: string
  at: string
}

/** Kind of load, and the way it is weighed: in from a supplier, in off a field, out, or between stores. */
export type TicketKind = 'in' | 'field' | 'out' | 'between'

export interface TicketParty {
  id: string
  name: string
}

/** The contract to buy or to sell that a load goes on, with what has to be so of a load on it. */
export interface TicketTrade {
  /** '' of an order that is under no contract. */
  id: string
  /** The order that it is on, by id; left out where it is on the contract alone. */
  orderId?: string
  /** The window by its number; null is the one of its day. */
  window: number | null
  name: string
  partnerId: string
  commodityId: number
  /** 0 is any. */
  typeId: number
}

/** A weight that was taken from an indicator, with the line that it sent. */
export interface TakenWeight {
  device?: string
  make: string
  line: string
  isStable: boolean
  readAtUTC: string
  /** The number under which the instrument has kept the weighing, where its line has one. */
  recordNumber?: string
  /** Kilograms on the plate before this lorry, where it did not stand at zero; for this device alone. */
  before?: number
}

/** Anything typed on this device that it keeps: a ticket, a count or a check. */
export type OutboxItem = Ticket | BayCount | CheckHere

/** True if something that was typed is of a lorry. */
export const isTicket = (item: OutboxItem): item is Ticket => item.kind !== 'count' && item.kind !== 'check'

/** A ticket of this device: what the clerk sees, whatever the network does. */
export interface Ticket {
  /** Made when it is saved. */
  id: string
  /** In the order in which tickets came onto this device; 0 until it is kept. */
  number: number
  organisationId: string
  /** The form as it was typed, for a correction: nothing of it is lost. */
  asTyped?: { id: string }
  kind: TicketKind
  openedAt: string
  closedAt?: string
  reference: string
  vehicle: string
  driver: string
  /** Sender or receiver of the load. */
  party: TicketParty
  grain: { id: number; type: number; grade: number; variety: string; name: string; text: string }
  harvestYear: string
  /** Origin of the load; null if that is a sender. */
  from: TicketPlace | null
  /** Destination of the load; null if that is a receiver. */
  to: TicketPlace | null
  /** The bays of a load that goes to several, or is taken out of several, each with its share; the first is `to` or `from`. */
  parts?: TicketPart[]
  /** The shares are others than those of the first entry. */
  isSharedAnew?: true
  /** The bays of its first entry, where it has more or fewer of them since. */
  partsBefore?: TicketPart[]
  /** It takes all that is left, and what the books lack of it is written up. */
  emptiesBay?: true
  /** Hectares of its field that are still to be cut after it, as the clerk has said. */
  areaRemaining?: number
  /** Why it may lower the grade of what lies where it goes. */
  gradeReason?: string
  /** Why it may go in spite of a hold. */
  holdOverride?: string
  /** The moment that it is entered for, since the books are closed when it was opened: its true day stands beside it. */
  enteredOn?: string
  /** Its grade is not the one that was sown, but that of the load. */
  isGraded?: true
  /** Measurements of the load. */
  measured?: Measured[]
  /** It was measured, or otherwise, since the first entry: that is sent with its second reading. */
  isMeasuredAgain?: true
  /** The contract under which it is stored for its sender. */
  contract?: { id: string; reference: string }
  /** The contract under which it is bought or sold; null where somebody has taken it off. */
  trade?: TicketTrade | null
  /** It goes on another contract, or on none, since it was weighed first: that is sent with its second reading. */
  isTradedAnew?: true
  /** Basis of incoming grain: stored under the contract, stored without one, or bought; and whether the clerk has stated it. */
  basis?: 'contract' | 'stored' | 'bought'
  isBasisSaid?: boolean
  full: number | null
  empty: number | null
  /** The first reading was corrected at the second weighing: it is sent again. */
  isFirstCorrected?: boolean
  /** It was sent to other bays since it was weighed first, and why: that is sent with its second reading. */
  sentElsewhere?: string
  /** It was loaded from other bays than was said when it was weighed first, and why. */
  loadedElsewhere?: string
  /** The books were closed between its weighings, in words: it stands on `enteredOn` from its second reading on. */
  datedLate?: string
  /** Taken over from an earlier weighing of the lorry. */
  emptyIsRemembered: boolean
  /** Readings that were typed and not taken from the indicator. */
  typed: ('full' | 'empty')[]
  /** Why they were typed, where the organisation wants to know. */
  typedReason?: string
  /** Data that the indicator sent for the readings that were taken from it. */
  read?: Partial<Record<'full' | 'empty', TakenWeight>>
  /** It was refused and given up, and why. */
  givenUp?: string
  /** Number of times it was printed. */
  printed: number
  /** When that was done first. */
  printedAt?: string | undefined
  /** Filled in once the service knows it. */
  movementId?: string
  recordId?: string
  /** When that was: since then another device may finish it. */
  knownAt?: string
  /** When the service had all of it. */
  bookedAt?: string
}

/** The service's names for a load. */
export type LoadNames = Pick<Ticket, 'movementId' | 'recordId'>

/** A bay, or the field a load was cut on. */
export interface TicketPlace {
  /** `store/bay`, or the planting. */
  key: string
  storageId: string
  substorageId: number
  /** Record of the grain that lies there and is moved. */
  recordId: string
  planId?: string
  /** The store of a bay; left out of a field. */
  store?: string
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
  /** Name in the language in which it was entered; for this page alone. */
  label?: string
  value: string
  metric: string
}
