/**
 * Contents of a heap (docs/heaps.md): its volume by its form, its weight by bulk density and packing, and by how much that may be wrong. Pure, and
 * the same for the service and the page, whose copy `npm run client` makes.
 */

/** Forms of heaps: in a bay of four walls, on the floor, in a round bin. */
export const heapForms = ['rectangle', 'cone', 'cylinder'] as const
export type HeapForm = (typeof heapForms)[number]

/** Tops of a heap. A slope rises from one long side to the other, a ridge runs along the middle. */
export const heapTops = ['level', 'sloped', 'ridged', 'cone'] as const
export type HeapTop = (typeof heapTops)[number]

/**
 * Lengths of heaps. `depth` is that of the grain at the wall, of a slope at its low side; `peak` that of a ridge, or of the high side, from the
 * floor too; `cone` the height of a cone from its edge; `hopper` that of a hopper, from its outlet.
 */
export const heapLengths = ['length', 'width', 'depth', 'peak', 'diameter', 'cone', 'hopper'] as const
export type HeapLength = (typeof heapLengths)[number]

export interface HeapShape {
  form: HeapForm
  top: HeapTop
  /** Those of its form and top; a hopper where there is one. */
  lengthsMetres: Partial<Record<HeapLength, number>>
}

/** A heap as a count keeps it. */
export interface MeasuredHeap extends HeapShape {
  densityKgPerHl: number
  packingFactor: number
  spreadPercent: number
}

/** The tops that a form may have. */
export function topsOf(form: HeapForm): readonly HeapTop[] {
  if (form === 'cone') return ['cone']
  return form === 'cylinder' ? ['level', 'cone'] : ['level', 'sloped', 'ridged']
}

/** The lengths that a form with a top has; a hopper may be left out. */
export function lengthsOf(form: HeapForm, top: HeapTop): readonly HeapLength[] {
  if (form === 'cone') return ['diameter', 'cone']
  if (form === 'cylinder')
    return top === 'cone' ? ['diameter', 'depth', 'cone', 'hopper'] : ['diameter', 'depth', 'hopper']
  return top === 'level' ? ['length', 'width', 'depth'] : ['length', 'width', 'depth', 'peak']
}

/**
 * The volume of a heap.
 *
 * @example volumeCubicMetres({ form: 'cone', top: 'cone', lengthsMetres: { diameter: 10.5, cone: 3 } }) // 86.59
 */
export function volumeCubicMetres({ form, top, lengthsMetres }: HeapShape): number {
  const { length = 0, width = 0, depth = 0, peak = 0, diameter = 0, cone = 0, hopper = 0 } = lengthsMetres
  const round = (Math.PI / 4) * diameter ** 2
  if (form === 'cone') return (round * cone) / 3
  if (form === 'cylinder') return round * (depth + (top === 'cone' ? cone / 3 : 0) + hopper / 3)
  return length * width * (top === 'level' ? depth : (depth + peak) / 2)
}

/** The weight of a heap in kilograms; a packing factor of 1.02 is for grain that lies 2 % denser than in the measure of a sample. */
export function heapKilograms(
  shape: HeapShape,
  { densityKgPerHl, packingFactor }: Pick<MeasuredHeap, 'densityKgPerHl' | 'packingFactor'>,
): number {
  return volumeCubicMetres(shape) * densityKgPerHl * HECTOLITRES_IN_CUBIC_METRE * packingFactor
}
const HECTOLITRES_IN_CUBIC_METRE = 10

/**
 * By how much the weight may be wrong, in per cent either way: what each length may be wrong by, and the density, put together as errors that do not
 * depend on each other (the root of the sum of their squares).
 *
 * @param accuracyMetres by which each length was measured
 * @param densityPercent by which density and packing may be wrong
 */
export function spreadPercent(
  shape: HeapShape,
  accuracyMetres: Partial<Record<HeapLength, number>>,
  densityPercent: number,
): number {
  const volume = volumeCubicMetres(shape)
  if (volume <= 0) return 0
  const known = lengthsOf(shape.form, shape.top).filter((each) => (shape.lengthsMetres[each] ?? 0) > 0)
  const percents = known.map((each) => {
    const by = accuracyMetres[each] ?? 0
    const of = (sign: 1 | -1) => volumeCubicMetres(longer(shape, each, sign * by))
    return (100 * (of(1) - of(-1))) / 2 / volume
  })
  return Math.hypot(...percents, densityPercent)
}

function longer(shape: HeapShape, which: HeapLength, by: number): HeapShape {
  const { lengthsMetres } = shape
  return { ...shape, lengthsMetres: { ...lengthsMetres, [which]: (lengthsMetres[which] ?? 0) + by } }
}

/** The height of a cone by how wide it is and how steep it lies. */
export function coneMetres(diameterMetres: number, angleDegrees: number): number {
  return (diameterMetres / 2) * Math.tan((angleDegrees * Math.PI) / 180)
}

export const METRES_IN_FOOT = 0.3048

const LITRES_IN_BUSHEL = 35.239_070_166_88
const KILOGRAMS_IN_POUND = 0.453_592_37

/** A test weight in kilograms a hectolitre, by pounds in a Winchester bushel, as the United States measure it. */
export function kgPerHlOfPounds(poundsPerBushel: number): number {
  return (poundsPerBushel * KILOGRAMS_IN_POUND * 100) / LITRES_IN_BUSHEL
}

/** Bulk density of grain that nobody has measured, in kilograms a hectolitre, and the angle at which it lies; docs/heaps.md has the sources. */
export interface UsualDensity {
  kgPerHl: number
  angleDegrees: number
}

const USUAL: Record<number, UsualDensity> = {
  1: { kgPerHl: 75, angleDegrees: 25 },
  2: { kgPerHl: 62, angleDegrees: 28 },
  3: { kgPerHl: 50, angleDegrees: 28 },
  4: { kgPerHl: 71, angleDegrees: 25 },
  5: { kgPerHl: 69, angleDegrees: 25 },
  6: { kgPerHl: kgPerHlOfPounds(56), angleDegrees: 23 },
  7: { kgPerHl: 67, angleDegrees: 25 },
  8: { kgPerHl: 73, angleDegrees: 25 },
  9: { kgPerHl: 75, angleDegrees: 25 },
  10: { kgPerHl: 75, angleDegrees: 25 },
  11: { kgPerHl: kgPerHlOfPounds(60), angleDegrees: 25 },
  12: { kgPerHl: kgPerHlOfPounds(28), angleDegrees: 27 },
  13: { kgPerHl: kgPerHlOfPounds(56), angleDegrees: 25 },
}

/** The usual density of a commodity by its id in the catalogue; undefined of one that is not heaped, or not known. */
export function usualDensity(commodityId: number): UsualDensity | undefined {
  return USUAL[commodityId]
}
