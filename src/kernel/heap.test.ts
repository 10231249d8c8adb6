import { describe, expect, test } from 'vitest'
import {
  coneMetres,
  heapKilograms,
  kgPerHlOfPounds,
  lengthsOf,
  METRES_IN_FOOT,
  spreadPercent,
  topsOf,
  usualDensity,
  volumeCubicMetres,
  type HeapShape,
} from './heap.ts'

const CUBIC_FEET = METRES_IN_FOOT ** 3
const feet = (lengths: HeapShape['lengthsMetres']) =>
  Object.fromEntries(Object.entries(lengths).map(([name, value]) => [name, value * METRES_IN_FOOT]))
const round = (circumference: number) => circumference / Math.PI

// Worked examples that others have published; docs/heaps.md says where.
type Example = [source: string, shape: HeapShape, cubicMetres: number]
const examples: Example[] = [
  [
    'AFSC, round bin, feet',
    { form: 'cylinder', top: 'level', lengthsMetres: feet({ diameter: round(32), depth: 12 }) },
    977.9 * CUBIC_FEET,
  ],
  [
    'AFSC, round bin, metres',
    { form: 'cylinder', top: 'level', lengthsMetres: { diameter: round(9.8), depth: 3.7 } },
    28.2,
  ],
  [
    'AFSC, square bin, feet',
    { form: 'rectangle', top: 'level', lengthsMetres: feet({ length: 10, width: 8, depth: 12 }) },
    960 * CUBIC_FEET,
  ],
  [
    'AFSC, square bin, metres',
    { form: 'rectangle', top: 'level', lengthsMetres: { length: 3, width: 2.4, depth: 3.7 } },
    26.6,
  ],
  [
    'AFSC, triangular pile, feet',
    { form: 'rectangle', top: 'ridged', lengthsMetres: feet({ length: 25, width: 15, depth: 0, peak: 7 }) },
    1312.5 * CUBIC_FEET,
  ],
  [
    'AFSC, triangular pile, metres',
    { form: 'rectangle', top: 'ridged', lengthsMetres: { length: 7.6, width: 4.7, depth: 0, peak: 2.1 } },
    37.5,
  ],
  [
    'AFSC, the same against a wall',
    { form: 'rectangle', top: 'sloped', lengthsMetres: feet({ length: 25, width: 15, depth: 0, peak: 7 }) },
    1312.5 * CUBIC_FEET,
  ],
  [
    'SpikeVM, round bin',
    { form: 'cylinder', top: 'level', lengthsMetres: feet({ diameter: 40, depth: 30 }) },
    37_699 * CUBIC_FEET,
  ],
  [
    'eHow, round bin',
    { form: 'cylinder', top: 'level', lengthsMetres: feet({ diameter: 50, depth: 20 }) },
    39_268.75 * CUBIC_FEET,
  ],
  [
    'HTFBW, round bin',
    { form: 'cylinder', top: 'level', lengthsMetres: feet({ diameter: 40, depth: 25 }) },
    31_415 * CUBIC_FEET,
  ],
  [
    'University of Regina, cone',
    { form: 'cone', top: 'cone', lengthsMetres: feet({ diameter: 42, cone: 16 }) },
    7389 * CUBIC_FEET,
  ],
  ['NCERT, heap of wheat', { form: 'cone', top: 'cone', lengthsMetres: { diameter: 10.5, cone: 3 } }, 86.625],
  ['NCERT, heap of rice', { form: 'cone', top: 'cone', lengthsMetres: { diameter: 9, cone: 3.5 } }, 74.25],
  [
    'NCERT, heap of rice, wide',
    { form: 'cone', top: 'cone', lengthsMetres: { diameter: 24, cone: 3.5 } },
    528,
  ],
  [
    'silo sheet, hopper of 60°',
    { form: 'cylinder', top: 'level', lengthsMetres: { diameter: 2, depth: 0, hopper: 1.732 } },
    1.814,
  ],
  [
    'silo sheet, the same by its angle',
    { form: 'cone', top: 'cone', lengthsMetres: { diameter: 2, cone: coneMetres(2, 60) } },
    1.814,
  ],
]
test.each(examples)('%s', (_source, shape, expected) => {
  const volume = volumeCubicMetres(shape)
  expect(Math.abs(volume / expected - 1)).toBeLessThan(0.01)
})

test('a round bin with a hopper and a cone is the sum of the three', () => {
  const parts: HeapShape['lengthsMetres'][] = [
    { diameter: 5, depth: 6 },
    { diameter: 5, hopper: 2.1 },
    { diameter: 5, cone: 1.1 },
  ]
  const of = (lengthsMetres: HeapShape['lengthsMetres']) =>
    volumeCubicMetres({ form: 'cylinder', top: 'cone', lengthsMetres })
  const sum = parts.map(of).reduce((one, other) => one + other)
  expect(of({ diameter: 5, depth: 6, hopper: 2.1, cone: 1.1 })).toBeCloseTo(sum, 9)
})

describe('weights', () => {
  test('of published examples: 93 t of wheat in 124 m³, 824.49 t in a bin of 40 by 30 feet', () => {
    const silo: HeapShape = {
      form: 'rectangle',
      top: 'level',
      lengthsMetres: { length: 124, width: 1, depth: 1 },
    }
    expect(
      heapKilograms(silo, { densityKgPerHl: usualDensity(1)?.kgPerHl ?? 0, packingFactor: 1 }),
    ).toBeCloseTo(93_000, 6)
    const bin: HeapShape = {
      form: 'cylinder',
      top: 'level',
      lengthsMetres: feet({ diameter: 40, depth: 30 }),
    }
    const kilograms = heapKilograms(bin, { densityKgPerHl: kgPerHlOfPounds(60), packingFactor: 1 })
    expect(Math.abs(kilograms / 824_490 - 1)).toBeLessThan(0.001)
    expect(heapKilograms(bin, { densityKgPerHl: kgPerHlOfPounds(60), packingFactor: 1.05 })).toBeCloseTo(
      kilograms * 1.05,
      3,
    )
  })

  test('the cone of a widest heap by its angle: twice the tangent is half the height', () => {
    expect(coneMetres(10, 45)).toBeCloseTo(5, 9)
    expect(kgPerHlOfPounds(60)).toBeCloseTo(77.23, 2)
  })
})

test('the spread is that of each length by itself, and of all together', () => {
  const bay: HeapShape = {
    form: 'rectangle',
    top: 'level',
    lengthsMetres: { length: 20, width: 10, depth: 2 },
  }
  expect(spreadPercent(bay, { depth: 0.1 }, 0)).toBeCloseTo(5, 9)
  expect(spreadPercent(bay, { length: 0.2, width: 0.1, depth: 0.1 }, 2)).toBeCloseTo(
    Math.hypot(1, 1, 5, 2),
    9,
  )
  // A diameter counts twice.
  const bin: HeapShape = { form: 'cylinder', top: 'level', lengthsMetres: { diameter: 10, depth: 5 } }
  expect(spreadPercent(bin, { diameter: 0.1 }, 0)).toBeCloseTo(2, 6)
  expect(spreadPercent({ ...bin, lengthsMetres: {} }, { diameter: 0.1 }, 3)).toBe(0)
})

test('each form has its tops, and each top its lengths', () => {
  expect(topsOf('cylinder')).toEqual(['level', 'cone'])
  expect(lengthsOf('rectangle', 'sloped')).toEqual(['length', 'width', 'depth', 'peak'])
  expect(lengthsOf('cylinder', 'cone')).toContain('hopper')
  expect(lengthsOf('cone', 'cone')).toEqual(['diameter', 'cone'])
})
