import type { FoundAddress, Provider } from '../provider.ts'
import type { Address, AddressSearchResult } from '../schema.ts'
import type { Ask } from './ask.ts'
import { osmId, typeOf } from './osm-address.ts'
import { addressOf, field, join, list, point, text } from './reading.ts'

const SOURCE = 'nominatim'
const FORMAT = { format: 'jsonv2', addressdetails: '1' }

/** Nominatim, one's own or one that allows this use. https://nominatim.org/release-docs/latest/api/Overview/ */
export function nominatim(ask: Ask): Provider {
  return {
    source: SOURCE,
    addressAt: ({ lat, lon }) =>
      ask('reverse', { ...FORMAT, lat: String(lat), lon: String(lon) }, ({ body }) =>
        field(body, 'address') === undefined ? undefined : addressFrom(body),
      ),
    async search({ query, countryISO }) {
      const asked = { ...FORMAT, q: query, limit: '10', countrycodes: countryISO.toLowerCase() }
      return (await ask('search', asked, ({ body }) => list(body).flatMap(resultFrom))) ?? []
    },
    async find(id) {
      if (!/^[NWR]\d{1,19}$/.test(id)) return undefined
      return ask('lookup', { ...FORMAT, osm_ids: id }, ({ body }) => {
        const [found] = list(body)
        return found === undefined ? undefined : foundFrom(found)
      })
    },
  }
}

function resultFrom(found: unknown): AddressSearchResult[] {
  const id = osmId(found)
  const name = text(found, 'display_name')
  if (id === '' || name === '') return []
  const [first = '', ...rest] = name.split(', ')
  return [
    {
      id: `${SOURCE}:${id}`,
      type: typeOf(text(found, 'addresstype', 'type')),
      text: text(found, 'name') || first,
      description: rest.join(', '),
      source: SOURCE,
      isContainer: false,
    },
  ]
}

function foundFrom(found: unknown): FoundAddress {
  return { address: addressFrom(found), coordinates: point(field(found, 'lat'), field(found, 'lon')) }
}

function addressFrom(found: unknown): Address {
  const parts = field(found, 'address')
  return addressOf({
    name: text(found, 'name'),
    line1: join([text(parts, 'house_number'), text(parts, 'road', 'pedestrian', 'footway')], ' '),
    line2: text(parts, 'hamlet', 'isolated_dwelling', 'farm', 'suburb', 'neighbourhood'),
    city: text(parts, 'city', 'town', 'village', 'hamlet', 'municipality'),
    region: text(parts, 'county', 'state_district', 'state'),
    // Level 6 is a county, level 4 what it lies in.
    regionISO: text(parts, 'ISO3166-2-lvl6', 'ISO3166-2-lvl5', 'ISO3166-2-lvl4'),
    postcode: text(parts, 'postcode'),
    countryName: text(parts, 'country'),
    countryISO: text(parts, 'country_code'),
  })
}
