import Type, { type Static } from 'typebox'
import {
  BusinessUnit,
  closed,
  described,
  idParam,
  named,
  FileRef,
  NamedId,
  oneOf,
  orNull,
  PageOf,
  ScaleWeight,
  WeightSchema,
} from '../../http/validate/schema.ts'
import { CommodityKind } from '../../system/commodities/schema.ts'
import { Location } from '../../system/locations/schema.ts'
import { ShownReadings } from '../readings/schema.ts'
import { SampleField } from './bodies.ts'
import { Remarks } from '../stock/schema.ts'
import { lastCountFields } from './last-count.ts'
import { payers } from './loss-reasons.ts'

/** The wire shapes of inventory records. What bodies say is in `bodies.ts`. */

export const RecordIdParam = idParam('The record, by id: stock or a planting.')

export const CommodityDetail = named('CommodityDetail', {
  commodity: NamedId,
  tags: Type.Array(NamedId),
  grade: NamedId,
  type: NamedId,
  variety: Type.String(),
  weight: WeightSchema,
})
export type CommodityDetail = Static<typeof CommodityDetail>

const PlaceType = oneOf(['field', 'store', ''], 'Empty where the stock lies nowhere yet.')

/** A place in its short form; everything empty or 0 where there is none. */
export const ShortPlace = named('ShortStorage', {
  area: Type.Number({ description: 'Hectares.' }),
  description: Type.String({ description: 'The place and its bay, for people.' }),
  name: Type.String(),
  organisationId: Type.String(),
  businessUnitIds: Type.Array(Type.String()),
  storageId: Type.String(),
  substorageId: Type.Integer(),
  type: PlaceType,
  regionISO: Type.String(),
})
export type ShortPlace = Static<typeof ShortPlace>

const FullPlace = named('RecordStorage', {
  id: Type.String(),
  organisationId: Type.String(),
  businessUnits: Type.Array(BusinessUnit),
  name: Type.String(),
  area: Type.Number({ description: 'Hectares.' }),
  type: PlaceType,
  isConflicted: Type.Boolean(),
  location: Location,
  substorageCount: Type.Integer(),
  substorageId: Type.Integer(),
  substorageName: Type.String(),
})

export const Yield = named(
  'Yield',
  {
    unit: Type.Literal('kg'),
    current: Type.Number({
      description: 'Balance now. Planting: what is still expected, from the remaining area.',
    }),
    loss: Type.Number({ description: 'Written off, dried or cleaned away, net of gains.' }),
    sold: Type.Number({ description: 'Outbound and sold.' }),
    initial: Type.Number({ description: 'The first quantity. Planting: expected yield × area.' }),
    harvested: Type.Number({ description: 'Brought in from fields. Planting: taken off so far.' }),
    total: Type.Number({ description: 'Everything ever brought in. Planting: harvested + current.' }),
  },
  'Kilograms.',
)
export type Yield = Static<typeof Yield>

