import type { GridPoint } from '../grid-rules.ts'
import type { FoundAddress, Provider } from '../provider.ts'
import type { Address, AddressSearchResult } from '../schema.ts'
import type { Ask } from './ask.ts'
import { osmId, typeOf } from './osm-address.ts'
import { addressOf, field, join, listIn, point, textIn } from './reading.ts'

const SOURCE = 'photon'

/**
 * Photon, one's own or one that allows this use. https://github.com/komoot/photon It cannot be asked for a thing by its
 * id, so an id has the coordinates with it, where the thing is looked for again.
 */
export function photon(ask: Ask): Provider {
  const around = <T>({ lat, lon }: GridPoint, limit: number, read: (found: unknown[]) => T | undefined) =>
    ask('reverse', { lat: String(lat), lon: String(lon), limit: String(limit) }, ({ body }) =>
      read(listIn(field(body, 'features')).map((feature) => field(feature, 'properties'))),
    )
  return {
    source: SOURCE,
    addressAt: (at) =>
      around(at, 1, ([nearest]) => (nearest === undefined ? undefined : addressFrom(nearest))),
    async search({ query, countryISO }) {
      // It does not know of countries, so more are asked for, and those elsewhere left out.
      const asked = { q: query, limit: countryISO === '' ? '10' : '40' }
      const found = await ask('api', asked, ({ body }) =>
        listIn(field(body, 'features')).flatMap((feature) => resultFrom(feature, countryISO)),
      )
      return found ?? []
    },
    async find(id): Promise<FoundAddress | undefined> {
      const at = pointOfId(id)
      if (!at) return undefined
      const [osm] = id.split('@')
      return around(at, 10, (found) => {
        const same = found.find((each) => osmId(each) === osm)
        return same === undefined ? undefined : { address: addressFrom(same), coordinates: at }
      })
    },
    told(id) {
      const at = pointOfId(id)
      return at && { point: at }
    },
  }
}

function pointOfId(id: string): GridPoint | undefined {
  const [, lat, lon] = /^[NWR]\d{1,19}@(-?[\d.]{1,12}),(-?[\d.]{1,12})$/.exec(id) ?? []
  return point(lat, lon)
}

function resultFrom(feature: unknown, countryISO: string): AddressSearchResult[] {
  const properties = field(feature, 'properties')
  const at = pointFrom(feature)
  const id = osmId(properties)
  const address = addressFrom(properties)
  const name = join([address.name || address.line1])
  const isElsewhere = countryISO !== '' && address.countryISO !== countryISO
  if (id === '' || !at || name === '' || isElsewhere) return []
  const { line1, city, region, postcode, countryName } = address
  return [
    {
      id: `${SOURCE}:${id}@${at.lat.toFixed(7)},${at.lon.toFixed(7)}`,
      type: typeOf(textIn(properties, 'type')),
      text: name,
      description: join([line1, city, region, postcode, countryName].filter((part) => part !== name)),
      source: SOURCE,
      isContainer: false,
    },
  ]
}

function pointFrom(feature: unknown): GridPoint | undefined {
  const [lon, lat] = listIn(field(field(feature, 'geometry'), 'coordinates'))
  return point(lat, lon)
}

function addressFrom(properties: unknown): Address {
  const isTown = typeOf(textIn(properties, 'type')) === 'place'
  return addressOf({
    name: textIn(properties, 'name'),
    line1: join([textIn(properties, 'housenumber'), textIn(properties, 'street')], ' '),
    line2: textIn(properties, 'locality', 'district'),
    city: textIn(properties, 'city') || (isTown ? textIn(properties, 'name') : ''),
    region: textIn(properties, 'county', 'state'),
    postcode: textIn(properties, 'postcode'),
    countryName: textIn(properties, 'country'),
    countryISO: textIn(properties, 'countrycode'),
  })
}
