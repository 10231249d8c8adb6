import type { Movement } from '../../api/operations.ts'
import type { Ticket, TicketKind, TicketPlace } from '../../offline/tickets.ts'
import { storedTradeOf } from '../../stock/trade-offers.ts'
import { firstReading, secondReading, splitSide } from './draft.ts'

/** As many as are asked for: of more than these nobody knows here. */
export const MOST_UNFINISHED = 200

/**
 * The lorries of other devices that wait for their second weighing, behind those that are planned for today and not weighed yet. One whose load
 * has several parts is one of them.
 */
export function ticketsOf(
  movements: Movement[],
  organisationId: string,
  isToday: (moment: string) => boolean,
): Ticket[] {
  const lorries = Map.groupBy(movements, ({ id, ticket }) => ticket?.id ?? String(id))
  const tickets = [...lorries.values()].flatMap((parts) => {
    const own = parts.toSorted((a, b) => a.id - b.id)
    const [first] = own
    const ticket = first && ticketOf(first, organisationId)
    if (!ticket || (isPlan(ticket) && !isToday(ticket.openedAt))) return []
    const shares = own.map((part) => ({ place: sideOf(part, ticket.kind), share: shareOf(part) }))
    return own.length > 1 ? [{ ...ticket, parts: shares }] : [ticket]
  })
  return tickets.toSorted((a, b) => Number(isPlan(b)) - Number(isPlan(a)))
}

/** True if a lorry is expected, and was not weighed yet. */
export const isPlan = ({ full, empty }: Pick<Ticket, 'full' | 'empty'>): boolean =>
  full === null && empty === null

/** The place that differs from part to part. */
function sideOf({ inventory: { storage, recordId } }: Movement, kind: TicketKind): TicketPlace {
  return placeOf(splitSide(kind) === 'to' ? storage.destination : storage.source, recordId)
}

const shareOf = ({ id, ticket }: Movement): number => {
  const part = ticket?.parts.find(({ movementId }) => movementId === id)
  return part?.share ?? part?.weight ?? 1
}

/** A movement of another device that waits for its second weighing, as a ticket. */
function ticketOf(movement: Movement, organisationId: string): Ticket | undefined {
  const { weighbridge, inventory, driver, actionsRequired } = movement
  const { source, destination } = inventory.storage
  const { commodity, type, grade, variety } = inventory.commodity
  const kind = kindOf(movement)
  const isUnweighed = weighbridge.full.weight === null && weighbridge.empty.weight === null
  if (weighbridge[firstReading(kind)].weight === null && !isUnweighed) return undefined
  if (!actionsRequired.weighbridge[secondReading(kind)]) return undefined
  const other = kind === 'out' ? destination : source
  const trade = storedTradeOf(movement)
  return {
    id: `m${movement.id}`,
    number: 0,
    organisationId,
    kind,
    openedAt: movement.movementDateISO,
    reference: driver.loadReference || movement.uid,
    vehicle: driver.vehicleRegistration,
    driver: driver.name,
    party: { id: other.organisationId, name: hasParty(kind) ? other.organisationName : '' },
    grain: {
      id: commodity.id,
      type: type.id,
      grade: grade.id,
      variety,
      name: commodity.name,
      text: commodity.name,
    },
    harvestYear: '',
    from: kind === 'in' ? null : placeOf(source, inventory.recordId),
    to: kind === 'out' ? null : placeOf(destination, inventory.recordId),
    full: weighbridge.full.weight,
    empty: weighbridge.empty.weight,
    emptyIsRemembered: false,
    typed: [],
    printed: 0,
    ...(trade && {
      trade: {
        ...trade,
        partnerId: other.organisationId,
        commodityId: commodity.id,
        typeId: type.id,
      },
    }),
    movementId: String(movement.id),
    recordId: inventory.recordId,
  }
}

/** A list that was read so long after a ticket came into the book has it, if it is not finished. */
const SURELY_AFTER_MS = 5000

/** True if another device has finished a ticket of this one: it is in the book, and no longer among the loads to be completed. */
export function isFinishedElsewhere(
  { movementId, knownAt }: Pick<Ticket, 'movementId' | 'knownAt'>,
  unfinished: Pick<Movement, 'id'>[] = [],
  readAt = 0,
): boolean {
  if (movementId === undefined || knownAt === undefined || unfinished.length >= MOST_UNFINISHED) return false
  if (readAt < Date.parse(knownAt) + SURELY_AFTER_MS) return false
  return !unfinished.some(({ id }) => String(id) === movementId)
}

const hasParty = (kind: TicketKind) => kind === 'in' || kind === 'out'

function kindOf({ type, inventory }: Movement): TicketKind {
  if (type === 'intake') return 'in'
  if (type === 'outbound') return 'out'
  return inventory.storage.source.type === 'field' ? 'field' : 'between'
}

function placeOf(
  { storageId, substorageId, substorageName, name }: Movement['inventory']['storage']['source'],
  recordId: string,
): TicketPlace {
  const place = { key: `${storageId}/${substorageId}`, storageId, substorageId, recordId }
  return substorageName ? { ...place, store: name, name: substorageName } : { ...place, name }
}
