import Type, { type Static } from 'typebox'
import {
  Acknowledgement,
  BusinessUnit,
  closed,
  named,
  Conflict,
  conflictKinds,
  described,
  FileRef,
  FreeTags,
  Hectares,
  idParam,
  Kilograms,
  LongText,
  maybe,
  NamedId,
  oneOf,
  orNull,
  ReferenceId,
  Text,
  ScaleWeight,
  WeightSchema,
} from '../../http/validate/schema.ts'
import { SEEN } from '../../kernel/names.ts'
import { CommodityId } from '../../system/commodities/schema.ts'
import { addressToWire, BoundarySchema, Location } from '../../system/locations/schema.ts'
import { reasonsInWords } from '../../system/reasons/reasons.ts'
import { CreateRecordBody, FilesInput } from '../records/bodies.ts'

/** The wire shapes of storage locations: fields, stores and the bays of stores (called substorage in the documents). */

const storageTypes = ['field', 'store'] as const
export const StorageType = oneOf(storageTypes)
export type StorageType = Static<typeof StorageType>

export const StorageIdParam = idParam('The field or store, by id.')

/** Name that people use for a place; something other than blanks. */
const Name = Type.String({ maxLength: 500, pattern: SEEN, description: 'What people call it.' })

const Area = {
  ...Hectares,
  description: 'Hectares, kept to the square metre (four decimals).',
  examples: [12.5],
}

const BayId = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The id of a bay (substorage).',
})
const ReasonId = described(
  ReferenceId,
  `A reason for storage notes from GET /api/inventory/reasons: ${reasonsInWords['storage-note']}.`,
)

