import Type, { type Static } from 'typebox'
import {
  DateText,
  Acknowledgement,
  BusinessUnit,
  closed,
  dateWhen,
  named,
  NamedId,
  Conflict,
  described,
  FileRef,
  idParam,
  Kilograms,
  LoadChange,
  LongText,
  maybe,
  oneOf,
  orNull,
  PageOf,
  SameTickets,
  ScaleWeight,
  SignedKilograms,
  Text,
  Weight,
} from '../../http/validate/schema.ts'
import { reasonsInWords } from '../../system/reasons/reasons.ts'
import {
  GradeReason,
  DriverName,
  LoadReference,
  ShareInput,
  TicketInput,
  VehicleRegistration,
  WeighbridgeInput,
} from '../records/bodies.ts'
import { payers } from '../records/loss-reasons.ts'
import { BrokenLimits, CommodityDetail, Sample, StockAdjustment } from '../records/schema.ts'
import { BeforeCounts } from '../stock/schema.ts'
import { MovementHistory, Reason } from './correction-schema.ts'
import { Ticket } from './tickets/schema.ts'

export const Driver = closed({
  name: maybe(DriverName),
  vehicleRegistration: maybe(VehicleRegistration),
  loadReference: maybe(LoadReference),
})

const NOT_READ_OF_PLACE = 'Not read: that of the store applies.'

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

export const Destination = closed(
  {
    storageId: Type.Optional(described(Text, 'A store of yours.')),
    substorageId: Type.Optional(Type.Integer({ description: 'The bay. A store with one bay needs none.' })),
    type: Type.Optional(
      oneOf(['store', 'field'], 'Optional check: refused if the place is of another type.'),
    ),
    name: maybe(described(Text, NOT_READ_OF_PLACE)),
    substorageName: maybe(described(Text, NOT_READ_OF_PLACE)),
    region: maybe(described(Text, NOT_READ_OF_PLACE)),
    regionISO: maybe(described(Text, NOT_READ_OF_PLACE)),
    postcode: maybe(described(Text, NOT_READ_OF_PLACE)),
    organisationId: Type.Optional(
      described(Text, 'An organisation here, or your own id for a trading partner.'),
    ),
    organisationName: maybe(described(Text, 'Needed for a trading partner, who may be named by it alone.')),
  },
  'Where it goes. With storageId: to a bay of your own. With organisationId alone: to another organisation, or to your own for grain ' +
    'of others that you take over; then `sold` is required.',
)

const movementFields = {
  organisationId: maybe(described(Text, 'May name your own organisation, and no other.')),
  organisationName: maybe(described(Text, 'Not read.')),
  movementDateISO: maybe(
    dateWhen('When its stock moves. A moment to come, by more than a minute, makes it a plan.'),
  ),
  adjustToZero: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'true empties the source: what the books still have there after the movement is written off. Operators may not use it.',
    }),
  ),
  driver: maybe(described(Driver, 'Who carries it; left out or null if that is not known yet.')),
  destination: Destination,
  gradeReason: GradeReason,
  contractId: maybe(described(Text, 'Your own id of a contract of sale.')),
  contractReference: maybe(described(Text, 'What that contract is called on paper.')),
  sold: Type.Optional(
    Type.Boolean({
      description:
        'Whether the stock is sold. Required if it goes to another organisation. An edit of a movement that already left may leave it out: then it stays as it was.',
    }),
  ),
  storageContractId: Type.Optional(
    described(
      orNull(Text),
      'The storage contract that it comes under; null is none. Its owner and commodity have to be those of the stock. If the stock comes ' +
        'into your store from a sender or off a field, type and date have to fit too. If a new movement of somebody else’s crop off a field into ' +
        'your bay leaves it out, the contract that fits is used. An edit that leaves it out keeps the contract.',
    ),
  ),
}

/** How much a load carries: said, weighed, or still to be weighed. */
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
  ...movementFields,
})
export type CreateMovementBody = Static<typeof CreateMovementBody>

