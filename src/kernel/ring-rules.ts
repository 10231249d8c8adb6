/**
 * Rings of whole numbers, closed: their first point is their last. Whole numbers, so that what crosses and what only touches is decided
 * exactly. Pure.
 */

/** A point, and a line that comes back to where it began. */
export type Point = readonly [x: number, y: number]
export type Ring = readonly Point[]

/** Twice the area of a ring: more than 0 where it runs counter-clockwise. */
export function turnOf(ring: Ring): number {
  const [first] = ring
  if (!first) return 0
  let sum = 0
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[index + 1] ?? first
    sum += (x - first[0]) * (nextY - first[1]) - (nextX - first[0]) * (y - first[1])
  }
  return sum
}

/** On which side of the line from a to b a point is: 0 where it is on it. Exact for points that are less than 2^25 apart. */
function sideOf(a: Point, b: Point, [x, y]: Point): number {
  return Math.sign((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]))
}

interface Segment {
  from: Point
  to: Point
  ring: number
  /** Its place in its ring. */
  place: number
  west: number
  east: number
  south: number
  north: number
}

function segmentsOf(rings: readonly Ring[]): Segment[] {
  return rings.flatMap((points, ring) =>
    points.slice(1).map((to, place): Segment => {
      const from = points[place] ?? to
      const [west, east] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])]
      const [south, north] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])]
      return { from, to, ring, place, west, east, south, north }
    }),
  )
}

/**
 * A point at which rings cross each other or themselves, run along each other, or at which one touches itself. Undefined where there is none:
 * two rings may touch in points. Takes the square of the number of points at worst, and mostly little more than sorting them.
 */
export function findCrossing(rings: readonly Ring[]): Point | undefined {
  const segments = segmentsOf(rings).sort((a, b) => a.west - b.west)
  for (let index = 0; index < segments.length; index++) {
    const one = segments[index]
    if (!one) break
    for (let next = index + 1; next < segments.length; next++) {
      const other = segments[next]
      if (!other || other.west > one.east) break
      if (other.south > one.north || other.north < one.south) continue
      const at = meetingOf(one, other, rings)
      if (at) return at
    }
  }
  return undefined
}

function meetingOf(one: Segment, other: Segment, rings: readonly Ring[]): Point | undefined {
  const ofOther = [sideOf(one.from, one.to, other.from), sideOf(one.from, one.to, other.to)] as const
  if (ofOther[0] * ofOther[1] > 0) return undefined
  const ofOne = [sideOf(other.from, other.to, one.from), sideOf(other.from, other.to, one.to)] as const
  if (ofOne[0] * ofOne[1] > 0) return undefined
  if (ofOther[0] === 0 && ofOther[1] === 0) return sharedLine(one, other, rings)
  const isCrossing = ofOther[0] * ofOther[1] < 0 && ofOne[0] * ofOne[1] < 0
  if (isCrossing) return crossingOf(one, other)
  return one.ring === other.ring && !areNeighbours(one, other, rings) ? touchOf(one, other, ofOne) : undefined
}

/** Finds a point where two segments of one line have more than a point in common, or where one ring comes back to a point. */
function sharedLine(one: Segment, other: Segment, rings: readonly Ring[]): Point | undefined {
  const wide = Math.min(one.east, other.east) - Math.max(one.west, other.west)
  const high = Math.min(one.north, other.north) - Math.max(one.south, other.south)
  if (wide < 0 || high < 0) return undefined
  const isPoint = wide === 0 && high === 0
  const mayTouch = one.ring !== other.ring || areNeighbours(one, other, rings)
  if (isPoint && mayTouch) return undefined
  // Of the four ends on one line, what they share begins at the second.
  return [one.from, one.to, other.from, other.to].sort((a, b) => a[0] - b[0] || a[1] - b[1])[1]
}

