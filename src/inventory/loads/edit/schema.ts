import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  dateWhen,
  described,
  FileRefOrEmptyInput,
  Kilograms,
  LoadChange,
  maybe,
  named,
  oneOf,
  orNull,
  Text,
} from '../../../http/validate/schema.ts'
import { lateFields, loadTexts } from '../../load-texts.ts'
import { tradeFields } from '../../load-trades.ts'
import { ReadingsInput, ShownReading } from '../../readings/schema.ts'
import { SampleInput, ShareInput } from '../../records/bodies.ts'
import { DestinationSchema, Driver, loadFields, MovementAcknowledgement } from '../schema.ts'
import { lorryNets } from '../tickets/rules.ts'
import { factNames } from './history.ts'

/** The wire shapes of corrections: why, and what has become of a movement since. */

/** Why somebody corrects, deletes or restores. */
export const EditReason = maybe(
  Type.String({
    maxLength: 500,
    description:
      'Why, in your own words: it stands in the history of the movement. Needed for a correction and a deletion where your organisation says so (`requiresReason` of GET /api/identity/organisation).',
  }),
)

/** Why, as a body says it; '' where it does not. */
export const editReasonOf = (body: { reason?: string | null | undefined } | null | undefined) =>
  body?.reason?.trim() ?? ''

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
  description: 'Kilograms, a moment, a name or an id; null is what nobody had said.',
})

export const MovementHistory = closed({
  kind: oneOf(['changed', 'deleted', 'restored']),
  atUTC: Type.String(),
  byName: Type.String(),
  reason: Type.String({ description: 'Why; empty where nobody said.' }),
  changed: Type.Array(
    closed({
      what: oneOf(factNames),
      before: Value,
      after: Value,
      readingBefore: Type.Optional(
        described(ShownReading, 'Of a weight, where it came from before; left out where nobody had said.'),
      ),
      readingAfter: Type.Optional(
        described(ShownReading, 'Where it comes from now; left out where nobody says.'),
      ),
    }),
  ),
})

const OwnRecord = Type.Optional(
  described(Text, 'May be left out. Otherwise it has to be the movement’s own record.'),
)

/** Choice of what becomes of a lorry's net when a part of its load is deleted. */
export const LorryNetInput = Type.Optional(
  oneOf(
    lorryNets,
    'Needed where it is one part of a lorry that was weighed full and empty, and other parts stay. stays: the lorry did bring its net, and the ' +
      'other parts take the weight over in proportion. less: the other parts keep their weights, and the full reading of the lorry is lowered. Otherwise it decides nothing.',
  ),
)

export const DeleteMovementBody = closed({ recordId: OwnRecord, reason: EditReason, lorryNet: LorryNetInput })

export const RestoreMovementBody = closed({ recordId: OwnRecord, reason: EditReason })

const OwnRecordId = described(Text, 'The movement’s own record.')

const editFields = {
  recordId: OwnRecordId,
  weight: described(
    orNull(Kilograms),
    'Kilograms, kept to the gram; more than 0. A load that is not weighed yet stays so with 0 or null.',
  ),
  ...loadFields,
  driver: maybe(
    described(Driver, 'Who carries it, in place of all that was known of that. Left out or null: as it was.'),
  ),
  adjustToZero: Type.Optional(
    Type.Boolean({
      description:
        'true empties the source: what the books still have there after the movement is written off; false takes that back. If it is left out, it stays as it was.',
    }),
  ),
}

export const EditMovementBody = closed({ ...editFields, reason: EditReason })
export type EditMovementBody = Static<typeof EditMovementBody>

/** So many movements are edited by one request. */
const MOST_EDITS = 1000

export const EditMovementsBody = closed({
  movements: Type.Array(
    closed({
      id: described(Text, 'The number of the movement.'),
      ...editFields,
    }),
    { minItems: 1, maxItems: MOST_EDITS, description: 'What each of the movements says from now on.' },
  ),
  reason: EditReason,
})
export type EditMovementsBody = Static<typeof EditMovementsBody>

export const DuplicateBody = closed({
  recordId: OwnRecordId,
  count: Type.Integer({ minimum: 1, maximum: 100, description: 'How many copies.' }),
})
export type DuplicateBody = Static<typeof DuplicateBody>

