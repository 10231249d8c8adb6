import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { BRITISH_GRID, geoJsonOf, shapefileOf, squareAt, zipOf } from '../../system/imports/maps/test-maps.ts'
import { base, imported, said, send } from './test-imports.ts'

let service: TestApp
let farm: TestOrganisation
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeOrganisation(service)
  manager = farm.as('manager')
})

const KIND = 'inventory/boundaries'
const square = squareAt(-0.37, 51.81)
/** Of that square, on the ellipsoid. */
const HECTARES = 12.2774
const MIDDLE = { lat: 51.812, lon: -0.368 }

const fields = async () => (await manager.get('/api/inventory/storage?limit=200&sortBy=name')).body.docs

async function fieldNamed(name: string) {
  const found = (await fields()).find((each: { name: string }) => each.name === name)
  return ok(await manager.get(`/api/inventory/storage/${found?.id}`))
}

/** The square as it is answered. */
const boundary = { type: 'MultiPolygon', coordinates: [[square]] }

test('a field without an area and a position gets both, with its boundary', async () => {
  await imported(manager, 'fields', 'Field,Area (ha)\nTop Field,\nLow Field,10\n')
  const map = geoJsonOf({ 'top field': [square.toReversed()], 'Low Field': [squareAt(-0.36, 51.81)] })
  const preview = await imported(manager, `${KIND}?dryRun=true`, map)
  expect((await fieldNamed('Top Field')).boundary).toBeNull()
  const result = await imported(manager, KIND, map)
  expect(said(result)).toEqual(['2 changed top field', '3 changed Low Field'])
  expect(preview.results).toEqual(result.results)
  expect(result.results).toMatchObject([
    {
      summary: `The field has its boundary now; its area is ${HECTARES} ha now; its position was taken from it.`,
      warnings: [],
      understood: { field: 'top field', areaHectares: HECTARES, latitude: MIDDLE.lat, longitude: MIDDLE.lon },
    },
    {
      summary: 'The field has its boundary now; its position was taken from it.',
      warnings: [`The outline encloses ${HECTARES} ha, and the field has 10 ha, which stays.`],
    },
  ])
  expect(result).toMatchObject({
    table: { format: 'map', header: ['Boundary', 'name', 'crop'] },
    mapping: { columns: { field: { from: 'name' } } },
    ignoredColumns: ['crop'],
    sums: { stored: { rows: 2 } },
  })
  expect(await fieldNamed('Top Field')).toMatchObject({
    area: HECTARES,
    boundary,
    location: { coordinates: MIDDLE },
  })
  expect(await fieldNamed('Low Field')).toMatchObject({ area: 10 })
  expect((await fields())[0]).not.toHaveProperty('boundary')
})

test('the same map sent again changes nothing, and another one only when it may', async () => {
  await imported(manager, 'fields', 'Field\nTop\n')
  await imported(manager, KIND, geoJsonOf({ Top: [square] }))
  const again = await imported(manager, KIND, geoJsonOf({ Top: [square] }))
  expect(again).toMatchObject({ success: 0, unchanged: 1 })
  expect(again.results[0].summary).toBe('The field had this boundary before; nothing was changed.')
  const moved = squareAt(-0.36, 51.81, 0.005)
  const kept = await imported(manager, KIND, geoJsonOf({ Top: [moved] }))
  expect(kept.results[0]).toMatchObject({
    status: 'unchanged',
    summary: 'The field has another boundary, which stays.',
    message: ['Send update=true to replace it.'],
    warnings: [
      expect.stringContaining('which stays'),
      'The position of the field lies outside of the outline, and stays.',
    ],
  })
  expect(await fieldNamed('Top')).toMatchObject({ boundary })
  const replaced = await imported(manager, `${KIND}?update=true`, geoJsonOf({ Top: [moved] }))
  expect(replaced.results[0]).toMatchObject({ status: 'changed', summary: 'The boundary was replaced.' })
  expect(await fieldNamed('Top')).toMatchObject({
    area: HECTARES,
    boundary: { coordinates: [[moved]] },
    location: { coordinates: MIDDLE },
  })
})

