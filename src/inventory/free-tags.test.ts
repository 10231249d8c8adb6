import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../test/app.ts'
import { makeOrganisation } from '../../test/factories.ts'
import { enterRecord, makeBay, makeField, records, stock, WHEAT, WINTER } from '../../test/farm.ts'
import { ok } from '../../test/scene.ts'

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const GIVEN = [' Trial', 'trial', 'Trial ', 'Dry']
const KEPT = ['Trial', 'Dry']

test('tags are kept once each and without blanks around, and found by what is shown', async () => {
  const farm = await makeOrganisation(service)
  const manager = farm.as('manager')
  const place = { tags: GIVEN, location: { address: { city: ' Ware ' } } }
  const bay = await makeBay(farm, place)
  const heap = await enterRecord(farm, stock(bay, 10, { tags: GIVEN }))
  const planting = { source: { planting: {} }, storage: [{ storageId: await makeField(farm) }], tags: GIVEN }
  const crop = await enterRecord(farm, stock(undefined, 0, planting))
  const commodity = { id: WHEAT, type: WINTER }
  const item = { type: 'crop', harvestYear: '2026', commodity, weight: 5, tags: GIVEN }
  const availability = '/api/inventory/trade-availability'
  const offer = ok(await manager.post(availability, { commodities: [item] }))
  const again = ok(await manager.patch(`${availability}/${offer.id}`, { tags: [...GIVEN, 'dry '] }))
  expect([heap, crop, offer, again].map(({ tags }) => tags)).toEqual([KEPT, KEPT, KEPT, KEPT])
  const store = ok(await manager.patch(`/api/inventory/storage/${bay.storageId}`, { tags: GIVEN }))
  expect(store).toMatchObject({ tags: KEPT, location: { address: { city: 'Ware' } } })

  const { facets } = ok(await manager.get(records))
  for (const [name, hits] of Object.entries({ 'f:tags': '3', 'f:tagl': '1', 'f:location': '1' })) {
    const { terms } = facets.find((facet: { name: string }) => facet.name === name)
    expect(terms.map((term: { hits: string }) => term.hits)).toEqual(terms.map(() => hits))
    for (const { url } of terms) expect(ok(await manager.get(url)).totalDocs).toBe(Number(hits))
  }
})

test('tags and towns are found and counted as one, whatever their case, and called what they are called mostly', async () => {
  const farm = await makeOrganisation(service)
  const viewer = farm.as('viewer')
  const places = [
    { tags: ['Trial'], city: 'Ware' },
    { tags: ['trial', 'Dry'], city: 'WARE' },
    { tags: ['Trial'], city: 'Ware' },
  ]
  for (const { tags, city } of places)
    await enterRecord(
      farm,
      stock(await makeBay(farm, { tags, location: { address: { city } } }), 10, { tags }),
    )
  interface Facet {
    name: string
    terms: { name: string; hits: string }[]
  }
  const termsOf = (facets: Facet[], wanted: string) =>
    facets.find(({ name }) => name === wanted)?.terms.map(({ name, hits }) => `${name} ${hits}`)

  const ticked = ok(await viewer.get(`${records}?f:tags=TRIAL&f:tagl=tRIAL&f:location=ware`))
  expect(ticked.totalDocs).toBe(3)
  expect(['f:tags', 'f:tagl', 'f:location'].map((name) => termsOf(ticked.facets, name))).toEqual([
    ['Trial 3', 'Dry 1'],
    ['Trial 3', 'Dry 1'],
    ['Ware 3'],
  ])
  expect(ticked.custom.locations).toMatchObject([{ id: 'Ware', totalWeight: 30 }])
  const stores = ok(await viewer.get('/api/inventory/storage/search?f:tags=trial'))
  expect(stores.totalDocs).toBe(3)
  expect(termsOf(stores.facets, 'f:tags')).toEqual(['Trial 3', 'Dry 1'])
})
