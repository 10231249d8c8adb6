/**
 * Outlines as maps draw them: parts, rings and steps in whole numbers of 1/100,000 degree, as the database keeps them beside a boundary.
 * Each ring is the longitude and latitude of its first point, then the steps from point to point; the last joins the first. Pure.
 */
export type Outline = number[][][]

type Point = readonly [x: number, y: number]

const PER_DEGREE = 100_000
const METRES_PER_DEGREE = 111_320

/**
 * An outline with as few points as are needed for no point to be more than so many metres off (Douglas and Peucker, 1973). A part keeps three
 * points at least, however small it is; a hole that has fewer is left out.
 */
export function simplified(outline: Outline, metres: number): Outline {
  return outline.map((rings) =>
    rings.flatMap((steps, index) => {
      const ring = pointsOf(steps)
      const isHole = index > 0
      const kept = simplifiedRing(ring, metres, isHole)
      return isHole && kept.length < 3 ? [] : [stepsOf(kept)]
    }),
  )
}

/** The points of a ring, without those that come twice in a row. */
function pointsOf(steps: number[]): Point[] {
  const points: Point[] = []
  let [x, y] = [0, 0]
  for (let index = 0; index + 1 < steps.length; index += 2) {
    const [stepX = 0, stepY = 0] = [steps[index], steps[index + 1]]
    x += stepX
    y += stepY
    if (index === 0 || stepX !== 0 || stepY !== 0) points.push([x, y])
  }
  return points
}

function stepsOf(points: Point[]): number[] {
  let [lastX, lastY] = [0, 0]
  return points.flatMap(([x, y]) => {
    const step = [x - lastX, y - lastY]
    ;[lastX, lastY] = [x, y]
    return step
  })
}

function simplifiedRing(ring: Point[], metres: number, isHole: boolean): Point[] {
  const [first] = ring
  if (!first || ring.length < 3 || (ring.length === 3 && !isHole)) return ring
  const narrow = Math.cos((first[1] / PER_DEGREE) * (Math.PI / 180))
  const tolerance = ((metres / METRES_PER_DEGREE) * PER_DEGREE) ** 2
  const flat = [...ring, first].map(([x, y]): Point => [x * narrow, y])
  const kept = new Set([0])
  // A ring has no ends, so it is cut in two at the point that is farthest from its first.
  const far = farthest(flat, 0, flat.length - 1)
  kept.add(far.index)
  // Without a third, a part that is smaller than the tolerance would be a line.
  const third = [farthest(flat, 0, far.index), farthest(flat, far.index, flat.length - 1)].sort(
    (a, b) => b.square - a.square,
  )[0]
  if (third && third.square > (isHole ? tolerance : 0)) kept.add(third.index)
  const open: [number, number][] = [
    [0, far.index],
    [far.index, flat.length - 1],
  ]
  for (let line = open.pop(); line; line = open.pop()) {
    const [from, to] = line
    const { index, square } = farthest(flat, from, to)
    if (square <= tolerance) continue
    kept.add(index)
    open.push([from, index], [index, to])
  }
  return ring.filter((_point, index) => kept.has(index))
}

/** The point between two that is farthest from the line between them, and the square of how far. */
function farthest(points: Point[], from: number, to: number): { index: number; square: number } {
  const [[ax, ay], [bx, by]] = [points[from] ?? [0, 0], points[to] ?? [0, 0]]
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  let [index, square] = [from, -1]
  for (let each = from + 1; each < to; each++) {
    const [x = 0, y = 0] = points[each] ?? []
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
    const [offX, offY] = [x - ax - along * dx, y - ay - along * dy]
    const distance = offX * offX + offY * offY
    if (distance > square) [index, square] = [each, distance]
  }
  return { index, square }
}
