import type { Vehicle } from '../../api/operations.ts'
import type { Ticket, TicketKind, TicketParty } from '../../offline/store.ts'

/** What is known of a lorry from the loads it brought or took before. */
export interface Known {
  vehicle: string
  driver: string
  /** Without a name where its last load was of another kind. */
  party: TicketParty
  /** `id` is 0 where its last load was of another kind. */
  grain: { id: number; type: number; grade: number; variety: string }
  /** The bay it went to last, or was loaded from. */
  bayKey: string
  /** Kilograms, weighed empty and not remembered itself. */
  tare: { kg: number; at: string } | undefined
}

const nobody = { id: '', name: '' }
const noGrain = { id: 0, type: 0, grade: 0, variety: '' }

/**
 * The lorries that a load of this kind may come with, those that brought such a load first. The service knows the last load of each; of a
 * lorry whose last one was of another kind only the driver and the tare are taken over, unless this device remembers more.
 *
 * @param vehicles of the service, the one seen last first
 * @param tickets of this device, newest first
 */
export function lorries(vehicles: Vehicle[], tickets: Ticket[], kind: TicketKind): Known[] {
  const known = new Map<string, Known>()
  for (const each of vehicles) {
    const one = fromVehicle(each, kind)
    if (one.vehicle !== '') known.set(one.vehicle, one)
  }
  for (const ticket of tickets) {
    const before = known.get(ticket.vehicle)
    if (ticket.kind !== kind || ticket.vehicle === '' || (before && before.grain.id > 0)) continue
    known.set(ticket.vehicle, fromTicket(ticket, before?.tare))
  }
  return [...known.values()]
    .map((each) => withTicketTare(each, tickets))
    .toSorted((a, b) => Number(b.grain.id > 0) - Number(a.grain.id > 0))
}

function fromVehicle(vehicle: Vehicle, kind: TicketKind): Known {
  const { registration, driverName, partner, commodity, type, grade, variety, tare } = vehicle
  const place = isLoadedHere(kind) ? vehicle.source : vehicle.destination
  const isOfKind = kindOf(vehicle) === kind
  return {
    vehicle: plateOf(registration).trim(),
    driver: driverName,
    party: isOfKind && partner ? partner : nobody,
    grain: isOfKind ? { id: commodity.id, type: type.id, grade: grade.id, variety } : noGrain,
    bayKey: isOfKind && place ? `${place.storageId}/${place.substorageId}` : '',
    tare: tare === null ? undefined : { kg: tare.weight, at: tare.weighedAtUTC },
  }
}

function fromTicket(ticket: Ticket, tare: Known['tare']): Known {
  const { vehicle, driver, party, grain, kind, from, to } = ticket
  return { vehicle, driver, party, grain, bayKey: (isLoadedHere(kind) ? from : to)?.key ?? '', tare }
}

const isLoadedHere = (kind: TicketKind) => kind === 'out' || kind === 'between'

/** A field has no bays. */
function kindOf({ source, destination }: Vehicle): TicketKind {
  if (source === null) return 'in'
  if (destination === null) return 'out'
  return source.substorageId === 0 ? 'field' : 'between'
}

/** Tickets of this device that are not in the book yet know the newest tare. */
function withTicketTare(known: Known, tickets: Ticket[]): Known {
  const newest = tickets.find((ticket) => ticket.vehicle === known.vehicle && isWeighedEmpty(ticket))
  const tare = newest && { kg: newest.empty ?? 0, at: newest.openedAt }
  return tare && (!known.tare || tare.at > known.tare.at) ? { ...known, tare } : known
}

const isWeighedEmpty = ({ empty, emptyIsRemembered }: Ticket) => empty !== null && !emptyIsRemembered

/** Whether a tare may be taken over, by its age; with 0 days none is. */
export function isTareFresh(at: string, days: number, now = new Date()): boolean {
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
