import type { AddressSearchResult } from '../schema.ts'
import { textIn } from './reading.ts'

/** Parts that Photon and Nominatim share: the things of OpenStreetMap, whose data is under the ODbL. */

/** `N240109189` of a node, way or relation; '' where it is none. */
export function osmId(found: unknown): string {
  const kind = textIn(found, 'osm_type').charAt(0).toUpperCase()
  const id = textIn(found, 'osm_id')
  return /^[NWR]$/.test(kind) && /^\d{1,19}$/.test(id) ? `${kind}${id}` : ''
}

const towns = ['city', 'town', 'village', 'hamlet', 'locality', 'district', 'suburb', 'municipality']

/** Our word for a kind of thing. */
export function typeOf(kind: string): AddressSearchResult['type'] {
  if (kind === 'country') return 'country'
  if (['state', 'region', 'province'].includes(kind)) return 'region'
  if (kind === 'county') return 'district'
  if (['street', 'road'].includes(kind)) return 'street'
  if (kind === 'postcode') return 'postcode'
  return towns.includes(kind) ? 'place' : 'address'
}
