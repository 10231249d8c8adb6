import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  described,
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
  withDefault,
} from '../../http/schema.ts'
import { CommodityKind, TagIds } from '../../system/commodities/schema.ts'

/** What bodies about records say. Apart from `schema.ts`, so that storage can take a record in its own body. */

const Id = Type.String({ minLength: 1, maxLength: 100 })
/** 0, like null, is "ungraded": so an answer's grade can be sent back. */
const GradeId = described(ReferenceIdOrZero, 'A grade of the commodity type, by id; 0 or null is ungraded.')
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
  name: maybe(described(Text, 'Needed for a trading partner.')),
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
  commodityGradeId: maybe(
    described(
      ReferenceIdOrZero,
      'The grade that the stock has from now on, by id. 0, like null, leaves it as it is.',
    ),
  ),
})
export type SampleInput = Static<typeof SampleInput>

export const CommodityInput = closed({
  id: described(
    ReferenceId,
    'A commodity, by id. GET /api/inventory/commodities lists commodities with their types, grades and tags.',
  ),
  grade: maybe(GradeId),
  tags: Type.Optional(TagIds),
  type: described(ReferenceId, 'A type of the commodity, by id.'),
  variety: maybe(described(Text, 'Any name; the catalogue’s are suggestions.')),
  harvestYear: maybe(
    described(HarvestYear, 'Not needed: it may only repeat the harvest year of the record.'),
  ),
})
export type CommodityInput = Static<typeof CommodityInput>

export const PlantingInput = closed({
  plantingAtUTC: maybe(
    described(
      DateText,
      'When it was planted, as a full date, such as 2025-10-03. If only the month is known, any day in it.',
    ),
  ),
  plantingAtDateType: maybe(PlantedPrecision),
  expectedYield: maybe(YieldPerHectare),
  type: maybe(described(Text, 'Not read.')),
})
export type PlantingInput = Static<typeof PlantingInput>

export const PlaceInput = closed({
  storageId: maybe(described(Id, 'A field of yours for a planting, else a store.')),
  area: maybe(described(Hectares, 'Hectares planted. Default: all that the field has.')),
  substorageId: maybe(BayId),
  type: maybe(oneOf(['field', 'store'], 'Optional check: refused if the place is of another type.')),
  weight: maybe(
    described(
      Kilograms,
      'Kilograms in this place. Not needed for one load into one bay that was weighed full and empty. If it was weighed only once so far, the weight that you expect.',
    ),
  ),
})
export type PlaceInput = Static<typeof PlaceInput>

const WeighbridgeInput = closed({
  empty: maybe(described(Kilograms, 'Kilograms of the empty lorry.')),
  full: maybe(described(Kilograms, 'Kilograms of the loaded lorry. The weight is full − empty.')),
  file: maybe(FileRefOrEmptyInput),
})

export const IntakeInput = closed({
  moveAtUTC: maybe(described(DateText, 'When it came. Default: now.')),
  sender: maybe(described(Party, 'Who it came from. Default: the owner.')),
  driverName: maybe(Text),
  vehicleRegistration: maybe(Text),
  loadReference: maybe(Text),
  weighbridgeRecord: maybe(
    described(
      WeighbridgeInput,
      'What the weighbridge showed. One lorry may bring stock for several bays, whose weights then add up to full − empty: it counts as weighed in between, in the order of `storage`.',
    ),
  ),
  sample: maybe(SampleInput),
  storageContract: maybe(
    closed({
      id: maybe(
        described(
          Text,
          'The id of your contract with the owner. If it is left out and dryingAgreed is given, the contract that fits is used.',
        ),
      ),
      dryingAgreed: maybe(
        Type.Boolean({ description: 'false: the load is not dried, whatever the contract says.' }),
      ),
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
  owner: maybe(described(Party, 'Needed where `owned` is false.')),
  storer: maybe(described(Party, 'May name your own organisation, and no other.')),
  planting: maybe(PlantingInput),
  intake: maybe(IntakeInput),
  importWeight: maybe(
    described(Kilograms, 'Kilograms in all places together, or of stock that lies in no place.'),
  ),
  importDateUTC: maybe(
    described(
      DateText,
      'Since when the stock is there, if it was neither planted nor taken in. Default: now.',
    ),
  ),
})
export type SourceInput = Static<typeof SourceInput>

/** The body of "Create a new inventory record"; a bay of a new store may carry one too. */
export const CreateRecordBody = closed({
  rowNumber: Type.Optional(Type.Number({ description: 'Not read.' })),
  name: maybe(described(Text, 'Default: type, commodity and harvest year, such as Winter wheat 2026.')),
  adjustToZero: Type.Optional(
    orNull(
      Type.Boolean({
        description:
          'true first writes off stock of another harvest year that lies in the bay. Operators may not use it.',
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
    described(
      Text,
      'When it was planted, as a full date, such as 2025-10-03. If only the month is known, any day in it. Empty, like null, is unknown.',
    ),
  ),
  plantingAtDateType: maybe(
    oneOf(['date', 'month', ''], 'month: the date stands for its whole month. Empty, like null, is unknown.'),
  ),
  plantingExpectedYield: maybe(
    described(YieldPerHectare, 'Kilograms per hectare; 0, like null, is unknown.'),
  ),
})
export type UpdateRecordBody = Static<typeof UpdateRecordBody>

export const AdjustRecordsBody = closed({
  records: Type.Array(closed({ id: Id, adjustTo: described(Kilograms, 'Kilograms counted.') }), {
    minItems: 1,
    maxItems: 200,
  }),
  files: maybe(Files),
  reasonId: orNull(
    described(ReferenceId, 'A reason for adjustments from GET /api/inventory/reasons; null is a stock take.'),
  ),
})
export type AdjustRecordsBody = Static<typeof AdjustRecordsBody>