/** A location as a body gives it: as much of it as the caller knows. */
export const LocationInput = closed(
  {
    threeWords: maybe(
      described(Text, 'The three-word address, such as formulism-unitive-alpaca; kept as you write it.'),
    ),
    address: maybe(
      described(
        addressToWire((description) => maybe(described(Text, description))),
        'The address, as far as it is known.',
      ),
    ),
    coordinates: maybe(
      closed(
        {
          lat: maybe(Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north, WGS 84.' })),
          lon: maybe(Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east, WGS 84.' })),
        },
        'Both of them or neither; 0 and 0 is not known.',
      ),
    ),
    timeZone: maybe(
      described(Text, 'As a look-up of the place gave it; the coordinates say it, and it is not kept.'),
    ),
  },
  'Where it is. What is left out is not known or, in an update, stays as it was; null is not known, in the whole or in part.',
)
export type LocationInput = Static<typeof LocationInput>

const Capacity = closed({ commodityId: Type.Integer(), commodityName: Type.String(), weight: WeightSchema })

const BayRecord = closed({
  id: Type.String(),
  inventoryType: Type.String({ description: 'crop or produce' }),
  owned: Type.Boolean({ description: 'Whether the organisation that keeps the store owns the grain.' }),
  commodity: NamedId,
  grade: NamedId,
  type: NamedId,
  tags: Type.Array(NamedId),
  variety: Type.String(),
  weight: WeightSchema,
  harvestYear: Type.String(),
})

const ConflictStatus = oneOf(['none', ...conflictKinds], 'none, or what is wrong along the dated plan.')

const BayConflict = closed(
  {
    recordId: Type.String(),
    movementId: Type.Integer(),
    movementDateUTC: Type.String(),
    status: ConflictStatus,
    weight: Type.Number({
      description: 'Kilograms: by how much. 0 where that is not known, as of a load that is not weighed.',
    }),
    movementIds: Type.Array(Type.Integer(), {
      description: 'The movements that lead to it: what the plan takes, or brings, until then.',
    }),
  },
  'The earliest conflict along the dated plan; status "none" with empty fields where there is none.',
)

export const Bay = named('Substorage', {
  id: Type.Integer(),
  name: Type.String(),
  capacity: Type.Array(Capacity),
  record: Type.Union([BayRecord, Type.Null()], {
    description: 'The record with a balance in the bay now; null in an empty bay.',
  }),
  conflict: BayConflict,
  remainingCapacity: described(
    WeightSchema,
    'What the bay could still take: its capacity for the commodity that lies there, less what lies there. Negative if more lies there ' +
      'than the bay may hold. An empty bay with a single capacity shows that one. Otherwise 0: see `unlimited`, and for what may come ' +
      'into an empty bay `remainingCapacities`.',
  ),
  remainingCapacities: Type.Array(closed({ commodityId: Type.Integer(), weight: WeightSchema }), {
    description:
      'What the bay could still take of each commodity that it has a capacity for: that capacity, less all that lies there.',
  }),
  unlimited: Type.Boolean({
    description:
      'true: nobody has said how much the bay takes of what lies there (of an empty bay: of anything), so a `remainingCapacity` of 0 ' +
      'does not mean that it is full.',
  }),
})
export type Bay = Static<typeof Bay>

export const StorageLocation = named('StorageLocation', {
  id: Type.String(),
  organisationId: Type.String(),
  businessUnits: Type.Array(BusinessUnit),
  name: Type.String(),
  area: Type.Number({ description: 'Hectares; 0 when not given.' }),
  type: StorageType,
  isConflicted: Type.Boolean({ description: 'Whether any of its bays has a conflict along the dated plan.' }),
  location: Location,
  substorageCount: Type.Integer({ description: 'How many bays; 0 for a field.' }),
  occupiedCount: Type.Integer({ description: 'How many of its bays have stock now.' }),
  storedWeight: Type.Number({ description: 'Kilograms that lie in all its bays now.' }),
  substorage: Type.Array(Bay),
  tags: Type.Array(Type.String()),
})
export type StorageLocation = Static<typeof StorageLocation>

/** A place by itself, with what lists leave out. */
export const StorageDetails = named('StorageDetails', {
  ...StorageLocation.properties,
  boundary: orNull(described(BoundarySchema, 'Of a field, where it is known.')),
})
export type StorageDetails = Static<typeof StorageDetails>

/** A place as the one who changed it is answered. */
export const UpdatedStorage = named('UpdatedStorage', {
  ...StorageDetails.properties,
  message: Type.Optional(
    Type.String({ description: 'Which capacities of which bays were removed, if the body left some out.' }),
  ),
})
export type UpdatedStorage = Static<typeof UpdatedStorage>

export const StorageNameEntry = named('StorageName', {
  id: Type.String(),
  businessUnits: Type.Array(BusinessUnit),
  name: Type.String(),
  location: Type.String({ description: 'City, region and postcode, or the three-word address.' }),
})

export const StorageNote = named('StorageNote', {
  id: Type.String(),
  storageId: Type.String(),
  substorageId: Type.Integer({ description: '0 when the note is about the whole place.' }),
  reasonId: Type.Integer(),
  reasonDescription: Type.String(),
  note: Type.String(),
  files: Type.Array(FileRef),
  createdBy: Type.String(),
  createdByName: Type.String(),
  createdAtUTC: Type.String(),
})
export type StorageNote = Static<typeof StorageNote>

const CapacityWeight = described(Kilograms, 'How many kilograms of it the bay takes, to the gram.')

const CapacityInput = closed({
  commodityId: CommodityId,
  weight: CapacityWeight,
  commodityName: maybe(described(Text, 'Not read.')),
})
export type CapacityInput = Static<typeof CapacityInput>

const NoteText = described(LongText, 'What was done or seen, in your own words.')

const BayNoteInput = closed(
  { reasonId: ReasonId, note: NoteText, files: maybe(FilesInput) },
  'A note on the bay, beside those that it has already.',
)
export type BayNoteInput = Static<typeof BayNoteInput>

const Capacities = Type.Array(CapacityInput, {
  maxItems: 200,
  description:
    'What the bay takes of each commodity. The list replaces the capacities that the bay had: one that is not in it is removed. To add ' +
    'one, use POST /api/inventory/storage/{id}/commodities. Left out or null: as before, which in a new bay is unknown.',
})
const BusinessUnitIds = Type.Array(Type.String({ maxLength: 100 }), {
  maxItems: 200,
  description:
    'The business units that the place is under, by id, from GET /api/identity/business-units; in place of those before.',
})
const BayName = described(Name, 'Of the bay. Within a store no two have the same, whatever their case.')
const MAX_BAYS = 500

export const UpdateStorageBody = closed({
  businessUnitIds: Type.Optional(BusinessUnitIds),
  name: Type.Optional(Name),
  location: maybe(LocationInput),
  tags: Type.Optional(FreeTags),
  substorage: maybe(
    Type.Array(
      closed({
        id: Type.Optional(described(BayId, 'The bay to change. Left out: a new one.')),
        name: Type.Optional(
          described(
            BayName,
            'Of the bay; a new one needs it. Within a store no two have the same, whatever their case.',
          ),
        ),
        capacity: maybe(Capacities),
        storageNote: maybe(BayNoteInput),
      }),
      {
        maxItems: MAX_BAYS,
        description: 'The bays that change or are new; others stay as they are. None of a field.',
      },
    ),
  ),
  area: maybe(Area),
  boundary: maybe(
    described(
      BoundarySchema,
      'Of a field. Rings that run the other way round are turned. It changes neither the area nor the position. null forgets it.',
    ),
  ),
})
export type UpdateStorageBody = Static<typeof UpdateStorageBody>

export const SetCapacityBody = closed({
  substorageId: BayId,
  commodityId: CommodityId,
  weight: CapacityWeight,
})
export type SetCapacityBody = Static<typeof SetCapacityBody>

export const BusinessUnitsBody = closed({
  businessUnitId: Type.String({
    maxLength: 100,
    description: 'The business unit, by id, from GET /api/identity/business-units.',
  }),
  storageIds: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: 1000,
    description: 'Fields and stores of yours, by id. They leave any other business unit.',
  }),
})
export type BusinessUnitsBody = Static<typeof BusinessUnitsBody>

