import { doOverlap, findCrossing, isWithin, turnOf, type Point, type Ring } from './ring-rules.ts'
import { message, type Message } from '../words/catalogue.ts'
import { type Coordinates } from '../words/terms.ts'

/** Rules for the boundary of a field (rules.md §6). Values in, decision out. */

/** Degrees east and north, WGS 84. */
export type BoundaryPosition = [lon: number, lat: number]

/** The outline of a field as GeoJSON (RFC 7946): outer rings counter-clockwise, holes clockwise, all closed. */
export interface Boundary {
  type: 'MultiPolygon'
  coordinates: BoundaryPosition[][][]
}

/** Why an outline is none, for people: `crosses or touches itself near 51.8, -0.36`. */
export interface NoBoundary {
  reason: Message
  /** Other faults, of other rings. */
  more?: Message[]
}

export const MOST_POINTS = 10_000
export const MOST_RINGS = 500
/** Of no field, and as far as crossings are found exactly. */
const MOST_DEGREES = 2
/** To about a centimetre, as all coordinates are kept. */
const PER_DEGREE = 10_000_000

/**
 * An outline as it is kept: to seven decimals of a degree, without points that come twice in a row, outer rings counter-clockwise. Or why it
 * cannot be: it has too many points, a ring is not closed or crosses itself, a hole lies outside, parts overlap.
 *
 * @param polygons each an outer ring and its holes, of positions in degrees; more than two numbers of a position are not kept
 */
export function boundaryOf(
  polygons: readonly (readonly (readonly (readonly number[])[])[])[],
): Boundary | NoBoundary {
  const rings = polygons.flat()
  const points = rings.reduce((sum, ring) => sum + ring.length, 0)
  if (rings.length === 0) return { reason: message('hasNoPoints', {}) }
  if (points > MOST_POINTS) return { reason: tooManyPoints(points) }
  if (rings.length > MOST_RINGS)
    return { reason: message('hasTooManyRings', { rings: rings.length, limit: MOST_RINGS }) }
  const whole: Ring[][] = []
  const wrong: Message[] = []
  for (const polygon of polygons) {
    const lines = polygon.map(wholeRing)
    wrong.push(...lines.flatMap((line) => ('reason' in line ? [line.reason] : [])))
    if (lines.length === 0) wrong.push(message('hasEmptyPart', {}))
    whole.push(lines.flatMap((line) => ('reason' in line ? [] : [line])))
  }
  const [first, ...more] = wrong
  if (first !== undefined) return { reason: first, ...(more.length > 0 && { more }) }
  const reason = extentReason(whole.flat()) ?? shapeReason(whole)
  if (reason !== undefined) return { reason }
  return {
    type: 'MultiPolygon',
    coordinates: whole.map((polygon) => polygon.map((ring, index) => written(ring, index === 0))),
  }
}

/** Why an outline of so many points is not kept. */
export function tooManyPoints(points: number): Message {
  return message('hasTooManyPoints', { points, limit: MOST_POINTS })
}

/** A ring of positions in ten-millionths of a degree. */
export function wholeRing(ring: readonly (readonly number[])[]): Ring | NoBoundary {
  const points: Point[] = []
  for (const position of ring) {
    const [lon, lat] = position
    if (lon === undefined || lat === undefined || !Number.isFinite(lon) || !Number.isFinite(lat))
      return { reason: message('hasHalfPoint', {}) }
    if (Math.abs(lon) > 180 || Math.abs(lat) > 90)
      return {
        reason: message('hasPointOffTheEarth', { lon, lat }),
      }
    const point: Point = [Math.round(lon * PER_DEGREE), Math.round(lat * PER_DEGREE)]
    const before = points.at(-1)
    if (before?.[0] !== point[0] || before[1] !== point[1]) points.push(point)
  }
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return { reason: message('hasEmptyRing', {}) }
  if (first[0] !== last[0] || first[1] !== last[1])
    return {
      reason: message('hasOpenRing', { first: placeOf(first), last: placeOf(last) }),
    }
  return points.length < 4 ? { reason: message('hasShortRing', {}) } : points
}

function extentReason(rings: Ring[]): Message | undefined {
  for (const axis of [0, 1] as const) {
    let [least, most] = [Infinity, -Infinity]
    for (const ring of rings)
      for (const point of ring) {
        least = Math.min(least, point[axis])
        most = Math.max(most, point[axis])
      }
    if (most - least > MOST_DEGREES * PER_DEGREE) return message('reachesTooFar', { degrees: MOST_DEGREES })
  }
  return undefined
}

function shapeReason(polygons: Ring[][]): Message | undefined {
  const crossing = findCrossing(polygons.flat())
  if (crossing) return message('crossesItself', { near: placeOf(crossing) })
  for (const [index, [outer = [], ...holes]] of polygons.entries()) {
    for (const [place, hole] of holes.entries()) {
      const [first = [0, 0]] = hole
      if (!isWithin(hole, outer)) return message('hasHoleOutside', { near: placeOf(first) })
      if (holes.slice(0, place).some((other) => doOverlap(hole, other)))
        return message('hasOverlappingHoles', { near: placeOf(first) })
    }
    for (const [other = [], ...itsHoles] of polygons.slice(0, index)) {
      if (!doOverlap(outer, other)) continue
      const isIsland =
        itsHoles.some((hole) => isWithin(outer, hole)) || holes.some((hole) => isWithin(other, hole))
      if (!isIsland) return message('hasOverlappingParts', { near: placeOf(outer[0] ?? [0, 0]) })
    }
  }
  return undefined
}

function placeOf([x, y]: Point): Coordinates {
  return { lat: Math.round(y) / PER_DEGREE, lon: Math.round(x) / PER_DEGREE }
}

function written(ring: Ring, isOuter: boolean): BoundaryPosition[] {
  const positions = ring.map(([x, y]): BoundaryPosition => [x / PER_DEGREE, y / PER_DEGREE])
  return turnOf(ring) > 0 === isOuter ? positions : positions.toReversed()
}
