import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { rowsTouched } from '../../../test/rows-touched.ts'
import { ok } from '../../../test/scene.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'

let service: TestApp

beforeAll(async () => {
  service = await openTestApp()
})
afterAll(() => service.close())

const lorry = (vehicleRegistration: string, name = 'Sam') => ({ driver: { vehicleRegistration, name } })
const vehicles = async (farm: TestFarm, query = '') =>
  ok(await farm.organisation.as('viewer').get(`${base}/vehicles${query}`))

test('a vehicle is listed once, however its registration is written, with its last load and its newest tare', async () => {
  const farm = await makeFarm(service)
  const recordId = await farm.opening(farm.bays[0], 500_000)
  await farm.move(recordId, 'mill-7', 0, {
    ...lorry('AB12 CDE'),
    movementDateISO: '2026-08-10T09:00:00Z',
    weighbridge: { empty: 14_200, full: 42_660 },
  })
  const last = await farm.move(recordId, 'mill-8', 1000, {
    ...lorry('ab12cde', 'Ann'),
    movementDateISO: '2026-08-12T09:00:00Z',
  })
  const page = await vehicles(farm)
  expect(page).toMatchObject({ totalDocs: 1, limit: 25, offset: 0 })
  expect(page.docs).toEqual([
    {
      registration: 'ab12cde',
      driverName: 'Ann',
      partner: { id: 'mill-8', name: 'Name of mill-8' },
      commodity: { id: 1, name: 'Wheat' },
      type: { id: 101, name: 'Winter' },
      grade: { id: 1010101, name: 'Group 1' },
      variety: 'Skyfall',
      source: {
        storageId: farm.storeId,
        storageName: 'Long Barn',
        substorageId: farm.bays[0],
        substorageName: 'Bay 1',
      },
      destination: null,
      parts: [],
      tare: { weight: 14_200, weighedAtUTC: '2026-08-10T09:00:00.000Z' },
      movementId: last,
      lastSeenAtUTC: '2026-08-12T09:00:00.000Z',
    },
  ])
})

test('a sign between letters parts the mark of a district, any other does not count', async () => {
  const farm = await makeFarm(service)
  const recordId = await farm.opening(farm.bays[0], 500_000)
  const plates = [
    'HH-A 12',
    'H-HA 12',
    'HH A12',
    'AB-123-CD',
    'AB123CD',
    'GÖ-LM 2207',
    'gö lm-2207',
    'GÖL-M 2207',
  ]
  for (const [index, plate] of plates.entries())
    await farm.move(recordId, 'mill-7', 0, {
      ...lorry(plate),
      movementDateISO: `2026-08-10T0${index}:00:00Z`,
      weighbridge: { empty: 14_000 + index, full: 40_000 },
    })
  const { docs } = await vehicles(farm)
  expect(
    docs.map((each: { registration: string; tare: { weight: number } }) => [
      each.registration,
      each.tare.weight,
    ]),
  ).toEqual([
    ['GÖL-M 2207', 14_007],
    ['gö lm-2207', 14_006],
    ['AB123CD', 14_004],
    ['HH A12', 14_002],
    ['H-HA 12', 14_001],
  ])
})

test('the newest comes first, page by page, and plans and deleted loads are of no vehicle that was seen', async () => {
  const farm = await makeFarm(service)
  const recordId = await farm.opening(farm.bays[0], 500_000)
  for (const [index, registration] of ['A 1', 'B 2', 'C 3'].entries())
    await farm.move(recordId, farm.bays[1], 1000, {
      ...lorry(registration),
      movementDateISO: `2026-08-1${index}T09:00:00Z`,
    })
  await farm.move(recordId, farm.bays[1], 1000, { ...lorry('P 4'), movementDateISO: '2026-09-01' })
  const wrong = await farm.move(recordId, farm.bays[1], 1000, lorry('D 5'))
  ok(await farm.organisation.as('operator').delete(`${base}/movements/${wrong}`))
  const registrations = async (query: string) =>
    (await vehicles(farm, query)).docs.map((each: { registration: string }) => each.registration)
  expect(await registrations('')).toEqual(['C 3', 'B 2', 'A 1'])
  expect(await registrations('?limit=1&offset=1')).toEqual(['B 2'])
  expect(await vehicles(farm, '?limit=1&offset=9')).toMatchObject({ totalDocs: 3, docs: [] })
})

test('a vehicle is found by part of its registration without blanks, by its driver, and by who sent or received the load', async () => {
  const farm = await makeFarm(service)
  const recordId = await farm.opening(farm.bays[0], 500_000)
  await farm.move(recordId, 'mill-7', 1000, lorry('AB12 CDE', 'Zoë'))
  await farm.move(recordId, 'mill-8', 1000, lorry('XY99 ZZZ', 'Tom'))
  const found = async (query: string) =>
    (await vehicles(farm, `?query=${encodeURIComponent(query)}`)).docs.map(
      (each: { registration: string }) => each.registration,
    )
  expect(await found('b12c')).toEqual(['AB12 CDE'])
  expect(await found('B12 c')).toEqual(['AB12 CDE'])
  expect(await found('zoe')).toEqual(['AB12 CDE'])
  expect(await found('of mill-8')).toEqual(['XY99 ZZZ'])
  expect(await found('nobody')).toEqual([])
})

test('the tare of a lorry that was tipped into two bays is what it weighed empty', async () => {
  const farm = await makeFarm(service)
  ok(
    await farm.organisation.as('operator').post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      commodity: { id: 1, type: 101 },
      storage: [
        { storageId: farm.storeId, substorageId: farm.bays[0], weight: 18_000 },
        { storageId: farm.storeId, substorageId: farm.bays[1], weight: 10_460 },
      ],
      source: { intake: { vehicleRegistration: 'TW 1', weighbridgeRecord: { empty: 14_200, full: 42_660 } } },
    }),
  )
  const [storageId, [one, other]] = [farm.storeId, farm.bays]
  expect((await vehicles(farm)).docs).toMatchObject([
    {
      registration: 'TW 1',
      tare: { weight: 14_200 },
      parts: [
        { storageId, substorageId: one, share: null },
        { storageId, substorageId: other, share: null },
      ],
    },
  ])
})

test('the loads that a vehicle brought before are not gone through', async () => {
  const farm = await makeFarm(service)
  const recordId = await farm.opening(farm.bays[0], 500_000_000)
  await farm.move(recordId, 'mill-7', 0, {
    ...lorry('AB12 CDE'),
    weighbridge: { empty: 14_200, full: 42_660 },
  })
  await farm.move(recordId, 'mill-7', 1000, { ...lorry('XY99 ZZZ'), movementDateISO: '2026-08-10' })
  await sql`
    insert into movements select copy.* from movements m cross join generate_series(1, 2000) n
    cross join lateral jsonb_populate_record(m, jsonb_build_object('id', nextval('fact_ids'), 'recorded_at', now(), 'variety', n::text)) copy
    where m.organisation_id = ${farm.organisation.organisationId} and m.weight_grams = 1000000`.execute(
    service.database.db,
  )
  await sql`analyze movements`.execute(service.database.db)
  expect((await vehicles(farm)).docs).toHaveLength(2)
  const touched = await rowsTouched(service.database, () => vehicles(farm))
  expect(touched.get('movements')).toBeLessThan(100)
})
