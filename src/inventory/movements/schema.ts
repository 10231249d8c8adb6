import Type from 'typebox'
import {
  Acknowledgement,
  BusinessUnit,
  closed,
  named,
  Conflict,
  DateText,
  FileRef,
  FileRefOrEmptyInput,
  Kilograms,
  LongText,
  maybe,
  oneOf,
  orNull,
  PositiveKilograms,
  PageOf,
  PathId,
  ScaleWeight,
  SignedKilograms,
  Text,
  told,
  Weight,
} from '../../http/schema.ts'
import { payers } from '../records/loss-payer.ts'
import { CommodityDetail, StockAdjustment } from '../records/schema.ts'

const Driver = closed({ name: maybe(Text), vehicleRegistration: maybe(Text), loadReference: maybe(Text) })

const Adjustment = closed(
  {
    weight: SignedKilograms,
    reason: Type.Integer({
      description: 'A managed adjustment reason, of the direction that the weight has.',
    }),
    notes: maybe(LongText),
  },
  'A correction of the source just before the movement: positive finds stock, negative writes it off. Only for those who may count.',
)

const Destination = closed(
  {
    storageId: Type.Optional(told(Text, 'A store of yours.')),
    substorageId: Type.Optional(Type.Integer({ description: 'The bay. A store with one bay needs none.' })),
    type: Type.Optional(
      oneOf(['store', 'field'], 'Optional check: refused if the place is of another type.'),
    ),
    name: maybe(told(Text, 'Ignored, like region, regionISO and postcode: the store’s own apply.')),
    region: maybe(Text),
    regionISO: maybe(Text),
    postcode: maybe(Text),
    organisationId: Type.Optional(told(Text, 'An organisation here, or your own id for a trading partner.')),
    organisationName: maybe(told(Text, 'Needed for a trading partner.')),
  },
  'With storageId: a bay of your own. With organisationId alone: another organisation, or your own for grain of others that you take over, ' +
    'and then `sold` is needed.',
)

const movementFields = {
  organisationId: maybe(told(Text, 'May name your own organisation, and no other.')),
  organisationName: maybe(told(Text, 'Not read.')),
  movementDateISO: DateText,
  adjustToZero: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Afterwards the source is empty: what the books still have is written off. Not for operators, who may not adjust stock.',
    }),
  ),
  driver: maybe(Driver),
  destination: Destination,
  contractId: maybe(told(Text, 'Your own id of a contract of sale.')),
  contractReference: maybe(Text),
  sold: Type.Optional(
    Type.Boolean({
      description:
        'Needed where it goes to another organisation: sold, or not. An edit of what left keeps it where it is left out.',
    }),
  ),
  storageContractId: Type.Optional({
    ...orNull(Text),
    description:
      'Has to fit the stock’s owner and commodity; of what comes into your store, from a sender or off a field, the type and the date ' +
      'too. Somebody else’s crop that comes off a field into your bay is looked up one where it is left out, as a harvest load is; null is ' +
      'under none. An edit that leaves it out keeps it; null takes it away.',
  }),
}

export const CreateMovementBody = closed({
  recordId: told(Text, 'The stock that it is part of, or the planting that it comes off.'),
  weight: PositiveKilograms,
  adjustment: maybe(Adjustment),
  ...movementFields,
})

export const CreateMovementsBody = closed({
  records: Type.Array(closed({ id: Text, weight: PositiveKilograms, adjustment: maybe(Adjustment) }), {
    minItems: 1,
    maxItems: 1000,
  }),
  ...movementFields,
})

const OwnRecordId = told(Text, 'The movement’s own record.')

export const EditMovementBody = closed({
  recordId: OwnRecordId,
  weight: PositiveKilograms,
  ...movementFields,
  adjustToZero: Type.Optional(
    Type.Boolean({
      description:
        'Afterwards the source is empty: what the books still have is written off. Left out it is false; an operator who leaves it out keeps what was said.',
    }),
  ),
})

export const DeleteMovementBody = closed({
  recordId: Type.Optional({ ...Text, description: 'Has to be the movement’s own record where it is given.' }),
})

export const ActionsBody = closed({
  recordId: OwnRecordId,
  isComplete: Type.Optional(Type.Boolean({ description: 'true completes it whatever is missing.' })),
  adjustToZero: Type.Optional(
    Type.Boolean({ default: false, description: 'Writes off what its source still has. Not for operators.' }),
  ),
  driver: maybe(Driver),
  weighbridge: maybe(
    closed({
      empty: maybe(told(Kilograms, 'Kilograms of the empty lorry.')),
      full: maybe(told(Kilograms, 'Kilograms of the loaded lorry.')),
      file: maybe(FileRefOrEmptyInput),
    }),
  ),
})

export const DuplicateBody = closed({
  recordId: OwnRecordId,
  count: Type.Integer({ minimum: 1, maximum: 100, description: 'How many copies.' }),
})

export const MovementIdParam = closed({ id: told(PathId, 'The movement.') })

const Side = named('MovementSide', {
  area: Type.Number(),
  organisationId: Type.String(),
  organisationName: Type.String(),
  businessUnits: Type.Array(BusinessUnit),
  storageId: Type.String(),
  substorageId: Type.Integer(),
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
    commodity: closed({ ...CommodityDetail.properties, weight: ScaleWeight }),
  }),
  uid: Type.String({ description: 'The movement number as printed on paper.' }),
  contractId: Type.String(),
  contractReference: Type.String(),
  sold: Type.Boolean(),
  driver: closed({ name: Type.String(), vehicleRegistration: Type.String(), loadReference: Type.String() }),
  weighbridge: closed({ empty: ScaleWeight, full: ScaleWeight, file: FileRef }),
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
    closed(StockAdjustment.properties, 'What the source was corrected by just before it, where it was.'),
  ),
  drying: Type.Optional(
    closed(
      {
        measuredMoisturePercentage: Type.Number(),
        agreedMoisturePercentage: Type.Number({ description: 'What it is dried to.' }),
        lossPercentage: Type.Number({ description: 'Per cent of the gross weight, to three decimals.' }),
        isComputed: Type.Boolean({
          description: 'By dry matter, where the contract’s matrix has no row for the moisture.',
        }),
        grossWeight: Type.Number({ description: 'Kilograms that came in.' }),
        lossWeight: Type.Number({ description: 'Kilograms lost.' }),
        netWeight: Type.Number({ description: 'Kilograms that lie in the bay.' }),
        reasonId: Type.Integer(),
        reason: Type.String(),
        payer: oneOf(payers, 'Who bears the loss.'),
      },
      'Where the load came in above the moisture that its storage contract agrees.',
    ),
  ),
  weightRemaining: Weight,
  recordedAtUTC: Type.String({ description: 'When it was entered.' }),
  completedAtUTC: Type.String({ description: 'When it was completed; empty until then.' }),
  conflicts: Type.Optional(
    Type.Array(Conflict, { description: 'With conflicts=true: what this movement causes.' }),
  ),
})

export const MovementPage = PageOf(Movement)

/** What a movement write answers: what was made or changed, and the conflicts that it made worse. */
export const MovementAcknowledgement = named('MovementAcknowledgement', {
  ...Acknowledgement.properties,
  recordIds: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'The record that the stock of each movement in `ids` is, or will be, part of; empty where it left.',
    }),
  ),
})
