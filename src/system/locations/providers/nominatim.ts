import type { FoundAddress, Provider } from '../provider.ts'
import type { Address, AddressSearchResult } from '../schema.ts'
import type { Ask } from './ask.ts'
import { osmId, typeOf } from './osm-address.ts'
import { addressOf, field, join, listIn, point, textIn } from './reading.ts'

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
      return (await ask('search', asked, ({ body }) => listIn(body).flatMap(resultFrom))) ?? []
    },
    async find(id) {
      if (!/^[NWR]\d{1,19}$/.test(id)) return undefined
      return ask('lookup', { ...FORMAT, osm_ids: id }, ({ body }) => {
        const [found] = listIn(body)
        return found === undefined ? undefined : foundFrom(found)
      })
    },
  }
}

function resultFrom(found: unknown): AddressSearchResult[] {
  const id = osmId(found)
  const name = textIn(found, 'display_name')
  if (id === '' || name === '') return []
  const [first = '', ...rest] = name.split(', ')
  return [
    {
      id: `${SOURCE}:${id}`,
      type: typeOf(textIn(found, 'addresstype', 'type')),
      text: textIn(found, 'name') || first,
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
    name: textIn(found, 'name'),
    line1: join([textIn(parts, 'house_number'), textIn(parts, 'road', 'pedestrian', 'footway')], ' '),
    line2: textIn(parts, 'hamlet', 'isolated_dwelling', 'farm', 'suburb', 'neighbourhood'),
    city: textIn(parts, 'city', 'town', 'village', 'hamlet', 'municipality'),
    region: textIn(parts, 'county', 'state_district', 'state'),
    // Level 6 is a county, level 4 what it lies in.
    regionISO: textIn(parts, 'ISO3166-2-lvl6', 'ISO3166-2-lvl5', 'ISO3166-2-lvl4'),
    postcode: textIn(parts, 'postcode'),
    countryName: textIn(parts, 'country'),
    countryISO: textIn(parts, 'country_code'),
  })
}
