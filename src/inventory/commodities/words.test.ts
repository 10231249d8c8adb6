import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'

// People's own words, wherever a crop can be named: the same words mean the same everywhere.

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const base = '/api/inventory'
const asViewerOf = async (countryISO: string) =>
  (await makeOrganisation(service, { countryISO })).as('viewer')

describe.each(['records', 'movements', 'harvest-plans', 'storage'])('a search of %s', (what) => {
  test.each([
    ['GB', 'f:commodity', 'OSR'],
    ['GB', 'f:commodity', 'beans'],
    ['DE', 'f:commodity', 'Winterweizen'],
    ['FR', 'f:commodity', 'orge brassicole'],
    ['GB', 'f:commodity', 'EPPO:TRZAX'],
    ['DE', 'f:commodity', 'CN:1001 99 00'],
  ])('in %s takes %s=%s', async (country, filter, words) => {
    const viewer = await asViewerOf(country)
    expect(await viewer.get(`${base}/${what}?${filter}=${encodeURIComponent(words)}`)).toMatchObject({
      status: 200,
    })
  })

  test('asks which of two things words mean, and says what nobody knows', async () => {
    const viewer = await asViewerOf('DE')
    const { status, body } = await viewer.get(`${base}/${what}?f:commodity=Bohnen,Traktor`)
    expect(status).toBe(400)
    expect(body.validation).toMatchObject([
      {
        message: '"Bohnen" could be Field beans or Dry beans: say which; "Traktor" is not a commodity',
      },
    ])
  })
})

test('a search says what the words were taken for', async () => {
  const viewer = await asViewerOf('DE')
  const { body } = await viewer.get(`${base}/records?f:commodity=Weizen&f:commodityType=Winterweizen`)
  expect(body.activeFilters).toMatchObject([
    { name: 'f:commodity', terms: [{ name: 'Wheat' }] },
    { name: 'f:commodityType', terms: [{ name: 'Winter' }] },
  ])
})

describe('a suggestion of varieties', () => {
  const suggested = async (
    country: string,
    query: string,
  ): Promise<{ value: string; takenFor?: string }[]> => {
    const viewer = await asViewerOf(country)
    const { body } = await viewer.get(`${base}/varieties/suggest?${query}`)
    return body
  }

  test('for a word for a crop and its class is of that class, and says so', async () => {
    const found = await suggested('GB', 'query=Spring%20malting%20barley')
    expect(found.map(({ value }) => value)).toContain('Laureate')
    expect(new Set(found.map(({ takenFor }) => takenFor))).toEqual(new Set(['Barley, Spring, Malting']))
    const german = await suggested('DE', 'query=Winterweizen')
    expect(german.map(({ takenFor }) => takenFor)).toContain('Wheat, Winter')
  })

  test('for the name of a variety is that, and was taken for nothing else', async () => {
    const [first] = await suggested('GB', 'query=skyf')
    expect(first).toEqual({ key: 'Skyfall', value: 'Skyfall' })
  })

  test('is none where the word names another crop than is asked for, or could be two', async () => {
    expect(await suggested('GB', 'query=OSR&commodity=1')).toEqual([])
    expect(await suggested('DE', 'query=Bohnen')).toEqual([])
  })
})