const Source = closed(
  {
    recordId: described(Text, 'Stock of the same owner in another of your bays; off a field, a crop of it.'),
  },
  'What the load is taken from instead.',
)

/** Fields for another destination than the first weighing gave, and for another source. */
const elsewhere = {
  source: maybe(
    described(
      Source,
      'What the load is taken from instead, as long as it is not weighed full and empty: the lorry was loaded at another bay. Left out or null: as it was.',
    ),
  ),
  destination: maybe(
    described(
      DestinationSchema,
      'Where the load goes instead, as long as it is not weighed full and empty: a bay was full, and the lorry was sent to another. Left out or null: as it was.',
    ),
  ),
}

const Part = closed({
  ...elsewhere,
  isLeftOut: Type.Optional(
    Type.Boolean({
      description:
        'true deletes the movement of this part: nothing of the load went there. Not of the movement in the path.',
    }),
  ),
})

/** Body with the actions that a movement still lacks, and with what came to light between its weighings. */
export const ActionsBody = closed({
  recordId: OwnRecordId,
  reason: EditReason,
  ...loadTexts,
  ...tradeFields,
  isComplete: Type.Optional(
    Type.Boolean({
      description:
        'true completes the movement, whatever is missing; false opens it again if something is. If nothing is missing, it is complete all the same.',
    }),
  ),
  adjustToZero: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'true empties the source: what the books still have there is written off. Operators may not use it.',
    }),
  ),
  driver: maybe(described(Driver, 'Who carries it. What is left out, null or empty stays as it was.')),
  movementDateISO: maybe(
    dateWhen(
      'When the load moves instead, as long as it is not weighed full and empty: the books were closed between its weighings. Left out or null: as it was.',
    ),
  ),
  ...lateFields,
  ...elsewhere,
  parts: maybe(
    Type.Array(Part, {
      minItems: 1,
      maxItems: 1000,
      description:
        'Of a part of a ticket: what each of its parts is taken from or goes to instead, in the order of `ticket.parts`, in place of `source` and `destination`; {} stays as it was. ' +
        'As long as the lorry is not weighed full and empty, more than it has are new parts, each with its own source or destination and all else as this movement has it; so a load for one bay becomes a ticket. ' +
        'Another number of parts needs `shares`.',
    }),
  ),
  sample: maybe(
    described(
      SampleInput,
      'What was measured of a load that comes in, as long as it is not weighed full and empty: it is described and dried by that. What was measured before and is not named stays.',
    ),
  ),
  shares: maybe(
    Type.Array(ShareInput, {
      minItems: 1,
      maxItems: 1000,
      description:
        'Of a part of a ticket: the share of the net that each of its parts has from now on, in the order of `ticket.parts` without those that are left out, in place of the shares or weights that they had.',
    }),
  ),
  weighbridge: maybe(
    closed(
      {
        empty: maybe(described(Kilograms, 'Kilograms of the empty lorry.')),
        full: maybe(described(Kilograms, 'Kilograms of the loaded lorry.')),
        file: maybe(described(FileRefOrEmptyInput, 'The weighbridge ticket: a file of yours.')),
        readings: maybe(ReadingsInput),
      },
      'What the weighbridge showed. What is left out or null stays as it was, and so does the file with an empty id. Of a part of a ticket, the ' +
        'readings of the whole lorry: all its parts share them.',
    ),
  ),
})
export type ActionsBody = Static<typeof ActionsBody>

const DateInRange = (what: string) =>
  described(DateText, `${what} A date alone is that whole day in your time zone.`)

export const RescaleBody = closed({
  startDateISO: DateInRange('From which movement date on the scale was out.'),
  endDateISO: DateInRange('Up to and with which movement date.'),
  factor: Type.Number({
    minimum: 0.5,
    maximum: 2,
    description:
      'By what its readings are multiplied: 1.004 for a scale that showed 0.4 % too little, as after 1000 ÷ 996.',
    examples: [1.004],
  }),
  reason: EditReason,
  storageIds: maybe(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 200,
      description:
        'Only loads from and to these fields and stores, where each has a scale of its own. Left out: all loads.',
    }),
  ),
})

export const RescaleAcknowledgement = named('RescaleAcknowledgement', {
  ...MovementAcknowledgement.properties,
  changes: Type.Array(LoadChange, { description: 'What each load weighed and weighs, by number.' }),
})