test('a field that is not there is named, and made with create=fields', async () => {
  const map = geoJsonOf({ Top: [square] })
  const refused = await imported(manager, KIND, map)
  expect(refused).toMatchObject({
    success: 0,
    missing: [{ what: 'fields', name: 'Top', rows: 1, isMade: false }],
  })
  expect(refused.results[0].message).toEqual(['name: is not one of your fields: none of that name is there'])
  const made = await imported(manager, `${KIND}?create=fields`, map)
  expect(made.results[0]).toMatchObject({
    status: 'success',
    summary: `The field was made, with its boundary: ${HECTARES} ha.`,
  })
  expect(await fieldNamed('Top')).toMatchObject({
    type: 'field',
    area: HECTARES,
    boundary,
    location: { coordinates: MIDDLE },
  })
})

test('fields of one name are told apart by their farm, which is made as well', async () => {
  const feature = (farmName: string, ring: number[][]) => ({
    type: 'Feature',
    properties: { FIELD_NAME: 'Home Field', FARM_NAME: farmName, NAME: 'something else' },
    geometry: { type: 'Polygon', coordinates: [ring] },
  })
  const map = JSON.stringify({
    type: 'FeatureCollection',
    features: [feature('Hill', square), feature('Mill', squareAt(-0.3, 51.8))],
  })
  const made = await imported(manager, `${KIND}?create=fields,units`, map)
  expect(made).toMatchObject({ success: 2, errors: 0, validation: 0 })
  expect(
    (await fields()).map((each: { businessUnits: { name: string }[] }) => each.businessUnits[0]?.name),
  ).toEqual(expect.arrayContaining(['Hill', 'Mill']))
  const bare = geoJsonOf({ 'Home Field': [square] })
  const [row] = (await imported(manager, KIND, bare)).results
  expect(row.message).toEqual(['name: is the name of 2 of yours: say which in “Business unit”'])
  expect(await imported(manager, KIND, map)).toMatchObject({ unchanged: 2 })
})

test('a property that is called otherwise is named in the mapping, and is known the next time', async () => {
  await imported(manager, 'fields', 'Field\nTop\n')
  const map = JSON.stringify({
    type: 'Feature',
    properties: { Kennung: 'Top', Boundary: 'yes' },
    geometry: { type: 'Polygon', coordinates: [square] },
  })
  const { status, body } = await send(manager, KIND, map)
  expect(status).toBe(400)
  expect(body.message).toContain('has no column “Field”')
  expect(body.body.table.header).toEqual(['Boundary', 'Kennung', 'Boundary property'])
  const form = new FormData()
  // Whatever is said of the outline, it is that of the shape.
  form.append(
    'mapping',
    JSON.stringify({ columns: { field: { from: 'Kennung' }, boundary: { constant: '{}' } } }),
  )
  form.append('file', new Blob([map]), 'fields.geojson')
  expect((await manager.post(`${base}/${KIND}`, form)).body).toMatchObject({ success: 1 })
  expect(await fieldNamed('Top')).toMatchObject({ boundary })
  expect(await imported(manager, KIND, map)).toMatchObject({ unchanged: 1 })
})

