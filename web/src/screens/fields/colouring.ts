import type { FieldShape, FieldShapes } from '../../api/operations.ts'
import { onlyCrop } from '../../stock/only-crop.ts'

/** By what fields are coloured. */
export const colourings = ['crop', 'year', 'yield'] as const
export type Colouring = (typeof colourings)[number]
export const isColouring = (value: unknown): value is Colouring => colourings.some((each) => each === value)

/** A line of the legend: a colour and its meaning. */
export interface ColourClass {
  key: string
  /** A colour of the console; it may be a mixture of two. */
  colour: string
  count: number
  meaning:
    | { of: 'crop'; name: string }
    | { of: 'year'; year: string }
    | { of: 'yield'; from: number; to: number }
    | { of: 'nothing' }
}

export interface Coloured {
  classes: ColourClass[]
  /** The place of a field's class among them. */
  classOf: (shape: FieldShape) => number
}

const STEPS = 5
/** Kilograms per hectare: steps of yields begin at round figures, of tenths of a tonne unless another unit is read. */
const ROUND_KG = 100

/** The classes that fields fall into, and which of them each is in; fields of which nothing is known are the last. */
export function colouredBy(
  colouring: Colouring,
  { shapes, commodities }: Pick<FieldShapes, 'shapes' | 'commodities'>,
  colourOfCrop: (commodityId: number) => string,
  roundTo = ROUND_KG,
): Coloured {
  if (colouring === 'yield') return byYield(shapes, roundTo)
  if (colouring === 'year') {
    const years = [...new Set(shapes.map(({ lastYear }) => lastYear).filter(Boolean))].sort().toReversed()
    return classified(
      shapes,
      years.map((year, index) => ({
        key: year,
        colour: shade('--plan', index, years.length),
        meaning: { of: 'year', year },
      })),
      ({ lastYear }) => lastYear,
    )
  }
  const known = commodities.toSorted((a, b) => a.name.localeCompare(b.name))
  return classified(
    shapes,
    known.map(({ id, name }) => ({
      key: String(id),
      colour: colourOfCrop(id),
      meaning: { of: 'crop', name },
    })),
    ({ crops: [crop] }) => String(crop?.commodityId ?? ''),
  )
}

/** Five steps of equal width from the least to the most. */
function byYield(shapes: FieldShape[], roundTo: number): Coloured {
  const yields = shapes.flatMap((shape) => yieldOf(shape) ?? [])
  const least = Math.floor(yields.reduce((a, b) => Math.min(a, b), Infinity) / roundTo) * roundTo
  const most = yields.reduce((a, b) => Math.max(a, b), 0)
  const width = Math.max(roundTo, Math.ceil((most - least + 1) / STEPS / roundTo) * roundTo)
  const stepOf = (kilograms: number) => Math.min(STEPS - 1, Math.floor((kilograms - least) / width))
  const used = [...new Set(yields.map(stepOf))].sort((a, b) => b - a)
  return classified(
    shapes,
    used.map((step) => ({
      key: String(step),
      colour: shade('--good', STEPS - 1 - step, STEPS),
      meaning: { of: 'yield', from: least + step * width, to: least + (step + 1) * width },
    })),
    (shape) => {
      const kilograms = yieldOf(shape)
      return kilograms === undefined ? '' : String(stepOf(kilograms))
    },
  )
}

/** The one crop of which yields are compared: those of several have no bushels in common. */
export const cropOfField = (shapes: FieldShape[]) =>
  onlyCrop(shapes.flatMap(({ crops: [crop] }) => crop?.commodityId ?? []))

/**
 * A round figure of a unit of yields.
 *
 * @param yieldSize kilograms by the hectare in one of it
 * @example roundFigure(1000) // 100: a tenth of a tonne; one bushel; a hundred pounds
 */
export const roundFigure = (yieldSize: number): number =>
  yieldSize >= 500 ? yieldSize / 10 : yieldSize < 10 ? yieldSize * 100 : yieldSize

/** Of the crop that stands on most of a field. */
export const yieldOf = ({ crops: [crop] }: Pick<FieldShape, 'crops'>): number | undefined =>
  crop?.kilogramsPerHectare ?? undefined

type NewClass = Omit<ColourClass, 'count'>

function classified(shapes: FieldShape[], known: NewClass[], keyOf: (shape: FieldShape) => string): Coloured {
  const all: NewClass[] = [...known, { key: '', colour: 'var(--map-unknown)', meaning: { of: 'nothing' } }]
  const places = new Map(all.map(({ key }, place) => [key, place]))
  const classOf = (shape: FieldShape) => places.get(keyOf(shape)) ?? all.length - 1
  const counts = all.map(() => 0)
  for (const shape of shapes) counts[classOf(shape)] = (counts[classOf(shape)] ?? 0) + 1
  return { classes: all.map((each, place) => ({ ...each, count: counts[place] ?? 0 })), classOf }
}

/** The first step is the colour in full, the others lighter and lighter. */
function shade(colour: string, step: number, steps: number): string {
  const part = Math.round(95 - (step / Math.max(1, steps - 1)) * 75)
  return `color-mix(in srgb, var(${colour}) ${part}%, var(--panel))`
}
