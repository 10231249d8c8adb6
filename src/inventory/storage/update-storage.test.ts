import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { newId } from '../../kernel/ids.ts'
import { BARLEY, makePlace, stock, WHEAT } from '../../../test/farm.ts'
import { base, pathsOf } from './test-storage.ts'

let service: TestApp
let farm: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

describe('updating', () => {
  test('changes what is given and nothing else', async () => {
    const store = await makePlace(farm, {
      businessUnitIds: [farm.businessUnitId],
      location: { address: { city: 'Harpenden', postcode: 'AL5' }, coordinates: { lat: 51, lon: 1 } },
      tags: ['dry'],
      area: 2,
      substorage: [
        {
          name: 'North',
          capacity: [
            { commodityId: WHEAT, weight: 10 },
            { commodityId: BARLEY, weight: 20 },
          ],
        },
        { name: 'South', capacity: [{ commodityId: WHEAT, weight: 30 }] },
      ],
    })
    const [north, south] = store.substorage
    const patch = (body: object) => farm.as('manager').patch(`${base}/${store.id}`, body)

    expect((await patch({})).body).toEqual(store)
    expect((await patch({ name: 'New Barn' })).body).toEqual({ ...store, name: 'New Barn' })
    const moved = await patch({ name: 'Long Barn', location: { address: { city: 'St Albans' } } })
    expect(moved.body.location).toMatchObject({
      address: { city: 'St Albans', postcode: 'AL5' },
      coordinates: { lat: 51, lon: 1 },
    })

    const coded = await patch({ location: { address: { regionISO: 'gb-hrt', countryISO: 'gb' } } })
    expect(coded.body.location.address).toMatchObject({ regionISO: 'GB-HRT', countryISO: 'GB' })

    const bays = await patch({
      location: null,
      area: null,
      tags: [],
      businessUnitIds: [],
      substorage: [
        { id: north.id, name: 'South' },
        { id: south.id, name: 'North', capacity: [{ commodityId: BARLEY, weight: 5 }] },
        { name: 'East' },
      ],
    })
    expect(bays.body).toMatchObject({
      area: 0,
      tags: [],
      businessUnits: [],
      location: { threeWords: '', address: { city: '', postcode: '' }, coordinates: null },
      substorageCount: 3,
      message: expect.stringMatching(
        /^Capacities that the request left out were removed: North, wheat\. POST/,
      ),
      substorage: [
        { id: north.id, name: 'South', capacity: [{ commodityId: WHEAT }, { commodityId: BARLEY }] },
        { id: south.id, name: 'North', capacity: [{ commodityId: BARLEY, weight: { weight: 5 } }] },
        { name: 'East', capacity: [] },
      ],
    })
  })

  test.each<[stored: object | null, given: object, missing?: string]>([
    [null, { lat: 51 }, 'lon'],
    [null, { lat: null, lon: 1 }, 'lat'],
    [null, { lat: 51, lon: 0 }],
    [null, { lat: null }],
    [{ lat: 51, lon: 1 }, { lat: 52 }],
    [{ lat: 51, lon: 0 }, { lon: null }, 'lon'],
    [
      { lat: 51, lon: 1 },
      { lat: null, lon: null },
    ],
  ])('of coordinates %j, %j', async (coordinates, given, missing) => {
    const { id } = await makePlace(farm, { location: { coordinates } })
    const answer = await farm.as('manager').patch(`${base}/${id}`, { location: { coordinates: given } })
    expect(answer.status).toBe(missing ? 400 : 200)
    if (missing) expect(pathsOf(answer)).toEqual([`location.coordinates.${missing}`])
  })

  test('refuses bays of another store, bays given twice and names that are taken', async () => {
    const other = await makePlace(farm, { substorage: [{ name: 'Elsewhere' }] })
    const store = await makePlace(farm, { substorage: [{ name: 'North' }, { name: 'South' }] })
    const [north] = store.substorage
    const answer = await farm.as('manager').patch(`${base}/${store.id}`, {
      substorage: [
        { id: other.substorage[0].id, name: 'Mine' },
        { id: north.id },
        { id: north.id },
        { name: 'SOUTH' },
        {},
      ],
    })
    expect(answer.status).toBe(400)
    expect(pathsOf(answer)).toEqual([
      'substorage[0].id',
      'substorage[2].id',
      'substorage[3].name',
      'substorage[4].name',
    ])
    expect((await farm.as('viewer').get(`${base}/${store.id}`)).body).toEqual(store)
  })

  test('keeps a business unit that has been archived, and takes no other such', async () => {
    const owner = farm.as('owner')
    const units = '/api/identity/business-units'
    const { id } = (await owner.post(units, { name: 'Old Site' })).body
    const { id: storageId } = await makePlace(farm, { businessUnitIds: [id] })
    const { id: otherId } = await makePlace(farm)
    await owner.post(`${units}/${id}/archive`)
    const patch = (place: string) =>
      owner.patch(`${base}/${place}`, { businessUnitIds: [id, farm.businessUnitId] })
    expect((await patch(storageId)).body.businessUnits).toHaveLength(2)
    expect(pathsOf(await patch(otherId))).toEqual(['businessUnitIds[0]'])
  })

  test('honours If-Match', async () => {
    const store = await makePlace(farm)
    const { headers } = await farm.as('viewer').get(`${base}/${store.id}`)
    const match = { 'if-match': String(headers['etag']) }
    expect((await farm.as('manager').patch(`${base}/${store.id}`, { name: 'First' }, match)).status).toBe(200)
    expect((await farm.as('manager').patch(`${base}/${store.id}`, { name: 'Second' }, match)).status).toBe(
      412,
    )
  })
})

