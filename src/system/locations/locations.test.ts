import Type from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { readDataFile } from '../data-file.ts'
import { loadGazetteer } from './gazetteer.ts'
import { asking, harpenden } from './test-places.ts'

const service = await openTestApp()
afterAll(() => service.close())
const nobody = service.client()
const gazetteer = await loadGazetteer()

const { ask, search, found } = asking(service)

const ROTHAMSTED = { lat: '51.8094', lon: '-0.3564' }
const HARPENDEN = 'place:GB:51.81684,-0.35706:Harpenden'

describe('coordinates', () => {
  test('have three words, the nearest town, its region and country', async () => {
    const { status, body } = await ask('coordinates', ROTHAMSTED)
    expect(status).toBe(200)
    expect(body).toEqual({
      threeWords: 'formulism-unitive-alpaca',
      address: harpenden,
      coordinates: { lat: 51.8094, lon: -0.3564 },
      timeZone: 'Europe/London',
    })
  })

  test.for([
    ['in the Wheatbelt', { lat: '-31.48', lon: '118.28' }, 'Western Australia', 'AU-WA', 'AU'],
    ['in Beauce', { lat: '48.2', lon: '1.6' }, 'Eure-et-Loir', 'FR-28', 'FR'],
    ['in Iowa', { lat: '42.03', lon: '-93.63' }, 'Iowa', 'US-IA', 'US'],
    ['in Saskatchewan', { lat: '52.13', lon: '-106.65' }, 'Saskatchewan', 'CA-SK', 'CA'],
    ['in Canterbury', { lat: '-43.9', lon: '171.75' }, 'Canterbury', 'NZ-CAN', 'NZ'],
    ['in Meath', { lat: '53.65', lon: '-6.68' }, 'Meath', 'IE-MH', 'IE'],
    ['in Bavaria', { lat: '48.88', lon: '12.57' }, 'Bayern', 'DE-BY', 'DE'],
  ] as const)(
    '%s are in the region that the rest of the service knows',
    async ([, point, region, iso, country]) => {
      const { body } = await ask('coordinates', point)
      expect(body.address).toMatchObject({ region, regionISO: iso, countryISO: country })
      const { body: regions } = await nobody.get(`/api/system/regions?countryISO=${country}`)
      expect(regions.regions.map((each: { iso: string }) => each.iso)).toContain(iso)
    },
  )

  test.for(['GB', 'IE', 'FR', 'DE', 'US', 'CA', 'AU', 'NZ'])(
    'in %s are in regions with a code, but for those that have none',
    async (country) => {
      const regions = await nobody.get(`/api/system/regions?countryISO=${country}`)
      const codes = new Set(regions.body.regions.map((each: { iso: string }) => each.iso))
      const areas = gazetteer.areas.filter(({ countryISO }) => countryISO === country)
      expect(areas.length).toBeGreaterThan(20)
      expect(areas.filter(({ isoCode }) => isoCode !== '' && !codes.has(isoCode))).toEqual([])
      const without = areas.filter(({ isoCode }) => isoCode === '').map(({ region }) => region)
      // London's boroughs have codes, and London has none; the others are single places of no district.
      expect(without.filter((region) => !['Greater London', 'Île-de-France', ''].includes(region))).toEqual(
        [],
      )
    },
  )

  test('far from any town have a region, and no town', async () => {
    const { body } = await ask('coordinates', { lat: '-30.6', lon: '117.2' })
    expect(body.address).toMatchObject({
      city: '',
      region: 'Western Australia',
      regionISO: 'AU-WA',
      countryISO: 'AU',
    })
  })

  test('at sea have three words, and no address', async () => {
    const { body } = await ask('coordinates', { lat: '0', lon: '-140' })
    expect(body.threeWords).toMatch(/^[a-z]+-[a-z]+-[a-z]+$/)
    expect(Object.values(body.address).join('')).toBe('')
  })

  test.for([
    [{ lat: '91', lon: '0' }, ['lat']],
    [{ lat: '0', lon: '-180.1' }, ['lon']],
    [{ lat: 'north', lon: '' }, ['lat', 'lon']],
    [{ lat: 'NaN', lon: 'Infinity' }, ['lat', 'lon']],
    [{ lat: '51.8' }, ['lon']],
    [{ lat: '51.8', lon: '0', height: '3' }, ['height']],
    [{}, ['lat', 'lon']],
  ] as const)('%j are refused', async ([query, paths]) => {
    const { status, body } = await ask('coordinates', query)
    expect(status).toBe(400)
    expect(body.code).toBe('invalid_input')
    expect(body.validation.map((each: { path: string }) => each.path).sort()).toEqual([...paths].sort())
  })

  test('answer with an ETag', async () => {
    const first = await ask('coordinates', ROTHAMSTED)
    const etag = String(first.headers['etag'])
    const path = `/api/system/locations/coordinates?${new URLSearchParams(ROTHAMSTED).toString()}`
    expect((await nobody.get(path, { 'if-none-match': etag })).status).toBe(304)
  })
})

