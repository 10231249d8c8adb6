import { readCoordinates, writeCoordinates } from '../../place/coordinates.ts'
import type { Polygons, OutlinePosition } from './outlines.ts'

/**
 * An outline as somebody types, taps or pastes it: a point a line, latitude first as people write it, or GeoJSON. What a field cannot be is
 * for the service to say.
 */
export type TypedOutline =
  | { polygons: Polygons; points: OutlinePosition[] }
  /** The line that is none, counted from 1; 0 where a text is no GeoJSON. */
  | { faultyLine: number }

/** Reads an outline. Points are joined in their order, the last with the first. */
export function readOutline(text: string): TypedOutline {
  if (/^\s*[{[]/.test(text)) {
    const polygons = polygonsIn(text)
    return polygons ? { polygons, points: [] } : { faultyLine: 0 }
  }
  const points: OutlinePosition[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const point = readPoint(line)
    if (!point) return { faultyLine: index + 1 }
    points.push(point)
  }
  const [first] = points
  return { polygons: first && points.length > 2 ? [[[...points, first]]] : [], points }
}

/** A point as a line: `51.812345, -0.371234`. */
export const writePoint = ([lon, lat]: OutlinePosition): string => writeCoordinates({ lat, lon })

/** The text with a point more. */
export const withPoint = (text: string, point: OutlinePosition): string =>
  `${text.trimEnd()}${text.trim() === '' ? '' : '\n'}${writePoint(point)}\n`

/** The text without its last point. */
export const withoutLast = (text: string): string => {
  const lines = text.trimEnd().split('\n').slice(0, -1)
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function readPoint(line: string): OutlinePosition | undefined {
  const point = readCoordinates(line)
  return point && [point.lon, point.lat]
}

interface Json {
  type?: unknown
  coordinates?: unknown
  geometry?: Json
  geometries?: Json[]
  features?: Json[]
}

/** All areas of a GeoJSON text as one outline; undefined where there is none. */
function polygonsIn(text: string): Polygons | undefined {
  try {
    const found = areasOf(JSON.parse(text) as Json)
    return found.length > 0 ? found : undefined
  } catch {
    return undefined
  }
}

function areasOf({ type, coordinates, geometry, geometries, features }: Json): Polygons {
  if (type === 'Polygon') return [flat(coordinates as Polygons[number])]
  if (type === 'MultiPolygon') return (coordinates as Polygons).map(flat)
  return [...(geometry ? [geometry] : []), ...(geometries ?? []), ...(features ?? [])].flatMap(areasOf)
}

/** Without heights. */
const flat = (rings: Polygons[number]): Polygons[number] =>
  rings.map((ring) => ring.map(([lon, lat]): OutlinePosition => [lon, lat]))