test('KML and shapefiles say the same as GeoJSON', async () => {
  await imported(manager, 'fields', 'Field\nTop\n')
  const ring = square.map((each) => each.join(',')).join(' ')
  const kml = `<kml><Document><Placemark><name>Top</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`
  expect(await imported(manager, KIND, kml)).toMatchObject({ changed: 1 })
  const shapefile = shapefileOf('Top', [{ rings: [square.toReversed()], values: { FIELD_NAME: 'Top' } }])
  for (const file of [geoJsonOf({ Top: [square] }), zipOf({ 'doc.kml': kml }), zipOf(shapefile)])
    expect(await imported(manager, KIND, file)).toMatchObject({ unchanged: 1, success: 0 })
  // A hectare in metres of the British grid.
  const hectare = [0, 1, 2, 3, 4].map((index) => [
    512_345 + ((index + 1) % 4 < 2 ? 0 : 100),
    214_567 + (index % 4 < 2 ? 0 : 100),
  ])
  const grid = shapefileOf('Low', [{ rings: [hectare], values: { FIELD_NAME: 'Low' } }], BRITISH_GRID)
  expect(await imported(manager, `${KIND}?create=fields`, zipOf(grid))).toMatchObject({ success: 1 })
  const { area, location } = await fieldNamed('Low')
  // The grid is some parts in ten thousand larger or smaller than the ground.
  expect(area).toBeGreaterThan(0.999)
  expect(area).toBeLessThan(1.001)
  expect(location.coordinates.lat).toBeCloseTo(51.819, 2)
  expect(location.coordinates.lon).toBeCloseTo(-0.371, 2)
})

test('bad outlines are refused with their reason, what is no area is left out, and the rest is stored', async () => {
  await imported(manager, 'fields', 'Field\nTop\nLow\nHill\n')
  const map = JSON.parse(
    geoJsonOf({
      Top: [square],
      Low: [[...square.slice(0, 2), square[3] ?? [], square[2] ?? [], square[0] ?? []]],
    }),
  )
  map.features.push(
    { type: 'Feature', properties: { name: 'Gate' }, geometry: { type: 'Point', coordinates: [0, 51] } },
    { type: 'Feature', properties: { name: 'Hill' }, geometry: null },
    { ...map.features[0], geometry: { type: 'Polygon', coordinates: [squareAt(-0.3, 51.8)] } },
  )
  const result = await imported(manager, KIND, JSON.stringify(map))
  expect(said(result)).toEqual([
    '2 changed Top',
    '3 validation Low',
    '4 left_out Gate',
    '5 validation Hill',
    '6 error Top',
  ])
  expect(result.results.map(({ message }: { message: string[] }) => message[0])).toEqual([
    undefined,
    'Boundary: crosses or touches itself near 51.812, -0.368',
    undefined,
    'Boundary: is needed',
    'Row 2 of the file has the same field and another outline: draw the parts of a field as one shape.',
  ])
  const errors = await manager.get(result.errorsUrl)
  expect(errors.body).toContain('crosses or touches itself')
})

test('latitude and longitude that are the other way round are refused until somebody confirms them', async () => {
  const swapped = geoJsonOf({ Top: [square.map(([lon, lat]) => [lat, lon])] })
  const result = await imported(manager, `${KIND}?create=fields`, swapped)
  expect(result.results[0].message).toEqual([
    'Boundary: latitude and longitude are the other way round: swapped they lie in your country: put it right, or confirm the row',
  ])
  expect(result.results[0].problems).toMatchObject([{ code: 'implausible' }])
  expect(await fields()).toEqual([])
  expect(await imported(manager, `${KIND}?create=fields&confirm=2`, swapped)).toMatchObject({ success: 1 })
})

test('an import of boundaries is undone, back to what was there', async () => {
  await imported(manager, 'fields', 'Field,Area (ha)\nTop,\nLow,10\n')
  await imported(manager, KIND, geoJsonOf({ Low: [squareAt(-0.36, 51.81)] }))
  const before = [await fieldNamed('Top'), await fieldNamed('Low')]
  const map = geoJsonOf({ Top: [square], Low: [square], New: [square] })
  const { importId } = await imported(manager, `${KIND}?create=fields&update=true`, map)
  expect((await fieldNamed('Low')).boundary).toEqual(boundary)
  const undone = ok(await manager.delete(`${base}/${importId}`))
  expect(undone).toMatchObject({ undone: 5, refused: 0 })
  expect([await fieldNamed('Top'), await fieldNamed('Low')]).toEqual(before)
  expect(await fields()).toHaveLength(2)
  const second = await imported(manager, KIND, geoJsonOf({ Top: [square] }))
  const { id } = await fieldNamed('Top')
  ok(await manager.patch(`/api/inventory/storage/${id}`, { boundary: null, area: 3 }))
  expect(ok(await manager.delete(`${base}/${second.importId}`))).toMatchObject({
    undone: 1,
    refused: 2,
    results: [
      { what: 'boundary', message: 'The boundary has been changed since.' },
      { what: 'area', message: 'The area has been changed since.' },
      { what: 'position', status: 'undone' },
    ],
  })
})