describe('three words', () => {
  test('lead to the middle of their cell, and its coordinates to the same words', async () => {
    const { status, body } = await ask('three-words', { query: ' Formulism unitive, ALPACA' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ threeWords: 'formulism-unitive-alpaca', address: harpenden })
    const { lat, lon } = body.coordinates
    const again = await ask('coordinates', { lat: String(lat), lon: String(lon) })
    expect(again.body.threeWords).toBe('formulism-unitive-alpaca')
  })

  test('of which one is misspelt are not found, and what is meant is suggested', async () => {
    const { status, body } = await ask('three-words', { query: 'formulizm-unitive-alpaca' })
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not_found', body: { suggestions: ['formulism-unitive-alpaca'] } })
    expect(body.message).toContain('“formulizm” is no word')
  })

  test('in another order are not found', async () => {
    const { status, body } = await ask('three-words', { query: 'unitive-formulism-alpaca' })
    expect(status).toBe(404)
    expect(body.message).toContain('changed places')
    expect(body.body.suggestions).toContain('formulism-unitive-alpaca')
  })

  test.for(['harvest', 'one two three four', '12 34 56', '!!!', '   '])(
    '“%s” is not three words',
    async (query) => {
      const { status, body } = await ask('three-words', { query })
      expect(status).toBe(400)
      expect(body.validation).toMatchObject([{ path: 'query' }])
    },
  )

  test('with dots are somebody else’s', async () => {
    const { status, body } = await ask('three-words', { query: 'formulism.unitive.alpaca' })
    expect(status).toBe(400)
    expect(body.message).toContain('what3words')
  })
})

