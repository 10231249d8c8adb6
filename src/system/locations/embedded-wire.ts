import { findCountry } from '../countries/countries.ts'
import type { Container } from './containers.ts'
import type { Place } from './gazetteer.ts'
import type { Postcode } from './postcodes.ts'
import { emptyAddress, type Address, type AddressSearchResult } from './schema.ts'

// What is known here, as it is answered.

const GEONAMES = 'geonames'
const POSTCODES = 'postcodes'

/** The sources of what is known without asking anybody. */
export const embeddedSources = [GEONAMES, POSTCODES]

/** The name of a country, empty for what is none. */
export function countryName(countryISO: string): string {
  return findCountry(countryISO)?.name ?? ''
}

/** The address of a place; and that of a point near it, but for what is nearer. */
export function areaAddress(place: Place): Address {
  const { countryISO, isoCode, region } = place.area
  return {
    ...emptyAddress,
    city: place.name,
    region,
    regionISO: isoCode,
    countryName: countryName(countryISO),
    countryISO,
  }
}

function say(parts: string[]): string {
  return [...new Set(parts)].filter((part) => part !== '').join(', ')
}

/** A country, region or district as a search finds it: its id can be looked into, and is no address. */
export function containerToWire({ kind, code, name, within }: Container): AddressSearchResult {
  return {
    id: `${kind}:${code}`,
    type: kind,
    text: name,
    description: within,
    source: GEONAMES,
    isContainer: true,
  }
}

/** A place as a search finds it. Its id says where it lies, so that a newer gazetteer finds it again. */
export function placeToWire(place: Place): AddressSearchResult {
  const { name, point, area } = place
  return {
    id: `place:${area.countryISO}:${point.lat.toFixed(5)},${point.lon.toFixed(5)}:${name}`,
    type: 'place',
    text: name,
    description: say([area.region, countryName(area.countryISO)]),
    source: GEONAMES,
    isContainer: false,
  }
}

/** A postcode as a search finds it. */
export function postcodeToWire({ countryISO, key, postcode, place, region }: Postcode): AddressSearchResult {
  return {
    id: `postcode:${countryISO}:${key}:${place}`,
    type: 'postcode',
    text: postcode,
    description: say([place, region, countryName(countryISO)]),
    source: POSTCODES,
    isContainer: false,
  }
}
