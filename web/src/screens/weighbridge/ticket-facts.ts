import type { Ticket, TicketPart, TicketPlace } from '../../offline/tickets.ts'
import { splitSide } from './draft.ts'

// What is read off a ticket, wherever it is shown or sent.

/** The net weight, once a lorry was weighed full and empty. */
export function netOf({ full, empty }: Pick<Ticket, 'full' | 'empty'>): number | undefined {
  return full !== null && empty !== null && full > empty
    ? Math.round((full - empty) * 1000) / 1000
    : undefined
}

/** The bays that a load goes to, or is taken out of: most often one. */
export function partsOfTicket(ticket: Pick<Ticket, 'kind' | 'from' | 'to' | 'parts'>): TicketPart[] {
  const place = ticket[splitSide(ticket.kind)]
  return ticket.parts ?? (place ? [{ place, share: 1 }] : [])
}

/** The stores and bays of a ticket on one of its sides, each store once; '' where there is none. */
export function placesOf(ticket: Pick<Ticket, 'kind' | 'from' | 'to' | 'parts'>, side: Side): string {
  const stores = Map.groupBy(placesOn(ticket, side), ({ store = '' }) => store)
  return [...stores]
    .map(([store, bays]) => [store, bays.map(({ name }) => name).join(', ')].filter(Boolean).join(' · '))
    .join('; ')
}

/** Places as the service's papers write them: store and bay of each part. */
export function placesOnPaper(ticket: Pick<Ticket, 'kind' | 'from' | 'to' | 'parts'>, side: Side): string {
  return placesOn(ticket, side)
    .map(({ store, name }) => [store, name].filter(Boolean).join(', '))
    .join(', ')
}

type Side = 'from' | 'to'

function placesOn(ticket: Pick<Ticket, 'kind' | 'from' | 'to' | 'parts'>, side: Side): TicketPlace[] {
  if (side === splitSide(ticket.kind)) return partsOfTicket(ticket).map((part) => part.place)
  const place = ticket[side]
  return place ? [place] : []
}

/** True of a lorry that was weighed once and not yet a second time. */
export const isHalfWeighed = ({ full, empty }: Pick<Ticket, 'full' | 'empty'>): boolean =>
  (full === null) !== (empty === null)

/**
 * The name of a ticket's file where the browser prints it as one, as the service names its own (`fileName` of inventory/papers/print.ts).
 *
 * @example fileNameOf('Weighbridge ticket W1125-183651-AB', ticket, '2026-11-25') // 'Weighbridge-ticket-W1125-183651-AB-Brook-End-2026-11-25'
 */
export function fileNameOf(title: string, { party }: Pick<Ticket, 'party'>, day: string): string {
  return [title, party.name, day]
    .map((part) => part.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, ''))
    .filter(Boolean)
    .join('-')
}

/** The names of the bays that matter of a ticket: where it goes, or where it was loaded. */
export const placeOfTicket = (ticket: Ticket): string =>
  placesOf(ticket, ticket.kind === 'out' ? 'from' : 'to')

/**
 * The reference of a ticket: the day and the second on the farm's clock. Two devices at one second are told apart by the letters of the
 * ticket's id.
 *
 * @example referenceOf('2026-11-25', '18:36:51', 'ab3c…') // 'W1125-183651-AB'
 */
export function referenceOf(day: string, time: string, ticketId: string): string {
  return `W${day.slice(5).replace('-', '')}-${time.replaceAll(':', '')}-${ticketId.slice(0, 2).toUpperCase()}`
}
