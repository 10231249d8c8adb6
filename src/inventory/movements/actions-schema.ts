import Type from 'typebox'
import { closed, described, FileRefOrEmptyInput, Kilograms, maybe, Text } from '../../http/validate/schema.ts'
import { GradeReason, SampleInput, ShareInput } from '../records/bodies.ts'
import { Reason } from './correction-schema.ts'
import { Destination, Driver, OwnRecordId } from './schema.ts'

const Source = closed(
  {
    recordId: described(Text, 'Stock of the same owner in another of your bays; off a field, a crop of it.'),
  },
  'What the load is taken from instead.',
)

/** Where a load goes instead of where its first weighing said, and what it is taken from. */
const elsewhere = {
  source: maybe(
    described(
      Source,
      'What the load is taken from instead, as long as it is not weighed full and empty: the lorry was loaded at another bay. Left out or null: as it was.',
    ),
  ),
  destination: maybe(
    described(
      Destination,
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

/** What a movement still lacks, and what came to light between its weighings. */
export const ActionsBody = closed({
  recordId: OwnRecordId,
  reason: Reason,
  gradeReason: GradeReason,
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
      },
      'What the weighbridge showed. What is left out or null stays as it was, and so does the file with an empty id. Of a part of a ticket, the ' +
        'readings of the whole lorry: all its parts share them.',
    ),
  ),
})
