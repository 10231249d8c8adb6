import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../test/app.ts'
import { makeOrganisation } from '../../test/factories.ts'
import { base, makeBay, makeField, makeRecord, ok, stock, WHEAT, WINTER } from '../../test/records.ts'

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
  const heap = await makeRecord(farm, stock(bay, 10, { tags: GIVEN }))
  const planting = { source: { planting: {} }, storage: [{ storageId: await makeField(farm) }], tags: GIVEN }
  const crop = await makeRecord(farm, stock(undefined, 0, planting))
  const commodity = { id: WHEAT, type: WINTER }
  const item = { type: 'crop', harvestYear: '2026', commodity, weight: 5, tags: GIVEN }
  const availability = '/api/inventory/trade-availability'
  const offer = ok(await manager.post(availability, { commodities: [item] })).body
  const again = ok(await manager.patch(`${availability}/${offer.id}`, { tags: [...GIVEN, 'dry '] })).body
  expect([heap, crop, offer, again].map(({ tags }) => tags)).toEqual([KEPT, KEPT, KEPT, KEPT])
  const store = ok(await manager.patch(`/api/inventory/storage/${bay.storageId}`, { tags: GIVEN })).body
  expect(store).toMatchObject({ tags: KEPT, location: { address: { city: 'Ware' } } })

  const { facets } = ok(await manager.get(base)).body
  for (const [name, hits] of Object.entries({ 'f:tags': '3', 'f:tagl': '1', 'f:location': '1' })) {
    const { terms } = facets.find((facet: { name: string }) => facet.name === name)
    expect(terms.map((term: { hits: string }) => term.hits)).toEqual(terms.map(() => hits))
    for (const { url } of terms) expect(ok(await manager.get(url)).body.totalDocs).toBe(Number(hits))
  }
})
