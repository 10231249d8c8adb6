import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { listCountries } from '../countries/countries.ts'
import { openEmbeddedPlaces } from './embedded.ts'
import { asking } from './test-places.ts'

const service = await openTestApp()
afterAll(() => service.close())
const { ask, found, search } = asking(service)

// Random points within 50 km of a land border of Europe or North America, with the country that the map of OpenStreetMap has for them, to 100 m
// (npm package @geo-maps/countries-land-100m 0.6.0).
const [, ...rows] = readFileSync(new URL('border-points.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const codes = new Map(listCountries().map(({ iso, iso3 }) => [iso3, iso]))

test('of 2,000 points near borders at least 99 % are in the right country', async () => {
  const places = openEmbeddedPlaces()
  expect(rows).toHaveLength(2000)
  let right = 0
  for (const row of rows) {
    const [lat, lon, iso3 = ''] = row.split(',')
    const { countryISO } = await places.addressAt(service.database.db, { lat: Number(lat), lon: Number(lon) })
    if (countryISO === codes.get(iso3)) right += 1
  }
  expect(right).toBeGreaterThanOrEqual(1980)
}, 120_000)

test('Omeath is in Ireland, though Warrenpoint is nearer than the next Irish town', async () => {
  const { body } = await ask('coordinates', { lat: '54.0876', lon: '-6.2589' })
  expect(body.address.countryISO).toBe('IE')
})

describe('a search', () => {
  test('puts the caller’s own country first, unless another is named', async () => {
    const farm = await makeOrganisation(service, { countryISO: 'GB' })
    const first = async (query: string) => {
      const { body } = await farm
        .as('viewer')
        .get(`/api/system/locations/search?query=${encodeURIComponent(query)}`)
      return `${body[0].text}, ${body[0].description}`
    }
    expect(await first('Norfolk')).toBe('Norfolk, England, United Kingdom')
    expect(await first('Boston')).toBe('Boston, Lincolnshire, United Kingdom')
    expect(await first('Boston, USA')).toBe('Boston, Massachusetts, United States')
    expect(await first('Norfolk, Virginia')).toBe('Norfolk, Virginia, United States')
    expect((await found({ query: 'Norfolk' }))[0]).toBe('place: Norfolk, Virginia, United States')
  })

  test('says which hits are only like what was asked', async () => {
    const hits = await search({ query: 'Little Snoring', countryISO: 'GB' })
    for (const { text, isExact } of hits) expect(isExact).toBe(text === 'Little Snoring')
    const [harpenden] = await search({ query: 'Harpenden' })
    expect(harpenden).toMatchObject({ text: 'Harpenden', isExact: true })
    const [slip] = await search({ query: 'Harpnden' })
    expect(slip).toMatchObject({ text: 'Harpenden', isExact: false })
  })

  test('looks in no other state than the one that is named', async () => {
    for (const each of await search({ query: 'Assaria, KS' })) {
      expect(each.description).toContain('Kansas')
    }
  })

  test.each(['Rosthern', 'Esperance', 'Moose Jaw', 'Toowoomba', 'Kwinana'])('has %s once', async (query) => {
    const hits = (await search({ query })).filter(({ text, type }) => text === query && type === 'place')
    const regions = hits.map(({ description }) => description)
    expect(new Set(regions).size).toBe(regions.length)
  })

  test.each(['Swift Current', 'Perth', 'Newcastle', 'Moose Jaw', 'Toowoomba', 'Kwinana'])(
    'tells %s from the district around it',
    async (query) => {
      const lines = (await search({ query })).map(({ text, description }) => `${text}, ${description}`)
      expect(new Set(lines).size).toBe(lines.length)
    },
  )

  // People still write the county that a town was in until 1998.
  test.for([
    ['Newport, Shropshire', 'place: Newport, Telford and Wrekin, United Kingdom'],
    ['Newport, Gwent', 'place: Newport, Newport, United Kingdom'],
    ['Peterborough, Cambridgeshire', 'place: Peterborough, Peterborough, United Kingdom'],
    ['Grimsby, Humberside', 'place: Grimsby, North East Lincolnshire, United Kingdom'],
  ])('finds a town by the county that it once lay in: %s', async ([query = '', place]) =>
    expect((await found({ query, countryISO: 'GB' }))[0]).toBe(place),
  )
})
