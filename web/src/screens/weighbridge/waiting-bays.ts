import type { Ticket, TicketPart, TicketPlace, Waiting } from '../../offline/tickets.ts'
import type { Bay } from '../../stock/bays.ts'
import type { WaitingBay } from './bay-fit.ts'
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
