import Type, { type Static } from 'typebox'
import {
  BusinessUnit,
  closed,
  dateWhen,
  named,
  described,
  Hectares,
  idParam,
  maybe,
  NamedId,
  oneOf,
  orNull,
  ReferenceId,
  Text,
  ScaleWeight,
  WeightSchema,
} from '../../http/validate/schema.ts'
import { lateFields, loadTexts } from '../load-texts.ts'
import { LorryNetInput, EditReason } from '../loads/edit/schema.ts'
import { loadWeight } from '../movements/schema.ts'
import {
  LoadReference,
  SampleInput,
  ShareInput,
  TicketInput,
  VehicleRegistration,
} from '../records/bodies.ts'
import { Sample, ShortRecord } from '../records/schema.ts'
import { Remarks } from '../stock/schema.ts'

/** The wire shapes of harvest plans and their loads. */

const Id = Type.String({ minLength: 1, maxLength: 100 })

export const PlanIdParam = idParam('The harvest plan, by id.')

const Commodity = closed({
  commodity: NamedId,
  type: NamedId,
  grade: NamedId,
  variety: Type.String(),
  tags: Type.Array(Type.Integer(), { description: 'Commodity tags, by id.' }),
  weight: WeightSchema,
})

export const HarvestPlan = named('HarvestPlan', {
  id: Type.String(),
  harvestYear: Type.String(),
  status: oneOf(
    ['planned', 'harvesting', 'harvested', 'empty'],
    'harvested: no area remains. empty: its plantings belong to other plans by now.',
  ),
  commodity: described(Commodity, 'The crop; `weight` is the projected yield.'),
  businessUnit: BusinessUnit,
  businessUnitIds: Type.Array(Type.String()),
  summary: closed(
    {
      totalCount: Type.Integer({ description: 'Plantings.' }),
      totalSize: Type.Number({ description: 'Hectares planted.' }),
      totalPredictedYield: Type.Number({ description: 'Expected yield × area.' }),
      totalProjectedYield: Type.Number({
        description:
          'What was harvested, plus what is expected of the area that remains: at the yield of that field so far, or else at its expected yield.',
      }),
      totalHarvestedYield: Type.Number({ description: 'All loads up to now.' }),
      totalRemainingYield: Type.Number({ description: 'Projected less harvested.' }),
      averageMoistureContent: Type.Number({
        description: 'Per cent, weighted by load, of the loads that were measured; 0 where none was.',
      }),
      yieldVariance: Type.Number({
        description: 'Per cent by which the projected yield differs from the predicted one.',
      }),
      areaHarvested: Type.Number({ description: 'Hectares that are said to be cut.' }),
      fieldsWithoutCutArea: Type.Integer({
        description:
          'Fields that loads came off while no area of them is said to be cut. As long as there are any, what is projected counts their whole area once more, ' +
          'and `yieldVariance` says nothing.',
      }),
      estimatedCutArea: Type.Number({
        description:
          'Hectares that were cut of those fields, estimated from their loads and the expected yield.',
      }),
    },
    'Weights in kilograms.',
  ),
  yields: Type.Array(
    closed({
      fieldId: Type.String(),
      kilogramsPerHectare: Type.Number({ description: 'Of what is cut, as in the outlines of fields.' }),
    }),
    {
      description: 'Of each field of which the area cut is known. The parts of a split field have one yield.',
    },
  ),
  records: Type.Array(ShortRecord, { description: 'The plantings.' }),
})
export type HarvestPlan = Static<typeof HarvestPlan>

export const HarvestHistory = named('HarvestHistory', {
  labels: Type.Array(Type.String(), { description: 'Harvest years, oldest first.' }),
  datasets: Type.Array(closed({ label: Type.String(), data: Type.Array(Type.Number()) }), {
    description:
      'One each for predicted and harvested (kilograms), area planted and areaHarvested (hectares) and yield (kilograms per hectare harvested), with a figure for each label.',
  }),
})
export type HarvestHistory = Static<typeof HarvestHistory>

