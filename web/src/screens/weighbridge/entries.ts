import type { Operations } from '../../api/operations.ts'
import type { Measured, Ticket, TicketPart, TicketPlace, Waiting } from '../../offline/tickets.ts'
import { gradeReasonOf } from '../../stock/grade-reason.ts'
import { secondReading, splitSide } from './draft.ts'
import { partsInBook } from './other-number.ts'
import { partsOfTicket } from './ticket-facts.ts'

// What is sent of a ticket. The service makes of it what it is; nothing is worked out here.

type Entry = Pick<Waiting, 'title' | 'method' | 'path' | 'body' | 'step'>
type Intake = Operations['POST /api/inventory/records']['body']
type Moved = Operations['POST /api/inventory/movements']['body']
type MovedInParts = Operations['POST /api/inventory/movements/bulk']['body']
type Loads = Operations['POST /api/inventory/harvest-plans/{id}/loads']['body']

const titleOf = ({ reference, vehicle }: Ticket) => `${reference}, ${vehicle}`

/**
 * The entry of a ticket: weighed once so far, or twice. It is in the book from then on.
 *
 * @param isOwned whether what leaves is the organisation's own
 */
export function firstEntry(ticket: Ticket, isOwned: boolean): Entry {
  const entry = { title: titleOf(ticket), method: 'POST', step: 'first' } as const
  if (ticket.kind === 'in') return { ...entry, path: '/api/inventory/records', body: intakeOf(ticket) }
  if (ticket.kind === 'field') {
    const plan = encodeURIComponent(ticket.from?.planId ?? '')
    return { ...entry, path: `/api/inventory/harvest-plans/${plan}/loads`, body: loadOf(ticket) }
  }
  if (ticket.parts)
    return { ...entry, path: '/api/inventory/movements/bulk', body: movementsOf(ticket, isOwned) }
  return { ...entry, path: '/api/inventory/movements', body: movementOf(ticket, isOwned) }
}

/** The other reading, which follows once the first entry is in the book; of a plan that is in the book the first one as well. */
export function secondEntry(ticket: Ticket, reading = secondReading(ticket.kind)): Entry {
  return {
    title: titleOf(ticket),
    method: 'PUT',
    step: 'second',
    path: '/api/inventory/movements/{movementId}/actions',
    body: {
      recordId: ticket.recordId ?? ticket.from?.recordId ?? '',
      weighbridge: ticket.isFirstCorrected ? readingsOf(ticket) : { [reading]: ticket[reading] },
      ...elsewhereOf(ticket),
      ...(ticket.isSharedAnew && { shares: partsOfTicket(ticket).map(({ share }) => share) }),
      ...(ticket.isMeasuredAgain && { sample: sampleOf(ticket) }),
      ...emptyingOf(ticket),
      ...gradeReasonOf(ticket.gradeReason),
    },
  }
}

/** The bays that a load goes to or comes from since it was weighed first, and why; nothing where that is as it was. */
function elsewhereOf(ticket: Ticket) {
  const { sentElsewhere, loadedElsewhere, kind, parts, partsBefore, from, to } = ticket
  const reason = [sentElsewhere, loadedElsewhere].filter((each) => each !== undefined).join('; ')
  if (reason === '') return {}
  const present = partsOfTicket(ticket)
  const elsewhere = (partsBefore ? partsInBook(partsBefore, present) : present).map((part) => {
    if (!part) return { isLeftOut: true }
    const place = { from, to, [splitSide(kind)]: part.place }
    return {
      ...(loadedElsewhere !== undefined && { source: { recordId: place.from?.recordId } }),
      ...(sentElsewhere !== undefined && place.to && { destination: bayIn(place.to) }),
    }
  })
  return { ...(parts ? { parts: elsewhere } : elsewhere[0]), reason }
}

const bayIn = ({ storageId, substorageId }: TicketPlace) => ({ storageId, substorageId })

const emptyingOf = ({ emptiesBay }: Ticket) => emptiesBay && { adjustToZero: true }

/** What was read so far. */
function readingsOf({ full, empty }: Ticket): { full?: number; empty?: number } {
  return { ...(full !== null && { full }), ...(empty !== null && { empty }) }
}

/** The lorry's own ticket, where its load has several parts: they share its readings. */
const lorryOf = (ticket: Ticket) => ({ reference: ticket.reference, ...readingsOf(ticket) })

const fieldsOf = (measured: Measured[]) =>
  measured.map(({ name, value, metric }) => ({ name, value, metric }))

const sampleOf = ({ measured = [] }: Ticket) => ({ fields: fieldsOf(measured) })

