import Type, { type Static } from 'typebox'
import { closed, described, maybe, oneOf } from '../../http/validate/schema.ts'

const Metres = Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: 'Metres.' })

/** Estimate of the weight of a heap: its form, the lengths that were taken, and what a hectolitre of it weighs. */
const Volume = closed({
  form: oneOf(
    ['rectangle', 'cone', 'cylinder'],
    'rectangle: a bay with walls. cone: a heap on the floor. cylinder: a silo.',
  ),
  top: maybe(
    oneOf(
      ['level', 'sloped', 'ridged', 'cone'],
      'The form of its top: of a rectangle level, sloped or ridged, of a cylinder level or cone.',
    ),
  ),
  lengthsMetres: closed(
    {
      length: Type.Optional(Metres),
      width: Type.Optional(Metres),
      height: Type.Optional(described(Metres, 'Metres; of the wall side, below its top.')),
      topHeight: Type.Optional(described(Metres, 'Metres that the top stands above it.')),
      diameter: Type.Optional(Metres),
      hopperHeight: Type.Optional(described(Metres, 'Metres of the hopper below.')),
    },
    'The lengths that were taken.',
  ),
  angleDegrees: maybe(
    Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: 90,
      description: 'The slope of its top, where that was taken in place of a height.',
    }),
  ),
  densityKgPerHl: Type.Number({
    exclusiveMinimum: 0,
    maximum: 200,
    description: 'Kilograms of a hectolitre.',
  }),
  packingFactor: Type.Number({
    minimum: 0.5,
    maximum: 2,
    description: 'How much more lies in a hectolitre of the heap than in one of the sample.',
  }),
  spreadPercent: Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'By how much the weight may be out either way, by the accuracy of the lengths.',
  }),
})

/** Method by which a bay was counted, with its figures. */
export const HowMeasured = closed({
  method: oneOf(
    ['weighed', 'estimated'],
    'weighed: over the scale, out of the bay or into it. estimated: by the volume of the heap.',
  ),
  volume: maybe(described(Volume, 'Of what was estimated: the form and its lengths.')),
})
export type HowMeasured = Static<typeof HowMeasured>
