import type { Movement } from '../../api/operations.ts'
import type { Ticket, TicketKind, TicketParty } from '../../offline/store.ts'

/** What is known of a lorry from the loads it brought or took before. */
export interface Known {
  vehicle: string
  driver: string
  party: TicketParty
  grain: { id: number; type: number; grade: number; variety: string }
  /** The bay it went to last, or was loaded from. */
  bayKey: string
  /** Kilograms, weighed empty and not remembered itself. */
  tare: { kg: number; at: string } | undefined
}

const keyOf = ({ storageId, substorageId }: { storageId: string; substorageId: number }) =>
  `${storageId}/${substorageId}`

/** The lorries of movements of one kind, the one seen last first. Each has its newest load's figures, and its newest tare. */
export function vehiclesOf(movements: Movement[], kind: TicketKind): Known[] {
  const known = new Map<string, Known>()
  for (const each of movements.filter((movement) => isOfKind(movement, kind))) {
    const vehicle = plateOf(each.driver.vehicleRegistration)
    if (vehicle === '') continue
    const tare = each.weighbridge.empty.weight
    const before = known.get(vehicle)
    const own = tare === null ? undefined : { kg: tare, at: each.movementDateISO }
    if (before) before.tare ??= own
    else known.set(vehicle, { ...knownFrom(each, kind), vehicle, tare: own })
  }
  return [...known.values()]
}

function isOfKind({ type, status }: Movement, kind: TicketKind): boolean {
  const wanted = { in: 'intake', out: 'outbound', between: 'internal', field: 'internal' }[kind]
  return type === wanted && status !== 'deleted'
}

function knownFrom({ driver, inventory }: Movement, kind: TicketKind): Omit<Known, 'vehicle' | 'tare'> {
  const { storage, commodity } = inventory
  const { source, destination } = storage
  const other = kind === 'out' ? destination : source
  return {
    driver: driver.name,
    party: { id: other.organisationId, name: other.organisationName },
    grain: {
      id: commodity.commodity.id,
      type: commodity.type.id,
      grade: commodity.grade.id,
      variety: commodity.variety,
    },
    bayKey: keyOf(kind === 'out' || kind === 'between' ? source : destination),
  }
}

/** Tickets of this device that are not in the book yet know the newest tares. */
export function withTicketTares(known: Known[], tickets: Ticket[]): Known[] {
  return known.map((each) => {
    const newest = tickets.find((ticket) => ticket.vehicle === each.vehicle && isWeighedEmpty(ticket))
    const tare = newest && { kg: newest.empty ?? 0, at: newest.openedAt }
    return tare && (!each.tare || tare.at > each.tare.at) ? { ...each, tare } : each
  })
}

const isWeighedEmpty = ({ empty, emptyIsRemembered }: Ticket) => empty !== null && !emptyIsRemembered

/** A tare older than this has to be weighed again; 0 takes none over. */
export const TARE_DAYS = 30

/** Whether a tare may be taken over, by its age. */
export function isTareFresh(at: string, days = TARE_DAYS, now = new Date()): boolean {
  const age = now.getTime() - Date.parse(at)
  return days > 0 && age <= days * 86_400_000
}

/** A registration as it is compared: capitals and figures, with single blanks. */
export function plateOf(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^\p{Lu}\d ]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trimStart()
}
