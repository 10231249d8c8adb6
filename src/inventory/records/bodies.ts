import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  FileRefInput,
  Kilograms,
  maybe,
  oneOf,
  orNull,
  Text,
  withDefault,
} from '../../http/schema.ts'

/** What bodies about records say. Apart from `schema.ts`, so that storage can take a record in its own body. */

const MAX_INTEGER = 2_147_483_647
const Id = Type.String({ minLength: 1, maxLength: 100 })
const ReferenceId = Type.Integer({ minimum: 1, maximum: MAX_INTEGER })
/** 0, like null, is "ungraded": so an answer's grade can be sent back. */
const GradeId = Type.Integer({ minimum: 0, maximum: MAX_INTEGER, description: '0 is ungraded.' })
const BayId = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The id of a bay; 0 is none.',
})
const HarvestYear = Type.String({ minLength: 4, maxLength: 7, examples: ['2026'] })
const TagIds = Type.Array(ReferenceId, { maxItems: 50, description: 'Commodity tags, by id.' })
const FreeTags = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 })
const Hectares = Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Hectares, to four decimals.' })
const YieldPerHectare = Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Kilograms per hectare.' })
const Files = Type.Array(FileRefInput, { maxItems: 50 })
export const PlantedPrecision = oneOf(['date', 'month'])

const Party = closed({ id: maybe(Type.String({ maxLength: 100 })), name: maybe(Text) })

export const SampleField = closed({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  value: Type.String({ maxLength: 100 }),
  metric: Type.String({ maxLength: 50 }),
})

/** As a body says it: a colour or a pH has no unit. */
const SampleFieldInput = closed({
  ...SampleField.properties,
  metric: Type.Optional(Type.String({ maxLength: 50, default: '' })),
})

export const SampleInput = closed({
  fields: Type.Optional(Type.Array(SampleFieldInput, { maxItems: 100, description: 'What was measured.' })),
  file: maybe(FileRefInput),
  files: maybe(Files),
  commodityGradeId: maybe(GradeId),
})
export type SampleInput = Static<typeof SampleInput>

export const CommodityInput = closed({
  id: ReferenceId,
  grade: maybe(GradeId),
  tags: Type.Optional(TagIds),
  type: ReferenceId,
  variety: maybe(Text),
  harvestYear: maybe(HarvestYear),
})
export type CommodityInput = Static<typeof CommodityInput>

export const PlantingInput = closed({
  plantingAtUTC: maybe(DateText),
  plantingAtDateType: maybe(PlantedPrecision),
  expectedYield: maybe(YieldPerHectare),
  type: maybe(Text),
})
export type PlantingInput = Static<typeof PlantingInput>

export const PlaceInput = closed({
  storageId: maybe(Id),
  area: maybe(Hectares),
  substorageId: maybe(BayId),
  type: maybe(oneOf(['field', 'store'])),
  weight: maybe(Kilograms),
})
export type PlaceInput = Static<typeof PlaceInput>

const WeighbridgeInput = closed({
  empty: maybe(Kilograms),
  full: maybe(Kilograms),
  file: maybe(FileRefInput),
})

export const IntakeInput = closed({
  moveAtUTC: maybe(DateText),
  sender: maybe(Party),
  driverName: maybe(Text),
  vehicleRegistration: maybe(Text),
  loadReference: maybe(Text),
  weighbridgeRecord: maybe(WeighbridgeInput),
  sample: maybe(SampleInput),
  storageContract: maybe(
    closed({
      id: maybe(Id),
      dryingAgreed: maybe(Type.Boolean()),
      cleaningAgreed: maybe(Type.Boolean()),
    }),
  ),
})
export type IntakeInput = Static<typeof IntakeInput>

export const SourceInput = closed({
  type: maybe(oneOf(['planting', 'intake', 'existing'])),
  owner: maybe(Party),
  storer: maybe(Party),
  planting: maybe(PlantingInput),
  intake: maybe(IntakeInput),
  importWeight: maybe(Kilograms),
  importDateUTC: maybe(DateText),
})
export type SourceInput = Static<typeof SourceInput>

/** The body of "Create a new inventory record"; a bay of a new store may carry one too. */
export const CreateRecordBody = closed({
  rowNumber: Type.Optional(Type.Number()),
  name: maybe(Text),
  adjustToZero: Type.Optional(
    orNull(
      Type.Boolean({
        description:
          'Writes off stock of another harvest year that lies in the bay. Not for operators, as adjustments are not.',
        default: false,
      }),
    ),
  ),
  owned: withDefault(Type.Boolean({ description: 'false: the stock is kept for `source.owner`.' }), true),
  bulkPlanting: maybe(Type.Boolean()),
  storage: maybe(Type.Array(PlaceInput, { maxItems: 200 })),
  type: oneOf(['crop', 'produce']),
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
  plantingAtUTC: maybe(DateText),
  plantingAtDateType: maybe(PlantedPrecision),
  plantingExpectedYield: maybe(YieldPerHectare),
})
export type UpdateRecordBody = Static<typeof UpdateRecordBody>

export const AdjustRecordsBody = closed({
  records: Type.Array(closed({ id: Id, adjustTo: Kilograms }), { minItems: 1, maxItems: 200 }),
  files: maybe(Files),
  reasonId: orNull(
    Type.Integer({ minimum: 1, maximum: MAX_INTEGER, description: 'A managed reason for adjustments.' }),
  ),
})
export type AdjustRecordsBody = Static<typeof AdjustRecordsBody>