export const HarvestLoad = named('HarvestLoad', {
  id: Type.String(),
  fieldId: Type.String(),
  fieldName: Type.String(),
  storageId: Type.String(),
  storageName: Type.String(),
  substorageId: Type.Integer(),
  substorageName: Type.String(),
  recordId: Type.String({
    description: 'The stock it became part of; empty where it left straight from the field.',
  }),
  plantingId: Type.String({
    description: 'The crop it was taken off: the record that its movement is known by.',
  }),
  movementId: Type.Integer(),
  commodity: Commodity,
  dateISO: Type.String(),
  weightNet: ScaleWeight,
  fieldArea: Type.Number({ description: 'Hectares.' }),
  moisture: orNull(
    Type.Number({
      description: 'Per cent, from its sample where the load says none; null where it was not measured.',
    }),
  ),
  temperature: orNull(Type.Number({ description: 'Degrees Celsius; null where it was not measured.' })),
  driverName: Type.String(),
  driverRegistration: Type.String(),
  sample: orNull(Sample),
})
export type HarvestLoad = Static<typeof HarvestLoad>

/** A load as the one who brought it in is answered: with what there is to say of it. */
export const EnteredHarvestLoad = named('EnteredLoad', { ...HarvestLoad.properties, ...Remarks.properties })
export type EnteredHarvestLoad = Static<typeof EnteredHarvestLoad>

export const BackfillBody = closed({
  organisationId: maybe(described(Text, 'May name your own organisation, and no other.')),
  organisationName: maybe(described(Text, 'Not read.')),
})

export const RemainingAreaBody = Type.Array(
  closed({
    fieldId: described(Id, 'A field of the plan, by id; each only once.'),
    areaRemaining: described(Hectares, 'Hectares of it still to be harvested, to four decimals.'),
    originalAreaRemaining: described(Hectares, 'What you were shown as remaining, in hectares.'),
  }),
  { minItems: 1, maxItems: 1000 },
)

/** A sample as a load's answer shows it may be sent back: it gets a number of its own. */
const LoadSampleInput = closed({
  ...SampleInput.properties,
  id: maybe(Type.Integer({ description: 'Not read.' })),
})

export const AddLoadsBody = Type.Array(
  closed({
    fieldId: described(Id, 'The field of the plan that the load comes off, by id.'),
    plantingId: maybe(
      described(
        Id,
        'The crop that the load comes off: one of the plan’s `records` in that field. Required if those belong to several owners. ' +
          'Otherwise, if it is left out, it is the oldest with area left.',
      ),
    ),
    commodityId: described(ReferenceId, 'The commodity of the plan, by id; refused if it is another.'),
    commodityGroupId: described(
      ReferenceId,
      'The commodity type of the plan, by id; refused if it is another.',
    ),
    storageId: described(Id, 'The store of yours that it goes to, by id.'),
    substorageId: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The bay; 0 if the store has only one.',
    }),
    dateISO: maybe(
      dateWhen(
        'When it came off the field, by default now. A moment to come, by more than a minute, makes it a plan.',
      ),
    ),
    weightNet: loadWeight.weight,
    weighbridge: loadWeight.weighbridge,
    ticket: maybe(
      described(
        TicketInput,
        'In place of `weighbridge`: loads of this request with the same `reference` are parts of one lorry, each with its weight or its share. ' +
          'Its readings are said with the first of them, and may be said again.',
      ),
    ),
    share: maybe(ShareInput),
    loadReference: maybe(LoadReference),
    ...loadTexts,
    ...lateFields,
    areaRemaining: maybe(
      described(
        Hectares,
        'Hectares of the field that are still to be cut after this load. It lowers what remains, and never raises it: that is for PATCH /harvest-plans/{id}/remaining-area. Left out or null: as it was.',
      ),
    ),
    moisture: orNull(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'Per cent; null is the moisture of `sample`, if it has one.',
      }),
    ),
    temperature: orNull(
      Type.Number({
        minimum: -100,
        maximum: 1000,
        description: 'Degrees Celsius; null if it was not measured.',
      }),
    ),
    driverName: orNull(described(Text, 'Who drives; null if that is not known.')),
    driverRegistration: orNull(
      described(VehicleRegistration, 'The vehicle’s registration; null if that is not known.'),
    ),
    sample: orNull(
      described(LoadSampleInput, 'What was measured of the load. Null, or one that says nothing: no sample.'),
    ),
  }),
  { minItems: 1, maxItems: 200 },
)
export type AddLoadsBody = Static<typeof AddLoadsBody>

export const DeleteLoadsBody = Type.Array(
  closed({
    loadId: described(Id, 'A load of the plan: the number of its movement.'),
    reason: EditReason,
    lorryNet: LorryNetInput,
  }),
  { minItems: 1, maxItems: 200 },
)
