import type { MeasuredHeap } from '../api/heap.ts'

// Counts of a stock-take that were typed on this device. They go the way of tickets: docs/outbox.md.

/** A count as it was typed: kept with it, so that one that is refused opens again as it was. */
export interface TypedCount {
  /** The form's own id: of one form one count is made, however often it is saved. */
  id: string
  weight: string
  /** Method: weighed over the scale, or by a heap that was measured. */
  isWeighed: boolean
  heap: MeasuredHeap | null
  note: string
  /** Photos that the service has already: a file itself does not wait on this device. */
  files?: { id: string; name: string }[]
  /** When it was counted; '' is when it is saved. */
  day: string
  time: string
  /** Whoever counted, where it was somebody else. */
  countedBy: string
}

/** A count of one bay: what somebody sees of it on this device, whatever the network does. */
export interface BayCount {
  id: string
  /** In the order in which counts and tickets came onto this device; 0 until it is kept. */
  number: number
  organisationId: string
  kind: 'count'
  asTyped: TypedCount
  stocktakeId: string
  bayId: number
  /** Kilograms. */
  weight: number
  /** Whoever counted, by their account, or by name. */
  byId: string
  by: string
  /** When it was counted. Nothing more is to come of it: it is closed from the beginning. */
  closedAt: string
  /** Its session was closed by the time it came: it is entered as a dated count of the bay itself instead. */
  isTakenOver?: true
  /** It was refused and given up, and why. */
  givenUp?: string
  /** Filled in once the service has it. */
  knownAt?: string
  bookedAt?: string
  /** A count is no load, and the service calls it by its bay. */
  movementId?: undefined
  recordId?: undefined
}

const LINE = /^\/api\/inventory\/stocktakes\/([^/]+)\/lines\/(\d+)$/

/** Path for dated counts of parcels, outside of a session. */
export const DATED_COUNTS = '/api/inventory/records/adjustments'

/** True if an answer is the service's to a dated count: the records that were counted; undefined if the request was none. */
export function isDatedCountTaken(body: unknown, path: string): boolean | undefined {
  if (path !== DATED_COUNTS) return undefined
  const isRecord = (each: unknown) =>
    typeof each === 'object' && each !== null && 'id' in each && 'timeline' in each
  return Array.isArray(body) && body.length > 0 && body.every(isRecord)
}

/** True if an answer is the service's to a count: the session, with the line that was counted; undefined if the request was no count. */
export function isCountTaken(body: unknown, path: string): boolean | undefined {
  const [, id, bay] = LINE.exec(path) ?? []
  if (id === undefined) return undefined
  if (typeof body !== 'object' || body === null || !('id' in body) || !('lines' in body)) return false
  const { lines } = body
  const isOfBay = (line: unknown) =>
    typeof line === 'object' && line !== null && 'substorageId' in line && String(line.substorageId) === bay
  return body.id === id && Array.isArray(lines) && lines.some(isOfBay)
}
