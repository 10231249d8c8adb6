import { LOADS } from './load-names.ts'
import type { Entered, Ticket, TicketPlace } from './tickets.ts'

// Tickets as a form makes them, and what is sent of them to the service of test-world.ts.

export interface Typed {
  form: string
  full: number
  empty: number | null
  isGood: boolean
  /** It was left by a page from before loads of any kind had one address. */
  isOlder?: boolean
}

/** The body sent for a ticket; an older page does not send it as a load of a list. */
export type Body = Load | { loads: [Load] }

export interface Load {
  reference: string
  vehicle: string
  isGood: boolean
  bay?: number
  weighbridge: { full?: number | null; empty?: number }
}

/** A ticket as the form makes it: the same form gives the same text, under an id of its own each time it is saved. */
export function ticketOf(
  { form, full, empty, isGood, isOlder = false }: Typed,
  id: string,
  openedAt: string,
): [Ticket, Entered] {
  const asTyped = { id: form, full, empty, isGood }
  const ticket: Ticket = {
    id,
    number: 0,
    asTyped,
    organisationId: 'hill',
    kind: 'in',
    openedAt,
    ...(empty !== null && { closedAt: openedAt }),
    reference: `W-${form}`,
    vehicle: `BB02 ${form}`,
    driver: '',
    party: { id: '', name: '' },
    grain: { id: 1, type: 1, grade: 0, variety: '', name: '', text: '' },
    harvestYear: '2026',
    from: null,
    to: null,
    full,
    empty,
    emptyIsRemembered: false,
    typed: [],
    printed: 0,
  }
  const entry = firstOf(ticket, isGood)
  return [
    ticket,
    isOlder ? { ...entry, path: '/api/inventory/records', body: loadOf(ticket, isGood) } : entry,
  ]
}

export const firstOf = (ticket: Ticket, isGood: boolean): Entered => ({
  title: ticket.reference,
  method: 'POST',
  path: LOADS,
  step: 'first',
  body: { loads: [loadOf(ticket, isGood)] },
})

const loadOf = (ticket: Ticket, isGood: boolean): Load => ({
  reference: ticket.reference,
  vehicle: ticket.vehicle,
  isGood,
  ...bayOf(ticket),
  weighbridge: weighed(ticket),
})

/** The bay that a ticket was sent to since its first weighing. */
const bayOf = ({ to }: Ticket) => to && { bay: to.substorageId }

export const placeOf = (bay: number): TicketPlace => ({
  key: `s/${bay}`,
  storageId: 's',
  substorageId: bay,
  recordId: '',
  name: `Hill ${bay}`,
})

export const secondOf = (ticket: Ticket): Entered => ({
  title: ticket.reference,
  method: 'PUT',
  path: '/api/inventory/movements/{movementId}/actions',
  step: 'second',
  body: { weighbridge: { empty: ticket.empty }, ...bayOf(ticket) },
})

export function withBoth(entered: unknown, ticket: Ticket): unknown {
  const body = entered as Body
  return 'loads' in body ? firstOf(ticket, body.loads[0].isGood).body : undefined
}

const weighed = ({ full, empty }: Ticket) => ({ full, ...(empty !== null && { empty }) })
