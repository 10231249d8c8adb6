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
  FileRefInput,
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
  Weight,
} from '../../http/schema.ts'
import { SEEN } from '../../kernel/names.ts'
import { addressOf, Location } from '../../system/locations/schema.ts'
import { CreateRecordBody } from '../records/bodies.ts'

/** The wire shapes of storage locations: fields, stores and the bays of stores (called substorage in the documents). */

const storageTypes = ['field', 'store'] as const
export const StorageType = oneOf(storageTypes)
export type StorageType = Static<typeof StorageType>

export const StorageIdParam = idParam('The field or store, by id.')

/** What people call a place; something other than blanks. */
const Name = Type.String({ maxLength: 500, pattern: SEEN })

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
const ReasonId = described(ReferenceId, 'A managed reason for storage notes.')

/** A location as a body gives it: as much of it as the caller knows. */
export const LocationInput = closed({
  threeWords: maybe(Text),
  address: maybe(addressOf(maybe(Text))),
  coordinates: maybe(
    closed({
      lat: maybe(Type.Number({ minimum: -90, maximum: 90 })),
      lon: maybe(Type.Number({ minimum: -180, maximum: 180 })),
    }),
  ),
})
export type LocationInput = Static<typeof LocationInput>

const Capacity = closed({ commodityId: Type.Integer(), commodityName: Type.String(), weight: Weight })

const BayRecord = closed({
  id: Type.String(),
  inventoryType: Type.String({ description: 'crop or produce' }),
  owned: Type.Boolean({ description: 'Whether the organisation that keeps the store owns the grain.' }),
  commodity: NamedId,
  grade: NamedId,
  type: NamedId,
  tags: Type.Array(NamedId),
  variety: Type.String(),
  weight: Weight,
  harvestYear: Type.String(),
})

const ConflictStatus = oneOf(['none', ...conflictKinds], 'none, or what is wrong along the dated plan.')

const BayConflict = closed(
  {
    recordId: Type.String(),
    movementId: Type.Integer(),
    movementDateUTC: Type.String(),
    status: ConflictStatus,
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
    Weight,
    'What the bay could still take: its capacity for the commodity that lies there (in an empty bay with one capacity, that one; ' +
      'otherwise 0) less what lies there. Negative when more lies there than it may hold.',
  ),
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
  substorage: Type.Array(Bay),
  tags: Type.Array(Type.String()),
})
export type StorageLocation = Static<typeof StorageLocation>

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

const CapacityInput = closed({
  commodityId: ReferenceId,
  weight: Kilograms,
  commodityName: maybe(Text),
})
export type CapacityInput = Static<typeof CapacityInput>

const Files = Type.Array(FileRefInput, { maxItems: 50 })

const BayNoteInput = closed({ reasonId: ReasonId, note: LongText, files: maybe(Files) })
export type BayNoteInput = Static<typeof BayNoteInput>

const Capacities = Type.Array(CapacityInput, { maxItems: 200 })
const BusinessUnitIds = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })
const MAX_BAYS = 500

export const UpdateStorageBody = closed({
  businessUnitIds: Type.Optional(BusinessUnitIds),
  name: Type.Optional(Name),
  location: maybe(LocationInput),
  tags: Type.Optional(FreeTags),
  substorage: maybe(
    Type.Array(
      closed({
        id: Type.Optional(BayId),
        name: Type.Optional(Name),
        capacity: maybe(Capacities),
        storageNote: maybe(BayNoteInput),
      }),
      { maxItems: MAX_BAYS },
    ),
  ),
  area: maybe(Area),
})
export type UpdateStorageBody = Static<typeof UpdateStorageBody>

export const SetCapacityBody = closed({ substorageId: BayId, commodityId: ReferenceId, weight: Kilograms })
export type SetCapacityBody = Static<typeof SetCapacityBody>

export const BusinessUnitsBody = closed({
  businessUnitId: Type.String({ maxLength: 100 }),
  storageIds: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 1000 }),
})
export type BusinessUnitsBody = Static<typeof BusinessUnitsBody>

export const SplitFieldBody = Type.Array(
  closed({
    source: Type.String({ maxLength: 100, description: 'The id of the field to split.' }),
    name: Name,
    hectares: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description: 'The area of the new field.',
    }),
    variety: maybe(Text),
    rowNumber: Type.Optional(Type.Number()),
  }),
  { minItems: 1, maxItems: 500 },
)
export type SplitFieldBody = Static<typeof SplitFieldBody>

export const CreateNoteBody = closed({
  storageId: Type.String({ maxLength: 100 }),
  substorageId: maybe(BayId),
  reasonId: ReasonId,
  note: LongText,
  files: maybe(Files),
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
  type: StorageType,
  businessUnitIds: Type.Optional(BusinessUnitIds),
  location: orNull(LocationInput),
  tags: Type.Optional(FreeTags),
  substorage: Type.Array(
    closed({
      name: Name,
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
