import type { Movement } from '../../api/operations.ts'
import type { Ticket } from '../../offline/tickets.ts'

/** Present state in the book of a ticket that is in it. */
export type BookedNow =
  /** As it was weighed here, or the book was not read since. */
  | { what: 'same' }
  | { what: 'deleted' }
  /** Other weights, which somebody has corrected since; kilograms. */
  | { what: 'corrected'; full: number | null; empty: number | null }

/** Compares a ticket of this device with the book: what somebody corrected or deleted there is not shown as it was weighed. */
export function bookedNow(
  { movementId, full, empty }: Pick<Ticket, 'movementId' | 'full' | 'empty'>,
  book: Pick<Movement, 'id' | 'status' | 'weighbridge'>[] = [],
): BookedNow {
  const load = book.find(({ id }) => String(id) === movementId)
  if (!load) return { what: 'same' }
  if (load.status === 'deleted') return { what: 'deleted' }
  const { weighbridge } = load
  if (weighbridge.full.weight === full && weighbridge.empty.weight === empty) return { what: 'same' }
  return { what: 'corrected', full: weighbridge.full.weight, empty: weighbridge.empty.weight }
}
