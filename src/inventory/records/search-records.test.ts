import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type Answer, type TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import {
  BARLEY,
  enterRecord,
  FEED,
  GROUP_1,
  makeBay,
  makeBays,
  makeField,
  ORGANIC,
  records,
  stock,
  WHEAT,
  WINTER,
} from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

const DAY_MS = 24 * 3600 * 1000

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

describe('the search', () => {
  let mill: TestOrganisation

  beforeAll(async () => {
    mill = await makeOrganisation(service, { name: 'Mill Lane' })
    const location = { address: { city: 'Harpenden', region: 'Hertfordshire', regionISO: 'GB-HRT' } }
    const [a, b, c] = await makeBays(mill, 3, {
      location,
      businessUnitIds: [mill.businessUnitId],
      tags: ['dry'],
      name: 'North Store',
    })
    await enterRecord(mill, stock(a, 10_000, { name: '=SUM(A1)', tags: ['early'] }))
    await enterRecord(
      mill,
      stock(b, 5000.5, {
        commodity: { id: WHEAT, type: WINTER, grade: FEED, variety: 'Graham', tags: [ORGANIC] },
      }),
    )
    await enterRecord(mill, stock(c, 2000, { harvestYear: '2025', commodity: { id: BARLEY, type: 201 } }))
    await enterRecord(
      mill,
      stock(undefined, 0, {
        source: { type: 'planting', planting: { expectedYield: 7000 } },
        storage: [{ storageId: await makeField(mill, 3) }],
      }),
    )
  })

  const search = async (query: string) => ok(await mill.as('viewer').get(`${records}${query}`))
  const hits = (body: Answer['body'], name: string) =>
    Object.fromEntries(
      body.facets
        .find((facet: { name: string }) => facet.name === name)
        .terms.map((term: { name: string; hits: string }) => [term.name, term.hits]),
    )

  test('adds up what was found, per commodity and per place', async () => {
    const body = await search('')
    expect(body).toMatchObject({ totalDocs: 4, limit: 25, offset: 0, clearUrl: records })
    expect(body.docs[0]).not.toHaveProperty('timeline')
    expect(body.aggregations).toMatchObject([
      { name: 'weight', unit: 'kg', sum: 38_000.5, min: 2000, max: 21_000, hits: 4 },
      { name: 'area', unit: 'ha', sum: 3, count: 1 },
      { name: 'lastCountVariance', unit: 'kg', sum: 0, count: 0 },
    ])
    expect(body.custom).toMatchObject({
      commodities: [
        {
          commodity: { id: WHEAT, name: 'Wheat', totalWeight: 36_000.5, soldWeight: 0 },
          types: [
            {
              id: WINTER,
              name: 'Winter',
              totalWeight: 36_000.5,
              grades: [
                { id: GROUP_1, totalWeight: 31_000 },
                { id: FEED, totalWeight: 5000.5 },
              ],
            },
          ],
        },
        {
          commodity: { id: BARLEY, totalWeight: 2000 },
          types: [{ grades: [{ id: 0, name: '', totalWeight: 2000 }] }],
        },
      ],
      businesses: [{ id: mill.businessUnitId, totalWeight: 17_000.5 }],
      locations: [{ id: 'Harpenden', totalWeight: 17_000.5 }],
      areas: [
        { name: 'Long Field', totalWeight: 21_000 },
        { name: 'North Store', totalWeight: 17_000.5 },
      ],
      regions: [{ id: 'GB-HRT', name: 'Hertfordshire', totalWeight: 17_000.5 }],
    })
  })

  test('counts a facet under the other filters', async () => {
    const body = await search(`?f:commodity=${WHEAT}&f:storageType=store`)
    expect(body.totalDocs).toBe(2)
    expect(hits(body, 'f:commodity')).toEqual({ Wheat: '2', Barley: '1' })
    expect(hits(body, 'f:storageType')).toEqual({ Store: '2', Field: '1' })
    expect(hits(body, 'f:commodityGrade')).toEqual({ 'Group 1': '1', Feed: '1' })
    expect(hits(body, 'f:commodityTags')).toEqual({ Organic: '1' })
    expect(hits(body, 'f:organisationId')).toEqual({ 'Mill Lane': '2' })
    expect(hits(body, 'f:tagl')).toEqual({ dry: '2' })
    expect(hits(body, 'f:tags')).toEqual({ early: '1' })
    expect(hits(body, 'f:regionISO')).toEqual({ Hertfordshire: '2' })
    const barley = body.facets[1].terms.find((term: { name: string }) => term.name === 'Barley')
    expect(ok(await mill.as('viewer').get(barley.url)).totalDocs).toBe(3)
  })

  test.each([
    ['f:commodityType=101&sortBy=weight&sortDesc=true', [21_000, 10_000, 5000.5]],
    ['f:harvestYear=2025', [2000]],
    ['f:commodityGrade=0', [2000]],
    [`f:commodityGrade=0,${FEED}&sortBy=weight`, [2000, 5000.5]],
    ['f:regionISO=gb-hrt&sortBy=weight', [2000, 5000.5, 10_000]],
    ['f:commodityVariety=Skyfall,Graham&f:type=crop&sortBy=weight', [5000.5, 10_000, 21_000]],
    ['f:location=Harpenden&f:regionISO=GB-HRT&f:tagl=dry&sortBy=weight', [2000, 5000.5, 10_000]],
    ['f:status=active&sortBy=weight&limit=2&offset=1', [5000.5, 10_000]],
    ['f:status=Active&sortBy=weight&limit=1', [2000]],
    ['f:status=empty', []],
    ['f:source=planting', [21_000]],
    ['f:source=existing,Trade&sortBy=weight', [2000, 5000.5, 10_000]],
    ['requiresCleaning=true', []],
    ['docs=false', []],
  ])('finds by %s', async (query, weights) => {
    const { docs } = await search(`?${query}`)
    expect(docs.map((doc: Answer['body']) => doc.yield.current)).toEqual(weights)
  })

  test('shows what has no grade under the grade 0, and a region as it is written wherever it is asked for', async () => {
    const body = await search('?f:commodityGrade=0&f:regionISO=gb-hrt')
    expect(hits(body, 'f:commodityGrade')).toEqual({ 'Group 1': '1', Feed: '1', Ungraded: '1' })
    expect(body.activeFilters).toMatchObject([
      { name: 'f:commodityGrade', terms: [{ name: 'Ungraded' }] },
      { name: 'f:regionISO', terms: [{ name: 'Hertfordshire' }] },
    ])
  })

  test.each([
    '?colour=red',
    '?sortBy=shape',
    '?f:commodity=nonsense',
    '?f:storageId=1',
    '?f:status=full',
    '?f:source=sale',
    '?ownerStatus=mine',
    '?limit=0',
  ])('refuses %s', async (query) => {
    const answer = await mill.as('viewer').get(`${records}${query}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(answer.body.validation).toHaveLength(1)
  })

  test('says which words a filter knows', async () => {
    const { body } = await mill.as('viewer').get(`${records}?f:status=full,empty&f:tagm=farm,barn`)
    expect(body.validation).toMatchObject([
      { path: 'f:status', message: '"full" is not active or empty', code: 'enum' },
      { path: 'f:tagm', message: '"barn" is not farm, store, merchant, office or other', code: 'enum' },
    ])
  })

  test('gives the same rows as CSV, without paging, and defuses formulas', async () => {
    const answer = await mill.as('viewer').get(`${records}?limit=1&sortBy=weight&format=csv`)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows: Record<string, string>[] = parse(ok(answer), { columns: true, bom: true })
    const { docs } = await search('?sortBy=weight')
    expect(rows.map((row) => [row['id'], Number(row['current kg'])])).toEqual(
      docs.map((doc: Answer['body']) => [doc.id, doc.yield.current]),
    )
    expect(rows.map((row) => row['name'])).toContain("'=SUM(A1)")
  })
})

test('totals of what is sold are those of the records, also when a plan has changed, and come due since', async () => {
  const farm = await makeOrganisation(service)
  const manager = farm.as('manager')
  const { id } = await enterRecord(farm, stock(await makeBay(farm), 1000))
  const sale = { recordId: id, sold: true, destination: { organisationId: 'mill', organisationName: 'Mill' } }
  const planned = new Date(service.clock.now().getTime() + DAY_MS).toISOString()
  const plan = (weight: number) => ({ ...sale, weight, movementDateISO: planned })
  const movements = '/api/inventory/movements'
  const [changed] = ok(await manager.post(movements, plan(400))).ids
  const [deleted] = ok(await manager.post(movements, plan(50))).ids
  ok(await manager.put(`${movements}/${changed}`, plan(300)))
  ok(await manager.delete(`${movements}/${deleted}`, { recordId: id }))
  const offered = ok(
    await manager.post('/api/inventory/trade-availability', {
      commodities: [
        {
          type: 'crop',
          harvestYear: '2026',
          commodity: { id: WHEAT, type: WINTER },
          weight: 500,
          soldWeight: 200,
        },
      ],
    }),
  )
  expect(offered.soldWeight).toBe(200)
  const sold = async () => {
    const body = ok(await farm.as('viewer').get(records))
    const weights = body.docs.map(({ soldWeight }: { soldWeight: number }) => soldWeight)
    return [weights, body.custom.commodities[0].commodity.soldWeight]
  }
  expect(await sold()).toEqual([[200, 0], 200])
  expect(ok(await manager.get(`${records}/${id}`)).position).toBe(700)
  const before = service.clock.now()
  service.clock.advance({ days: 2 })
  expect(await sold()).toEqual([[200, 300], 500])
  service.clock.set(before)
})

test('what is to come into an empty bay is active until it is taken back, and after some of it has come and gone', async () => {
  const farm = await makeOrganisation(service)
  const manager = farm.as('manager')
  const [bay, other] = await makeBays(farm, 2)
  const { id: heap } = await enterRecord(farm, stock(bay, 1000))
  const before = service.clock.now()
  const movements = '/api/inventory/movements'
  const plan = async (recordId: string, destination: typeof bay, days: number) => {
    const movementDateISO = new Date(before.getTime() + days * DAY_MS).toISOString()
    const body = ok(await manager.post(movements, { recordId, weight: 100, movementDateISO, destination }))
    return { movementId: body.ids[0], recordId: body.recordIds[0] }
  }
  const { movementId, recordId } = await plan(heap, other, 5)
  const statuses = async () => {
    const searched = async (status: string) =>
      ok(await farm.as('viewer').get(`${records}?f:status=${status}`)).docs.map(
        (record: { id: string }) => record.id,
      )
    const body = ok(await farm.as('viewer').get(`${records}/${recordId}`))
    expect((await searched(body.status)).includes(recordId)).toBe(true)
    return body.status
  }
  expect(await statuses()).toBe('active')
  await plan(heap, other, 1)
  await plan(recordId, bay, 2)
  service.clock.advance({ days: 3 })
  expect(await statuses()).toBe('active')
  ok(await manager.delete(`${movements}/${movementId}`, { recordId: heap }))
  expect(await statuses()).toBe('empty')
  service.clock.set(before)
})

test('an unweighed load that is planned makes a record active until it is taken back or due', async () => {
  const farm = await makeOrganisation(service)
  const manager = farm.as('manager')
  const before = service.clock.now()
  const inDays = (days: number) => new Date(before.getTime() + days * DAY_MS).toISOString()
  const [bay] = await makeBays(farm, 1)
  const planned = (days: number) => stock(bay, 0, { source: { intake: { moveAtUTC: inDays(days) } } })
  const { id, movementId } = await enterRecord(farm, planned(1))
  const movement = `/api/inventory/movements/${movementId}`
  const statuses = async () => {
    const { facets } = ok(await farm.as('viewer').get(records))
    const { terms } = facets.find(({ name }: { name: string }) => name === 'f:status')
    const told = ok(await farm.as('viewer').get(`${records}/${id}`)).status
    return [told, ...terms.map(({ name }: { name: string }) => name)]
  }
  expect(await statuses()).toEqual(['active', 'Active'])
  ok(await manager.delete(movement, { recordId: id }))
  expect(await statuses()).toEqual(['empty', 'Empty'])
  // The bay's record is there already.
  expect((await enterRecord(farm, planned(2))).id).toBe(id)
  expect(await statuses()).toEqual(['active', 'Active'])
  service.clock.advance({ days: 3 })
  expect(await statuses()).toEqual(['empty', 'Empty'])
  service.clock.set(before)
})

test('an organisation that keeps nothing of the caller’s is not told by name to who asks for its id', async () => {
  const farm = await makeOrganisation(service)
  const keeper = await makeOrganisation(service)
  const stranger = await makeOrganisation(service)
  await acceptForGood(farm, keeper)
  const owner = { id: farm.organisationId, name: farm.name }
  await enterRecord(
    keeper,
    stock(await makeBay(keeper), 1000, { owned: false, source: { type: 'existing', owner } }),
  )
  const ids = [farm, keeper, stranger].map((each) => each.organisationId)
  const found = await farm
    .as('viewer')
    .get(`${records}?f:harvestYear=1999&f:storageOrganisationId=${ids.join()}`)
  const terms = ok(found).activeFilters[1].terms
  expect(terms.map(({ name }: { name: string }) => name).sort()).toEqual(
    [farm.name, keeper.name, stranger.organisationId].sort(),
  )
})

test('the documents list every parameter of the search', async () => {
  const body = ok(await service.client().get('/api/inventory/openapi.json'))
  const names = body.paths['/api/inventory/records'].get.parameters.map(({ name }: { name: string }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'limit',
      'offset',
      'sortBy',
      'sortDesc',
      'docs',
      'format',
      'ownerStatus',
      'f:commodity',
      'f:tagm',
    ]),
  )
})
