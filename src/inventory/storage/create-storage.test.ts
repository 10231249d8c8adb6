import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { countRoundTrips } from '../../../test/round-trips.ts'
import { newId } from '../../kernel/ids.ts'
import { BARLEY, CLEANED, GROUP_1, makePlace, stock, WHEAT, WINTER } from '../../../test/farm.ts'
import { base, pathsOf } from './test-storage.ts'

let service: TestApp
let farm: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

describe('creating', () => {
  test('a store with a bay, its capacity, a note and stock', async () => {
    const answer = await farm.as('manager').post(base, {
      name: ' Long Barn ',
      type: 'store',
      area: null,
      businessUnitIds: [farm.businessUnitId],
      location: { address: { city: 'Harpenden', regionISO: 'GB-HRT' }, coordinates: { lat: 51.8, lon: 0 } },
      tags: ['dry', 'dry'],
      substorage: [
        {
          name: 'Bay 1',
          capacity: [{ commodityId: WHEAT, weight: 100_000 }],
          storageNote: { reasonId: CLEANED, note: 'Swept.' },
          record: stock(undefined, 28_460.5),
        },
        { name: 'Bay 2', capacity: [{ commodityId: BARLEY, weight: 50_000 }] },
      ],
    })
    expect(answer).toMatchObject({
      status: 200,
      headers: { location: `${base}/${answer.body.id}` },
      body: {
        organisationId: farm.organisationId,
        name: 'Long Barn',
        type: 'store',
        area: 0,
        tags: ['dry'],
        isConflicted: false,
        businessUnits: [{ id: farm.businessUnitId }],
        location: {
          threeWords: '',
          address: { city: 'Harpenden', regionISO: 'GB-HRT', postcode: '' },
          coordinates: { lat: 51.8, lon: 0 },
        },
        substorageCount: 2,
        substorage: [
          {
            name: 'Bay 1',
            capacity: [{ commodityId: WHEAT, commodityName: 'Wheat', weight: { weight: 100_000 } }],
            record: {
              inventoryType: 'crop',
              owned: true,
              commodity: { id: WHEAT, name: 'Wheat' },
              type: { id: WINTER, name: 'Winter' },
              grade: { id: GROUP_1, name: 'Group 1' },
              tags: [],
              variety: 'Skyfall',
              weight: { weight: 28_460.5 },
              harvestYear: '2026',
            },
            conflict: {
              recordId: '',
              movementId: 0,
              movementDateUTC: '',
              status: 'none',
              weight: 0,
              movementIds: [],
            },
            remainingCapacity: { weight: 71_539.5 },
          },
          { name: 'Bay 2', record: null, remainingCapacity: { weight: 50_000 } },
        ],
      },
    })
    const again = await farm.as('viewer').get(`${base}/${answer.body.id}`)
    expect(again).toMatchObject({ status: 200, body: answer.body, headers: { etag: answer.headers['etag'] } })
    const notes = await farm.as('viewer').get(`${base}/notes?storageId=${answer.body.id}`)
    expect(notes.body).toMatchObject([
      { reasonDescription: 'Cleaned', note: 'Swept.', substorageId: answer.body.substorage[0].id },
    ])
    const events = await service.database.db
      .selectFrom('events')
      .select('type')
      .where('subject', '=', answer.body.id)
      .execute()
    expect(events.map(({ type }) => type)).toEqual(['storage.created', 'storage.note_added'])
  })

  test('a record in its body may leave out what has a default, as anywhere', async () => {
    const { owned: _owned, ...record } = stock(undefined, 1)
    const answer = await farm.as('manager').post(base, {
      name: 'Left out',
      type: 'store',
      location: null,
      substorage: [{ name: '1', record }],
    })
    expect(answer).toMatchObject({ status: 200, body: { substorage: [{ record: { owned: true } }] } })
  })

  test('every fault at once, and nothing stored', async () => {
    const before = await farm.as('viewer').get(`${base}/names`)
    const answer = await farm.as('manager').post(base, {
      name: 'Wrong Barn',
      type: 'store',
      businessUnitIds: [newId(), 'no id'],
      location: null,
      substorage: [
        { name: 'A', capacity: [{ commodityId: 999_999, weight: 1 }] },
        { name: 'a', storageNote: { reasonId: 1, note: '', files: [{ id: newId() }] } },
      ],
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(pathsOf(answer)).toEqual([
      'businessUnitIds[0]',
      'businessUnitIds[1]',
      'substorage[1].name',
      'substorage[0].capacity[0].commodityId',
      'substorage[1].storageNote.reasonId',
      'substorage[1].storageNote.files[0].id',
    ])
    expect((await farm.as('viewer').get(`${base}/names`)).body).toEqual(before.body)
  })

  test('the faults of the stock of every bay carry the path from the body', async () => {
    const answer = await farm.as('manager').post(base, {
      name: 'Wrong Stock',
      type: 'store',
      location: null,
      substorage: [
        { name: 'A', record: stock(undefined, 1000, { harvestYear: 'soon' }) },
        { name: 'B', record: stock(undefined, 1000) },
        {
          name: 'C',
          record: stock(undefined, 1000, { commodity: { id: WHEAT, type: 999_999, variety: '' } }),
        },
      ],
    })
    expect(answer.status).toBe(400)
    expect(pathsOf(answer)).toEqual([
      'substorage[0].record.harvestYear',
      'substorage[2].record.commodity.type',
    ])
    const { totalDocs } = (await farm.as('viewer').get(`${base}/search?query=Wrong`)).body
    expect(totalDocs).toBe(0)
  })

  test('the faults of a place and of the stock in it are told together', async () => {
    const answer = await farm.as('manager').post(base, {
      name: 'Wrong Both',
      type: 'store',
      businessUnitIds: [newId()],
      location: { coordinates: { lat: 51.8 } },
      substorage: [
        {
          name: 'A',
          storageNote: { reasonId: 1, note: '' },
          record: stock(undefined, 1000, { harvestYear: 'soon' }),
        },
        { name: 'a', record: stock(undefined, 1000) },
      ],
    })
    expect(answer.status).toBe(400)
    expect(pathsOf(answer)).toEqual([
      'location.coordinates.lon',
      'businessUnitIds[0]',
      'substorage[1].name',
      'substorage[0].storageNote.reasonId',
      'substorage[0].record.harvestYear',
    ])
    expect((await farm.as('viewer').get(`${base}/search?query=Wrong`)).body.totalDocs).toBe(0)
  })

  test.each([
    { name: 'a blank name', body: { name: '  ' }, path: 'name' },
    { name: 'a blank tag', body: { tags: ['dry', ' '] }, path: 'tags[1]' },
    { name: 'a negative area', body: { area: -1 }, path: 'area' },
    { name: 'an unknown type', body: { type: 'silo' }, path: 'type' },
    {
      name: 'a latitude off the globe',
      body: { location: { coordinates: { lat: 91, lon: 0 } } },
      path: 'location.coordinates.lat',
    },
    { name: 'an unknown field', body: { colour: 'red' }, path: 'colour' },
    { name: 'bays in a field', body: { type: 'field', substorage: [{ name: 'Bay' }] }, path: 'substorage' },
  ])('refuses $name', async ({ body, path }) => {
    const answer = await farm
      .as('manager')
      .post(base, { name: 'Barn', type: 'store', location: null, substorage: [], ...body })
    expect(answer).toMatchObject({ status: 400, body: { validation: [{ path }] } })
  })

  test('a bay that holds more than it may is a conflict of the answer', async () => {
    const capacity = [{ commodityId: WHEAT, weight: 20_000 }]
    const full = { name: 'Full', capacity, record: stock(undefined, 20_001) }
    const store = await makePlace(farm, { substorage: [full, { name: 'Empty', capacity }] })
    expect(store).toMatchObject({
      isConflicted: true,
      substorage: [{ conflict: { status: 'over_capacity' } }, { conflict: { status: 'none' } }],
    })
  })

  test('stock of many bays takes no more trips to the database than that of two', async () => {
    const trips = countRoundTrips(service.database.pool)
    const tripsOf = async (count: number) => {
      const counts: number[] = []
      // Every second the service also asks for notices of its own, and that may fall in between.
      for (let time = 1; time <= 3; time++) {
        trips.taken()
        const bays = Array.from({ length: count }, (_, index) => ({
          name: `${index}`,
          record: stock(undefined, index + 1),
        }))
        const { substorage } = await makePlace(farm, { substorage: bays })
        counts.push(trips.taken())
        expect(substorage.map(({ record }: { record: { weight: object } }) => record.weight)).toMatchObject(
          bays.map((_, index) => ({ weight: index + 1 })),
        )
      }
      return Math.min(...counts)
    }
    // A long answer may arrive in parts, which is counted, too.
    expect(await tripsOf(40)).toBeLessThan((await tripsOf(2)) + 5)
  })

  test('what lay there before and what a lorry brought come in one store', async () => {
    const arrived = { moveAtUTC: '2026-08-02', sender: { id: 'brook', name: 'Brook Farm' }, driverName: 'A' }
    const { substorage } = await makePlace(farm, {
      substorage: [
        { name: 'A', record: stock(undefined, 1000) },
        { name: 'B', record: stock(undefined, 2000, { source: { intake: arrived } }) },
        {
          name: 'C',
          record: stock(undefined, 3000, {
            owned: false,
            source: { owner: { id: 'brook', name: 'Brook Farm' } },
          }),
        },
      ],
    })
    const weights = substorage.map(({ record }: { record: { weight: object; owned: boolean } }) => record)
    expect(weights).toMatchObject([
      { weight: { weight: 1000 }, owned: true },
      { weight: { weight: 2000 }, owned: true },
      { weight: { weight: 3000 }, owned: false },
    ])
    const ids = substorage.map(({ record }: { record: { id: string } }) => record.id)
    const records = await farm.as('viewer').get(`/api/inventory/records/by-ids?ids=${ids.join(',')}`)
    expect(records.body.map(({ source }: { source: string }) => source)).toEqual([
      'existing',
      'intake',
      'existing',
    ])
  })

  test('a field has an area and no bays', async () => {
    const field = await makePlace(farm, { type: 'field', name: 'Broadbalk', area: 12.34567 })
    expect(field).toMatchObject({
      type: 'field',
      area: 12.3457,
      substorageCount: 0,
      substorage: [],
      isConflicted: false,
    })
  })

  test('an operator may not', async () => {
    const answer = await farm
      .as('operator')
      .post(base, { name: 'Barn', type: 'store', location: null, substorage: [] })
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})
