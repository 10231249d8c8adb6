import type { Entered, Ticket } from './tickets.ts'

// What the service calls a load is known from its first answer, and said with its second step.

/** A second step names the movement that the first one made, and the record it is in now. */
export function filledIn(
  { path, body, step }: Pick<Entered, 'path' | 'body' | 'step'>,
  ticket: Ticket | undefined,
): { path: string; body: unknown } {
  if (step === 'first') return { path, body }
  return {
    path: path.replace('{movementId}', ticket?.movementId ?? ''),
    body: { ...(body as object), ...(ticket?.recordId !== undefined && { recordId: ticket.recordId }) },
  }
}

/** What the service calls the load from now on; nothing, where the answer is none of the service's. */
export function knownFrom(body: unknown): Pick<Ticket, 'movementId' | 'recordId'> {
  // One record of an intake, one load in a list, or the acknowledgement of a movement.
  const [first] = [body].flat()
  if (typeof first !== 'object' || first === null) return {}
  const { movementId, id, ids, plantingId } = first as Record<string, unknown>
  const movement: unknown = movementId ?? (Array.isArray(ids) ? ids[0] : undefined)
  return {
    ...((typeof movement === 'number' || typeof movement === 'string') && { movementId: String(movement) }),
    // A load has an id of its own; its movement is one of the planting's.
    ...(typeof id === 'string' && { recordId: typeof plantingId === 'string' ? plantingId : id }),
  }
}