describe('capacities and conflicts', () => {
  test('a capacity is set anew, and an excess shows with its conflict', async () => {
    const store = await makePlace(farm, {
      substorage: [
        { name: 'Bay', capacity: [{ commodityId: WHEAT, weight: 50_000 }], record: stock(undefined, 30_000) },
      ],
    })
    const [bay] = store.substorage
    const set = (body: object) =>
      farm.as('manager').post(`${base}/${store.id}/commodities`, { substorageId: bay.id, ...body })
    expect((await set({ commodityId: BARLEY, weight: 40_000 })).body.substorage[0].capacity).toHaveLength(2)
    const tight = await set({ commodityId: WHEAT, weight: 20_000 })
    expect(tight.body).toMatchObject({
      isConflicted: true,
      substorage: [
        {
          remainingCapacity: { weight: -10_000 },
          conflict: { status: 'over_capacity', recordId: bay.record.id },
        },
      ],
    })
    const conflicts = await farm.as('viewer').get(`${base}/${store.id}/conflicts?substorageId=${bay.id}`)
    expect(conflicts.body).toMatchObject({
      status: 'success',
      conflicts: [{ kind: 'over_capacity', substorageId: bay.id, recordId: bay.record.id, weight: 10_000 }],
      movements: [],
    })
    expect((await set({ commodityId: WHEAT, weight: 30_000 })).body.isConflicted).toBe(false)
  })

  test('refuses a bay and a commodity that are not there', async () => {
    const store = await makePlace(farm, { substorage: [{ name: 'Bay' }] })
    const answer = await farm
      .as('manager')
      .post(`${base}/${store.id}/commodities`, { substorageId: 1, commodityId: 999_999, weight: 1 })
    expect(answer).toMatchObject({
      status: 400,
      body: { validation: [{ path: 'substorageId' }, { path: 'commodityId' }] },
    })
  })

  test('a bay that is not there has no plan', async () => {
    const store = await makePlace(farm)
    expect((await farm.as('viewer').get(`${base}/${store.id}/conflicts?substorageId=1`)).status).toBe(404)
    expect((await farm.as('viewer').get(`${base}/${store.id}/conflicts`)).body).toMatchObject({
      conflicts: [],
      movements: [],
    })
  })
})

test.each([undefined, 0])(
  'a crop entered before its field had an area gets the area with it (%j)',
  async (unknown) => {
    const manager = farm.as('manager')
    const field = { name: 'Far Field', type: 'field', area: unknown, location: null, substorage: [] }
    const { id, area: told } = (await manager.post(base, field)).body
    const crop = {
      type: 'crop',
      harvestYear: '2026',
      commodity: { id: WHEAT, type: 101 },
      storage: [{ storageId: id }],
      source: { planting: { expectedYield: 8000 } },
    }
    const records = '/api/inventory/records'
    const planting = (await manager.post(records, crop)).body
    expect(planting).toMatchObject({ status: 'empty', harvest: { area: 0 } })
    // An answer sent back says nothing new.
    for (const area of [told, 9.5, 12])
      expect((await manager.patch(`${base}/${id}`, { area })).status).toBe(200)
    const { body } = await manager.get(`${records}/${planting.id}`)
    expect(body).toMatchObject({
      status: 'active',
      harvest: { area: 9.5 },
      planting: { areaRemaining: 9.5 },
      yield: { initial: 76_000, current: 76_000 },
    })
    expect(body.timeline.at(-1).details.statusMessage).toBe(
      'Area changed from 0 ha to 9.5 ha, with its field.',
    )
  },
)

describe('business units in bulk', () => {
  test('takes the place of those before, all or none', async () => {
    const [one, two] = [await makePlace(farm), await makePlace(farm, { businessUnitIds: [] })]
    const put = (body: object) => farm.as('manager').put(`${base}/business-units`, body)
    const refused = await put({
      businessUnitId: farm.businessUnitId,
      storageIds: [one.id, newId(), 'nothing'],
    })
    expect(refused).toMatchObject({
      status: 404,
      body: { validation: [{ path: 'storageIds[1]' }, { path: 'storageIds[2]' }] },
    })
    expect((await farm.as('viewer').get(`${base}/${one.id}`)).body.businessUnits).toEqual([])
    const unknown = await put({ businessUnitId: newId(), storageIds: [one.id] })
    expect(unknown).toMatchObject({ status: 400, body: { validation: [{ path: 'businessUnitId' }] } })

    const done = await put({ businessUnitId: farm.businessUnitId, storageIds: [one.id, two.id, one.id] })
    expect(done).toMatchObject({
      status: 200,
      body: { status: 'success', message: expect.stringMatching(/^2 storage locations belong/) },
    })
    expect((await farm.as('viewer').get(`${base}/${two.id}`)).body.businessUnits).toMatchObject([
      { id: farm.businessUnitId },
    ])
  })

  test('that a place has already have no search read its records again', async () => {
    const { id } = await makePlace(farm, { substorage: [{ name: 'Bay', record: stock(undefined, 1000) }] })
    const body = { businessUnitId: farm.businessUnitId, storageIds: [id] }
    const noted = async () => {
      const changes = service.database.db.selectFrom('search_changes').select('record_id')
      return (await changes.where('organisation_id', '=', farm.organisationId).execute()).length
    }
    const manager = farm.as('manager')
    const before = await noted()
    expect((await manager.put(`${base}/business-units`, body)).status).toBe(200)
    const after = await noted()
    expect(after).toBeGreaterThan(before)
    expect((await manager.put(`${base}/business-units`, body)).status).toBe(200)
    const [unit] = (await manager.get(`${base}/${id}`)).body.businessUnits
    expect((await manager.patch(`${base}/${id}`, { businessUnitIds: [unit.id] })).status).toBe(200)
    expect(await noted()).toBe(after)
  })
})
