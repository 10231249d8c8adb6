import Type, { type Static } from 'typebox'
import { closed, described, maybe, named, oneOf, Text } from '../../http/validate/schema.ts'
import { readingSources } from './rules.ts'

/** The wire shapes of where weights come from. */

const SOURCE =
  'scale: read from an indicator. typed: by hand. remembered: a tare that the lorry was weighed with before. file: as an imported file has it.'
const RECORD_NUMBER =
  'The number under which the instrument’s own memory has the weighing (alibi number). Granary is no such memory and does not check it.'

const readingInput = {
  source: oneOf(readingSources, SOURCE),
  device: maybe(described(Text, 'What the scale is called, such as “Bridge in”.')),
  make: maybe(described(Text, 'Of the indicator.')),
  line: maybe(described(Text, 'What the indicator sent, as it came.')),
  isStable: maybe(Type.Boolean({ description: 'Whether it said that the weight stands still.' })),
  readAtUTC: maybe(
    Type.String({ format: 'date-time', maxLength: 40, description: 'When it was read; kept to the second.' }),
  ),
  recordNumber: maybe(described(Text, RECORD_NUMBER)),
  reason: maybe(
    described(
      Text,
      'Of a typed weight: why it was typed. Needed where `typedWeights` of the organisation is `reason`.',
    ),
  ),
}

export const ReadingsInput = closed(
  {
    full: maybe(closed(readingInput, 'Where the full weight comes from.')),
    empty: maybe(closed(readingInput, 'Where the empty weight comes from.')),
    net: maybe(closed(readingInput, 'Where the net weight comes from.')),
  },
  'Where the weights of the same body come from. `net` is for a load of which only that is known. Left out: not said, which counts as typed ' +
    'where typed weights are refused or need a reason. A tare that is `remembered` has to be the weight of an earlier weighing of the same registration: the service finds which.',
)

export const ShownReading = closed({
  source: oneOf(readingSources, SOURCE),
  device: Type.Optional(Type.String()),
  make: Type.Optional(Type.String()),
  line: Type.Optional(Type.String({ description: 'What the indicator sent, as it came.' })),
  isStable: Type.Optional(Type.Boolean()),
  readAtUTC: Type.Optional(Type.String({ description: 'When it was read, to the second.' })),
  recordNumber: Type.Optional(Type.String({ description: RECORD_NUMBER })),
  factor: Type.Optional(
    Type.Number({ description: 'By what the figure was multiplied since, where the scale was out.' }),
  ),
  reason: Type.Optional(Type.String({ description: 'Why it was typed.' })),
  ofTicket: Type.Optional(
    closed(
      { movementId: Type.Integer(), number: Type.String(), movementDateISO: Type.String() },
      'Of a remembered tare: the ticket that the lorry was weighed empty for.',
    ),
  ),
})
export type ShownReading = Static<typeof ShownReading>

export const ShownReadings = named(
  'Readings',
  {
    full: Type.Optional(ShownReading),
    empty: Type.Optional(ShownReading),
    net: Type.Optional(ShownReading),
  },
  'Where its weights come from, as far as anybody said; left out where nobody did.',
)
export type ShownReadings = Static<typeof ShownReadings>