export const SplitFieldBody = Type.Array(
  closed({
    source: Type.String({ maxLength: 100, description: 'The id of the field to split.' }),
    name: described(Name, 'Of the new field. No two split off one field have the same, whatever their case.'),
    hectares: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description: 'The area of the new field in hectares, to four decimals. Its source keeps the rest.',
    }),
    variety: maybe(
      described(
        Text,
        'The variety of what stands in the new field: of the crops that are known to have it, or else of all. Left out or null: as in its source.',
      ),
    ),
    rowNumber: Type.Optional(Type.Number({ description: 'Not read.' })),
  }),
  { minItems: 1, maxItems: 500 },
)
export type SplitFieldBody = Static<typeof SplitFieldBody>

export const CreateNoteBody = closed({
  storageId: Type.String({ maxLength: 100, description: 'A field or store of yours, by id.' }),
  substorageId: maybe(described(BayId, 'The bay that the note is about; 0, like null, is the whole place.')),
  reasonId: ReasonId,
  note: NoteText,
  files: maybe(FilesInput),
})
export type CreateNoteBody = Static<typeof CreateNoteBody>

const PlannedMovement = named('PlannedMovement', {
  id: Type.Integer(),
  type: Type.String({ description: 'internal, intake or outbound' }),
  status: Type.String({ description: 'incomplete or complete' }),
  direction: oneOf(['in', 'out']),
  substorageId: Type.Integer(),
  recordId: Type.String({ description: 'The record in the bay that the movement fills or empties.' }),
  movementDateUTC: Type.String(),
  weight: ScaleWeight,
  conflict: ConflictStatus,
})

export const ConflictsAnswer = named('StorageConflicts', {
  ...Acknowledgement.properties,
  conflicts: Type.Array(Conflict, { description: 'Every conflict, the earliest first.' }),
  movements: Type.Array(PlannedMovement, {
    description:
      'Every future movement into or out of the bays, the earliest first, each with its conflict status.',
  }),
})
export type ConflictsAnswer = Static<typeof ConflictsAnswer>

export const CreateStorageBody = closed({
  name: Name,
  area: maybe(Area),
  type: described(
    StorageType,
    'field: land that carries crops and has no bays. store: has bays, in which stock lies.',
  ),
  businessUnitIds: Type.Optional(BusinessUnitIds),
  location: orNull(LocationInput),
  boundary: maybe(
    described(
      BoundarySchema,
      'Of a field. Rings that run the other way round are turned. Area and position are those that you give: POST …/fields/measure proposes them.',
    ),
  ),
  tags: Type.Optional(FreeTags),
  substorage: Type.Array(
    closed({
      name: BayName,
      capacity: maybe(Capacities),
      storageNote: maybe(BayNoteInput),
      record: Type.Optional(
        Type.Union([CreateRecordBody, Type.Null()], {
          description:
            'The stock that lies in the new bay; its `storage` says the weight, and the bay is this one.',
        }),
      ),
    }),
    { maxItems: MAX_BAYS, description: 'The bays of a store; empty for a field.' },
  ),
})
export type CreateStorageBody = Static<typeof CreateStorageBody>

export const MeasureBody = closed({ boundary: BoundarySchema })
export type MeasureBody = Static<typeof MeasureBody>

export const MeasuredBoundary = named('MeasuredBoundary', {
  area: Type.Number({ description: 'Hectares that it encloses on the ellipsoid, to the square metre.' }),
  coordinates: described(
    closed({ lat: Type.Number(), lon: Type.Number() }),
    'A point within it, away from its edges.',
  ),
  boundary: described(BoundarySchema, 'As it would be stored.'),
})
export type MeasuredBoundary = Static<typeof MeasuredBoundary>