function intakeOf(ticket: Ticket): Intake {
  const { grain, empty, party, driver, parts, measured, contract, basis, isBasisSaid } = ticket
  const { id, type, grade, variety } = grain
  // Only what was bought is the organisation's own: nothing becomes so because an answer was not at hand.
  const owned = basis === 'bought'
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
        ...(isBasisSaid && !contract && { rememberOwned: true }),
        vehicleRegistration: ticket.vehicle,
        ...(driver !== '' && { driverName: driver }),
        ...(parts
          ? { ticket: lorryOf(ticket) }
          : { loadReference: ticket.reference, weighbridgeRecord: readingsOf(ticket) }),
        ...(measured && { sample: sampleOf(ticket) }),
        ...(contract && { storageContract: { id: contract.id } }),
        ...gradeReasonOf(ticket.gradeReason),
      },
    },
  }
}

/**
 * The entry of a ticket that has not been sent with its second reading put in: one load, one request. With another number of bays it would
 * be another request: then the second follows the first.
 */
export function withBothReadings(body: unknown, ticket: Ticket): unknown {
  if (ticket.partsBefore) return undefined
  const weighbridge = readingsOf(ticket)
  const readings = ticket.parts ? { ticket: lorryOf(ticket) } : { weighbridge }
  const parts = partsOfTicket(ticket)
  if (ticket.kind === 'field')
    return paired(body as Loads, parts).map(([load, part]) => ({
      ...load,
      ...cropOf(ticket),
      ...readings,
      ...bayIn(part.place),
      ...(ticket.parts && { share: part.share }),
      ...(ticket.isMeasuredAgain && { sample: { ...load.sample, ...sampleOf(ticket) } }),
      ...gradeReasonOf(ticket.gradeReason),
    }))
  if (ticket.kind !== 'in') {
    const moved = {
      ...(body as Moved | MovedInParts),
      ...readings,
      ...(ticket.to && { destination: { type: 'store', ...bayIn(ticket.to) } }),
      ...emptyingOf(ticket),
      ...gradeReasonOf(ticket.gradeReason),
    }
    if ('records' in moved) return { ...moved, records: recordsIn(parts) }
    return { ...moved, recordId: ticket.from?.recordId ?? moved.recordId }
  }
  const { storage, source, ...rest } = body as Intake & { source: { intake: object } }
  return {
    ...rest,
    storage: paired(storage ?? [], parts).map(([{ weight: _unweighed, ...place }, part]) => ({
      ...place,
      ...bayIn(part.place),
      ...(ticket.parts && { share: part.share }),
    })),
    source: {
      ...source,
      intake: {
        ...source.intake,
        ...(ticket.parts ? { ticket: lorryOf(ticket) } : { weighbridgeRecord: weighbridge }),
        ...(ticket.isMeasuredAgain && { sample: sampleOf(ticket) }),
        ...gradeReasonOf(ticket.gradeReason),
      },
    },
  }
}

/** What was entered of each bay with the bay and the share that it has by now. */
const paired = <Entered>(entered: Entered[], parts: TicketPart[]): [Entered, TicketPart][] =>
  entered.flatMap((each, index): [Entered, TicketPart][] => {
    const part = parts[index]
    return part ? [[each, part]] : []
  })

const recordsIn = (parts: TicketPart[]) => parts.map(({ place, share }) => ({ id: place.recordId, share }))

function movementOf(ticket: Ticket, isOwned: boolean): Moved {
  return {
    recordId: ticket.from?.recordId ?? '',
    weighbridge: readingsOf(ticket),
    movementDateISO: ticket.openedAt,
    driver: { ...driverOf(ticket), loadReference: ticket.reference },
    ...destinationOf(ticket, isOwned),
    ...emptyingOf(ticket),
    ...gradeReasonOf(ticket.gradeReason),
  }
}

/** Out of several bays in one lorry. */
function movementsOf(ticket: Ticket, isOwned: boolean): MovedInParts {
  return {
    records: recordsIn(partsOfTicket(ticket)),
    ticket: lorryOf(ticket),
    movementDateISO: ticket.openedAt,
    driver: driverOf(ticket),
    ...destinationOf(ticket, isOwned),
    ...gradeReasonOf(ticket.gradeReason),
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

/** The crop that a load is cut of, on its field. */
const cropOf = ({ from, grain }: Ticket) => ({
  fieldId: from?.storageId ?? '',
  plantingId: from?.recordId ?? null,
  commodityId: grain.id,
  commodityGroupId: grain.type,
})

function loadOf(ticket: Ticket): Loads {
  const { grain, driver, vehicle, parts, measured, isGraded, areaRemaining } = ticket
  return partsOfTicket(ticket).map(({ place, share }) => ({
    ...cropOf(ticket),
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
    ...(areaRemaining !== undefined && { areaRemaining }),
    ...gradeReasonOf(ticket.gradeReason),
    sample:
      measured || isGraded
        ? { fields: fieldsOf(measured ?? []), ...(isGraded && { commodityGradeId: grain.grade }) }
        : null,
  }))
}
