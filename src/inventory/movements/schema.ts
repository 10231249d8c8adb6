import Type, { type Static } from 'typebox'
import {
  BusinessUnit,
  closed,
  named,
  NamedId,
  Conflict,
  described,
  FileRef,
  idParam,
  Kilograms,
  LongText,
  maybe,
  oneOf,
  orNull,
  PageOf,
  ScaleWeight,
  SignedKilograms,
  Text,
  WeightSchema,
} from '../../http/validate/schema.ts'
import { reasonsInWords } from '../../system/reasons/reasons.ts'
import { shownTexts } from '../load-texts.ts'
import { tradeFields } from '../load-trades.ts'
import { ShareInput, TicketInput, WeighbridgeInput } from '../records/bodies.ts'
import { payers } from '../records/loss-reasons.ts'
import { BrokenLimits, CommodityDetail, Sample, StockAdjustment } from '../records/schema.ts'
import { loadFields } from '../loads/schema.ts'
import { MovementHistory } from '../loads/edit/schema.ts'
import { ShownReadings } from '../readings/schema.ts'
import { Ticket } from './tickets/schema.ts'

const Adjustment = closed(
  {
    weight: SignedKilograms,
    reason: Type.Integer({
      description: `A reason for adjustments from GET /api/inventory/reasons: one for losses if \`weight\` is negative, for gains if it is positive, or for either. ${reasonsInWords.adjustment}.`,
    }),
    notes: maybe(described(LongText, 'Why, in your own words.')),
  },
  'Corrects what lies at the source just before the movement: a positive weight was found, a negative one is written off. Operators may not use it.',
)

/** Weight of a load: given, weighed, or still to be weighed. */
export const loadWeight = {
  weight: maybe(
    described(
      Kilograms,
      'Kilograms, a number, kept to the gram. Not needed of a load that was weighed full and empty: then it is full − empty. Of a load ' +
        'weighed once so far, the weight that you expect. 0 or null: not weighed yet.',
    ),
  ),
  weighbridge: maybe(
    described(
      WeighbridgeInput,
      'What the weighbridge showed. The other reading may follow with PUT /movements/{id}/actions.',
    ),
  ),
}

const TakenFrom = described(Text, 'The record that it is taken from: stock, or a planting that is harvested.')

export const CreateMovementBody = closed({
  recordId: TakenFrom,
  ...loadWeight,
  adjustment: maybe(Adjustment),
  ...loadFields,
})
export type CreateMovementBody = Static<typeof CreateMovementBody>

export const CreateMovementsBody = closed({
  records: Type.Array(
    closed({
      id: TakenFrom,
      ...loadWeight,
      share: maybe(ShareInput),
      adjustment: maybe(Adjustment),
      ...tradeFields,
    }),
    {
      minItems: 1,
      maxItems: 1000,
      description: 'A movement for each: all of them are made, or none.',
    },
  ),
  ticket: maybe(TicketInput),
  ...loadFields,
})
export type CreateMovementsBody = Static<typeof CreateMovementsBody>

export const MovementIdParam = idParam('The number of the movement, such as 1204.')

const Side = named('MovementSide', {
  area: Type.Number(),
  organisationId: Type.String(),
  organisationName: Type.String(),
  businessUnits: Type.Array(BusinessUnit),
  storageId: Type.String(),
  substorageId: Type.Integer(),
  substorageName: Type.String({
    description: 'The bay by its name; empty for a field, and for anybody else.',
  }),
  type: Type.String(),
  name: Type.String(),
  region: Type.String(),
  postcode: Type.String(),
})

