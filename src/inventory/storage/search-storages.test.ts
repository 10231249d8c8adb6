import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { BARLEY, makePlace, WHEAT } from '../../../test/farm.ts'
import { base } from './test-storage.ts'

const GROUP_1 = 1010101

let service: TestApp
let farm: TestOrganisation

function stock(commodity: number, weight: number, harvestYear = '2026') {
  return {
    type: 'crop',
    harvestYear,
    owned: true,
    commodity: {
      id: commodity,
      type: commodity * 100 + 1,
      tags: [],
      variety: commodity === WHEAT ? 'Skyfall' : 'Laureate',
    },
    source: { type: 'existing' },
    storage: [{ weight }],
  }
}

const graded = (body: ReturnType<typeof stock>) => ({
  ...body,
  commodity: { ...body.commodity, grade: GROUP_1 },
})

/** Three stores and a field: wheat and barley in Alpha, old wheat in Beta (over its capacity), nothing in 100%. */
beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
  const make = async (body: object) => {
    const answer = await farm.as('manager').post(base, { location: null, substorage: [], ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  await make({
    name: 'Alpha',
    type: 'store',
    businessUnitIds: [farm.businessUnitId],
    tags: ['dry', 'north'],
    location: { address: { city: 'Harpenden' } },
    substorage: [
      { name: 'A1', capacity: [{ commodityId: WHEAT, weight: 9000 }], record: graded(stock(WHEAT, 5000.25)) },
      { name: 'A2', record: stock(BARLEY, 3000) },
    ],
  })
  await make({
    name: '=Beta',
    type: 'store',
    tags: ['dry'],
    substorage: [
      { name: 'B1', capacity: [{ commodityId: WHEAT, weight: 1000 }], record: stock(WHEAT, 2000, '2025') },
    ],
  })
  await make({ name: '100% full', type: 'store', substorage: [{ name: 'C1' }] })
  await make({ name: 'Broadbalk', type: 'field', area: 12.5 })
})
afterAll(() => service.close())

const names = (body: { docs: { name: string }[] }) => body.docs.map(({ name }) => name)
const search = async (query: string) => (await farm.as('viewer').get(`${base}/search?${query}`)).body
const list = async (query: string) => (await farm.as('viewer').get(`${base}?${query}`)).body

test.each([
  { query: '', found: ['100% full', '=Beta', 'Alpha', 'Broadbalk'] },
  { query: 'f:type=store', found: ['100% full', '=Beta', 'Alpha'] },
  { query: 'f:type=store,field', found: ['100% full', '=Beta', 'Alpha', 'Broadbalk'] },
  { query: 'f:commodity=1', found: ['=Beta', 'Alpha'] },
  { query: 'f:commodity=2&f:commodity=7', found: ['Alpha'] },
  { query: 'f:commodityType=201', found: ['Alpha'] },
  { query: `f:commodityGrade=${GROUP_1}`, found: ['Alpha'] },
  { query: 'f:commodityGrade=0', found: ['=Beta', 'Alpha'] },
  { query: 'f:commodityVariety=Skyfall', found: ['=Beta', 'Alpha'] },
  { query: 'f:harvestYear=2025', found: ['=Beta'] },
  { query: 'f:commodity=1&f:harvestYear=2026', found: ['Alpha'] },
  { query: 'f:hasInventory=true', found: ['=Beta', 'Alpha'] },
  { query: 'f:hasInventory=false', found: ['100% full', 'Broadbalk'] },
  { query: 'f:inventoryType=produce', found: [] },
  { query: 'f:tags=north', found: ['Alpha'] },
  { query: 'conflict=true', found: ['=Beta'] },
  { query: 'conflict=false', found: ['100% full', 'Alpha', 'Broadbalk'] },
  { query: 'query=ALPH', found: ['Alpha'] },
  { query: 'query=b1', found: ['=Beta'] },
  { query: 'query=harpen', found: ['Alpha'] },
  { query: 'query=100%25', found: ['100% full'] },
  { query: 'query=%25', found: ['100% full'] },
  {
    query: 'sortBy=weight&sortDesc=true',
    found: ['Alpha', '=Beta', 'Broadbalk', '100% full'],
    anyOrder: true,
  },
  { query: 'sortBy=area&sortDesc=true&limit=1', found: ['Broadbalk'] },
  { query: 'limit=1&offset=2', found: ['Alpha'] },
  { query: 'docs=false', found: [] },
])('search $query', async ({ query, found, anyOrder }) => {
  const answered = names(await search(query))
  expect(anyOrder ? answered.toSorted() : answered).toEqual(anyOrder ? found.toSorted() : found)
  if (anyOrder) expect(answered.slice(0, 2)).toEqual(found.slice(0, 2))
})

test.each([
  { query: 'type=field', found: ['Broadbalk'] },
  { query: 'commodity=2', found: ['Alpha'] },
  { query: 'commodityType=101&harvestYear=2025', found: ['=Beta'] },
  { query: 'storeCommodity=1', found: ['=Beta', 'Alpha'] },
  { query: 'storeCommodity=2', found: [] },
  { query: 'tags=dry', found: ['=Beta', 'Alpha'] },
  { query: 'conflict=true', found: ['=Beta'] },
  { query: 'conflict=false&type=store', found: ['100% full', 'Alpha'] },
])('list $query', async ({ query, found }) => {
  expect(names(await list(query))).toEqual(found)
})

test('list by business unit', async () => {
  expect(names(await list(`businessUnitIds=${farm.businessUnitId}`))).toEqual(['Alpha'])
  expect(names(await search(`f:businessUnitIds=${farm.businessUnitId}`))).toEqual(['Alpha'])
  expect(names(await search(`f:ownerOrganisationId=${farm.organisationId}`))).toEqual(['=Beta', 'Alpha'])
})

describe('the envelope', () => {
  test('calls a commodity what the caller’s country calls it', async () => {
    const prairie = await makeOrganisation(service, { countryISO: 'CA', timeZone: 'America/Winnipeg' })
    const canola = { id: 7, type: 702, tags: [] }
    const bin = { name: 'Bin 1', record: { ...stock(WHEAT, 4000), commodity: canola } }
    await makePlace(prairie, { substorage: [bin] })
    const { body } = await prairie.as('viewer').get(`${base}/search`)
    const facet = body.facets.find(({ name }: { name: string }) => name === 'f:commodity')
    expect(facet.terms.map(({ name }: { name: string }) => name)).toEqual(['Canola'])
  })

  test('has facets with names, sums in kilograms, and URLs to follow', async () => {
    const body = await search('f:type=store')
    expect(body).toMatchObject({
      custom: {},
      totalDocs: 3,
      limit: 25,
      offset: 0,
      activeFilters: [{ name: 'f:type' }],
    })
    expect(body.aggregations).toMatchObject([
      { name: 'weight', unit: 'kg', sum: 10_000.25, max: 8000.25, min: 0, count: 3 },
      { name: 'area', unit: 'ha', sum: 0 },
    ])
    const commodity = body.facets.find(({ name }: { name: string }) => name === 'f:commodity')
    expect(commodity.terms).toMatchObject([
      { id: '1', name: 'Wheat', hits: '2' },
      { id: '2', name: 'Barley', hits: '1' },
    ])
    const followed = await farm.as('viewer').get(commodity.terms[1].url)
    expect(names(followed.body)).toEqual(['Alpha'])
    const owner = body.facets.find(({ name }: { name: string }) => name === 'f:ownerOrganisationId')
    expect(owner.terms).toMatchObject([{ id: farm.organisationId, name: farm.name, hits: '2' }])
  })

  test.each(['/api/inventory/storage/search', '/api/inventory/records'])(
    'calls ticked terms that find nothing by name, but for what others have: %s',
    async (path) => {
      const stranger = await makeOrganisation(service)
      const barn = await makePlace(stranger, { substorage: [{ name: 'Bay 1' }] })
      const own = await makePlace(await makeOrganisation(service), {})
      const none = 'f:harvestYear=1999'
      const terms = async (query: string, client = farm.as('viewer')) =>
        (await client.get(`${path}?${none}&${query}`)).body.activeFilters[1].terms
      const units = [farm.businessUnitId, stranger.businessUnitId]
      const [unit] = (await farm.as('viewer').get('/api/identity/business-units')).body
      expect(await terms(`f:businessUnitIds=${units.join(',')}`)).toMatchObject(
        [unit.name, stranger.businessUnitId].sort().map((name) => ({ name })),
      )
      const places = [barn.id, own.id]
      expect(await terms(`f:storageId=${places.join(',')}`, stranger.as('viewer'))).toMatchObject(
        [barn.name, own.id].sort().map((name) => ({ name })),
      )
    },
  )

  test('each of its documents is what Get Storage answers, but for the boundary', async () => {
    for (const doc of (await search('')).docs)
      expect((await farm.as('viewer').get(`${base}/${doc.id}`)).body).toEqual({ ...doc, boundary: null })
  })

  test.each([
    'sortBy=colour',
    'limit=201',
    'offset=-1',
    'colour=red',
    'f:commodity=nonsense',
    'f:hasInventory=maybe',
    'query=%00',
    'conflict=perhaps',
  ])('refuses %s', async (query) => {
    expect((await farm.as('viewer').get(`${base}/search?${query}`)).status).toBe(400)
  })
})

describe('CSV', () => {
  test.each(['format=csv&limit=1', 'format=csv&conflict=true'])(
    'has the rows of the search without paging: %s',
    async (query) => {
      const answer = await farm.as('viewer').get(`${base}/search?${query}`)
      expect(answer.headers['content-type']).toMatch(/^text\/csv/)
      const rows: Record<string, string>[] = parse(answer.body, { columns: true, bom: true })
      const { docs } = await search(query.replace('format=csv&', '').replace('limit=1', ''))
      expect(rows.map(({ id }) => id)).toEqual(docs.map(({ id }: { id: string }) => id))
      expect(rows.find(({ substorage }) => substorage === 'B1')).toMatchObject({
        name: "'=Beta",
        // Nobody said where it is.
        lat: '',
        lon: '',
        weight: '2000',
        isConflicted: 'true',
      })
    },
  )

  test('has the weight of all that lies in a place, also where a plan has put two parcels into one bay', async () => {
    const yard = await makeOrganisation(service)
    const manager = yard.as('manager')
    const { id: storageId, substorage } = await makePlace(yard, {
      substorage: [{ name: 'Bay 1', record: stock(WHEAT, 5000) }],
    })
    const { id: substorageId } = substorage[0]
    const barley = {
      ...stock(BARLEY, 3000),
      storage: [{ storageId, substorageId, weight: 3000 }],
      source: { intake: { moveAtUTC: '2026-08-15', driverName: 'Jo' } },
    }
    expect((await manager.post('/api/inventory/records', barley)).status).toBe(200)
    service.clock.advance({ days: 2 })
    const { body } = await manager.get(`${base}/search`)
    expect(body.aggregations[0]).toMatchObject({ name: 'weight', sum: 8000 })
    const csv = (await manager.get(`${base}/search?format=csv`)).body
    service.clock.advance({ days: -2 })
    expect(parse(csv, { columns: true, bom: true })).toMatchObject([{ weight: '8000' }])
  })

  test('is there for the list too', async () => {
    const answer = await farm.as('viewer').get(base, { accept: 'text/csv' })
    expect(parse(answer.body, { columns: true, bom: true })).toHaveLength(4)
  })
})

describe('a text finds what is kept under it, however it was written', () => {
  const decomposed = 'E\u0301table'
  const written = [
    ['a no-break blank', 'Long\u00a0Meadow'],
    ['two blanks', 'Long  Meadow'],
    ['a tab', 'Long\tMeadow'],
    ['a blank without width', 'Long Mea\u200bdow'],
    ['a letter and its mark', decomposed],
  ]

  test.each(['étable', 'ETABLE', 'etab', 'Étable'])('whatever its case and accents: %s', async (text) => {
    const yard = await makeOrganisation(service)
    const { id } = await makePlace(yard, { name: 'Étable', substorage: [] })
    const { body } = await yard.as('viewer').get(`${base}?query=${encodeURIComponent(text)}`)
    expect(body.docs).toMatchObject([{ id }])
  })

  test('a filter is taken with and without f:', async () => {
    expect((await list('type=store')).totalDocs).toBe(3)
    expect((await list('f:type=store')).totalDocs).toBe(3)
    expect((await search('type=store&f:harvestYear=2025')).totalDocs).toBe(1)
    expect((await list('f:type=store&type=field')).totalDocs).toBe(4)
  })

  test.each(written)('%s', async (_what, name) => {
    const yard = await makeOrganisation(service)
    const commodity = { id: WHEAT, type: WHEAT * 100 + 1, tags: [], variety: name }
    const { id } = await makePlace(yard, {
      name,
      tags: [name],
      substorage: [{ name: 'Bay 1', record: { ...stock(WHEAT, 5000), commodity } }],
    })
    const text = encodeURIComponent(name ?? '')
    for (const query of [
      `?query=${text}`,
      `?tags=${text}`,
      `/search?query=${text}`,
      `/search?f:tags=${text}`,
      `/search?f:commodityVariety=${text}`,
    ]) {
      const { body } = await yard.as('viewer').get(`${base}${query}`)
      expect([query, body.docs?.map((doc: { id: string }) => doc.id)]).toEqual([query, [id]])
    }
    const records = await yard.as('viewer').get(`/api/inventory/records?f:commodityVariety=${text}`)
    expect(records.body.totalDocs).toBe(1)
  })
})

test('bays may be left out, and what they come to stays', async () => {
  const yard = await makeOrganisation(service)
  const bays = Array.from({ length: 300 }, (_bay, index) => ({
    name: `Bay ${index + 1}`,
    capacity: [{ commodityId: WHEAT, weight: 1000 }],
    ...(index < 2 && { record: stock(WHEAT, index === 0 ? 2000.5 : 500) }),
  }))
  const { id } = await makePlace(yard, { name: 'Long Barn', substorage: bays })
  for (const path of [base, `${base}/search`]) {
    const read = async (query: string) => {
      const { docs, ...envelope } = (await yard.as('viewer').get(`${path}?type=store${query}`)).body
      return { doc: docs[0], totals: envelope.aggregations }
    }
    const [whole, short] = [await read(''), await read('&bays=false')]
    expect(whole.doc.substorage).toHaveLength(300)
    const sums = { id, substorageCount: 300, occupiedCount: 2, storedWeight: 2500.5, isConflicted: true }
    expect(short).toEqual({ doc: { ...whole.doc, ...sums, substorage: [] }, totals: whole.totals })
    // A page of it does not grow with the bays.
    expect(JSON.stringify(short.doc).length).toBeLessThan(2000)
  }
})
