import { expect, test } from 'vitest'
import { openMap } from './open-map.ts'
import type { MapShape } from './shapes.ts'
import { BRITISH_GRID, geoJsonOf, shapefileOf, squareAt, WGS_84, zipOf } from './test-maps.ts'
import { ANYBODY, render } from '../../../words/render.ts'

const square = squareAt(-0.37, 51.81)
const MB = 1_000_000

function shapesOf(
  content: string | Buffer,
  mostBytes = MB,
): (Omit<MapShape, 'reason'> & { reason?: unknown })[] {
  return [...openMap(Buffer.from(content), mostBytes).shapes].map((shape) => ({
    ...shape,
    ...(shape.reason !== undefined && { reason: render(shape.reason, ANYBODY) }),
  }))
}

function kml(placemarks: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks}</Document></kml>`
}

function coordinates(ring: number[][]): string {
  const text = ring.map(([lon, lat]) => `${lon},${lat},0`).join('\n  ')
  return `<LinearRing><coordinates>\n  ${text}\n</coordinates></LinearRing>`
}

test('GeoJSON: collections, one feature and a geometry alone', () => {
  const [one] = shapesOf(geoJsonOf({ Top: [square] }))
  expect(one).toEqual({
    properties: new Map([
      ['name', 'Top'],
      ['crop', 'Wheat'],
    ]),
    polygons: [[square]],
    other: '',
  })
  const geometry = { type: 'MultiPolygon', coordinates: [[square], [squareAt(1, 51)]] }
  const collection = {
    type: 'GeometryCollection',
    geometries: [geometry, { type: 'Point', coordinates: [1, 2] }],
  }
  expect(shapesOf(JSON.stringify(geometry))[0]?.polygons).toHaveLength(2)
  expect(shapesOf(JSON.stringify({ type: 'Feature', properties: null, geometry: collection }))[0]).toEqual({
    properties: new Map(),
    polygons: [[square], [squareAt(1, 51)]],
    other: 'Point',
  })
  expect(shapesOf(`\ufeff${geoJsonOf({ Top: [square] })}`)).toHaveLength(1)
})

test.each([
  ['a broken one', '{"type":"FeatureCollection","features":[', 'damaged'],
  ['no list', '{"type":"FeatureCollection","features":3}', 'no list of features'],
  ['other JSON', '{"rows":[]}', 'no map'],
  ['a table', 'Field,Area\nTop,12\n', 'no map with outlines'],
  [
    'another projection',
    JSON.stringify({
      type: 'FeatureCollection',
      crs: { properties: { name: 'urn:ogc:def:crs:EPSG::27700' } },
      features: [],
    }),
    'EPSG::27700',
  ],
  ['a web page', '<html><body></body></html>', 'no KML'],
  ['broken XML', '<kml><Document>', 'damaged'],
  ['entities', '<!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><kml>&b;</kml>', 'DOCTYPE'],
  ['an unknown entity', '<kml><Placemark><name>&xxe;</name></Placemark></kml>', 'damaged'],
  [
    'a link',
    kml('<NetworkLink><Link><href>http://127.0.0.1/a.kml</href></Link></NetworkLink>'),
    'not fetched',
  ],
  [
    'XML that is nested too deep',
    `<kml>${'<Folder>'.repeat(200)}${'</Folder>'.repeat(200)}</kml>`,
    'too deep',
  ],
  ['an empty archive', zipOf({ 'readme.txt': 'hello' }), 'no map in it'],
  ['a broken archive', zipOf({ 'a.kml': kml('') }).subarray(0, 60), 'damaged'],
  ['a .shp alone', shapefileOf('a', [])['a.shp'] ?? '', 'one of those that a shapefile is made of'],
  ['a shapefile without its projection', zipOf(shapefileOf('a', [], '')), 'no .prj'],
  [
    'a projection that is not known',
    zipOf(shapefileOf('a', [], WGS_84.replace('D_WGS_1984', 'D_Atlantis'))),
    'GCS_WGS_1984',
  ],
  ['a projection that is none', zipOf(shapefileOf('a', [], 'hello')), 'cannot be turned into degrees'],
  ['an archive that unpacks into too much', zipOf({ 'a.kml': kml(' '.repeat(2 * MB)) }), 'more than 1 MB'],
])('%s is refused in words', (_name, content, message) => {
  expect(() => shapesOf(content)).toThrow(message)
})

test('properties without end are refused', () => {
  const properties = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, index]))
  expect(() => shapesOf(JSON.stringify({ type: 'Feature', properties, geometry: null }))).toThrow('400')
})

test('collections within collections, and coordinates that are none, are faults of their shape', () => {
  let nested: object = { type: 'Polygon', coordinates: [square] }
  for (let depth = 0; depth < 20; depth++) nested = { type: 'GeometryCollection', geometries: [nested] }
  expect(shapesOf(JSON.stringify(nested))[0]?.reason).toBe('has collections within collections')
  expect(shapesOf('{"type":"Polygon","coordinates":[[["a",1]]]}')[0]?.reason).toContain(
    'not as GeoJSON has them',
  )
})

test('KML: names, folders, extended data, holes and what is no area', () => {
  const hole = squareAt(-0.369, 51.811, 0.001)
  const polygon = `<Polygon><outerBoundaryIs>${coordinates(square)}</outerBoundaryIs><innerBoundaryIs>${coordinates(hole)}</innerBoundaryIs></Polygon>`
  const shapes = shapesOf(
    kml(
      `<Folder><name>Home Farm</name>
        <Placemark><name><![CDATA[Top & Tail]]></name><ExtendedData><SchemaData><SimpleData name="CROP">Wheat</SimpleData></SchemaData>
          <Data name="Year"><value>2026</value></Data></ExtendedData><MultiGeometry>${polygon}</MultiGeometry></Placemark>
        <Placemark><name>Gate</name><Point><coordinates>-0.37,51.81</coordinates></Point></Placemark>
      </Folder>
      <Placemark><name>Bad</name><Polygon><outerBoundaryIs><LinearRing><coordinates>a b c</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`,
    ),
  )
  expect(shapes).toEqual([
    {
      properties: new Map([
        ['Folder', 'Home Farm'],
        ['Name', 'Top & Tail'],
        ['CROP', 'Wheat'],
        ['Year', '2026'],
      ]),
      polygons: [[square, hole]],
      other: '',
    },
    {
      properties: new Map([
        ['Folder', 'Home Farm'],
        ['Name', 'Gate'],
      ]),
      polygons: [],
      other: 'Point',
    },
    expect.objectContaining({ reason: 'has coordinates that are not written as longitude,latitude' }),
  ])
  expect(shapesOf(zipOf({ 'doc.kml': kml(`<Placemark>${polygon}</Placemark>`) }))).toHaveLength(1)
})

test('shapefiles: all of an archive, holes by where they lie, letters of both encodings', () => {
  const outer = square.toReversed()
  const hole = squareAt(-0.369, 51.811, 0.001)
  const island = squareAt(-0.3688, 51.8112, 0.0002).toReversed()
  const first = shapefileOf('map/Top', [
    { rings: [hole, outer, island], values: { FIELD_NAME: 'Top' } },
    { rings: [square], values: { FIELD_NAME: 'Größe' } },
  ])
  const second = shapefileOf('map/Low', [{ rings: [outer], values: { FIELD_NAME: 'Low', FARM: 'Hill' } }])
  const shapes = shapesOf(zipOf({ ...first, ...second, '__MACOSX/map/._Top.shp': 'x' }))
  expect(shapes.map(({ polygons }) => polygons)).toEqual([[[outer, hole], [island]], [[square]], [[outer]]])
  expect(shapes.map(({ properties }) => properties.get('FIELD_NAME'))).toEqual(['Top', 'Größe', 'Low'])
  const old = shapefileOf('old', [{ rings: [square], values: { NAME: 'Größe' } }], WGS_84, 'latin1')
  const [inWindows] = shapesOf(zipOf(old))
  expect(inWindows?.properties.get('NAME')).toBe('Größe')
})

test('a shapefile in the British grid lies where it should', () => {
  // The Ordnance Survey's own example of a transformation: TG 51409 13177 is 52.65798° N, 1.71605° E in WGS 84.
  const [east, north] = [651_409.9, 313_177.27]
  const ring = [
    [east, north],
    [east + 100, north],
    [east, north + 100],
    [east, north],
  ]
  const [shape] = shapesOf(
    zipOf(shapefileOf('os', [{ rings: [ring], values: { NAME: 'Top' } }], BRITISH_GRID)),
  )
  const [lon = 0, lat = 0] = shape?.polygons[0]?.[0]?.[0] ?? []
  expect(lat).toBeCloseTo(52.65798, 4)
  expect(lon).toBeCloseTo(1.71605, 4)
})
