import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encloses, hectaresIn, pointIn } from './boundary-measures.ts'
import { ANYBODY, render } from '../words/render.ts'
import { boundaryOf, type Boundary, type BoundaryPosition } from './boundary-rules.ts'

type Ring = BoundaryPosition[]

/** A rectangle from its south-west corner, counter-clockwise. */
function box(lon: number, lat: number, wide = 0.004, high = wide): Ring {
  const at = (x: number, y: number): BoundaryPosition => [
    Number((lon + x).toFixed(7)),
    Number((lat + y).toFixed(7)),
  ]
  return [at(0, 0), at(wide, 0), at(wide, high), at(0, high), at(0, 0)]
}

function judged(...polygons: Ring[][]): Boundary {
  const boundary = boundaryOf(polygons)
  if ('reason' in boundary) throw new Error(render(boundary.reason, ANYBODY))
  return boundary
}

function reasonOf(...polygons: number[][][][]): string {
  const boundary = boundaryOf(polygons)
  return 'reason' in boundary ? render(boundary.reason, ANYBODY) : 'taken'
}

const outer = box(0, 51)
const hole = box(0.001, 51.001, 0.001).toReversed()

describe('what is kept', () => {
  test.each<[string, Ring[][], Ring[][]]>([
    ['a square', [[outer]], [[outer]]],
    ['one the other way round is turned', [[outer.toReversed()]], [[outer]]],
    ['a hole', [[outer, hole]], [[outer, hole]]],
    ['a hole the other way round', [[outer, hole.toReversed()]], [[outer, hole]]],
    ['two parts', [[outer], [box(1, 51)]], [[outer], [box(1, 51)]]],
    ['two parts that touch in a corner', [[outer], [box(0.004, 51.004)]], [[outer], [box(0.004, 51.004)]]],
    [
      'an island in a hole',
      [[outer, hole], [box(0.0013, 51.0013, 0.0002)]],
      [[outer, hole], [box(0.0013, 51.0013, 0.0002)]],
    ],
    [
      'a hole that touches its part in a point',
      [
        [
          outer,
          [
            [0, 51],
            [0.001, 51.002],
            [0.002, 51.001],
            [0, 51],
          ],
        ],
      ],
      [
        [
          outer,
          [
            [0, 51],
            [0.001, 51.002],
            [0.002, 51.001],
            [0, 51],
          ],
        ],
      ],
    ],
    ['points that come twice', [[[outer[0] ?? [0, 0], ...outer]]], [[outer]]],
    [
      'more than seven decimals',
      [[outer.map(([x, y]): BoundaryPosition => [x + 1e-9, y - 1e-9])]],
      [[outer]],
    ],
  ])('%s', (_name, given, kept) => {
    expect(judged(...given).coordinates).toEqual(kept)
  })
})

describe('what is not', () => {
  const bow: Ring = [
    [0, 51],
    [0.004, 51.004],
    [0.004, 51],
    [0, 51.004],
    [0, 51],
  ]
  const spike: Ring = [
    [0, 51],
    [0.004, 51],
    [0.008, 51],
    [0.004, 51],
    [0.004, 51.004],
    [0, 51],
  ]
  const pinched: Ring = [
    [0, 51],
    [0.004, 51.004],
    [0.008, 51],
    [0.008, 51.008],
    [0.004, 51.004],
    [0, 51.008],
    [0, 51],
  ]
  const dense = Array.from({ length: 10_001 }, (_, index): BoundaryPosition => [index / 1e6, 51])
  test.each<[string, number[][][][], string]>([
    ['nothing', [], 'has no points'],
    ['too many points', [[dense]], 'has 10,001 points; at most 10,000 are kept: simplify it'],
    [
      'too many parts',
      Array.from({ length: 501 }, (_, index) => [box(index / 1000, 51, 0.0004)]),
      'has 501 parts and holes; 500 are kept',
    ],
    [
      'a ring of two points',
      [
        [
          [
            [0, 51],
            [1, 51],
            [0, 51],
          ],
        ],
      ],
      'has a ring of fewer than three points',
    ],
    [
      'a ring that is open',
      [[outer.slice(0, -1)]],
      'has a ring that is not closed: it begins at 51, 0 and ends at 51.004, 0',
    ],
    [
      'a line there and back',
      [
        [
          [
            [0, 51],
            [1, 51],
            [0.5, 51],
            [0, 51],
          ],
        ],
      ],
      'crosses or touches itself near 51, 0',
    ],
    [
      'metres',
      [
        [
          [
            [451000, 221000],
            [451100, 221000],
            [451100, 221100],
            [451000, 221000],
          ],
        ],
      ],
      'has a point at 451000, 221000, which is not in degrees east and north (WGS 84)',
    ],
    [
      'no numbers',
      [
        [
          [
            [Number.NaN, 51],
            [1, 51],
            [1, 52],
            [Number.NaN, 51],
          ],
        ],
      ],
      'has a point without a longitude and a latitude',
    ],
    ['a country', [[box(0, 50, 5)]], 'reaches over more than 2 degrees, which no field does'],
    ['a bow', [[bow]], 'crosses or touches itself near 51.002, 0.002'],
    ['a spike', [[spike]], 'crosses or touches itself near 51, 0.004'],
    ['a ring that touches itself', [[pinched]], 'crosses or touches itself near 51.004, 0.004'],
    ['the same part twice', [[outer], [outer]], 'crosses or touches itself near 51, 0'],
    ['parts that cross', [[outer], [box(0.002, 51.002)]], 'crosses or touches itself near 51.004, 0.002'],
    [
      'a part within another',
      [[outer], [box(0.001, 51.001, 0.001)]],
      'has parts that overlap, at 51.001, 0.001',
    ],
    ['a hole outside', [[outer, box(1, 51)]], 'has a hole outside of it, at 51, 1'],
    [
      'a hole in a hole',
      [[outer, hole, box(0.0013, 51.0013, 0.0002)]],
      'has holes that overlap, at 51.0013, 0.0013',
    ],
  ])('%s', (_name, given, reason) => {
    expect(reasonOf(...given)).toBe(reason)
  })
})