const recordFields = {
  id: Type.String(),
  organisationId: Type.String({ description: 'The owner of the stock.' }),
  organisationName: Type.String(),
  name: Type.String(),
  status: oneOf(['active', 'empty'], 'empty: nothing is there now and nothing is planned.'),
  owned: Type.Boolean({
    description: 'true where the owner holds the stock, false where it is stored for the owner.',
  }),
  confirmation: Type.Optional(
    oneOf(
      ['pending', 'declined'],
      'Only for the storer of what another organisation owns: its owner has not accepted it yet, or has declined it.',
    ),
  ),
  soldTo: Type.String({ description: 'The buyer of the latest sold load that has left.' }),
  soldWeight: Type.Number({
    description: 'Kilograms outbound and sold; of trade availability also what is sold and has not left yet.',
  }),
  soldWeightOnline: Type.Number(),
  soldValueOnline: Type.Number(),
  position: Type.Number({
    description: 'Kilograms: what is there or expected, less what is sold and still to leave.',
  }),
  source: oneOf(['planting', 'intake', 'existing', 'movement', 'trade']),
  type: CommodityKind,
  commodity: CommodityDetail,
  quality: Type.Array(SampleField, {
    description:
      'What samples of it showed. For a blend: the mean by weight, of what was measured of all its parts.',
  }),
  harvestYear: Type.String(),
  ...lastCountFields,
  uncleanedWeight: described(
    WeightSchema,
    'What of it still has to be cleaned: of a heap that uncleaned grain came into, its part of what is there.',
  ),
  isRecordInStorage: Type.Boolean({ description: 'It lies in a bay of a store.' }),
  yield: Yield,
  harvest: closed(
    {
      area: Type.Number({ description: 'Hectares planted.' }),
      harvestPlanId: Type.String(),
      fieldId: Type.String(),
      fieldName: Type.String(),
    },
    'Of a planting, the field that it stands in. Of stock in a bay, the field that all of it came off, wherever it lay between, ' +
      'and the plantings that gave it; empty, with 0 ha, where it is of several fields, or not all of it came off a field.',
  ),
  tags: Type.Array(Type.String()),
  planting: closed(
    {
      plantingAtUTC: Type.String({
        description: 'The day, or the first of the month; empty when not known.',
      }),
      plantingAtDateType: oneOf(['date', 'month', '']),
      expectedYield: Type.Number({ description: 'Kilograms per hectare.' }),
      areaRemaining: Type.Number({ description: 'Hectares still to be harvested.' }),
    },
    'Of a planting; empty and 0 for other records.',
  ),
}

export const ShortRecord = named('ShortRecord', { ...recordFields, storage: ShortPlace })
export type ShortRecord = Static<typeof ShortRecord>

/** A record as the one who entered stock is answered: with the movement that an intake made, and what there is to say. */
export const EnteredRecord = named('EnteredRecord', {
  ...recordFields,
  storage: ShortPlace,
  movementId: Type.Optional(Type.Integer({ description: 'The movement of an intake.' })),
  ...Remarks.properties,
})
export type EnteredRecord = Static<typeof EnteredRecord>

/** A sample as an answer shows it. */
export const Sample = named('Sample', {
  id: Type.Integer(),
  fields: Type.Array(SampleField),
  file: Type.Union([FileRef, Type.Null()]),
  files: Type.Array(FileRef),
  commodityGradeId: Type.Number({ description: 'The grade that the sample gave; 0 when it changed none.' }),
})
export type Sample = Static<typeof Sample>

/** Stock that was found or lost. */
export const StockAdjustment = named('StockAdjustment', {
  reasonId: Type.Integer(),
  reason: Type.String(),
  difference: Type.Number({
    description:
      'Kilograms found (positive) or lost (negative). For a count: against what the books now say was there.',
  }),
  payer: oneOf(['', ...payers], 'Who bears a loss; empty where nothing was lost.'),
  notes: Type.String({
    description: 'Notes on the correction of a movement’s source; empty if there are none.',
  }),
})
export type StockAdjustment = Static<typeof StockAdjustment>

const WeighbridgeRecord = closed({
  empty: ScaleWeight,
  full: ScaleWeight,
  file: FileRef,
  readings: Type.Optional(ShownReadings),
})

