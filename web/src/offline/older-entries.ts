import type { LoadNames } from './tickets.ts'

// What a page of before December 2026 has left waiting on a device: each kind of load had an address and a body of its own. It is sent as it
// stands, since under its Idempotency-Key it may be in the book already, and its answer is read here. A ticket may wait for as long as a
// device lies in a drawer, so this is not to go with the next version.

/** One record of an intake, one load off a field, or the acknowledgement of a movement. */
interface Named {
  id?: unknown
  movementId?: unknown
  /** Of a load off a field, whose `id` is its own: the record that it is taken from. */
  plantingId?: unknown
  /** The movements of an acknowledgement. */
  ids?: unknown
}

/** Reads the service's names for a load entered by itself; for several bays, of the first. Undefined if the answer is not the service's. */
export function namedAlone(body: unknown): LoadNames | undefined {
  const [first] = [body].flat()
  if (typeof first !== 'object' || first === null) return undefined
  const { id, movementId, plantingId, ids }: Named = first
  const movement: unknown = movementId ?? (Array.isArray(ids) ? ids[0] : undefined)
  if (typeof movement !== 'number' && typeof movement !== 'string') return undefined
  const recordId = plantingId ?? id
  return { movementId: String(movement), ...(typeof recordId === 'string' && { recordId }) }
}
