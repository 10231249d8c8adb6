import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type Answer, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { enterRecord, makeBays, stock, WHEAT, WINTER } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

// Two varieties that differ by case alone are one: so they join in a bay and share a harvest plan, and so they are found.

let service: TestApp
let mill: TestOrganisation

/** A barn with two parcels, written differently, a silo and a loft with one each, and a shed with another variety. */
beforeAll(async () => {
  service = await shareTestApp()
  mill = await makeOrganisation(service, { name: 'Mill Lane' })
  const [a, b] = await makeBays(mill, 2, { name: 'Barn' })
  const [c] = await makeBays(mill, 1, { name: 'Silo' })
  const [d] = await makeBays(mill, 1, { name: 'Loft' })
  const [e] = await makeBays(mill, 1, { name: 'Shed' })
  const lie = (bay: typeof a, weight: number, variety: string) =>
    enterRecord(mill, stock(bay, weight, { commodity: { id: WHEAT, type: WINTER, variety, tags: [] } }))
  await lie(a, 1000, 'Élysée')
  await lie(b, 2000, 'ÉLYSÉE')
  await lie(c, 4000, 'Élysée')
  await lie(d, 500, 'Élysée')
  await lie(e, 8000, 'Graham')
})
afterAll(() => service.close())

const records = '/api/inventory/records'
const places = '/api/inventory/storage/search'
const variety = 'f:commodityVariety'
const get = async (url: string): Promise<Answer['body']> => ok(await mill.as('viewer').get(url))
const named = (value: string) => `${variety}=${encodeURIComponent(value)}`
const termsOf = (body: Answer['body']): Answer['body'][] =>
  body.facets.find(({ name }: { name: string }) => name === variety).terms

describe.each([
  { of: 'records', base: records, found: 4, average: 1875 },
  { of: 'places', base: places, found: 3, average: 2500 },
])('a search for $of', ({ base, found, average }) => {
  test.each(['Élysée', 'ÉLYSÉE', 'élysée', 'élysée,ÉLYSÉE'])(
    'finds %s however it is written',
    async (asked) => {
      const body = await get(`${base}?${named(asked)}`)
      expect(body.totalDocs).toBe(found)
      expect(body.aggregations[0]).toMatchObject({ name: 'weight', sum: 7500, hits: found })
    },
  )

  test('counts it as one, and calls it what it is mostly called', async () => {
    const terms = termsOf(await get(base))
    expect(terms).toMatchObject([
      {
        id: 'Élysée',
        name: 'Élysée',
        hits: String(found),
        selected: 'false',
        aggregations: {
          weight: { sum: 7500, max: 4000, average },
        },
      },
      { id: 'Graham', hits: '1' },
    ])
    expect((await get(terms[0].url)).totalDocs).toBe(found)
  })

  test('shows it as ticked, and unticks it, by whatever spelling', async () => {
    const body = await get(`${base}?${named('ÉLYSÉE')}`)
    const [ticked, other] = termsOf(body)
    expect(ticked).toMatchObject({ id: 'Élysée', hits: String(found), selected: 'true', url: base })
    expect(other).toMatchObject({ id: 'Graham', hits: '1', selected: 'false' })
    expect((await get(other.url)).totalDocs).toBe(found + 1)
    expect(body.activeFilters).toMatchObject([{ name: variety, terms: [{ name: 'Élysée', clearUrl: base }] }])
  })

  test('keeps a ticked variety that nobody has', async () => {
    expect(termsOf(await get(`${base}?${named('Crusoe')}`))).toContainEqual(
      expect.objectContaining({ id: 'Crusoe', name: 'Crusoe', hits: '0', selected: 'true' }),
    )
  })
})
