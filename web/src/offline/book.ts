import type { Movement } from '../api/operations.ts'
import type { Answer } from './outcome.ts'
import type { InBook, LoadNames, Ticket } from './tickets.ts'

// What the book says of a ticket's load, as the outbox reads it.

/** The readings of a movement as the service answers it; undefined where something else answered. */
export function inBook({ status, body, etag = '' }: Answer, movementId: string): InBook | undefined {
  if (status !== 200 || !isMovement(body) || String(body.id) !== movementId) return undefined
  const { full, empty } = body.weighbridge
  const last = changesOf(body).at(-1)
  const [by, at] = [last?.byName ?? '', last?.atUTC ?? body.completedAtUTC]
  return { full: full.weight, empty: empty.weight, etag, by, at }
}

/** Returns who changed a movement and when; the service includes this only for a single movement. */
function changesOf(movement: object): { byName: string; atUTC: string }[] {
  return 'changes' in movement && Array.isArray(movement.changes) ? movement.changes : []
}

/** The movements of a list as the service answers it; undefined where something else answered. */
export function movementsIn({ status, body }: Answer): Movement[] | undefined {
  if (status !== 200 || typeof body !== 'object' || body === null || !('docs' in body)) return undefined
  const { docs } = body
  return Array.isArray(docs) && docs.every(isMovement) ? docs : undefined
}

const isMovement = (value: unknown): value is Movement =>
  typeof value === 'object' && value !== null && 'id' in value && 'weighbridge' in value

/** Finds the service's names for the load of a ticket, if it is in a list, by its reference, its lorry and a reading. */
export function loadOf(ticket: Ticket, list: Movement[]): LoadNames | undefined {
  const found = list
    .filter(
      ({ driver, ticket: lorry, weighbridge }) =>
        [driver.loadReference, lorry?.reference].includes(ticket.reference) &&
        bare(driver.vehicleRegistration) === bare(ticket.vehicle) &&
        (['full', 'empty'] as const).some(
          (each) => ticket[each] !== null && weighbridge[each].weight === ticket[each],
        ),
    )
    .toSorted((a, b) => a.id - b.id)[0]
  return found && { movementId: String(found.id), recordId: found.inventory.recordId }
}

const bare = (plate: string) => plate.toUpperCase().replaceAll(/[^\p{L}\d]/gu, '')
