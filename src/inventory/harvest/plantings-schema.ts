import Type, { type Static } from 'typebox'
import { closed, described, maybe, orNull, withDefault } from '../../http/validate/schema.ts'
import { CreateRecordBody, Party, PlaceInput, PlantingInput } from '../records/bodies.ts'

const { name, type, harvestYear, commodity, adjustToZero, tags } = CreateRecordBody.properties

/** The body of "Create new plantings": a row a planting. */
export const CreatePlantingsBody = Type.Array(
  closed({
    rowNumber: Type.Number({ description: 'The answer names the row by it.' }),
    name,
    type,
    harvestYear,
    owned: withDefault(Type.Boolean({ description: 'false: the crop is kept for `owner`.' }), true),
    owner: maybe(described(Party, 'Whose crop it is. Needed where `owned` is false.')),
    commodity,
    field: described(PlaceInput, 'The field that it stands in.'),
    planting: orNull(
      described(
        PlantingInput,
        'When it was planted, and what it is expected to bring; null if neither is known.',
      ),
    ),
    adjustToZero,
    tags,
  }),
  { minItems: 1, maxItems: 1000 },
)
export type PlantingRow = Static<typeof CreatePlantingsBody>[number]

export const DryRunQuery = closed({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'true answers the same of every row, and stores nothing.' }),
  ),
})
