import { fault, type Fault } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { nowhere, type Address, type Location } from '../../system/locations/schema.ts'
import { message } from '../../words/catalogue.ts'
import type { LocationInput } from './schema.ts'

/** The stored location with what a body gives of it changed; null clears it all, a null field clears that field. */
export function changeLocation(stored: Location, given: LocationInput | null): Location {
  if (given === null) return nowhere
  return {
    threeWords: given.threeWords === undefined ? stored.threeWords : (given.threeWords ?? ''),
    address:
      given.address === null
        ? nowhere.address
        : tidiedAddress(changeAddress(stored.address, given.address ?? {})),
    coordinates:
      given.coordinates === undefined ? stored.coordinates : pointOf(stored.coordinates, given.coordinates),
  }
}

/** Nothing lies at 0, 0, which is in the Atlantic: whoever sends it means that the point is not known. */
function pointOf(
  stored: Location['coordinates'],
  given: NonNullable<LocationInput['coordinates']> | null,
): Location['coordinates'] {
  if (given === null) return null
  const { lat = stored?.lat ?? null, lon = stored?.lon ?? null } = given
  return lat === null || lon === null || (lat === 0 && lon === 0) ? null : { lat, lon }
}

/** Places of one town or region are found by one name and code, however each was typed. */
function tidiedAddress(address: Address): Address {
  const lines = Object.entries(address).map(([line, text]) => [line, tidied(text)])
  const kept = Object.fromEntries(lines) as unknown as Address
  return { ...kept, regionISO: kept.regionISO.toUpperCase(), countryISO: kept.countryISO.toUpperCase() }
}

/** Finds the fault of one coordinate alone: such a place would lie on the equator, or on the meridian of Greenwich. */
export function locationFaults({ coordinates }: Location, given: LocationInput | null | undefined): Fault[] {
  const { lat = coordinates?.lat ?? null, lon = coordinates?.lon ?? null } = given?.coordinates ?? {}
  if ((lat === null) === (lon === null)) return []
  const [missing, coordinate] =
    lon === null ? (['lon', 'latitude'] as const) : (['lat', 'longitude'] as const)
  return [fault(`location.coordinates.${missing}`, message('isNeededBeside', { coordinate }), 'required')]
}

function changeAddress(stored: Address, given: { [Line in keyof Address]?: string | null }): Address {
  const changes = Object.entries(given).filter(([, text]) => text !== undefined)
  return { ...stored, ...Object.fromEntries(changes.map(([line, text]) => [line, text ?? ''])) }
}

/**
 * A location in one line, for a list of names: the town, region and postcode, else the three-word address.
 *
 * @example lineOfLocation(farm) // 'Harpenden, Hertfordshire, AL5 2JQ'
 */
export function lineOfLocation({ threeWords, address }: Location): string {
  const line = [address.city, address.region, address.postcode].filter((part) => part !== '').join(', ')
  return line || threeWords
}
