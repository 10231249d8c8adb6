import type { Entered, Ticket, TicketPlace } from './tickets.ts'

// Tickets as a form makes them, and what is sent of them to the service of test-world.ts.

export interface Typed {
  form: string
  full: number
  empty: number | null
  isGood: boolean
}

/** What is sent of a ticket. */
export interface Body {
  reference: string
  vehicle: string
  isGood: boolean
  bay?: number
  weighbridge: { full?: number; empty?: number }
}

/** A ticket as the form makes it: the same form gives the same text, under an id of its own each time it is saved. */
export function ticketOf(
  { form, full, empty, isGood }: Typed,
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
  return [ticket, firstOf(ticket, isGood)]
}

export const firstOf = (ticket: Ticket, isGood: boolean): Entered => ({
  title: ticket.reference,
  method: 'POST',
  path: '/api/inventory/records',
  step: 'first',
  body: {
    reference: ticket.reference,
    vehicle: ticket.vehicle,
    isGood,
    ...bayOf(ticket),
    weighbridge: weighed(ticket),
  },
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

export const withBoth = (body: unknown, ticket: Ticket): unknown => ({
  ...(body as Body),
  ...bayOf(ticket),
  weighbridge: weighed(ticket),
})

const weighed = ({ full, empty }: Ticket) => ({ full, ...(empty !== null && { empty }) })
