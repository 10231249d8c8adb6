import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { newId } from '../../kernel/ids.ts'
import { BARLEY, CLEANED, makePlace, stock, WHEAT } from '../../../test/farm.ts'
import { base } from './test-storage.ts'

let service: TestApp
let farm: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

describe('who sees what', () => {
  test('others get 404 everywhere, and so do ids that cannot be', async () => {
    const store = await makePlace(farm, { substorage: [{ name: 'Bay', record: stock(undefined, 1000) }] })
    const other = (await makeOrganisation(service)).as('owner')
    for (const id of [store.id, newId(), 'not-an-id', '%00', `${store.id}x`]) {
      const asked = id === store.id ? other : farm.as('owner')
      expect((await asked.get(`${base}/${id}`)).status, id).toBe(404)
      expect((await asked.get(`${base}/${id}/conflicts`)).status, id).toBe(404)
      // Text that no database can keep is a fault of the query, wherever it stands.
      expect((await asked.get(`${base}/notes?storageId=${id}`)).status, id).toBe(id === '%00' ? 400 : 404)
      expect((await asked.patch(`${base}/${id}`, { name: 'Mine' })).status, id).toBe(404)
      expect(
        (await asked.post(`${base}/${id}/commodities`, { substorageId: 1, commodityId: 1, weight: 1 }))
          .status,
        id,
      ).toBe(404)
    }
    expect(
      (await other.post(`${base}/notes`, { storageId: store.id, reasonId: CLEANED, note: 'x' })).status,
    ).toBe(404)
    expect((await other.get(`${base}/by-records?ids=${store.substorage[0].record.id}`)).body).toEqual([])
    expect((await other.get(`${base}/names`)).body).toEqual([])
    expect((await other.get(`${base}/search`)).body).toMatchObject({ totalDocs: 0, docs: [] })
  })

  test('an owner of grain sees the bays with it, and may change nothing', async () => {
    const grower = await makeOrganisation(service, { name: 'Grower' })
    await acceptForGood(grower, farm)
    const kept = {
      owned: false,
      source: { type: 'existing', owner: { id: grower.organisationId, name: 'Grower' } },
    }
    const store = await makePlace(farm, {
      name: 'Shared Barn',
      businessUnitIds: [farm.businessUnitId],
      tags: ['private'],
      substorage: [
        {
          name: 'Theirs',
          capacity: [{ commodityId: WHEAT, weight: 50_000 }],
          record: stock(undefined, 5000, kept),
        },
        { name: 'Ours', capacity: [{ commodityId: BARLEY, weight: 9000 }], record: stock(undefined, 9000) },
      ],
    })
    const seen = await grower.as('viewer').get(`${base}/${store.id}`)
    expect(seen).toMatchObject({
      status: 200,
      body: {
        organisationId: farm.organisationId,
        businessUnits: [],
        tags: [],
        substorageCount: 1,
        substorage: [{ name: 'Theirs', record: { owned: false, weight: { weight: 5000 } } }],
      },
    })
    const { boundary: _none, ...listed } = seen.body
    expect((await grower.as('viewer').get(`${base}/search`)).body).toMatchObject({
      totalDocs: 1,
      docs: [listed],
      aggregations: [{ name: 'weight', sum: 5000 }, { name: 'area' }],
    })
    for (const hidden of ['/search?f:tags=private', '/search?query=ours', `?storeCommodity=${BARLEY}`])
      expect((await grower.as('viewer').get(base + hidden)).body.totalDocs, hidden).toBe(0)
    for (const shown of ['/search?query=theirs', `?storeCommodity=${WHEAT}`])
      expect((await grower.as('viewer').get(base + shown)).body.totalDocs, shown).toBe(1)
    expect((await farm.as('viewer').get(`${base}?query=ours&storeCommodity=${BARLEY}`)).body.totalDocs).toBe(
      1,
    )
    const byRecords = await grower
      .as('viewer')
      .get(
        `${base}/by-records?ids=${store.substorage.map((bay: { record: { id: string } }) => bay.record.id).join(',')}`,
      )
    expect(byRecords.body).toEqual([listed])
    const lying = await grower.as('viewer').get(`/api/inventory/records/${seen.body.substorage[0].record.id}`)
    expect(lying.body.storage).toMatchObject({ substorageName: 'Theirs', substorageCount: 1 })
    expect((await grower.as('viewer').get(`${base}/${store.id}/conflicts`)).status).toBe(200)
    expect((await grower.as('owner').patch(`${base}/${store.id}`, { name: 'Mine' })).status).toBe(404)
    expect((await grower.as('owner').get(`${base}/notes?storageId=${store.id}`)).status).toBe(404)
  })
})

test('names, by name, with where they are', async () => {
  const organisation = await makeOrganisation(service)
  const store = await makePlace(organisation, {
    name: 'beta',
    businessUnitIds: [organisation.businessUnitId],
    location: { address: { city: 'Harpenden', postcode: 'AL5' } },
  })
  await makePlace(organisation, {
    name: 'Alpha',
    type: 'field',
    location: { threeWords: 'filled.count.soap' },
  })
  expect((await organisation.as('viewer').get(`${base}/names`)).body).toMatchObject([
    { name: 'Alpha', location: 'filled.count.soap', businessUnits: [] },
    {
      id: store.id,
      name: 'beta',
      location: 'Harpenden, AL5',
      businessUnits: [{ id: organisation.businessUnitId }],
    },
  ])
})

test.each([
  ['an empty bay without any', [], undefined, 0, true],
  ['an empty bay with one', [{ commodityId: WHEAT, weight: 500 }], undefined, 500, false],
  [
    'an empty bay with two',
    [
      { commodityId: WHEAT, weight: 500 },
      { commodityId: BARLEY, weight: 400 },
    ],
    undefined,
    0,
    false,
  ],
  ['a full bay', [{ commodityId: WHEAT, weight: 300 }], 300, 0, false],
  ['a bay with one for something else', [{ commodityId: BARLEY, weight: 400 }], 300, 0, true],
  ['a bay with none', [], 300, 0, true],
] as const)('says whether there is a limit: %s', async (_what, capacity, weight, left, unlimited) => {
  const yard = await makeOrganisation(service)
  const record = weight === undefined ? {} : { record: stock(undefined, weight) }
  const { id } = await makePlace(yard, { substorage: [{ name: 'Bay 1', capacity, ...record }] })
  const { body } = await yard.as('viewer').get(`${base}/${id}`)
  expect(body.substorage[0]).toMatchObject({ remainingCapacity: { weight: left }, unlimited })
  // Nothing lies at 0, 0.
  expect(body.location.coordinates).toBeNull()
})