export const Movement = named('Movement', {
  id: Type.Integer(),
  type: oneOf(['internal', 'intake', 'outbound']),
  status: oneOf(['incomplete', 'complete', 'deleted']),
  movementDateISO: Type.String(),
  inventory: closed({
    recordId: Type.String(),
    name: Type.String(),
    storage: closed({ source: Side, destination: Side }),
    commodity: closed(
      { ...CommodityDetail.properties, weight: ScaleWeight },
      'What the load is called by all that is known of it now. Searches go by this.',
    ),
    commodityOnTicket: Type.Optional(
      closed(
        { type: NamedId, grade: NamedId, variety: Type.String(), tags: Type.Array(NamedId) },
        'What it was called when it was entered, as its ticket says; left out if that is still so.',
      ),
    ),
  }),
  uid: Type.String({ description: 'The number by which it is kept, with six figures.' }),
  documentNumber: Type.String({
    description:
      'The number of its ticket, as printed on paper; all parts of a lorry have one. Given when it is weighed or completed, empty until then.',
  }),
  contractId: Type.String(),
  contractReference: Type.String(),
  trade: Type.Optional(
    closed(
      {
        id: Type.String(),
        name: Type.String({ description: 'Your number of it, theirs, or with whom it is.' }),
        window: orNull(
          Type.Integer({ description: 'The window that it names; null is the one of its day.' }),
        ),
      },
      'The contract to buy or to sell that it moves under; left out where it has none, and for anybody else.',
    ),
  ),
  order: Type.Optional(
    closed(
      {
        id: Type.String(),
        name: Type.String({ description: 'Your number of it, theirs, or with whom it is.' }),
      },
      'The order that it moves on; left out where it has none, and for anybody else.',
    ),
  ),
  sold: Type.Boolean(),
  driver: closed({ name: Type.String(), vehicleRegistration: Type.String(), loadReference: Type.String() }),
  weighbridge: closed({
    empty: ScaleWeight,
    full: ScaleWeight,
    file: FileRef,
    readings: Type.Optional(ShownReadings),
  }),
  ticket: Type.Optional(Ticket),
  actionsRequired: closed({
    status: oneOf(['none', 'required']),
    outstanding: Type.Integer(),
    weighbridge: closed({ empty: Type.Boolean(), full: Type.Boolean() }),
    driver: Type.Boolean(),
  }),
  storageContract: closed({
    id: Type.String(),
    ownerOrganisationId: Type.String(),
    storerOrganisationId: Type.String(),
    requiresCleaning: Type.Boolean(),
    requiresDrying: Type.Boolean(),
    postDryingMoistureLevelPercentage: Type.Number(),
  }),
  adjustment: Type.Optional(
    closed(
      StockAdjustment.properties,
      'How the source was corrected just before the movement; left out if it was not.',
    ),
  ),
  ...shownTexts,
  drying: Type.Optional(
    closed(
      {
        measuredMoisturePercentage: Type.Number(),
        agreedMoisturePercentage: Type.Number({ description: 'What it is dried to.' }),
        lossPercentage: Type.Number({ description: 'Per cent of the gross weight, to three decimals.' }),
        isComputed: Type.Boolean({
          description:
            'true if the loss was computed from dry matter, because the contract’s matrix has no row for the moisture.',
        }),
        grossWeight: Type.Number({ description: 'Kilograms that came in.' }),
        lossWeight: Type.Number({ description: 'Kilograms lost.' }),
        netWeight: Type.Number({ description: 'Kilograms that lie in the bay.' }),
        reasonId: Type.Integer(),
        reason: Type.String(),
        payer: oneOf(payers, 'Who bears the loss.'),
      },
      'What drying took; only if the load came in above the moisture that its storage contract agrees.',
    ),
  ),
  weightRemaining: WeightSchema,
  recordedAtUTC: Type.String({ description: 'When it was entered.' }),
  completedAtUTC: Type.String({ description: 'When it was completed; empty until then.' }),
  samples: Type.Optional(
    Type.Array(Sample, {
      description: 'What was measured of this load; only of one movement by its number.',
    }),
  ),
  brokenLimits: Type.Optional(
    described(
      BrokenLimits,
      'What of this was outside the limits of the grade that the load came in as; only of one movement by its number.',
    ),
  ),
  changes: Type.Optional(
    Type.Array(MovementHistory, {
      description:
        'What was changed of it since it was entered, oldest first, for the store that keeps it; only of one movement by its number.',
    }),
  ),
  conflicts: Type.Optional(
    Type.Array(Conflict, {
      description: 'The conflicts that this movement causes; only with conflicts=true.',
    }),
  ),
})

export const MovementPage = PageOf(Movement)
