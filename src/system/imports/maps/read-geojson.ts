import { shapeNamesOf, propertyText, UnreadableMap, type OpenedMap, type MapShape } from './shapes.ts'
import { message } from '../../../words/catalogue.ts'

const MOST_DEPTH = 8
/** Names of WGS 84 with the longitude first, as older GeoJSON has them. */
const WGS_84 = /CRS84$|EPSG:+4326$|OGC:+1\.3:+CRS84$/i

interface Json {
  type?: unknown
  features?: unknown
  geometry?: unknown
  geometries?: unknown
  properties?: unknown
  coordinates?: unknown
  crs?: { properties?: { name?: unknown } } | null
}

/**
 * Reads GeoJSON (RFC 7946): a collection of features, one feature, or a geometry alone.
 *
 * @throws UnreadableMap for what is none, and for coordinates that it says are not in WGS 84
 */
export function readGeoJson(text: string): OpenedMap {
  const root = parse(text)
  const crs = root.crs?.properties?.name
  if (typeof crs === 'string' && !WGS_84.test(crs))
    throw new UnreadableMap(message('mapIsInOtherDegrees', { system: crs.slice(0, 100) }))
  const features = root.type === 'FeatureCollection' ? root.features : [root]
  if (!Array.isArray(features)) throw new UnreadableMap(message('mapHasNoFeatures', {}))
  const shapes = features.map((feature: Json | null) => shapeOf(feature ?? {}))
  return { names: shapeNamesOf(shapes), shapes }
}

function parse(text: string): Json {
  try {
    const root: unknown = JSON.parse(text)
    if (typeof root === 'object' && root !== null && 'type' in root) return root
  } catch {
    throw new UnreadableMap(message('geoJsonIsDamaged', {}))
  }
  throw new UnreadableMap(message('jsonIsNoMap', {}))
}

function shapeOf(feature: Json): MapShape {
  const isFeature = feature.type === 'Feature'
  const its = isFeature && typeof feature.properties === 'object' ? (feature.properties ?? {}) : {}
  const properties = new Map(Object.entries(its).map(([name, value]) => [name, propertyText(value)]))
  const shape: MapShape = { properties, polygons: [], other: '' }
  addGeometry(shape, isFeature ? feature.geometry : feature, 0)
  return shape
}

function addGeometry(shape: MapShape, geometry: unknown, depth: number): void {
  if (typeof geometry !== 'object' || geometry === null) return
  const { type, coordinates, geometries } = geometry as Json
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    if (depth >= MOST_DEPTH) shape.reason = message('isNestedTooDeep', {})
    else for (const each of geometries) addGeometry(shape, each, depth + 1)
  } else if (type === 'Polygon' || type === 'MultiPolygon') {
    const polygons = type === 'Polygon' ? [coordinates] : coordinates
    if (isNested(polygons, 3)) shape.polygons.push(...(polygons as number[][][][]))
    else shape.reason = message('isNoGeoJson', { type })
  } else if (shape.other === '') shape.other = String(type).slice(0, 30)
}

/** True if it is lists of lists, to this depth, of positions. */
function isNested(value: unknown, depth: number): boolean {
  if (!Array.isArray(value)) return false
  return depth === 0
    ? value.every((each) => typeof each === 'number')
    : value.every((each) => isNested(each, depth - 1))
}
