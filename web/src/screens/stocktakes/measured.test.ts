import { expect, test } from 'vitest'
import type { MeasuredHeap } from '../../api/heap.ts'
import { howMeasuredOf, volumeOf } from './measured.ts'

const dense = { densityKgPerHl: 76, packingFactor: 1.02, spreadPercent: 4 }
const heap = (part: Pick<MeasuredHeap, 'form' | 'top' | 'lengthsMetres'>): MeasuredHeap => ({
  ...dense,
  ...part,
})

test.each<[string, MeasuredHeap, object]>([
  [
    'a level bay',
    heap({ form: 'rectangle', top: 'level', lengthsMetres: { length: 20, width: 9, depth: 3 } }),
    { length: 20, width: 9, height: 3 },
  ],
  [
    'a ridge, whose height is told above the wall',
    heap({
      form: 'rectangle',
      top: 'ridged',
      lengthsMetres: { length: 20, width: 9, depth: 2.1, peak: 4.4 },
    }),
    { length: 20, width: 9, height: 2.1, topHeight: 2.3 },
  ],
  [
    'a ridge that begins at the floor',
    heap({ form: 'rectangle', top: 'ridged', lengthsMetres: { length: 20, width: 9, peak: 4 } }),
    { length: 20, width: 9, topHeight: 4 },
  ],
  [
    'a cone on the floor',
    heap({ form: 'cone', top: 'cone', lengthsMetres: { diameter: 10.5, cone: 3 } }),
    { diameter: 10.5, topHeight: 3 },
  ],
  [
    'a bin with a hopper',
    heap({ form: 'cylinder', top: 'level', lengthsMetres: { diameter: 6, depth: 8, hopper: 2 } }),
    { diameter: 6, height: 8, hopperHeight: 2 },
  ],
  [
    'a length of nothing, which the service does not take',
    heap({ form: 'cylinder', top: 'cone', lengthsMetres: { diameter: 6, depth: 8, cone: 0 } }),
    { diameter: 6, height: 8 },
  ],
])('%s', (_name, measured, lengthsMetres) => {
  const { form, top } = measured
  expect(volumeOf(measured)).toEqual({ form, top, lengthsMetres, ...dense })
})

test('how a bay was counted is told where somebody has said it', () => {
  const cone = heap({ form: 'cone', top: 'cone', lengthsMetres: { diameter: 10, cone: 3 } })
  expect(howMeasuredOf({ isWeighed: false, heap: null })).toBeUndefined()
  expect(howMeasuredOf({ isWeighed: true, heap: null })).toEqual({ method: 'weighed' })
  expect(howMeasuredOf({ isWeighed: false, heap: cone })).toEqual({
    method: 'estimated',
    volume: volumeOf(cone),
  })
})
