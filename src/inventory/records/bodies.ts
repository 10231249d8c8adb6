import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  FileRefInput,
  FileRefOrEmptyInput,
  FreeTags,
  Hectares,
  Kilograms,
  maybe,
  oneOf,
  orNull,
  ReferenceId,
  ReferenceIdOrZero,
  Text,
  told,
  withDefault,
} from '../../http/schema.ts'
import { CommodityKind, TagIds } from '../../system/commodities/schema.ts'

/** What bodies about records say. Apart from `schema.ts`, so that storage can take a record in its own body. */

const Id = Type.String({ minLength: 1, maxLength: 100 })
/** 0, like null, is "ungraded": so an answer's grade can be sent back. */
const GradeId = told(ReferenceIdOrZero, '0 is ungraded.')
const BayId = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The id of a bay; 0 is none.',
})
const HarvestYear = Type.String({
  maxLength: 100,
  description: 'A label such as 2026; in Australia and New Zealand also 2026/27.',
  examples: ['2026'],
})
const YieldPerHectare = Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Kilograms per hectare.' })
const Files = Type.Array(FileRefInput, { maxItems: 50 })
const PlantedPrecision = oneOf(
  ['date', 'month'],
  'month: the date stands for its whole month. Default: date.',
)

const Party = closed({
  id: maybe(
    Type.String({
      maxLength: 100,
      description: 'An organisation here, or your own id for a trading partner.',
    }),
  ),
  name: maybe(told(Text, 'Needed for a trading partner.')),
})

export const SampleField = closed({
  name: Type.String({ minLength: 1, maxLength: 100, description: 'What was measured, such as Moisture.' }),
  value: Type.String({ maxLength: 100, description: 'As measured. Moisture is in per cent.' }),
  metric: Type.String({ maxLength: 50, description: 'Its unit, such as %.' }),
})

/** As a body says it: a colour or a pH has no unit. */
const SampleFieldInput = closed({
  ...SampleField.properties,
  metric: Type.Optional(Type.String({ maxLength: 50, description: 'Its unit, such as %.', default: '' })),
})

export const SampleInput = closed({
  fields: Type.Optional(Type.Array(SampleFieldInput, { maxItems: 100, description: 'What was measured.' })),
  file: maybe(FileRefInput),
  files: maybe(Files),
  commodityGradeId: maybe(GradeId),
})
export type SampleInput = Static<typeof SampleInput>

export const CommodityInput = closed({
  id: told(
    ReferenceId,
    'A commodity of GET /api/inventory/commodities, which has types, grades and tags too.',
  ),
  grade: maybe(GradeId),
  tags: Type.Optional(TagIds),
  type: told(ReferenceId, 'A type of the commodity.'),
  variety: maybe(told(Text, 'Any name; the catalogue’s are suggestions.')),
  harvestYear: maybe(told(HarvestYear, 'May repeat that of the record.')),
})
export type CommodityInput = Static<typeof CommodityInput>

export const PlantingInput = closed({
  plantingAtUTC: maybe(told(DateText, 'The day it was planted, in full; of a month, any day in it.')),
  plantingAtDateType: maybe(PlantedPrecision),
  expectedYield: maybe(YieldPerHectare),
  type: maybe(told(Text, 'Not read.')),
})
export type PlantingInput = Static<typeof PlantingInput>

export const PlaceInput = closed({
  storageId: maybe(told(Id, 'A field of yours for a planting, else a store.')),
  area: maybe(told(Hectares, 'Hectares planted. Default: all that the field has.')),
  substorageId: maybe(BayId),
  type: maybe(oneOf(['field', 'store'], 'Optional check: refused if the place is of another type.')),
  weight: maybe(
    told(
      Kilograms,
      'Kilograms in this place. One load in one bay that was weighed full and empty needs none; while it is still to be weighed again, what it is expected to be.',
    ),
  ),
})
export type PlaceInput = Static<typeof PlaceInput>

const WeighbridgeInput = closed({
  empty: maybe(told(Kilograms, 'Kilograms of the empty lorry.')),
  full: maybe(told(Kilograms, 'Kilograms of the loaded lorry. The weight is full − empty.')),
  file: maybe(FileRefOrEmptyInput),
})

