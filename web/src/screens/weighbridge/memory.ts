import type { Vehicle } from '../../api/operations.ts'
import type { Ticket, TicketKind, TicketParty } from '../../offline/tickets.ts'
import { plateKey, writtenPlate } from './plates.ts'

/** Facts known of a lorry from the loads it brought or took before. */
export interface Known {
  /** As it was written last. */
  vehicle: string
  /** As it is told from others: `plateKey`. */
  key: string
  driver: string
  /** Without a name where its last load was of another kind. */
  party: TicketParty
  /** `id` is 0 where its last load was of another kind. */
  grain: { id: number; type: number; grade: number; variety: string }
  /** The bay it went to last, or was loaded from. */
  bayKey: string
  /** The bays of its last load with their shares, where there were several. */
  parts: { key: string; share: string }[]
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
export function lorries(vehicles: Vehicle[], tickets: Ticket[], kind: TicketKind, country: string): Known[] {
  const known = new Map<string, Known>()
  for (const each of vehicles) {
    const one = fromVehicle(each, kind, country)
    if (one.key !== '' && !known.has(one.key)) known.set(one.key, one)
  }
  for (const ticket of tickets) {
    const key = plateKey(ticket.vehicle, country)
    const before = known.get(key)
    if (ticket.kind !== kind || key === '' || (before && before.grain.id > 0)) continue
    known.set(key, { ...fromTicket(ticket, before?.tare), key })
  }
  return [...known.values()]
    .map((each) => withTicketTare(each, tickets, country))
    .toSorted((a, b) => Number(b.grain.id > 0) - Number(a.grain.id > 0))
}

function fromVehicle(vehicle: Vehicle, kind: TicketKind, country: string): Known {
  const { registration, driverName, partner, commodity, type, grade, variety, tare } = vehicle
  const place = isLoadedHere(kind) ? vehicle.source : vehicle.destination
  const isOfKind = kindOf(vehicle) === kind
  return {
    vehicle: writtenPlate(registration).trim(),
    key: plateKey(registration, country),
    driver: driverName,
    party: isOfKind && partner ? partner : nobody,
    grain: isOfKind ? { id: commodity.id, type: type.id, grade: grade.id, variety } : noGrain,
    bayKey: isOfKind && place ? `${place.storageId}/${place.substorageId}` : '',
    parts: isOfKind
      ? partsOf(
          vehicle.parts.map(({ storageId, substorageId, share }) => ({
            key: `${storageId}/${substorageId}`,
            share,
          })),
        )
      : [],
    tare: tare === null ? undefined : { kg: tare.weight, at: tare.weighedAtUTC },
  }
}

/** Shares as one would type them: 2 and 1, whatever measure they were kept in. */
function partsOf(parts: { key: string; share: number | null }[]): Known['parts'] {
  const shares = parts.map(({ share }) => Math.round((share ?? 1) * 1000))
  const largest = shares.reduce(commonDivisor, 0)
  return parts.length < 2
    ? []
    : parts.map(({ key }, index) => ({ key, share: String((shares[index] ?? 0) / (largest || 1)) }))
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

function fromTicket(ticket: Ticket, tare: Known['tare']): Omit<Known, 'key'> {
  const { vehicle, driver, party, grain, kind, from, to } = ticket
  const parts = partsOf((ticket.parts ?? []).map(({ place: { key }, share }) => ({ key, share })))
  return { vehicle, driver, party, grain, bayKey: (isLoadedHere(kind) ? from : to)?.key ?? '', parts, tare }
}

const isLoadedHere = (kind: TicketKind) => kind === 'out' || kind === 'between'

/** A field has no bays. */
function kindOf({ source, destination }: Vehicle): TicketKind {
  if (source === null) return 'in'
  if (destination === null) return 'out'
  return source.substorageId === 0 ? 'field' : 'between'
}

/** Tickets of this device that are not in the book yet know the newest tare. */
function withTicketTare(known: Known, tickets: Ticket[], country: string): Known {
  const newest = tickets.find(
    (ticket) => isWeighedEmpty(ticket) && plateKey(ticket.vehicle, country) === known.key,
  )
  const tare = newest && { kg: newest.empty ?? 0, at: newest.openedAt }
  return tare && (!known.tare || tare.at > known.tare.at) ? { ...known, tare } : known
}

const isWeighedEmpty = ({ empty, emptyIsRemembered }: Ticket) => empty !== null && !emptyIsRemembered

/** True if a tare may be taken over, by its age; with 0 days none is. */
export function isTareFresh(at: string, days: number, now = new Date()): boolean {
  const age = now.getTime() - Date.parse(at)
  return days > 0 && age <= days * 86_400_000
}

/** Finds the facts known of the lorry of a ticket. */
export function knownLorry(
  { known, plates }: { known: Known[]; plates: string },
  vehicle: string,
): Known | undefined {
  const key = plateKey(vehicle, plates)
  return key === '' ? undefined : known.find((each) => each.key === key)
}
