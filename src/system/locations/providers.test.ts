import { afterAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { nothing, openProvider, photonFeature, placesWith } from './test-places.ts'
import { openTestProvider } from './test-provider.ts'

// Providers are served on this machine with what they answer in their documents.

const { db, close } = await openTestDatabase()
afterAll(close)

const ROTHAMSTED = { lat: 51.8094, lon: -0.3564 }
const KEY = 'a-key-for-tests'

describe('what3words', () => {
  const words = {
    country: 'GB',
    nearestPlace: 'Harpenden, Hertfordshire',
    coordinates: { lng: -0.356412, lat: 51.809395 },
    words: 'filled.count.soap',
    language: 'en',
    map: 'https://w3w.co/filled.count.soap',
  }

  test('is asked for words with dots, with the key in a header', async () => {
    const provider = await openProvider()
    provider.answers('v3/convert-to-coordinates', words)
    const { places } = placesWith({ what3words: { url: provider.url, apiKey: KEY } })
    expect(await places.ofThreeWords(db, '///Filled.Count.Soap')).toMatchObject({
      threeWords: 'filled.count.soap',
      address: { city: 'Harpenden' },
      coordinates: { lat: 51.809395, lon: -0.356412 },
    })
    const [asked] = provider.asked
    expect(asked?.query.get('words')).toBe('filled.count.soap')
    expect(asked?.headers['x-api-key']).toBe(KEY)
    expect(asked?.query.toString()).not.toContain(KEY)
  })

  test('is not asked for words of our own', async () => {
    const provider = await openProvider()
    const { places } = placesWith({ what3words: { url: provider.url, apiKey: KEY } })
    const { threeWords } = await places.ofThreeWords(db, 'formulism unitive alpaca')
    expect([threeWords, provider.asked]).toEqual(['formulism-unitive-alpaca', []])
  })

  test('names places, as long as it answers', async () => {
    const provider = await openProvider()
    provider.answers('v3/convert-to-3wa', words)
    const { places } = placesWith({ what3words: { url: provider.url, apiKey: KEY } })
    expect((await places.at(db, ROTHAMSTED)).threeWords).toBe('filled.count.soap')
    provider.answers('v3/convert-to-3wa', { error: { code: 'QuotaExceeded' } }, 402)
    expect((await places.at(db, { lat: 51.80945, lon: -0.3564 })).threeWords).toMatch(/^\w+-\w+-\w+$/)
  })

  test('says that there are no such words, or fails, which is not the same', async () => {
    const provider = await openProvider()
    const { places } = placesWith({ what3words: { url: provider.url, apiKey: KEY } })
    const bad = (code: string) => ({ error: { code, message: 'words must be a valid 3 word address' } })
    provider.answers('v3', bad('BadWords'), 400)
    await expect(places.ofThreeWords(db, 'a.b.c')).rejects.toMatchObject({ code: 'not_found' })
    provider.answers('v3', bad('InvalidKey'), 401)
    await expect(places.ofThreeWords(db, 'd.e.f')).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('postcodes.io', () => {
  const result = {
    postcode: 'AL5 2JQ',
    quality: 1,
    country: 'England',
    longitude: -0.355521,
    latitude: 51.808651,
    region: 'East of England',
    admin_district: 'St Albans',
    admin_county: 'Hertfordshire',
    parish: 'Harpenden',
  }

  test('gives an address its postcode, and we its region’s code', async () => {
    const provider = await openProvider()
    provider.answers('postcodes', { status: 200, result: [result] })
    const { places } = placesWith({ postcodesIoUrl: provider.url })
    expect((await places.at(db, ROTHAMSTED)).address).toMatchObject({
      city: 'Harpenden, St Albans',
      region: 'Hertfordshire',
      regionISO: 'GB-HRT',
      postcode: 'AL5 2JQ',
      countryISO: 'GB',
    })
  })

  test('finds postcodes, and nothing elsewhere', async () => {
    const provider = await openProvider()
    provider.answers('postcodes/AL52/autocomplete', { status: 200, result: ['AL5 2JQ', 'AL5 2JR'] })
    provider.answers('postcodes/AL52JQ', { status: 200, result })
    const { places } = placesWith({ postcodesIoUrl: provider.url })
    const found = await places.search(db, { ...nothing, query: 'al5 2' })
    expect(found.map(({ id, source, type }) => [id, source, type])).toEqual([
      ['postcodes.io:AL5 2JQ', 'postcodes.io', 'postcode'],
      ['postcodes.io:AL5 2JR', 'postcodes.io', 'postcode'],
    ])
    expect(await places.ofId(db, 'postcodes.io:AL5 2JQ', 'postcodes.io')).toMatchObject({
      address: { postcode: 'AL5 2JQ', region: 'Hertfordshire', countryName: 'United Kingdom' },
      coordinates: { lat: 51.808651, lon: -0.355521 },
    })
    const before = provider.asked.length
    await places.search(db, { ...nothing, query: '28150', countryISO: 'FR' })
    await places.search(db, { ...nothing, query: 'Harpenden' })
    expect(provider.asked).toHaveLength(before)
  })

  test('knows nothing of a point in France, and of a postcode there is not', async () => {
    const provider = await openProvider()
    provider.answers('postcodes', { status: 200, result: null })
    provider.answers('postcodes/ZZ99ZZ', { status: 404, error: 'Postcode not found' }, 404)
    const { places } = placesWith({ postcodesIoUrl: provider.url })
    expect((await places.at(db, { lat: 48.2, lon: 1.6 })).address).toMatchObject({
      countryISO: 'FR',
      postcode: '',
    })
    await expect(places.ofId(db, 'postcodes.io:ZZ9 9ZZ', undefined)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

const photonId = 'photon:W23733659@51.8092000,-0.3561000'

const rothamsted = {
  name: 'Rothamsted Research',
  line1: '1 West Common',
  city: 'Harpenden',
  region: 'Hertfordshire',
  postcode: 'AL5 2JQ',
  countryName: 'United Kingdom',
  countryISO: 'GB',
}

describe('Photon', () => {
  test('searches, and its results are found again', async () => {
    const provider = await openProvider()
    const abroad = {
      ...photonFeature,
      properties: { ...photonFeature.properties, osm_id: 5, countrycode: 'US' },
    }
    provider.answers('api', { type: 'FeatureCollection', features: [abroad, photonFeature] })
    provider.answers('reverse', { type: 'FeatureCollection', features: [abroad, photonFeature] })
    const { places } = placesWith({ photonUrl: `${provider.url}/` })
    const found = await places.search(db, { ...nothing, query: 'Rothamsted', countryISO: 'GB' })
    expect(found).toEqual([
      {
        id: photonId,
        type: 'address',
        text: 'Rothamsted Research',
        description: '1 West Common, Harpenden, Hertfordshire, AL5 2JQ, United Kingdom',
        source: 'photon',
        isContainer: false,
      },
    ])
    const location = await places.ofId(db, photonId, 'photon')
    expect(location).toMatchObject({ address: rothamsted, coordinates: { lat: 51.8092, lon: -0.3561 } })
    expect((await places.at(db, ROTHAMSTED)).address).toMatchObject({ countryISO: 'US' })
  })

  test.for([
    ['country', 'country'],
    ['state', 'region'],
    ['county', 'district'],
    ['city', 'place'],
    ['street', 'street'],
    ['house', 'address'],
  ])('finds a %s, which is a %s here', async ([kind, type]) => {
    const provider = await openProvider()
    const properties = { ...photonFeature.properties, type: kind }
    provider.answers('api', { features: [{ ...photonFeature, properties }] })
    const { places } = placesWith({ photonUrl: provider.url })
    expect(await places.search(db, { ...nothing, query: 'Rothamsted' })).toMatchObject([{ type }])
  })

  test('that is down leaves a search to us, and its ids to where they say they are', async () => {
    const provider = await openTestProvider()
    await provider.close()
    const { places } = placesWith({ photonUrl: provider.url })
    const [first] = await places.search(db, { ...nothing, query: 'Harpenden' })
    expect(first).toMatchObject({ text: 'Harpenden', source: 'geonames' })
    expect(await places.ofId(db, photonId, undefined)).toMatchObject({ address: { city: 'Harpenden' } })
  })
})

describe('Nominatim', () => {
  const found = {
    place_id: 257001234,
    osm_type: 'way',
    osm_id: 23733659,
    lat: '51.8092',
    lon: '-0.3561',
    category: 'amenity',
    type: 'research_institute',
    addresstype: 'amenity',
    name: 'Rothamsted Research',
    display_name:
      'Rothamsted Research, West Common, Harpenden, Hertfordshire, England, AL5 2JQ, United Kingdom',
    address: {
      house_number: '1',
      road: 'West Common',
      town: 'Harpenden',
      county: 'Hertfordshire',
      'ISO3166-2-lvl6': 'GB-HRT',
      state: 'England',
      'ISO3166-2-lvl4': 'GB-ENG',
      postcode: 'AL5 2JQ',
      country: 'United Kingdom',
      country_code: 'gb',
    },
  }

  test('searches, looks up and names points', async () => {
    const provider = await openProvider()
    provider.answers('search', [found])
    provider.answers('lookup', [found])
    provider.answers('reverse', found)
    const { places } = placesWith({ nominatimUrl: provider.url })
    const [first] = await places.search(db, { ...nothing, query: 'Rothamsted', countryISO: 'GB' })
    expect(first).toMatchObject({
      id: 'nominatim:W23733659',
      text: 'Rothamsted Research',
      source: 'nominatim',
    })
    expect(provider.asked[0]?.query.get('countrycodes')).toBe('gb')
    const { address } = await places.ofId(db, 'nominatim:W23733659', 'nominatim')
    expect(address).toMatchObject({ ...rothamsted, regionISO: 'GB-HRT' })
    expect((await places.at(db, ROTHAMSTED)).address).toEqual(address)
  })

  test('without an answer for a point leaves it to us', async () => {
    const provider = await openProvider()
    provider.answers('reverse', { error: 'Unable to geocode' })
    const { places } = placesWith({ nominatimUrl: provider.url })
    expect((await places.at(db, ROTHAMSTED)).address).toMatchObject({ city: 'Harpenden', postcode: '' })
  })
})

describe('Loqate', () => {
  const find = 'Capture/Interactive/Find'
  const container = {
    Id: 'GB|RM|ENG|2JQ-AL5',
    Type: 'Postcode',
    Text: 'AL5 2JQ',
    Highlight: '0-7',
    Description: 'Harpenden - 12 Addresses',
  }
  const one = {
    Id: 'GB|RM|A|1234567',
    Type: 'Address',
    Text: '1 West Common',
    Highlight: '',
    Description: 'Harpenden, AL5 2JQ',
  }
  const whole = {
    Id: 'GB|RM|A|1234567',
    Company: 'Rothamsted Research',
    Line1: '1 West Common',
    City: 'Harpenden',
    ProvinceName: 'Hertfordshire',
    PostalCode: 'AL5 2JQ',
    CountryName: 'United Kingdom',
    CountryIso2: 'GB',
    Field1: '51.8092',
    Field2: '-0.3561',
  }

  test('is drilled into by its containers, and its addresses are retrieved', async () => {
    const provider = await openProvider()
    provider.answers(find, { Items: [container] })
    const { places } = placesWith({ loqate: { url: provider.url, apiKey: KEY } })
    const [first] = await places.search(db, { ...nothing, query: 'AL5 2JQ', countryISO: 'GB' })
    expect(first).toMatchObject({ id: 'loqate:GB|RM|ENG|2JQ-AL5', source: 'loqate', isContainer: true })
    provider.answers(find, { Items: [one] })
    const [second] = await places.search(db, { ...nothing, query: 'AL5 2JQ', id: first?.id ?? '' })
    expect(second).toMatchObject({ text: '1 West Common', type: 'address', isContainer: false })
    expect(provider.asked[1]?.query.get('Container')).toBe('GB|RM|ENG|2JQ-AL5')
    provider.answers('Capture/Interactive/Retrieve', { Items: [whole] })
    const location = await places.ofId(db, second?.id ?? '', 'loqate')
    expect(location).toMatchObject({ address: rothamsted, coordinates: { lat: 51.8092, lon: -0.3561 } })
    expect(location.threeWords).not.toBe('')
  })

  test('may tell no coordinates', async () => {
    const provider = await openProvider()
    provider.answers('Capture', { Items: [{ ...whole, Field1: '', Field2: '' }] })
    const { places } = placesWith({ loqate: { url: provider.url, apiKey: KEY } })
    const { threeWords, coordinates } = await places.ofId(db, 'loqate:GB|RM|A|1234567', undefined)
    expect([threeWords, coordinates]).toEqual(['', null])
  })

  test.for([
    ['of what was typed finds nothing there, and we answer', '1001', 'geonames'],
    ['of the account is a failure, and we answer', '2', 'geonames'],
  ])('whose refusal %s', async ([, error, source]) => {
    const provider = await openProvider()
    provider.answers(find, {
      Items: [{ Error: error, Description: 'Unknown key', Cause: '', Resolution: '' }],
    })
    const { places, lines } = placesWith({ loqate: { url: provider.url, apiKey: KEY } })
    const [first] = await places.search(db, { ...nothing, query: 'Harpenden' })
    expect(first?.source).toBe(source)
    expect(lines.some((line) => line.includes('did not answer'))).toBe(error === '2')
  })
})