export const IntakeInput = closed({
  moveAtUTC: maybe(told(DateText, 'When it came. Default: now.')),
  sender: maybe(told(Party, 'Who it came from. Default: the owner.')),
  driverName: maybe(Text),
  vehicleRegistration: maybe(Text),
  loadReference: maybe(Text),
  weighbridgeRecord: maybe(
    told(
      WeighbridgeInput,
      'Of a lorry for several bays, whose weights add up to its own: it counts as weighed between them, in the order of `storage`.',
    ),
  ),
  sample: maybe(SampleInput),
  storageContract: maybe(
    closed({
      id: maybe(told(Text, 'Your contract with the owner; looked up if only dryingAgreed is given.')),
      dryingAgreed: maybe(Type.Boolean({ description: 'false takes it in undried, whatever is agreed.' })),
      cleaningAgreed: maybe(Type.Boolean({ description: 'Default: as the contract says.' })),
    }),
  ),
})
export type IntakeInput = Static<typeof IntakeInput>

export const SourceInput = closed({
  type: maybe(
    oneOf(
      ['planting', 'intake', 'existing', 'import'],
      'Optional check: refused if the source is of another type. `import` is another word for `existing`.',
    ),
  ),
  owner: maybe(told(Party, 'Needed where `owned` is false.')),
  storer: maybe(told(Party, 'May name your own organisation, and no other.')),
  planting: maybe(PlantingInput),
  intake: maybe(IntakeInput),
  importWeight: maybe(told(Kilograms, 'Kilograms of all places together, or of stock that has none.')),
  importDateUTC: maybe(
    told(DateText, 'Since when stock is there that was neither planted nor taken in. Default: now.'),
  ),
})
export type SourceInput = Static<typeof SourceInput>

/** The body of "Create a new inventory record"; a bay of a new store may carry one too. */
export const CreateRecordBody = closed({
  rowNumber: Type.Optional(Type.Number({ description: 'Not read.' })),
  name: maybe(told(Text, 'Default: made of type, commodity and harvest year.')),
  adjustToZero: Type.Optional(
    orNull(
      Type.Boolean({
        description:
          'Writes off stock of another harvest year that lies in the bay. Not for operators, who may not adjust stock.',
        default: false,
      }),
    ),
  ),
  owned: withDefault(Type.Boolean({ description: 'false: the stock is kept for `source.owner`.' }), true),
  bulkPlanting: maybe(Type.Boolean({ description: 'Not read.' })),
  storage: maybe(Type.Array(PlaceInput, { maxItems: 200 })),
  type: CommodityKind,
  harvestYear: HarvestYear,
  commodity: CommodityInput,
  source: SourceInput,
  tags: Type.Optional(FreeTags),
})
export type CreateRecordBody = Static<typeof CreateRecordBody>

export const UpdateRecordBody = closed({
  commodityGrade: maybe(GradeId),
  harvestYear: Type.Optional(HarvestYear),
  tags: Type.Optional(TagIds),
  plantingAtUTC: maybe(
    told(
      Text,
      'The day it was planted, as ISO 8601; of a month, any day in it. Empty, like null, is unknown.',
    ),
  ),
  plantingAtDateType: maybe(
    oneOf(['date', 'month', ''], 'month: the date stands for its whole month. Empty, like null, is unknown.'),
  ),
  plantingExpectedYield: maybe(told(YieldPerHectare, 'Kilograms per hectare; 0, like null, is unknown.')),
})
export type UpdateRecordBody = Static<typeof UpdateRecordBody>

export const AdjustRecordsBody = closed({
  records: Type.Array(closed({ id: Id, adjustTo: told(Kilograms, 'Kilograms counted.') }), {
    minItems: 1,
    maxItems: 200,
  }),
  files: maybe(Files),
  reasonId: orNull(told(ReferenceId, 'A managed reason for adjustments.')),
})
export type AdjustRecordsBody = Static<typeof AdjustRecordsBody>