describe('a search', () => {
  test.for<[string, string, string]>([
    ['Harpenden', 'Harpenden', 'Hertfordshire, United Kingdom'],
    ['harpendan', 'Harpenden', 'Hertfordshire, United Kingdom'],
    ['Harpnden', 'Harpenden', 'Hertfordshire, United Kingdom'],
    ['ahrpenden', 'Harpenden', 'Hertfordshire, United Kingdom'],
    ['HARPENDEN, Hertfordshire', 'Harpenden', 'Hertfordshire, United Kingdom'],
    ['Harpend', 'Harpenden', 'Hertfordshire, United Kingdom'],
    ['Paris', 'Paris', 'Paris, France'],
    ['Paris, Texas', 'Paris', 'Texas, United States'],
    ['paris texas', 'Paris', 'Texas, United States'],
    ['Wagga Wagga', 'Wagga Wagga', 'New South Wales, Australia'],
    ['Saint-Étienne', 'Saint-Étienne', 'Loire, France'],
    ['st etienne', 'Saint-Étienne', 'Loire, France'],
    ['Malmo', 'Malmö', 'Skåne län, Sweden'],
    ['Norwich, UK', 'Norwich', 'Norfolk, United Kingdom'],
    ['norwich uk', 'Norwich', 'Norfolk, United Kingdom'],
    ['Norwich, U.K.', 'Norwich', 'Norfolk, United Kingdom'],
    ['Norwich, Britain', 'Norwich', 'Norfolk, United Kingdom'],
    ['Boston, Great Britain', 'Boston', 'Lincolnshire, United Kingdom'],
    ['Paris, USA', 'Paris', 'Texas, United States'],
    ['Paris, U.S.A.', 'Paris', 'Texas, United States'],
    ['Paris, United States of America', 'Paris', 'Texas, United States'],
    ['Cork, Eire', 'Cork', 'Cork, Ireland'],
    ['Brno, Czech Republic', 'Brno', 'South Moravian, Czechia'],
    ['Adana, Turkey', 'Adana', 'Adana, Türkiye'],
    ['Lelystad, Holland', 'Lelystad', 'Flevoland, Netherlands'],
    ['Harpenden, Herts', 'Harpenden', 'Hertfordshire, United Kingdom'],
    ['Boston, Lincs, UK', 'Boston', 'Lincolnshire, United Kingdom'],
    ['München', 'Munich', 'Bayern, Germany'],
    ['München, Deutschland', 'Munich', 'Bayern, Germany'],
    ['Nürnberg', 'Nuremberg', 'Bayern, Germany'],
    ['Stade', 'Hansestadt Stade', 'Niedersachsen, Germany'],
    ['Dunkerque', 'Dunkirk', 'Nord, France'],
    ['Wien', 'Vienna', 'Vienna, Austria'],
    ['Caerdydd', 'Cardiff', 'Cardiff, United Kingdom'],
  ])('for “%s” finds %s first', async ([query, text, description]) => {
    const [first] = await search({ query })
    expect(first).toMatchObject({ type: 'place', text, source: 'geonames', isContainer: false })
    expect(first?.description).toBe(description)
  })

  test.for([
    ['Limerick', 'Limerick, Ireland'],
    ['Dunkirk', 'Nord, France'],
    ['Washington', 'District of Columbia, United States'],
  ] as const)(
    'finds the largest %s first, though its population is told under another name',
    async ([name, where]) => expect((await found({ query: name }))[0]).toBe(`place: ${name}, ${where}`),
  )

  test('knows a place for every town of which it has another name', async () => {
    const townNames = readDataFile('town-names.json', Type.Record(Type.String(), Type.Array(Type.String())))
    for (const [key, names] of Object.entries(townNames)) {
      for (const query of names) {
        const towns = await search({ query, countryISO: key.slice(0, 2) })
        expect(towns.map(({ text }) => text)).toContain(key.slice(3))
      }
    }
  })

  test('looks in one country where it is told to', async () => {
    const everywhere = await found({ query: 'Boston' })
    const english = await found({ query: 'Boston', countryISO: 'gb' })
    expect(everywhere[0]).toBe('place: Boston, Massachusetts, United States')
    expect(english[0]).toBe('place: Boston, Lincolnshire, United Kingdom')
    expect(english.every((each) => each.endsWith('United Kingdom'))).toBe(true)
  })

  test('finds regions by name', async () => {
    expect((await found({ query: 'Hertfordshire' }))[0]).toBe(
      'district: Hertfordshire, England, United Kingdom',
    )
    expect((await found({ query: 'Saskatch' })).some((each) => each === 'region: Saskatchewan, Canada')).toBe(
      true,
    )
  })

  test('for what there is not finds nothing', async () => {
    expect(await search({ query: 'Xyzzyqvw' })).toEqual([])
    expect(await search({ query: '!!!' })).toEqual([])
    expect(await search({ query: '北京' })).toEqual([])
  })

  test('looks only in the country that is named, whatever the id', async () => {
    const regions = await search({ id: 'country:GB' })
    expect(regions.length).toBeGreaterThan(0)
    expect(await search({ id: 'country:GB', countryISO: 'gb' })).toEqual(regions)
    const [harpenden] = await search({ query: 'Harpenden', countryISO: 'GB' })
    const id = harpenden?.id ?? ''
    expect(await search({ id, countryISO: 'GB' })).toHaveLength(1)
    for (const elsewhere of [{ id: 'country:GB' }, { id: 'country:GB', query: 'Harpenden' }, { id }])
      expect(await search({ ...elsewhere, countryISO: 'FR' })).toEqual([])
  })

  test('refuses a country that there is not, as other operations do', async () => {
    for (const url of [
      'locations/search?query=Harpenden&',
      'locations/search?',
      'commodities?',
      'regions?',
    ]) {
      const { status, body } = await service.client().get(`/api/system/${url}countryISO=ZZ`)
      const [{ path, message, code }] = body.validation
      expect({ url, status, path, message, code }).toEqual({
        url,
        status: 400,
        path: 'countryISO',
        message: "is not a country's two-letter code: ZZ",
        code: 'unknown',
      })
    }
  })

  test('answers at most 25, whatever is asked', async () => {
    for (const query of ['a', 'san', 'springfield', 'new new new new new new']) {
      expect((await search({ query })).length).toBeLessThanOrEqual(25)
    }
  })

  test.for([
    { countryISO: 'GBR' },
    { query: 'x'.repeat(201) },
    { id: 'x'.repeat(201) },
    { town: 'Harpenden' },
  ])('refuses %j', async (query) =>
    expect((await ask('search', query as Record<string, string>)).status).toBe(400),
  )

  test('drills down from the countries to a town, and its address', async () => {
    const countries = await search({})
    const country = countries.find(({ text }) => text === 'United Kingdom')
    expect(country).toMatchObject({ type: 'country', isContainer: true })
    const regions = await search({ id: country?.id ?? '' })
    expect(regions.map(({ text }) => text)).toEqual(expect.arrayContaining(['England', 'Scotland', 'Wales']))
    expect(await search({ countryISO: 'GB' })).toEqual(regions)
    const districts = await search({ id: regions.find(({ text }) => text === 'England')?.id ?? '' })
    const district = districts.find(({ text }) => text === 'Hertfordshire')
    const places = await search({ id: district?.id ?? '' })
    expect(places.map(({ text }) => text)).toContain('Harpenden')
    const { body } = await ask('address', {
      id: places.find(({ text }) => text === 'Harpenden')?.id ?? '',
      source: 'geonames',
    })
    expect(body.address).toEqual(harpenden)
  })

  test.for([
    ['Bayern', 'region: Bayern, Germany'],
    ['Bavaria', 'region: Bayern, Germany'],
    ['Corse-du-Sud', 'district: Corse-du-Sud, Corsica, France'],
    ['Powys', 'district: Powys, Wales, United Kingdom'],
    ['Sir Powys', 'district: Powys, Wales, United Kingdom'],
    ['Manawatu-Wanganui', 'region: Manawatū-Whanganui, New Zealand'],
  ])('finds a region by the name that its addresses have: %s', async ([query = '', region]) =>
    expect((await found({ query }))[0]).toBe(region),
  )

  test('knows Kosovo, which ISO 3166 does not', async () => {
    expect((await found({ query: 'Prizren, Kosovo' }))[0]).toBe('place: Prizren, Prizren, Kosovo')
    expect((await search({ countryISO: 'XK' })).length).toBeGreaterThan(1)
    const { body } = await ask('coordinates', { lat: '42.66', lon: '21.16' })
    expect(body.address).toMatchObject({ city: 'Pristina', countryName: 'Kosovo', countryISO: 'XK' })
  })

  test('looks within a container', async () => {
    const inKent = await search({ query: 'Ashford', id: 'district:GB.ENG.G5' })
    expect(inKent[0]).toMatchObject({ text: 'Ashford', description: 'Kent, United Kingdom' })
    expect(inKent.every(({ description }) => description.includes('Kent'))).toBe(true)
  })

  test('of what holds nothing shows the thing itself, and of an unknown id nothing', async () => {
    expect((await search({ id: HARPENDEN })).map(({ text }) => text)).toEqual(['Harpenden'])
    expect(await search({ id: 'region:XX.YY' })).toEqual([])
    expect(await search({ id: 'nonsense' })).toEqual([])
  })

  test('every country holds something, and whatever it shows can be opened', async () => {
    for (const { id } of (await search({})).filter((_, index) => index % 12 === 0)) {
      const inside = await search({ id })
      expect(inside.length, id).toBeGreaterThan(0)
      const [first] = inside
      if (first?.isContainer) expect((await search({ id: first.id })).length, first.id).toBeGreaterThan(0)
      else expect((await ask('address', { id: first?.id ?? '' })).status, first?.id).toBe(200)
    }
  })
})

