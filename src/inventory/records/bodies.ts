import Type, { type Static } from 'typebox'
import {
  closed,
  dateWhen,
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
} from '../../http/validate/schema.ts'
import { reasonsInWords } from '../../system/reasons/reasons.ts'
import { CommodityKind, TagIds } from '../../system/commodities/schema.ts'
import { lateFields, loadTexts } from '../load-texts.ts'
import { tradeFields } from '../load-trades.ts'
import { ReadingsInput } from '../readings/schema.ts'

/** Schemas for bodies about records. Apart from `schema.ts`, so that storage can take a record in its own body. */

const Id = Type.String({ minLength: 1, maxLength: 100 })
export const DriverName = described(
  Text,
  'Who drives the lorry. Without a name or a vehicle registration, an intake or outbound movement still requires an action.',
)
export const VehicleRegistration = described(Text, 'The lorry’s registration, such as AB12 CDE.')
export const LoadReference = described(Text, 'What you call the load on paper, such as L-204.')

/** 0, like null, is "ungraded": so an answer's grade can be sent back. */
const GradeId = described(ReferenceIdOrZero, 'A grade of the commodity type, by id; 0 or null is ungraded.')
const BayId = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description:
    'The bay, by id. Of a store with one bay it may be left out, null or 0; of a field it is not read.',
})
const HarvestYear = Type.String({
  maxLength: 100,
  description:
    'A label such as 2026. In Australia and New Zealand it is kept as 2026/27, and 2026 is read as that.',
  examples: ['2026'],
})
const YieldPerHectare = Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Kilograms per hectare.' })
export const FilesInput = Type.Array(FileRefInput, {
  maxItems: 50,
  description: 'Files of yours, such as pictures.',
})
const PlantedPrecision = oneOf(
  ['date', 'month'],
  'month: the date stands for its whole month. Default: date.',
)

export const PartyInput = closed({
  id: maybe(
    Type.String({
      maxLength: 100,
      description: 'An organisation here, or your own id for a trading partner.',
    }),
  ),
  name: maybe(described(Text, 'Needed for a trading partner, who may be named by it alone.')),
})

export const SampleField = closed({
  name: Type.String({ minLength: 1, maxLength: 100, description: 'What was measured, such as Moisture.' }),
  value: Type.String({
    maxLength: 100,
    description: 'As measured. Moisture and dry matter are in per cent; either says how a load is dried.',
  }),
  metric: Type.String({ maxLength: 50, description: 'Its unit, such as %.' }),
})

/** As a body says it: a colour or a pH has no unit. */
const SampleFieldInput = closed({
  ...SampleField.properties,
  metric: Type.Optional(Type.String({ maxLength: 50, description: 'Its unit, such as %.', default: '' })),
})

export const SampleInput = closed({
  fields: Type.Optional(Type.Array(SampleFieldInput, { maxItems: 100, description: 'What was measured.' })),
  file: maybe(
    described(
      FileRefInput,
      'A file of yours, such as a picture of the sample; kept before those of `files`.',
    ),
  ),
  files: maybe(FilesInput),
  commodityGradeId: maybe(
    described(
      ReferenceIdOrZero,
      'The grade that the stock has from now on, by id. 0, like null, leaves it as it is.',
    ),
  ),
})
export type SampleInput = Static<typeof SampleInput>

export const CommodityInput = closed(
  {
    id: described(
      ReferenceId,
      'A commodity, by id. GET /api/inventory/commodities lists commodities with their types, grades and tags.',
    ),
    grade: maybe(GradeId),
    tags: Type.Optional(TagIds),
    type: described(
      ReferenceIdOrZero,
      'A type of the commodity, by id. 0 is mixed: stock of several types, as an answer shows it.',
    ),
    variety: maybe(described(Text, 'Any name; the catalogue’s are suggestions.')),
    harvestYear: maybe(
      described(HarvestYear, 'Not needed: it may only repeat the harvest year of the record.'),
    ),
  },
  'What is grown or kept, by the ids of the catalogue.',
)
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

/** Share of a ticket's net that a part has. */
export const ShareInput = Type.Number({
  minimum: 0.000001,
  maximum: 1_000_000,
  description:
    'In place of a weight: the share of the ticket’s net, in any measure that is the same for all its parts, such as 2 and 1, or per cent.',
})

export const PlaceInput = closed({
  storageId: maybe(described(Id, 'A field of yours for a planting, else a store.')),
  area: maybe(described(Hectares, 'Hectares planted. Default: all that the field has.')),
  substorageId: maybe(BayId),
  type: maybe(oneOf(['field', 'store'], 'Optional check: refused if the place is of another type.')),
  weight: maybe(
    described(
      Kilograms,
      'Kilograms in this place. Not needed for one load into one bay that was weighed full and empty. If it was weighed only once so far, the weight that you expect; 0, or left out, is not weighed yet.',
    ),
  ),
  share: maybe(
    described(
      ShareInput,
      'Of an intake, in place of a weight: the share of the lorry’s net, in any measure that is the same for all places, such as 2 and 1, or per cent.',
    ),
  ),
  ...tradeFields,
})
export type PlaceInput = Static<typeof PlaceInput>

