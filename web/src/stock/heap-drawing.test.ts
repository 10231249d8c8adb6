import { expect, test } from 'vitest'
import type { HeapShape } from '../api/heap.ts'
import { drawHeap } from './heap-drawing.ts'

/** The area of a polygon, whichever way round. */
function areaOf(corners: readonly (readonly [number, number])[]): number {
  const twice = corners.map(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0]
    return x * nextY - nextX * y
  })
  return Math.abs(twice.reduce((sum, each) => sum + each, 0)) / 2
}

test.each<[HeapShape, number]>([
  [{ form: 'rectangle', top: 'level', lengthsMetres: { length: 20, width: 10, depth: 2 } }, 20],
  [{ form: 'rectangle', top: 'sloped', lengthsMetres: { length: 20, width: 10, depth: 2, peak: 4 } }, 30],
  [{ form: 'rectangle', top: 'ridged', lengthsMetres: { length: 20, width: 10, depth: 2, peak: 4 } }, 30],
  [{ form: 'cone', top: 'cone', lengthsMetres: { diameter: 10, cone: 3 } }, 15],
  [{ form: 'cylinder', top: 'cone', lengthsMetres: { diameter: 4, depth: 5, cone: 1, hopper: 2 } }, 26],
])('%j is drawn to scale', (shape, area) => {
  const drawing = drawHeap(shape)
  expect(areaOf(drawing?.grain ?? [])).toBeCloseTo(area, 9)
  const drawn = drawing?.measures.filter(({ line }) => line) ?? []
  for (const { metres, line } of drawn) {
    const [[x1, y1], [x2, y2]] = line ?? [
      [0, 0],
      [0, 0],
    ]
    expect(Math.hypot(x2 - x1, y2 - y1)).toBeCloseTo(metres, 9)
  }
  expect(drawn.length).toBeGreaterThan(1)
})

test('what holds nothing is not drawn', () => {
  expect(drawHeap({ form: 'cone', top: 'cone', lengthsMetres: { diameter: 10 } })).toBeUndefined()
})