export const TimelineEntry = named('TimelineEntry', {
  type: oneOf(['created', 'movement', 'adjustment', 'sample', 'updated', 'merge']),
  subtype: Type.String({
    description: 'Of a movement internal, intake or outbound; adjustment, sample and so on.',
  }),
  createdAtUTC: Type.String({ format: 'date-time', description: 'When it was entered.' }),
  recordedAtUTC: Type.String({ format: 'date-time', description: 'The same.' }),
  change: Type.Number({
    description:
      'Kilograms by which it changed what lies in the record, after drying: negative is out. 0 of what was taken back. The changes of a ' +
      'whole timeline add up to the balance at its end.',
  }),
  balanceAfter: orNull(
    Type.Number({
      description: 'Kilograms that lay in the record after it; null of a planting, which is no stock.',
    }),
  ),
  takenBack: Type.Optional(
    closed(
      {
        atUTC: Type.String({ format: 'date-time' }),
        by: Type.String({ description: 'Who took it back, by id; empty if that is not known.' }),
        byName: Type.String(),
      },
      'Only of what was deleted since: it stays in the timeline and counts for nothing.',
    ),
  ),
  createdBy: Type.String(),
  organisationName: Type.String(),
  userName: Type.String(),
  details: closed({
    id: Type.Integer({
      description: 'The number of the movement, adjustment, sample or change that did it.',
    }),
    moveAtUTC: Type.String({ format: 'date-time', description: 'When it happened.' }),
    weighbridgeRecord: WeighbridgeRecord,
    destination: ShortPlace,
    origin: ShortPlace,
    driverName: Type.String(),
    status: Type.String({ description: 'incomplete, complete or deleted.' }),
    statusMessage: Type.String({ description: 'What happened, in a sentence.' }),
    /** Weight that moved, was counted, or was corrected. */
    weight: ScaleWeight,
    vehicleRegistration: Type.String(),
    loadReference: Type.String(),
    contractId: Type.String(),
    contractReference: Type.String(),
    storageContractId: Type.String(),
    sold: Type.Boolean(),
    merge: closed({ sourceRecordId: Type.String(), sourceMovementId: Type.Integer() }),
    adjustment: Type.Optional(
      closed(
        {
          ...StockAdjustment.properties,
          files: Type.Array(FileRef),
        },
        'Only for a count, for the correction of a movement’s source, and for stock that was written off to empty a bay.',
      ),
    ),
    sample: Type.Optional(Sample),
  }),
})
export type TimelineEntry = Static<typeof TimelineEntry>

/** Measurements outside the limits of a grade. */
export const BrokenLimits = Type.Array(
  closed({
    name: Type.String(),
    unit: Type.String(),
    value: Type.Number(),
    min: Type.Number(),
    max: Type.Number(),
    moistureBasis: Type.Optional(
      Type.Number({ description: 'Per cent of moisture at which the limits are stated; 0 is dry matter.' }),
    ),
  }),
  {
    description:
      'What of its quality is outside the limits of its grade by the default specification; where it has no grade, outside those of all grades of its type.',
  },
)

export const FullRecord = named('FullRecord', {
  ...recordFields,
  storage: FullPlace,
  brokenLimits: BrokenLimits,
  timeline: Type.Array(TimelineEntry, {
    description:
      'What happened, oldest first: the newest 200 entries. GET /api/inventory/records/{id}/timeline has all of them in pages.',
  }),
  timelineCount: Type.Integer({ description: 'How many entries the whole timeline has.' }),
})
export type FullRecord = Static<typeof FullRecord>

export const TimelinePage = PageOf(TimelineEntry)

/** A record as the one who counted or changed it is answered. */
export const CountedRecord = named('CountedRecord', { ...FullRecord.properties, ...Remarks.properties })
export type CountedRecord = Static<typeof CountedRecord>

const sums = {
  name: Type.String(),
  soldWeight: Type.Number({ description: 'Kilograms outbound and sold.' }),
  totalWeight: Type.Number({ description: 'Kilograms there now, or still expected.' }),
}
const CommoditySum = closed({ id: Type.Integer(), ...sums })
const PlaceSum = closed({ id: Type.String(), ...sums })

/** Totals that a record search adds to the envelope: weights of everything found, per commodity and per place. */
export const SearchTotals = closed({
  commodities: Type.Array(
    closed({
      commodity: CommoditySum,
      types: Type.Array(closed({ ...CommoditySum.properties, grades: Type.Array(CommoditySum) })),
    }),
  ),
  businesses: Type.Array(PlaceSum, {
    description: 'By business unit. Stock in a place of two units counts in both.',
  }),
  locations: Type.Array(PlaceSum, { description: 'By town: what f:location takes.' }),
  areas: Type.Array(PlaceSum, { description: 'By field or store: what f:storageId takes.' }),
  regions: Type.Array(PlaceSum, { description: 'By region: what f:regionISO takes.' }),
})
export type SearchTotals = Static<typeof SearchTotals>
