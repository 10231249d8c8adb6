import Type, { type Static } from 'typebox'
import {
  Acknowledgement,
  closed,
  dateWhen,
  described,
  maybe,
  named,
  oneOf,
  orNull,
  Expiries,
  SameTickets,
  Text,
} from '../../http/validate/schema.ts'
import { lateFields, loadTexts } from '../load-texts.ts'
import { tradeFields } from '../load-trades.ts'
import { DriverName, LoadReference, VehicleRegistration } from '../records/bodies.ts'
import { BeforeCounts } from '../stock/schema.ts'

/** The wire shapes of loads that more than one operation shares. */

export const Driver = closed({
  name: maybe(DriverName),
  vehicleRegistration: maybe(VehicleRegistration),
  loadReference: maybe(LoadReference),
})

const NOT_READ_OF_PLACE = 'Not read: that of the store applies.'

export const DestinationSchema = closed(
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

/** Fields of a load in bodies, new or corrected, beside its weight and its source. */
export const loadFields = {
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
  destination: DestinationSchema,
  ...loadTexts,
  ...lateFields,
  contractId: maybe(described(Text, 'Your own id of a contract of sale.')),
  contractReference: maybe(described(Text, 'What that contract is called on paper.')),
  ...tradeFields,
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

/** Response to the write of a movement: what was made or changed, and the conflicts that became worse by it. */
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
  expiries: Expiries,
})
export type MovementAcknowledgement = Static<typeof MovementAcknowledgement>