test('ten thousand points that are hard to tell apart are judged within a second', () => {
  // A zigzag of long lines beside each other, each of which is near all others.
  const up = Array.from({ length: 4999 }, (_, index): BoundaryPosition => [
    Number((index / 1e5 + (index % 2 === 0 ? 0 : 1)).toFixed(7)),
    Number((50 + index / 1e5 + (index % 2 === 0 ? 0.5 : 0)).toFixed(7)),
  ])
  const start = performance.now()
  reasonOf([[...up, [1.5, 49.5], up[0] ?? [0, 0]]])
  expect(performance.now() - start).toBeLessThan(1000)
})

describe('areas', () => {
  test('of known figures', () => {
    const ring = (points: [number, number][]): Boundary => ({ type: 'MultiPolygon', coordinates: [[points]] })
    // An eighth of WGS 84: its surface is 510,065,621.724 km².
    const eighth = hectaresIn(
      ring([
        [0, 0],
        [90, 0],
        [90, 90],
        [0, 90],
        [0, 0],
      ]),
    )
    expect(eighth / 6_375_820_271.5511).toBeCloseTo(1, 10)
    // One degree by one degree beside the equator has 12,308.778 km², and at 51° north, 7,782.1 km² (GeographicLib).
    expect(hectaresIn(judged([box(0, 0, 1)])) / 1_230_877.8).toBeCloseTo(1, 4)
  })

  test('less what is in a hole, and with all parts', () => {
    const whole = hectaresIn(judged([outer]))
    const out = hectaresIn(judged([hole]))
    expect(hectaresIn(judged([outer, hole]))).toBeCloseTo(whole - out, 3)
    expect(hectaresIn(judged([outer], [box(1, 51)]))).toBeCloseTo(2 * whole, 3)
  })
})

/** A star around a point, with a hole or without: its rays are in order, so it never crosses itself. */
const stars = fc
  .record({
    lon: fc.double({ min: -170, max: 170, noNaN: true }),
    lat: fc.double({ min: -65, max: 65, noNaN: true }),
    metres: fc.array(fc.double({ min: 50, max: 1500, noNaN: true }), { minLength: 3, maxLength: 60 }),
    hasHole: fc.boolean(),
  })
  .map(({ lon, lat, metres, hasHole }) => {
    const at = (radius: number, angle: number): BoundaryPosition => [
      Number((lon + (radius * Math.cos(angle)) / (111_320 * Math.cos((lat * Math.PI) / 180))).toFixed(7)),
      Number((lat + (radius * Math.sin(angle)) / 111_320).toFixed(7)),
    ]
    const ring = metres.map((radius, index) => at(radius, (index * 2 * Math.PI) / metres.length))
    const inner = [0, 1, 2].map((index) => at(10, (-index * 2 * Math.PI) / 3))
    const close = (points: BoundaryPosition[]): BoundaryPosition[] => [...points, points[0] ?? [0, 0]]
    return [close(ring), ...(hasHole ? [close(inner)] : [])]
  })

test('whatever a field looks like, it is kept as it came, has the area of the plane and a point inside', () => {
  fc.assert(
    fc.property(stars, (rings) => {
      const boundary = judged(rings)
      expect(boundary.coordinates).toEqual([rings])
      const [least, most] = [hectaresIn(boundary) * 0.999, hectaresIn(boundary) * 1.001]
      const flat = planeHectares(rings)
      expect(flat).toBeGreaterThan(least - 0.0002)
      expect(flat).toBeLessThan(most + 0.0002)
      const point = pointIn(boundary)
      expect(encloses(boundary, point)).toBe(true)
      expect(encloses(boundary, { lat: point.lat + 1, lon: point.lon })).toBe(false)
    }),
  )
})

/** The area on a plane that touches the ellipsoid there: with the radii of its meridian and of the circle across. */
function planeHectares(rings: Ring[]): number {
  const [[, lat] = [0, 0]] = rings[0] ?? []
  const sine = Math.sin((middleOf(rings[0] ?? [], 1) * Math.PI) / 180)
  const squared = 0.00669437999014
  const across = 6_378_137 / Math.sqrt(1 - squared * sine ** 2)
  const along = (across * (1 - squared)) / (1 - squared * sine ** 2)
  const radians = Math.PI / 180
  const areas = rings.map((ring) => {
    const points = ring.map(([x, y]) => [
      (x - (ring[0]?.[0] ?? 0)) * radians * across * Math.sqrt(1 - sine ** 2),
      (y - lat) * radians * along,
    ])
    return points.reduce((sum, [x = 0, y = 0], index) => {
      const [nextX = 0, nextY = 0] = points[index + 1] ?? points[0] ?? []
      return sum + (x * nextY - nextX * y) / 2
    }, 0)
  })
  return areas.reduce((sum, area) => sum + area, 0) / 10_000
}

function middleOf(ring: Ring, axis: 0 | 1): number {
  const values = ring.map((position) => position[axis])
  return (Math.min(...values) + Math.max(...values)) / 2
}