// Of countries with several, and where a state has two.
test.each([
  ['Lindsborg, Kansas', 'America/Chicago'],
  ['Goodland, Kansas', 'America/Denver'],
  ['Rosthern, Saskatchewan', 'America/Regina'],
  ['Esperance, Western Australia', 'Australia/Perth'],
  ['Voves, Eure-et-Loir', 'Europe/Paris'],
])('%s has the time of %s', async (query, timeZone) => {
  const [first] = await search({ query })
  const { body } = await ask('address', { id: first?.id ?? '' })
  expect(body.timeZone).toBe(timeZone)
})

test.each([
  ['Gaillimh', 'Galway'],
  ['Corcaigh', 'Cork'],
  ['Port Láirge', 'Waterford'],
  ['Caerdydd', 'Cardiff'],
  ['Abertawe', 'Swansea'],
  ['Inbhir Nis', 'Inverness'],
])('%s is %s in the language of the place, and that name itself', async (query, text) => {
  expect((await search({ query }))[0]).toMatchObject({ text, isExact: true })
})

describe('an address by its id', () => {
  test('has three words, address and coordinates', async () => {
    const { body } = await ask('address', { id: HARPENDEN })
    expect(body).toEqual({
      threeWords: expect.stringMatching(/^[a-z]+-[a-z]+-[a-z]+$/),
      address: harpenden,
      coordinates: { lat: 51.81684, lon: -0.35706 },
      timeZone: 'Europe/London',
    })
  })

  test('is still found when a newer gazetteer has moved it a little', async () => {
    expect((await ask('address', { id: 'place:GB:51.82,-0.36:Harpenden' })).status).toBe(200)
  })

  test.for([
    'place:GB:51.81684,-0.35706:Nowhere',
    'place:FR:51.81684,-0.35706:Harpenden',
    'place:GB:91.0,-0.35706:Harpenden',
    'place:GB:51.9,-0.5:Harpenden',
    'postcode:GB:ZZ99ZZ',
    'photon:N1@51.8,-0.3',
    'nonsense',
    "' or 1=1 --",
  ])('“%s” is not found', async (id) => {
    const { status, body } = await ask('address', { id })
    expect([status, body.code]).toEqual([404, 'not_found'])
  })

  test('of a container is refused, with what to do', async () => {
    const { status, body } = await ask('address', { id: 'country:GB' })
    expect(status).toBe(400)
    expect(body.validation).toMatchObject([{ path: 'id', message: expect.stringContaining('search') }])
  })

  test('goes with its source or with none', async () => {
    expect((await ask('address', { id: HARPENDEN, source: 'geonames' })).status).toBe(200)
    const { status, body } = await ask('address', { id: HARPENDEN, source: 'loqate' })
    expect([status, body.validation[0].path]).toEqual([400, 'source'])
    expect((await ask('address', {})).status).toBe(400)
  })
})
