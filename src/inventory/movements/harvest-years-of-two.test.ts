import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { harvestLoad, makeBay, makeField, stock, type Bay } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { imported } from '../imports/test-imports.ts'

// Where a harvest spans new year, 2026 and 2026/27 are one year, and one form of it is kept.

const base = '/api/inventory'

let service: TestApp
let farm: TestOrganisation
let bay: Bay

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

async function openFarm(countryISO = 'AU'): Promise<void> {
  farm = await makeOrganisation(service, { countryISO, timeZone: 'Australia/Sydney' })
  bay = await makeBay(farm)
}

const enter = async (body: object) => ok(await farm.as('manager').post(`${base}/records`, body))
const plain = (weight: number, harvestYear: string) =>
  stock(bay, weight, { harvestYear, commodity: { id: 1, type: 101 } })
const read = async (url: string) => ok(await farm.as('viewer').get(`${base}${url}`))

test.each(['AU', 'NZ'])('in %s stock of 2026 joins that of 2026/27, whichever comes first', async (iso) => {
  for (const years of [
    ['2026', '2026/27'],
    ['2026/27', '2026'],
  ]) {
    await openFarm(iso)
    const records = []
    for (const year of years) records.push(await enter(plain(1000, year)))
    expect(records[1]).toMatchObject({ id: records[0].id, harvestYear: '2026/27', yield: { current: 2000 } })
    expect(records[0].name).toContain('2026/27')
  }
})

test('a commodity may repeat the year in the other form, and no other year', async () => {
  await openFarm()
  const body = plain(1000, '2026')
  await enter({ ...body, commodity: { ...body.commodity, harvestYear: '2026/27' } })
  const other = { ...body, commodity: { ...body.commodity, harvestYear: '2025/26' } }
  const answer = await farm.as('manager').post(`${base}/records`, other)
  expect(answer.body.validation).toMatchObject([{ path: 'commodity.harvestYear' }])
})

test('searches, facets and histories find either form', async () => {
  await openFarm()
  const record = await enter(plain(1000, '2026'))
  await enter({
    ...plain(0, '2026'),
    storage: [{ storageId: await makeField(farm) }],
    source: { planting: { expectedYield: 4000 } },
  })
  for (const year of ['2026', '2026/27']) {
    const query = `f:harvestYear=${encodeURIComponent(year)}`
    const { docs, facets } = await read(`/records?${query}&sortBy=createdAtUTC`)
    expect(docs).toMatchObject([{ id: record.id, harvestYear: '2026/27' }, { harvestYear: '2026/27' }])
    const facet = facets.find(({ name }: { name: string }) => name === 'f:harvestYear')
    expect(facet.terms).toMatchObject([{ id: '2026/27', hits: '2', selected: 'true' }])
    expect((await read(`/storage?${query}`)).totalDocs).toBe(2)
    expect(await read(`/harvest-plans?${query}`)).toMatchObject([{ harvestYear: '2026/27' }])
    expect((await read(`/harvest-plans/history?${query}`)).labels).toEqual(['2026/27'])
  }
  expect((await read('/records?f:harvestYear=2025')).totalDocs).toBe(0)
})

test('a correction, an offer and a file say the year in either form', async () => {
  await openFarm()
  const { id } = await enter(plain(1000, '2025'))
  const body = ok(await farm.as('manager').patch(`${base}/records/${id}`, { harvestYear: '2026' }))
  expect(body).toMatchObject({ harvestYear: '2026/27' })
  expect(body.timeline.at(-1).details.statusMessage).toBe('Changed harvest year from 2025/26 to 2026/27.')
  const same = ok(await farm.as('manager').patch(`${base}/records/${id}`, { harvestYear: '2026' }))
  expect(same.timeline).toHaveLength(body.timeline.length)
  const offered = { type: 'crop', commodity: { id: 1, type: 101 }, harvestYear: '2026', weight: 1000 }
  ok(await farm.as('manager').post(`${base}/trade-availability`, { commodities: [offered] }))
  const file = 'Store,Bay,Commodity,Type,Harvest year,Weight (t)\nLong Barn,Bay 1,Wheat,Winter,2026,5\n'
  expect(await imported(farm.as('manager'), 'inventory/stores', file)).toMatchObject({ success: 1 })
  const years = (await read('/records')).docs.map(({ harvestYear }: { harvestYear: string }) => harvestYear)
  expect(new Set(years)).toEqual(new Set(['2026/27']))
})

test('a crop of 2026 comes off its field into the heap of 2026/27', async () => {
  await openFarm()
  const heap = await enter(plain(1000, '2026/27'))
  const fieldId = await makeField(farm)
  const planting = await enter({
    ...plain(0, '2026'),
    storage: [{ storageId: fieldId }],
    source: { planting: { expectedYield: 4000 } },
  })
  const load = harvestLoad({ fieldId, ...bay, weightNet: 500, dateISO: service.clock.now().toISOString() })
  ok(await farm.as('manager').post(`${base}/harvest-plans/${planting.harvest.harvestPlanId}/loads`, [load]))
  expect((await read(`/records/${heap.id}`)).yield.current).toBe(1500)
})
