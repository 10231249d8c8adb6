import { list, number, text, type ExportRow, type Values } from '../../system/imports/imports.ts'
import { joinList } from '../../system/imports/imports.ts'
import type { Location, LocationInput } from '../storage/schema.ts'

/** What fields and stores have in common: the business unit, the tags and the address. */
export const placeColumns = {
  businessUnits: list('Business unit', { aliases: ['Business units', 'Farm', 'Site'] }),
  tags: list('Tags', { aliases: ['Labels'] }),
  addressName: text('Address name'),
  line1: text('Address line 1', { aliases: ['Address', 'Street', 'Line 1'] }),
  line2: text('Address line 2', { aliases: ['Line 2'] }),
  line3: text('Address line 3', { aliases: ['Line 3'] }),
  city: text('Town', { aliases: ['City'] }),
  region: text('Region', { aliases: ['County', 'State'] }),
  regionISO: text('Region code', { aliases: ['Region ISO'] }),
  postcode: text('Postcode', { aliases: ['Post code', 'Postal code', 'ZIP', 'ZIP code'] }),
  countryName: text('Country'),
  countryISO: text('Country code', { aliases: ['Country ISO'] }),
  threeWords: text('Three words', { aliases: ['what3words', 'w3w'] }),
  lat: number('Latitude', { aliases: ['lat'] }),
  lon: number('Longitude', { aliases: ['lon', 'lng', 'long'] }),
}

type PlaceValues = Values<typeof placeColumns>

/** Which column a path of a storage body comes from. */
export const placePaths: Record<string, string> = {
  businessUnitIds: 'businessUnits',
  tags: 'tags',
  'location.threeWords': 'threeWords',
  'location.address.name': 'addressName',
  ...Object.fromEntries(
    (
      [
        'line1',
        'line2',
        'line3',
        'city',
        'region',
        'regionISO',
        'postcode',
        'countryName',
        'countryISO',
      ] as const
    ).map((name) => [`location.address.${name}`, name]),
  ),
  'location.coordinates.lat': 'lat',
  'location.coordinates.lon': 'lon',
}

/** The location of a storage body, as much of it as the row says; null where it says nothing. */
export function locationOf(values: PlaceValues): LocationInput | null {
  const { threeWords, addressName, lat, lon, businessUnits: _, tags: __, ...lines } = values
  const address = { ...lines, ...(addressName !== undefined && { name: addressName }) }
  const coordinates = { ...(lat !== undefined && { lat }), ...(lon !== undefined && { lon }) }
  const location = {
    ...(threeWords !== undefined && { threeWords }),
    ...(Object.keys(address).length > 0 && { address }),
    ...(Object.keys(coordinates).length > 0 && { coordinates }),
  }
  return Object.keys(location).length > 0 ? location : null
}

/** The cells of a place that is there. */
export function placeCells(place: {
  location: Location
  tags: string[]
  businessUnits: string[]
}): ExportRow<typeof placeColumns> {
  const { address, coordinates, threeWords } = place.location
  const { name, ...lines } = address
  const isSomewhere = coordinates.lat !== 0 || coordinates.lon !== 0
  return {
    ...lines,
    addressName: name,
    threeWords,
    lat: isSomewhere ? coordinates.lat : null,
    lon: isSomewhere ? coordinates.lon : null,
    businessUnits: joinList(place.businessUnits),
    tags: joinList(place.tags),
  }
}
