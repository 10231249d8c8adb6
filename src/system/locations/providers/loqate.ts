import type { FoundAddress, PlaceSearch, Provider } from '../provider.ts'
import type { AddressSearchResult } from '../schema.ts'
import type { Ask } from './ask.ts'
import { addressOf, field, listIn, point, textIn } from './reading.ts'

const SOURCE = 'loqate'

/**
 * Loqate's address capture. https://docs.loqate.com/api-reference/address-capture/find Its key goes into the query, as it
 * wants it; it reaches no log and no cache. Finding is free of charge, retrieving costs.
 */
export function loqate(ask: Ask): Provider {
  const search = async ({ query, id, countryISO }: PlaceSearch) => {
    const asked = {
      Text: query,
      Container: id,
      Countries: countryISO,
      Limit: '10',
      IsMiddleware: 'true',
    }
    const found = await ask('Capture/Interactive/Find/v1.20/json6.ws', asked, ({ body }) =>
      itemsOf(body).flatMap(resultFrom),
    )
    return found ?? []
  }
  return {
    source: SOURCE,
    search,
    searchWithin: search,
    find(id) {
      const asked = { Id: id, Field1Format: '{Latitude}', Field2Format: '{Longitude}' }
      return ask('Capture/Interactive/Retrieve/v1.20/json6.ws', asked, ({ body }) => {
        const [found] = itemsOf(body)
        return found === undefined ? undefined : foundFrom(found)
      })
    },
  }
}

function foundFrom(found: unknown): FoundAddress {
  const address = addressOf({
    name: textIn(found, 'Company', 'BuildingName'),
    line1: textIn(found, 'Line1'),
    line2: textIn(found, 'Line2'),
    line3: textIn(found, 'Line3'),
    city: textIn(found, 'City'),
    region: textIn(found, 'ProvinceName', 'Province', 'AdminAreaName'),
    postcode: textIn(found, 'PostalCode'),
    countryName: textIn(found, 'CountryName'),
    countryISO: textIn(found, 'CountryIso2'),
  })
  return { address, coordinates: point(field(found, 'Field1'), field(found, 'Field2')) }
}

/** Its refusals come with status 200: 1001 to 1003 are about what was typed, the rest about the account. */
function itemsOf(body: unknown): unknown[] {
  const items = listIn(field(body, 'Items'))
  const error = textIn(items[0], 'Error')
  if (error === '') return items
  if (['1001', '1002', '1003'].includes(error)) return []
  throw new Error(`it refused the request with ${error}`)
}

const types: Record<string, AddressSearchResult['type']> = {
  Address: 'address',
  Company: 'address',
  BuildingName: 'address',
  BuildingNumber: 'address',
  Street: 'street',
  Postcode: 'postcode',
  Locality: 'place',
}

function resultFrom(found: unknown): AddressSearchResult[] {
  const id = textIn(found, 'Id')
  if (id === '' || id.length > 150) return []
  const type = textIn(found, 'Type')
  return [
    {
      id: `${SOURCE}:${id}`,
      type: types[type] ?? 'address',
      text: textIn(found, 'Text'),
      description: textIn(found, 'Description'),
      source: SOURCE,
      // Only what has the type Address can be retrieved.
      isContainer: type !== 'Address',
    },
  ]
}