test('a boundary is set and cleared by hand, judged as in a map', async () => {
  await imported(manager, 'fields', 'Field\nTop\n')
  await imported(manager, 'stores', 'Store,Bay\nBarn,1\n')
  const [store, field] = [await fieldNamed('Barn'), await fieldNamed('Top')]
  const change = (id: string, given: unknown) =>
    manager.patch(`/api/inventory/storage/${id}`, { boundary: given })
  const set = ok(await change(field.id, { type: 'MultiPolygon', coordinates: [[square.toReversed()]] }))
  expect(set).toMatchObject({ boundary, area: 0, location: { coordinates: null } })
  const open = await change(field.id, { type: 'MultiPolygon', coordinates: [[square.slice(1)]] })
  expect(open.status).toBe(400)
  expect(open.body.validation).toMatchObject([
    { path: 'boundary', message: expect.stringContaining('not closed') },
  ])
  expect((await change(store.id, boundary)).body.validation).toMatchObject([
    { path: 'boundary', message: 'must be left out: a store has none' },
  ])
  expect(ok(await change(field.id, null)).boundary).toBeNull()
})

test('what a map says is what is answered, whatever its fields look like', async () => {
  const offsets = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 3, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.array(offsets, { minLength: 1, maxLength: 4 }), async (shapes) => {
      const other = (await makeOrganisation(service)).as('manager')
      const rings = shapes.map((radii, index) => {
        const points = radii.map((radius, place) => {
          const angle = (place * 2 * Math.PI) / radii.length
          return [
            Number((-0.4 + index / 100 + (radius / 10_000) * Math.cos(angle)).toFixed(7)),
            Number((51.8 + (radius / 10_000) * Math.sin(angle)).toFixed(7)),
          ]
        })
        return [...points, points[0] ?? []]
      })
      const map = geoJsonOf(Object.fromEntries(rings.map((ring, index) => [`Field ${index}`, [ring]])))
      const { results } = await imported(other, `${KIND}?create=fields`, map)
      for (const [index, { id }] of results.entries()) {
        const { body } = await other.get(`/api/inventory/storage/${id}`)
        expect(body.boundary).toEqual({ type: 'MultiPolygon', coordinates: [[rings[index]]] })
      }
    }),
    { numRuns: 10 },
  )
})

test('what is no map is refused by name, and maps are refused by other imports with the name of this one', async () => {
  const table = await send(manager, KIND, 'Field,Area\nTop,12\n')
  expect(table.status).toBe(415)
  expect(table.body.message).toContain('Send GeoJSON, KML, KMZ, or a shapefile')
  const bomb = zipOf({ 'doc.kml': Buffer.alloc(200_000_000, ' ') })
  expect((await send(manager, KIND, bomb)).body.message).toContain('unpacks into more than 150 MB')
  const many = geoJsonOf({ Top: [Array.from({ length: 1_000_000 }, (_, index) => [index / 1e6, 51])] })
  const [row] = (await imported(manager, `${KIND}?create=fields`, many)).results
  expect(row.message).toEqual(['Boundary: has 1,000,000 points; at most 10,000 are kept: simplify it'])
  for (const map of [geoJsonOf({ Top: [square] }), '<kml></kml>', zipOf(shapefileOf('Top', []))]) {
    const refused = await send(manager, 'fields', map)
    expect(refused.status).toBe(415)
    expect(refused.body.message).toContain('imports/inventory/boundaries')
  }
})
