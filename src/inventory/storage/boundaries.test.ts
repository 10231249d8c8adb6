import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { squareAt } from '../../system/imports/maps/test-maps.ts'
import { makePlace } from '../../../test/farm.ts'
import { base } from './test-storage.ts'

let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

const square = squareAt(-0.37, 51.81)
const boundary = { type: 'MultiPolygon', coordinates: [[square]] }
const clockwise = { ...boundary, coordinates: [[square.toReversed()]] }
const open = square.slice(0, -1)
const field = (rest: object) => ({ name: 'Hill', type: 'field', location: null, substorage: [], ...rest })
const measure = (coordinates: unknown) =>
  farm.as('manager').post(`${base}/fields/measure`, { boundary: { type: 'MultiPolygon', coordinates } })

test('a field is made with its boundary; area and position are what is given', async () => {
  const made = await makePlace(farm, field({ boundary: clockwise }))
  expect(made).toMatchObject({ boundary, area: 0, location: { coordinates: null } })
  expect(ok(await farm.as('viewer').get(`${base}/${made.id}`))).toEqual(made)
})

test('what an outline encloses is proposed, and nothing is stored', async () => {
  const before = ok(await farm.as('viewer').get(`${base}?limit=1`)).totalDocs
  const proposed = ok(await measure(clockwise.coordinates))
  expect(proposed).toEqual({ area: 12.2774, coordinates: { lat: 51.812, lon: -0.368 }, boundary })
  expect(ok(await farm.as('viewer').get(`${base}?limit=1`)).totalDocs).toBe(before)
  const { area, coordinates } = proposed
  const made = await makePlace(farm, field({ boundary, area, location: { coordinates } }))
  expect(made).toMatchObject({ area, location: { coordinates } })
})

test('every fault of an outline is told at once, whoever asks', async () => {
  const wrong = [[open], [square.slice(0, 2).concat([square[0] ?? [0, 0]])], [[[200, 51]]]]
  const said =
    'has a ring that is not closed: it begins at 51.81, -0.37 and ends at 51.814, -0.37; has a ring of fewer than three points; ' +
    'has a point at 200, 51, which is not in degrees east and north (WGS 84)'
  const measured = await measure(wrong)
  expect(measured.status).toBe(400)
  expect(measured.body.validation).toMatchObject([{ path: 'boundary', message: said }])
  const body = field({ boundary: { type: 'MultiPolygon', coordinates: wrong }, businessUnitIds: ['nobody'] })
  const made = await farm.as('manager').post(base, body)
  expect(made.status).toBe(400)
  const byPath = new Map(
    made.body.validation.map((each: { path: string; message: string }) => [each.path, each.message]),
  )
  expect([...byPath.keys()].toSorted()).toEqual(['boundary', 'businessUnitIds[0]'])
  expect(byPath.get('boundary')).toBe(said)
})

test('a store has none, and who may not change fields measures none', async () => {
  const store = { name: 'Barn', type: 'store', location: null, substorage: [], boundary }
  const { status, body } = await farm.as('manager').post(base, store)
  expect([status, body.validation[0].path]).toEqual([400, 'boundary'])
  expect((await farm.as('viewer').post(`${base}/fields/measure`, { boundary })).status).toBe(403)
})