export const CreateMovementsBody = closed({
  records: Type.Array(
    closed({ id: TakenFrom, ...loadWeight, share: maybe(ShareInput), adjustment: maybe(Adjustment) }),
    {
      minItems: 1,
      maxItems: 1000,
      description: 'A movement for each: all of them are made, or none.',
    },
  ),
  ticket: maybe(TicketInput),
  ...movementFields,
})
export type CreateMovementsBody = Static<typeof CreateMovementsBody>

export const OwnRecordId = described(Text, 'The movement’s own record.')

const editFields = {
  recordId: OwnRecordId,
  weight: described(
    orNull(Kilograms),
    'Kilograms, kept to the gram; more than 0. A load that is not weighed yet stays so with 0 or null.',
  ),
  ...movementFields,
  driver: maybe(
    described(Driver, 'Who carries it, in place of all that was known of that. Left out or null: as it was.'),
  ),
  adjustToZero: Type.Optional(
    Type.Boolean({
      description:
        'true empties the source: what the books still have there after the movement is written off; false takes that back. If it is left out, it stays as it was.',
    }),
  ),
}

export const EditMovementBody = closed({ ...editFields, reason: Reason })
export type EditMovementBody = Static<typeof EditMovementBody>

/** So many movements are edited by one request. */
const MOST_EDITS = 1000

export const EditMovementsBody = closed({
  movements: Type.Array(
    closed({
      id: described(Text, 'The number of the movement.'),
      ...editFields,
    }),
    { minItems: 1, maxItems: MOST_EDITS, description: 'What each of the movements says from now on.' },
  ),
  reason: Reason,
})
export type EditMovementsBody = Static<typeof EditMovementsBody>

export const DuplicateBody = closed({
  recordId: OwnRecordId,
  count: Type.Integer({ minimum: 1, maximum: 100, description: 'How many copies.' }),
})
export type DuplicateBody = Static<typeof DuplicateBody>

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
  uid: Type.String({ description: 'The movement number as printed on paper.' }),
  contractId: Type.String(),
  contractReference: Type.String(),
  sold: Type.Boolean(),
  driver: closed({ name: Type.String(), vehicleRegistration: Type.String(), loadReference: Type.String() }),
  weighbridge: closed({ empty: ScaleWeight, full: ScaleWeight, file: FileRef }),
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
  gradeReason: Type.Optional(
    Type.String({
      description: 'Why it may lower the grade of what lies where it went; left out where nobody said.',
    }),
  ),
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
  weightRemaining: Weight,
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

/** What a movement write answers: what was made or changed, and the conflicts that it made worse. */
export const MovementAcknowledgement = named('MovementAcknowledgement', {
  ...Acknowledgement.properties,
  recordIds: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'For each movement in `ids`, the record that its stock is, or will be, part of; empty if it leaves.',
    }),
  ),
  beforeCounts: BeforeCounts,
  sameTickets: SameTickets,
})
export type MovementAcknowledgement = Static<typeof MovementAcknowledgement>

const DateInRange = (what: string) =>
  described(DateText, `${what} A date alone is that whole day in your time zone.`)

export const RescaleBody = closed({
  startDateISO: DateInRange('From which movement date on the scale was out.'),
  endDateISO: DateInRange('Up to and with which movement date.'),
  factor: Type.Number({
    minimum: 0.5,
    maximum: 2,
    description:
      'By what its readings are multiplied: 1.004 for a scale that showed 0.4 % too little, as after 1000 ÷ 996.',
    examples: [1.004],
  }),
  reason: Reason,
  storageIds: maybe(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 200,
      description:
        'Only loads from and to these fields and stores, where each has a scale of its own. Left out: all loads.',
    }),
  ),
})

export const RescaleAcknowledgement = named('RescaleAcknowledgement', {
  ...MovementAcknowledgement.properties,
  changes: Type.Array(LoadChange, { description: 'What each load weighed and weighs, by number.' }),
})
