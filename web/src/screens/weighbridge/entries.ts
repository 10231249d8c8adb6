import type { Operations } from '../../api/operations.ts'
import { LOADS } from '../../offline/load-names.ts'
import type { Ticket, TicketPlace, Waiting } from '../../offline/tickets.ts'
import { reasonsOf } from '../../stock/load-reasons.ts'
import { secondReading, splitSide } from './draft.ts'
import { partsInBook } from './other-number.ts'
import { weighbridgeOf } from './sources.ts'
import { partsOfTicket } from './ticket-facts.ts'

// What is sent of a ticket. The service makes of it what it is; nothing is worked out here.

type Entry = Pick<Waiting, 'title' | 'method' | 'path' | 'body' | 'step'>
type Body = Operations['POST /api/inventory/loads']['body']
type Load = Body['loads'][number]

const titleOf = ({ reference, vehicle }: Ticket) => `${reference}, ${vehicle}`

/**
 * The entry of a ticket: weighed once so far, or twice. It is in the book from then on.
 *
 * @param isOwned whether what leaves is the organisation's own
 */
export function firstEntry(ticket: Ticket, isOwned: boolean): Entry & { body: Body } {
  const body = { loads: [loadOf(ticket, isOwned)] }
  return { title: titleOf(ticket), method: 'POST', step: 'first', path: LOADS, body }
}

/**
 * The entry of a ticket that has not been sent, as the ticket is by now: one load, one request. Undefined of what an older page has made:
 * that goes as it is, and the second reading follows it.
 */
export function withBothReadings(entered: unknown, ticket: Ticket): Body | undefined {
  const [load] = (entered as Partial<Body>).loads ?? []
  return load && firstEntry(ticket, load.to.sold ?? false).body
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
      weighbridge: ticket.isFirstCorrected ? weighbridgeOf(ticket) : weighbridgeOf(ticket, [reading]),
      ...lateOf(ticket),
      ...elsewhereOf(ticket),
      ...(ticket.isSharedAnew && { shares: partsOfTicket(ticket).map(({ share }) => share) }),
      ...(ticket.isMeasuredAgain && { sample: sampleOf(ticket) }),
      ...(ticket.isTradedAnew && tradedOn(ticket)),
      ...emptyingOf(ticket),
      ...reasonsOf(ticket),
      ...whyOtherwise(ticket),
    },
  }
}

/** The open day on which it stands, where the books were closed between its weighings, and its true day. */
const lateOf = ({ datedLate, enteredOn, openedAt }: Ticket) =>
  datedLate !== undefined && { movementDateISO: enteredOn, happenedAtISO: openedAt }

/** Why it is not as its first weighing said. */
function whyOtherwise({ sentElsewhere, loadedElsewhere, datedLate }: Ticket) {
  const reasons = [sentElsewhere, loadedElsewhere, datedLate].filter((each) => each !== undefined)
  return reasons.length > 0 && { reason: reasons.join('; ') }
}

/** The bays that a load goes to or comes from since it was weighed first; nothing where that is as it was. */
function elsewhereOf(ticket: Ticket) {
  const { sentElsewhere, loadedElsewhere, kind, parts, partsBefore, from, to } = ticket
  if (sentElsewhere === undefined && loadedElsewhere === undefined) return {}
  const present = partsOfTicket(ticket)
  const elsewhere = (partsBefore ? partsInBook(partsBefore, present) : present).map((part) => {
    if (!part) return { isLeftOut: true }
    const place = { from, to, [splitSide(kind)]: part.place }
    return {
      ...(loadedElsewhere !== undefined && { source: { recordId: place.from?.recordId } }),
      ...(sentElsewhere !== undefined && place.to && { destination: bayIn(place.to) }),
    }
  })
  return parts ? { parts: elsewhere } : elsewhere[0]
}

const bayIn = ({ storageId, substorageId }: TicketPlace) => ({ storageId, substorageId })

/** The order and the contract that a load goes on, by window where one was chosen; null is none. */
const tradedOn = ({ trade }: Ticket) => ({
  tradeId: trade?.id || null,
  orderId: trade?.orderId ?? null,
  ...(trade && trade.window !== null && { tradeWindow: trade.window }),
})

const emptyingOf = ({ emptiesBay }: Ticket) => emptiesBay && { adjustToZero: true }

const sampleOf = ({ measured = [] }: Ticket) => ({
  fields: measured.map(({ name, value, metric }) => ({ name, value, metric })),
})

function loadOf(ticket: Ticket, isOwned: boolean): Load {
  const { kind, to, party, empty, vehicle, driver, parts, measured, isGraded, contract } = ticket
  return {
    from: fromOf(ticket),
    // Own grain goes out because somebody has bought it; what is stored for others goes back to them.
    to: to ? bayIn(to) : { organisationId: party.id, organisationName: party.name, sold: isOwned },
    dateISO: ticket.enteredOn ?? ticket.openedAt,
    ...(ticket.enteredOn !== undefined && { happenedAtISO: ticket.openedAt }),
    // Nobody knows yet what it carries.
    ...(kind === 'in' && !parts && empty === null && { weight: 0 }),
    weighbridge: weighbridgeOf(ticket),
    reference: ticket.reference,
    driver: { vehicleRegistration: vehicle, ...(driver !== '' && { name: driver }) },
    ...(parts && { parts: parts.map(({ place, share }) => ({ ...partAt(place, kind), share })) }),
    ...((measured || isGraded) && {
      sample: { ...sampleOf(ticket), ...(isGraded && { commodityGradeId: ticket.grain.grade }) },
    }),
    ...(contract && { storageContract: { id: contract.id } }),
    ...(ticket.trade && tradedOn(ticket)),
    ...emptyingOf(ticket),
    ...reasonsOf(ticket),
  }
}

/** Returns the values in which one bay of several differs: where the part is tipped, or what it is loaded from. */
const partAt = (place: TicketPlace, kind: Ticket['kind']) =>
  splitSide(kind) === 'to' ? { to: bayIn(place) } : { from: { recordId: place.recordId } }

/** Returns the origin of a load: its sender, the crop that it is cut of, or the stock that it is taken from. */
function fromOf(ticket: Ticket): Load['from'] {
  const { kind, from, grain, party, basis, areaRemaining } = ticket
  const recordId = from?.recordId ?? ''
  if (kind === 'field')
    return {
      harvestPlanId: from?.planId ?? '',
      fieldId: from?.storageId ?? '',
      plantingId: recordId,
      ...(areaRemaining !== undefined && { areaRemaining }),
    }
  if (kind !== 'in') return { recordId }
  const { id, type, grade, variety } = grain
  // Only what was bought is the organisation's own: nothing becomes so because an answer was not at hand.
  const owned = basis === 'bought'
  return {
    commodity: { id, type, ...(grade > 0 && { grade }), ...(variety !== '' && { variety }) },
    harvestYear: ticket.harvestYear,
    owned,
    ...(!owned && { owner: party }),
    sender: party,
    ...(ticket.isBasisSaid && !ticket.contract && { rememberOwned: true }),
  }
}
