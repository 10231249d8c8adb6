import type { FieldShape } from '../../api/operations.ts'

// From what the service answers to what a map draws. Degrees east and north.

export type OutlinePosition = [lon: number, lat: number]
export type Polygons = OutlinePosition[][][]
/** West, south, east, north. */
export type Corners = [number, number, number, number]

const PER_DEGREE = 100_000

/** An outline in degrees: its steps added up, and each ring closed. */
export function polygonsOf(outline: NonNullable<FieldShape['outline']>): Polygons {
  return outline.map((rings) => rings.map(ringOf))
}

function ringOf(steps: number[]): OutlinePosition[] {
  const ring: OutlinePosition[] = []
  let [x, y] = [0, 0]
  for (let index = 0; index + 1 < steps.length; index += 2) {
    x += steps[index] ?? 0
    y += steps[index + 1] ?? 0
    ring.push([x / PER_DEGREE, y / PER_DEGREE])
  }
  const [first] = ring
  return first ? [...ring, first] : ring
}

/** Finds the corners around a field's outline, or around its position; undefined if neither is known. */
export function cornersOf({
  outline,
  coordinates,
}: Pick<FieldShape, 'outline' | 'coordinates'>): Corners | undefined {
  if (outline) return around(polygonsOf(outline).flat(2))
  return coordinates ? around([[coordinates.lon, coordinates.lat]]) : undefined
}

/** The corners around points, or around other corners. */
export function around(points: OutlinePosition[]): Corners | undefined {
  if (points.length === 0) return undefined
  const corners: Corners = [180, 90, -180, -90]
  for (const [lon, lat] of points) {
    corners[0] = Math.min(corners[0], lon)
    corners[1] = Math.min(corners[1], lat)
    corners[2] = Math.max(corners[2], lon)
    corners[3] = Math.max(corners[3], lat)
  }
  return corners
}

/** The corners around all fields of which somebody knows where they are. */
export function cornersOfAll(shapes: FieldShape[]): Corners | undefined {
  const each = shapes.flatMap((shape) => {
    const corners = cornersOf(shape)
    return corners ? [corners] : []
  })
  return around(
    each.flatMap(([west, south, east, north]): OutlinePosition[] => [
      [west, south],
      [east, north],
    ]),
  )
}

/** Of the corners of a view, what is asked for: rounded outward, so that a small step asks for nothing new. */
export function askedCorners([west, south, east, north]: Corners, step = 0.05): string {
  const down = (value: number) => Math.floor(value / step)
  const up = (value: number) => Math.ceil(value / step)
  return [down(west), down(south), up(east), up(north)].map((value) => (value * step).toFixed(2)).join(',')
}
