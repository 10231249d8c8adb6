import { lengthsOf, volumeCubicMetres, type HeapLength, type HeapShape } from '../api/heap.ts'

/** A heap as it is drawn: seen from its narrow side, to scale, in metres with the floor at 0. */
export interface HeapDrawing {
  /** Corners of the grain. */
  grain: Point[]
  /** Walls, each from its foot to its top; none of a heap on the floor. */
  walls: Line[]
  measures: Dimension[]
  width: number
  /** From the lowest point to the highest. */
  bottom: number
  top: number
}

type Point = readonly [x: number, y: number]
type Line = [Point, Point]

/** A length with its line. One that is seen end on, such as that of a bay from its front, has no line. */
export interface Dimension {
  name: HeapLength
  metres: number
  line: Line | undefined
}

/** Room of walls above the grain, as a part of its height. */
const ABOVE = 0.15

/** Draws a heap; undefined as long as it holds nothing. */
export function drawHeap(shape: HeapShape): HeapDrawing | undefined {
  if (volumeCubicMetres(shape) <= 0) return undefined
  const { form, top, lengthsMetres } = shape
  const section = sectionOf(shape)
  const { across, high, low, hopper } = section
  const wall = Math.max(high, low) * (1 + ABOVE)
  const lines = linesOf(shape, section)
  const known = lengthsOf(form, top).filter((name) => (lengthsMetres[name] ?? 0) > 0)
  return {
    grain: grainOf(shape, section),
    walls: form === 'cone' ? [] : [upright(0, 0, wall), upright(across, 0, wall)],
    measures: known.map((name) => ({ name, metres: lengthsMetres[name] ?? 0, line: lines[name] })),
    width: across,
    bottom: -hopper,
    top: form === 'cone' ? high : wall,
  }
}

/** Lengths of a heap seen from its narrow side: its width, how high it lies at most and at its low side, and its hopper. */
interface Section {
  across: number
  high: number
  low: number
  hopper: number
}

function sectionOf({ form, top, lengthsMetres }: HeapShape): Section {
  const { width = 0, depth = 0, peak = 0, diameter = 0, cone = 0, hopper = 0 } = lengthsMetres
  const low = form === 'cone' ? 0 : depth
  if (form === 'rectangle') return { across: width, high: top === 'level' ? depth : peak, low, hopper: 0 }
  const high = top === 'cone' ? depth + cone : depth
  return { across: diameter, high, low, hopper: form === 'cylinder' ? hopper : 0 }
}

/** Corners of the grain: along its floor, and back over its top. */
function grainOf({ top }: HeapShape, { across, high, low, hopper }: Section): Point[] {
  const middle = across / 2
  const right = top === 'sloped' ? high : low
  const outlet: Point[] = hopper > 0 ? [[middle, -hopper]] : []
  const ridge: Point[] = top === 'ridged' || top === 'cone' ? [[middle, high]] : []
  return [[0, 0], ...outlet, [across, 0], [across, right], ...ridge, [0, low]]
}

function linesOf(
  { top }: HeapShape,
  { across, high, low, hopper }: Section,
): Partial<Record<HeapLength, Line>> {
  const middle = across / 2
  const floor: Line = [
    [0, 0],
    [across, 0],
  ]
  return {
    width: floor,
    diameter: floor,
    depth: upright(0, 0, low),
    peak: upright(top === 'sloped' ? across : middle, 0, high),
    cone: upright(middle, low, high),
    hopper: upright(middle, -hopper, 0),
  }
}

const upright = (x: number, from: number, to: number): Line => [
  [x, from],
  [x, to],
]
