import type { Operations } from '../../api/operations.ts'
import type { Ticket, TicketPart, Waiting } from '../../offline/store.ts'
import { secondReading, splitSide } from './draft.ts'

// What is sent of a ticket. The service makes of it what it is; nothing is worked out here but the net, which the clerk sees.

type Entry = Pick<Waiting, 'title' | 'method' | 'path' | 'body' | 'step'>
type Intake = Operations['POST /api/inventory/records']['body']
type Moved = Operations['POST /api/inventory/movements']['body']
type MovedInParts = Operations['POST /api/inventory/movements/bulk']['body']
type Loads = Operations['POST /api/inventory/harvest-plans/{id}/loads']['body']

/** The net weight, once a lorry was weighed full and empty. */
export function netOf({ full, empty }: Pick<Ticket, 'full' | 'empty'>): number | undefined {
  return full !== null && empty !== null && full > empty
    ? Math.round((full - empty) * 1000) / 1000
    : undefined
}

const titleOf = ({ reference, vehicle }: Ticket) => `${reference}, ${vehicle}`

/**
 * The entry of a ticket: weighed once so far, or twice. It is in the book from then on.
 *
 * @param isOwned whether what lies in the bay it goes to, or comes out of, is the organisation's own
 */
export function firstEntry(ticket: Ticket, isOwned: boolean): Entry {
  const entry = { title: titleOf(ticket), method: 'POST', step: 'first' } as const
  if (ticket.kind === 'in')
    return { ...entry, path: '/api/inventory/records', body: intakeOf(ticket, isOwned) }
  if (ticket.kind === 'field') {
    const plan = encodeURIComponent(ticket.from?.planId ?? '')
    return { ...entry, path: `/api/inventory/harvest-plans/${plan}/loads`, body: loadOf(ticket) }
  }
  if (ticket.parts)
    return { ...entry, path: '/api/inventory/movements/bulk', body: movementsOf(ticket, isOwned) }
  return { ...entry, path: '/api/inventory/movements', body: movementOf(ticket, isOwned) }
}

/** The bays that a load goes to, or is taken out of: most often one. */
export function partsOfTicket(ticket: Pick<Ticket, 'kind' | 'from' | 'to' | 'parts'>): TicketPart[] {
  const place = ticket[splitSide(ticket.kind)]
  return ticket.parts ?? (place ? [{ place, share: 1 }] : [])
}

/** The other reading, which follows once the first entry is in the book. */
export function secondEntry(ticket: Ticket): Entry {
  const reading = secondReading(ticket.kind)
  return {
    title: titleOf(ticket),
    method: 'PUT',
    step: 'second',
    path: '/api/inventory/movements/{movementId}/actions',
    body: {
      recordId: ticket.recordId ?? ticket.from?.recordId ?? '',
      weighbridge: { [reading]: ticket[reading] },
    },
  }
}

/** What was read so far. */
function readingsOf({ full, empty }: Ticket): { full?: number; empty?: number } {
  return { ...(full !== null && { full }), ...(empty !== null && { empty }) }
}

/** The lorry's own ticket, where its load has several parts: they share its readings. */
const lorryOf = (ticket: Ticket) => ({ reference: ticket.reference, ...readingsOf(ticket) })

/** The names of the bays of a ticket on one of its sides; '' where there is none. */
export function placesOf(
  ticket: Pick<Ticket, 'kind' | 'from' | 'to' | 'parts'>,
  side: 'from' | 'to',
): string {
  if (side !== splitSide(ticket.kind)) return ticket[side]?.name ?? ''
  return partsOfTicket(ticket)
    .map(({ place }) => place.name)
    .join(', ')
}

