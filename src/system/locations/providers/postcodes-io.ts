import { postcodeKey } from '../postcodes.ts'
import type { FoundAddress, Provider } from '../provider.ts'
import type { Address } from '../schema.ts'
import type { Ask } from './ask.ts'
import { addressOf, field, join, listIn, point, textIn } from './reading.ts'

const SOURCE = 'postcodes.io'
/** The farthest it looks. */
const RADIUS_METRES = '2000'

/** postcodes.io: the postcodes of the United Kingdom. https://postcodes.io/docs */
export function postcodesIo(ask: Ask): Provider {
  return {
    source: SOURCE,
    addressAt({ lat, lon }) {
      const around = { lat: String(lat), lon: String(lon), limit: '1', radius: RADIUS_METRES }
      return ask('postcodes', around, ({ body }) => {
        const [nearest] = listIn(field(body, 'result'))
        return nearest === undefined ? undefined : addressFrom(nearest)
      })
    },
    async search({ query, countryISO }) {
      const key = postcodeKey(query)
      if (key === undefined || !['', 'GB'].includes(countryISO)) return []
      const found = await ask(`postcodes/${key}/autocomplete`, { limit: '10' }, ({ body }) =>
        listIn(field(body, 'result')).filter((each) => typeof each === 'string'),
      )
      return (found ?? []).map((postcode) => ({
        id: `${SOURCE}:${postcode.slice(0, 10)}`,
        type: 'postcode',
        text: postcode.slice(0, 10),
        description: 'United Kingdom',
        source: SOURCE,
        isContainer: false,
      }))
    },
    async find(id) {
      const key = postcodeKey(id)
      if (key === undefined) return undefined
      return ask(`postcodes/${key}`, {}, ({ body }): FoundAddress | undefined => {
        const found = field(body, 'result')
        if (typeof found !== 'object' || found === null) return undefined
        const coordinates = point(field(found, 'latitude'), field(found, 'longitude'))
        return { address: addressFrom(found), coordinates }
      })
    },
    told(id) {
      const key = postcodeKey(id)
      return key === undefined ? undefined : { id: `postcode:GB:${key}` }
    },
  }
}

function addressFrom(found: unknown): Address {
  const parish = textIn(found, 'parish').replace(/, unparished area$/, '')
  const district = textIn(found, 'admin_district')
  return addressOf({
    city: join([parish, district]),
    region: textIn(found, 'admin_county', 'admin_district'),
    postcode: textIn(found, 'postcode'),
    countryName: 'United Kingdom',
    countryISO: 'GB',
  })
}
