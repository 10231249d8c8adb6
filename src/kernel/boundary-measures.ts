import type { Boundary, BoundaryPosition } from './boundary-rules.ts'

/** WGS 84. */
const EQUATOR_METRES = 6_378_137
const FLATTENING = 1 / 298.257223563
const ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING))
const RADIANS = Math.PI / 180

/**
 * Hectares that a boundary encloses on the ellipsoid, to the square metre: its edges are straight lines of the equal-area cylinder, which
 * for edges of a kilometre are within 0.003 % of the shortest way (Snyder, Map Projections, 1987, equations 3-12 and 10-15).
 */
export function hectaresIn({ coordinates }: Boundary): number {
  const squareMetres = coordinates.reduce((sum, [outer = [], ...holes]) => {
    const without = holes.reduce((taken, hole) => taken + Math.abs(squareMetresIn(hole)), 0)
    return sum + Math.abs(squareMetresIn(outer)) - without
  }, 0)
  return Math.round(squareMetres) / 10_000
}

function squareMetresIn(ring: BoundaryPosition[]): number {
  const [first] = ring
  if (!first) return 0
  const base = heightOf(first[1])
  let sum = 0
  for (let index = 1; index < ring.length; index++) {
    const [from, to] = [ring[index - 1], ring[index]]
    if (!from || !to) break
    sum += (to[0] - from[0]) * RADIANS * (heightOf(from[1]) - base + heightOf(to[1]) - base)
  }
  return (sum * EQUATOR_METRES ** 2) / 4
}

/** Of a latitude on the equal-area cylinder, Snyder's q. */
function heightOf(lat: number): number {
  const sine = Math.sin(lat * RADIANS)
  const e = ECCENTRICITY
  return (1 - e * e) * (sine / (1 - e * e * sine * sine) + Math.atanh(e * sine) / e)
}

/** True if a point lies within a boundary. */
export function encloses({ coordinates }: Boundary, { lat, lon }: { lat: number; lon: number }): boolean {
  return coordinates.some((rings) => {
    const west = crossingsAt(rings, lat).filter((crossing) => crossing <= lon)
    return west.length % 2 === 1
  })
}

/** Of a boundary's height, where a line is laid through it. */
const LINES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82]

/** A point inside of a boundary, away from its edges: the middle of the longest line from west to east, of some through its largest part. */
export function pointIn({ coordinates }: Boundary): { lat: number; lon: number } {
  const sized = coordinates.map((polygon) => ({ polygon, size: Math.abs(squareMetresIn(polygon[0] ?? [])) }))
  const largest = sized.sort((a, b) => b.size - a.size)[0]?.polygon ?? []
  const lats = (largest[0] ?? []).map(([, lat]) => lat)
  const [south, north] = lats.reduce(([low, high], lat) => [Math.min(low, lat), Math.max(high, lat)], [
    90, -90,
  ] as [number, number])
  const best = LINES.map((part) => widestOn(largest, south + (north - south) * part)).sort(
    (a, b) => b.width - a.width,
  )[0]
  return { lat: rounded(best?.lat ?? 0), lon: rounded(best?.lon ?? 0) }
}

function widestOn(rings: BoundaryPosition[][], lat: number): { lat: number; lon: number; width: number } {
  const crossings = crossingsAt(rings, lat)
  const widest = { lat, lon: 0, width: -1 }
  for (let index = 1; index < crossings.length; index += 2) {
    const [west = 0, east = 0] = [crossings[index - 1], crossings[index]]
    if (east - west > widest.width) Object.assign(widest, { lon: (west + east) / 2, width: east - west })
  }
  return widest
}

/** Finds the longitudes at which the line of a latitude crosses the rings, from west to east. */
function crossingsAt(rings: BoundaryPosition[][], lat: number): number[] {
  const crossings = rings.flatMap((ring) =>
    ring.slice(1).flatMap((to, index) => {
      const from = ring[index] ?? to
      if (from[1] > lat === to[1] > lat) return []
      return [from[0] + ((lat - from[1]) / (to[1] - from[1])) * (to[0] - from[0])]
    }),
  )
  return crossings.sort((a, b) => a - b)
}

/** To about a centimetre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}