function intakeOf(ticket: Ticket, isOwned: boolean): Intake {
  const { grain, empty, party, driver, parts, measured, contract } = ticket
  const { id, type, grade, variety } = grain
  const owned = isOwned && !contract
  return {
    type: 'crop',
    harvestYear: ticket.harvestYear,
    owned,
    commodity: { id, type, ...(grade > 0 && { grade }), ...(variety !== '' && { variety }) },
    storage: partsOfTicket(ticket).map(({ place: { storageId, substorageId }, share }) => ({
      storageId,
      substorageId,
      // Nobody knows yet what it carries.
      ...(parts ? { share } : empty === null && { weight: 0 }),
    })),
    source: {
      ...(!owned && { owner: party }),
      intake: {
        moveAtUTC: ticket.openedAt,
        sender: party,
        vehicleRegistration: ticket.vehicle,
        ...(driver !== '' && { driverName: driver }),
        ...(parts
          ? { ticket: lorryOf(ticket) }
          : { loadReference: ticket.reference, weighbridgeRecord: readingsOf(ticket) }),
        ...(measured && { sample: { fields: measured } }),
        ...(contract && { storageContract: { id: contract.id } }),
      },
    },
  }
}

/** The entry of a ticket that has not been sent with its second reading put in: one load, one request. */
export function withBothReadings(body: unknown, ticket: Ticket): unknown {
  const weighbridge = readingsOf(ticket)
  const readings = ticket.parts ? { ticket: lorryOf(ticket) } : { weighbridge }
  if (ticket.kind === 'field') return (body as Loads).map((load) => ({ ...load, ...readings }))
  if (ticket.kind !== 'in') return { ...(body as Moved | MovedInParts), ...readings }
  const { storage, source, ...rest } = body as Intake & { source: { intake: object } }
  return {
    ...rest,
    storage: storage?.map(({ weight: _unweighed, ...place }) => place),
    source: {
      ...source,
      intake: {
        ...source.intake,
        ...(ticket.parts ? { ticket: lorryOf(ticket) } : { weighbridgeRecord: weighbridge }),
      },
    },
  }
}

function movementOf(ticket: Ticket, isOwned: boolean): Moved {
  return {
    recordId: ticket.from?.recordId ?? '',
    weighbridge: readingsOf(ticket),
    movementDateISO: ticket.openedAt,
    driver: { ...driverOf(ticket), loadReference: ticket.reference },
    ...destinationOf(ticket, isOwned),
  }
}

/** Out of several bays in one lorry. */
function movementsOf(ticket: Ticket, isOwned: boolean): MovedInParts {
  return {
    records: partsOfTicket(ticket).map(({ place, share }) => ({ id: place.recordId, share })),
    ticket: lorryOf(ticket),
    movementDateISO: ticket.openedAt,
    driver: driverOf(ticket),
    ...destinationOf(ticket, isOwned),
  }
}

const driverOf = ({ vehicle, driver }: Ticket) => ({
  vehicleRegistration: vehicle,
  ...(driver !== '' && { name: driver }),
})

function destinationOf({ to, party }: Ticket, isOwned: boolean): Pick<Moved, 'destination' | 'sold'> {
  return {
    destination: to
      ? { type: 'store', storageId: to.storageId, substorageId: to.substorageId }
      : { organisationId: party.id, organisationName: party.name },
    // Own grain goes out because somebody has bought it; what is stored for others goes back to them.
    ...(!to && { sold: isOwned }),
  }
}

function loadOf(ticket: Ticket): Loads {
  const { from, grain, driver, vehicle, parts, measured } = ticket
  return partsOfTicket(ticket).map(({ place, share }) => ({
    fieldId: from?.storageId ?? '',
    plantingId: from?.recordId ?? null,
    commodityId: grain.id,
    commodityGroupId: grain.type,
    storageId: place.storageId,
    substorageId: place.substorageId,
    dateISO: ticket.openedAt,
    ...(parts
      ? { ticket: lorryOf(ticket), share }
      : { weighbridge: readingsOf(ticket), loadReference: ticket.reference }),
    moisture: null,
    temperature: null,
    driverName: driver === '' ? null : driver,
    driverRegistration: vehicle,
    sample: measured ? { fields: measured } : null,
  }))
}

/**
 * The reference of a ticket: the day and the second on the farm's clock. Two devices at one second are told apart by the letters of the
 * ticket's id.
 *
 * @example referenceOf('2026-11-25', '18:36:51', 'ab3c…') // 'W1125-183651-AB'
 */
export function referenceOf(day: string, time: string, ticketId: string): string {
  return `W${day.slice(5).replace('-', '')}-${time.replaceAll(':', '')}-${ticketId.slice(0, 2).toUpperCase()}`
}