function crossingOf({ from, to }: Segment, other: Segment): Point {
  const [wide, high] = [to[0] - from[0], to[1] - from[1]]
  const [otherWide, otherHigh] = [other.to[0] - other.from[0], other.to[1] - other.from[1]]
  const part =
    ((other.from[0] - from[0]) * otherHigh - (other.from[1] - from[1]) * otherWide) /
    (wide * otherHigh - high * otherWide)
  return [from[0] + part * wide, from[1] + part * high]
}

function touchOf(one: Segment, other: Segment, [first]: readonly [number, number]): Point {
  if (first === 0) return one.from
  return sideOf(one.from, one.to, other.from) === 0 ? other.from : other.to
}

function areNeighbours(one: Segment, other: Segment, rings: readonly Ring[]): boolean {
  const last = (rings[one.ring]?.length ?? 0) - 2
  const apart = Math.abs(one.place - other.place)
  return apart === 1 || apart === last
}

/** Finds the place of a point: within a ring (1), on it (0) or outside (-1). */
export function placeIn([x, y]: Point, ring: Ring): -1 | 0 | 1 {
  let isInside = false
  for (let index = 1; index < ring.length; index++) {
    const [from, to] = [ring[index - 1], ring[index]]
    if (!from || !to) break
    if (from[1] > y === to[1] > y) {
      if (from[1] === y && to[1] === y && (from[0] - x) * (to[0] - x) <= 0) return 0
      if ((from[0] === x && from[1] === y) || (to[0] === x && to[1] === y)) return 0
      continue
    }
    const side = sideOf(from, to, [x, y])
    if (side === 0) return 0
    if (side > 0 === to[1] > from[1]) isInside = !isInside
  }
  return isInside ? 1 : -1
}

/** Finds the places, in another ring, of the points of a ring and of those half-way between them. */
function placesIn(ring: Ring, other: Ring): Set<-1 | 0 | 1> {
  const places = new Set<-1 | 0 | 1>()
  for (let index = 1; index < ring.length && places.size < 3; index++) {
    const [from, to] = [ring[index - 1], ring[index]]
    if (!from || !to) break
    places.add(placeIn(to, other)).add(placeIn([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], other))
  }
  return places
}

/** True if a ring lies within another that it does not cross. It may touch it. */
export function isWithin(ring: Ring, other: Ring): boolean {
  return areNear(ring, other) && !placesIn(ring, other).has(-1)
}

/** True if two rings that do not cross have an area in common. */
export function doOverlap(one: Ring, other: Ring): boolean {
  return areNear(one, other) && (placesIn(one, other).has(1) || placesIn(other, one).has(1))
}

function areNear(one: Ring, other: Ring): boolean {
  const [a, b] = [boxOf(one), boxOf(other)]
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north
}

function boxOf(ring: Ring) {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity }
  for (const [x, y] of ring) {
    box.west = Math.min(box.west, x)
    box.east = Math.max(box.east, x)
    box.south = Math.min(box.south, y)
    box.north = Math.max(box.north, y)
  }
  return box
}

/** Rings of which nobody says what they are, as polygons: one within another is a hole in it, one within that an island. */
export function nestRings<Each>(rings: readonly Each[], inNumbers: (ring: Each) => Ring): Each[][] {
  const known = rings.map((ring) => ({ ring, line: inNumbers(ring), size: 0 }))
  for (const each of known) each.size = Math.abs(turnOf(each.line))
  // The larger ones come first, so that whatever a ring lies in is known before it.
  known.sort((a, b) => b.size - a.size)
  const polygons: { line: Ring; rings: Each[]; holes: Ring[] }[] = []
  for (const { ring, line } of known) {
    const around = polygons.findLast((polygon) => isWithin(line, polygon.line))
    if (around && !around.holes.some((hole) => isWithin(line, hole))) {
      around.rings.push(ring)
      around.holes.push(line)
    } else polygons.push({ line, rings: [ring], holes: [] })
  }
  return polygons.map((polygon) => polygon.rings)
}
