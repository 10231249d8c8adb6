import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simplified, type Outline } from './outline-rules.ts'

const METRES_PER_STEP = 1.1132
/** Near the equator, where a step is as long east as north. */
const square = [0, 0, 100, 0, 0, 100, -100, 0]

describe('simplified', () => {
  test.each<[string, Outline, number, Outline]>([
    ['a square stays', [[square]], 5, [[square]]],
    ['what lies on a line goes', [[[0, 0, 50, 0, 50, 0, 0, 100, -100, 0]]], 1, [[square]]],
    ['points that come twice go', [[[0, 0, 0, 0, 100, 0, 0, 0, 0, 100, -100, 0]]], 1, [[square]]],
    ['a small hole goes', [[square, [10, 10, 2, 0, 0, 2]]], 50, [[square]]],
    ['a large hole stays', [[square, [10, 10, 60, 0, 0, 60]]], 5, [[square, [10, 10, 60, 0, 0, 60]]]],
    ['a small part keeps three points', [[[0, 0, 3, 0, 0, 3, -3, 0]]], 500, [[[0, 0, 3, 0, 0, 3]]]],
  ])('%s', (_name, outline, metres, expected) => {
    expect(simplified(outline, metres)).toEqual(expected)
  })

  test('no point is farther off than the tolerance', () => {
    const ring = fc.array(
      fc.tuple(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -400, max: 400 })),
      {
        minLength: 4,
        maxLength: 60,
      },
    )
    fc.assert(
      fc.property(ring, fc.integer({ min: 1, max: 300 }), (steps, metres) => {
        const before = pointsOf([0, 0, ...steps.flat()])
        const [[kept = []] = []] = simplified([[[0, 0, ...steps.flat()]]], metres)
        const after = pointsOf(kept)
        const worst = Math.max(...before.map((point) => distance(point, after)))
        // The earth is a little narrower away from the equator; the steps reach no farther than a fifth of a degree.
        expect(worst * METRES_PER_STEP).toBeLessThanOrEqual(metres * 1.001 + 0.001)
        expect(after.every((point) => before.some(([x, y]) => x === point[0] && y === point[1]))).toBe(true)
      }),
    )
  })
})

type Point = [number, number]

function pointsOf(steps: number[]): Point[] {
  const points: Point[] = []
  let [x, y] = [0, 0]
  for (let index = 0; index < steps.length; index += 2) {
    x += steps[index] ?? 0
    y += steps[index + 1] ?? 0
    points.push([x, y])
  }
  return points
}

/** From a point to the nearest edge of a ring. */
function distance([x, y]: Point, ring: Point[]): number {
  return Math.min(
    ...ring.map(([ax, ay], index) => {
      const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay]
      const [dx, dy] = [bx - ax, by - ay]
      const length = dx * dx + dy * dy
      const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
      return Math.hypot(x - ax - along * dx, y - ay - along * dy)
    }),
  )
}