/** Weighbridge readings of a load, as the bodies of all movements give them. */
export const WeighbridgeInput = closed({
  empty: maybe(described(Kilograms, 'Kilograms of the empty lorry.')),
  full: maybe(described(Kilograms, 'Kilograms of the loaded lorry. The weight is full − empty.')),
  file: maybe(
    described(
      FileRefOrEmptyInput,
      'The weighbridge ticket: a file of yours. An empty id, like null, is none.',
    ),
  ),
  readings: maybe(ReadingsInput),
})

/** Weighbridge readings of one lorry whose load is several movements. */
export const TicketInput = closed(
  {
    reference: maybe(
      described(LoadReference, 'What stands on the ticket; the load reference where none is given.'),
    ),
    ...WeighbridgeInput.properties,
  },
  'One lorry in several parts: each has a `weight`, or each has a `share`. The parts share its readings and always add up to full − empty, ' +
    'to the gram, also where the readings follow or are corrected later, on any of its movements.',
)
export type TicketInput = Static<typeof TicketInput>

export const IntakeInput = closed({
  moveAtUTC: maybe(dateWhen('When it came, by default now; a moment to come makes it a plan.')),
  sender: maybe(described(PartyInput, 'Who it came from. Default: the owner.')),
  rememberOwned: maybe(
    Type.Boolean({
      description:
        'true: what the sender brings without a contract is `owned` as this is, also next time. The list of partners shows it as ' +
        '`bringsOwned`; nothing is taken over by itself.',
    }),
  ),
  driverName: maybe(DriverName),
  vehicleRegistration: maybe(VehicleRegistration),
  loadReference: maybe(LoadReference),
  weighbridgeRecord: maybe(
    described(
      WeighbridgeInput,
      'What the weighbridge showed. One lorry may bring stock for several bays: then it is the ticket that they share.',
    ),
  ),
  ticket: maybe(
    described(
      TicketInput,
      'In place of `weighbridgeRecord` and `loadReference`: the ticket of a lorry for the bays in `storage`, each with its weight or its share.',
    ),
  ),
  sample: maybe(
    described(SampleInput, 'What was measured of the load as it came in. One that says nothing is not kept.'),
  ),
  ...loadTexts,
  ...tradeFields,
  ...lateFields,
  storageContract: maybe(
    closed(
      {
        id: maybe(
          described(
            Text,
            'The id of your contract with the owner. If it is left out and dryingAgreed is given, the contract that fits is used.',
          ),
        ),
        dryingAgreed: maybe(
          Type.Boolean({ description: 'false: the load is not dried, whatever the contract says.' }),
        ),
        cleaningAgreed: maybe(
          Type.Boolean({ description: 'Whether it is to be cleaned. Default: as the contract says.' }),
        ),
      },
      'The storage contract that the load comes under. Left out or null: none.',
    ),
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
  owner: maybe(described(PartyInput, 'Needed where `owned` is false.')),
  storer: maybe(described(PartyInput, 'May name your own organisation, and no other.')),
  planting: maybe(
    described(PlantingInput, 'Makes the record a crop that stands in a field. Not together with `intake`.'),
  ),
  intake: maybe(
    described(
      IntakeInput,
      'Makes the record a load that somebody brings to a bay of yours, with a movement of type intake. Not together with `planting`.',
    ),
  ),
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
  storage: maybe(
    Type.Array(PlaceInput, {
      maxItems: 200,
      description:
        'Where it is, place by place. A planting or an intake needs at least one; other stock without any lies in no place.',
    }),
  ),
  type: described(
    CommodityKind,
    'Of the commodity: `type` of the list in GET /api/inventory/commodities that has it.',
  ),
  harvestYear: HarvestYear,
  commodity: CommodityInput,
  source: described(
    SourceInput,
    'Whose it is and how it came: a planting, an intake, or, with neither, stock that was there before the books began.',
  ),
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
  records: Type.Array(
    closed({
      id: described(Id, 'A record of stock that you keep; each only once.'),
      adjustTo: described(Kilograms, 'Kilograms counted.'),
    }),
    { minItems: 1, maxItems: 200, description: 'What was counted: all of it is entered, or nothing.' },
  ),
  countedAtISO: maybe(
    described(
      DateText,
      'When it was counted, not in the future. A date alone is the close of that day; left out, it is now. Whatever happened later is judged again.',
    ),
  ),
  files: maybe(
    described(FilesInput, 'Files of yours, such as a count sheet. Each of these counts has all of them.'),
  ),
  reasonId: orNull(
    described(
      ReferenceId,
      `A reason for adjustments from GET /api/inventory/reasons: ${reasonsInWords.adjustment}. null is a stock take.`,
    ),
  ),
})
export type AdjustRecordsBody = Static<typeof AdjustRecordsBody>
