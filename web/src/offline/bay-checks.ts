// Checks of a bay that were typed on this device. They go the way of tickets: docs/outbox.md.

/** A bay check as it was typed: kept with it, so that one that is refused opens again as it was. */
export interface TypedCheck {
  /** The form's own id: of one form one check is made, however often it is saved. */
  id: string
  probes: string
  moisture: string
  insects: string
  smell: string
  rodents: string
  note: string
  /** When somebody looked; '' is when it is saved. */
  day: string
  time: string
}

/** A check of one bay: what somebody sees of it on this device, whatever the network does. */
export interface CheckHere {
  id: string
  /** In the order in which it came onto this device; 0 until it is kept. */
  number: number
  organisationId: string
  kind: 'check'
  asTyped: TypedCheck
  storeId: string
  bayId: number
  /** When somebody looked. Nothing more is to come of it: it is closed from the beginning. */
  closedAt: string
  /** It was refused and given up, and why. */
  givenUp?: string
  /** Filled in once the service has it. */
  knownAt?: string
  bookedAt?: string
  /** A check is no load. */
  movementId?: undefined
  recordId?: undefined
}

const CHECKS = /^\/api\/inventory\/storage\/([^/]+)\/checks$/

/** True if an answer is the service's to a check: the check, of that store; undefined if the request was none. */
export function isCheckTaken(body: unknown, path: string): boolean | undefined {
  const [, storeId] = CHECKS.exec(path) ?? []
  if (storeId === undefined) return undefined
  if (typeof body !== 'object' || body === null) return false
  return 'id' in body && 'checkedAtUTC' in body && 'storageId' in body && body.storageId === storeId
}
