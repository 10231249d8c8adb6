import type { Ticket, TicketPart, TicketPlace, Waiting } from '../../offline/tickets.ts'
import type { Hold } from '../../api/operations.ts'
import type { Bay } from '../../stock/bays.ts'
import type { Held, WaitingBay } from './bay-fit.ts'
import { splitSide } from './draft.ts'

/** Bays with what waits of each on this device: tickets that are not in the book, but for those that were refused or given up. */
export function withWaiting(bays: Bay[], tickets: Ticket[], entries: Waiting[]): WaitingBay[] {
  const refused = new Set(entries.filter(({ state }) => state === 'refused').map(({ ticketId }) => ticketId))
  const open = tickets.filter(
    ({ id, bookedAt, givenUp }) => bookedAt === undefined && givenUp === undefined && !refused.has(id),
  )
  return bays.map((bay) => ({ ...bay, waiting: open.reduce((sum, each) => sum + into(bay.key, each), 0) }))
}

function into(key: string, ticket: Ticket): number {
  const { from, to, full, empty, kind, parts = [] } = ticket
  const net = full !== null && empty !== null ? full - empty : 0
  const part = (side: 'from' | 'to', place: TicketPlace | null) =>
    side === splitSide(kind) && parts.length > 0 ? net * shareIn(parts, key) : place?.key === key ? net : 0
  return part('to', to) - part('from', from)
}

/** The part of a load that a bay of several gets, or gives. */
function shareIn(parts: TicketPart[], key: string): number {
  const all = parts.reduce((sum, { share }) => sum + share, 0)
  return all === 0 ? 0 : (parts.find(({ place }) => place.key === key)?.share ?? 0) / all
}

type StandingHold = Pick<Hold, 'storageId' | 'substorageId' | 'recordId' | 'blocks' | 'reasonName'>

/** Bays with why nothing may come in or leave, for those that are on hold, or what lies there. */
export function withHolds(bays: WaitingBay[], holds: StandingHold[]): WaitingBay[] {
  return bays.map((bay) => {
    const own = holds.filter(
      ({ storageId, substorageId, recordId }) =>
        storageId === bay.storeId &&
        substorageId === bay.bayId &&
        (recordId === '' || recordId === bay.recordId),
    )
    return own.length === 0 ? bay : { ...bay, held: heldBy(own) }
  })
}

function heldBy(holds: StandingHold[]): Held {
  const reasonOf = (side: 'in' | 'out') =>
    holds.find(({ blocks }) => blocks === side || blocks === 'both')?.reasonName
  const [comes, leaves] = [reasonOf('in'), reasonOf('out')]
  return { ...(comes !== undefined && { in: comes }), ...(leaves !== undefined && { out: leaves }) }
}
