import { fault, type Fault } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { nowhere, type Address, type Location } from '../../system/locations/schema.ts'
import type { LocationInput } from './schema.ts'

/** The stored location with what a body gives of it changed; null clears it all, a null field clears that field. */
export function changeLocation(stored: Location, given: LocationInput | null): Location {
  if (given === null) return nowhere
  return {
    threeWords: given.threeWords === undefined ? stored.threeWords : (given.threeWords ?? ''),
    address:
      given.address === null
        ? nowhere.address
        : tidiedAddress(change(stored.address, given.address ?? {}, '')),
    coordinates:
      given.coordinates === null
        ? nowhere.coordinates
        : change(stored.coordinates, given.coordinates ?? {}, 0),
  }
}

/** Places of one town or region are found by one name and code, however each was typed. */
function tidiedAddress(address: Address): Address {
  const lines = Object.entries(address).map(([line, text]) => [line, tidied(text)])
  const kept = Object.fromEntries(lines) as unknown as Address
  return { ...kept, regionISO: kept.regionISO.toUpperCase(), countryISO: kept.countryISO.toUpperCase() }
}

/** What would leave one coordinate alone: such a place would lie on the equator, or on the meridian of Greenwich. */
export function coordinateFaults(
  { coordinates }: Location,
  given: LocationInput | null | undefined,
): Fault[] {
  const isKnown = coordinates.lat !== 0 || coordinates.lon !== 0
  const { lat = isKnown ? coordinates.lat : null, lon = isKnown ? coordinates.lon : null } =
    given?.coordinates ?? {}
  if ((lat === null) === (lon === null)) return []
  const [missing, name] = lon === null ? ['lon', 'latitude'] : ['lat', 'longitude']
  return [fault(`location.coordinates.${missing}`, `is needed beside the ${name}`, 'required')]
}

function change<Value, Fields extends Record<string, Value>>(
  stored: Fields,
  given: { [Field in keyof Fields]?: Value | null },
  empty: Value,
): Fields {
  const changes = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...stored, ...Object.fromEntries(changes.map(([field, value]) => [field, value ?? empty])) }
}

/**
 * A location in one line, for a list of names: the town, region and postcode, else the three-word address.
 *
 * @example sayLocation(farm) // 'Harpenden, Hertfordshire, AL5 2JQ'
 */
export function sayLocation({ threeWords, address }: Location): string {
  const line = [address.city, address.region, address.postcode].filter((part) => part !== '').join(', ')
  return line || threeWords
}
