import Type, { type Static } from 'typebox'
import {
  closed,
  idParam,
  maybe,
  named,
  NamedId,
  oneOf,
  orNull,
  Page,
  PageOf,
} from '../../http/validate/schema.ts'

const statuses = ['pending', 'accepted', 'declined'] as const
const stances = ['accepted', 'blocked'] as const

const party = (what: string) =>
  closed(
    {
      id: Type.String(),
      name: Type.String(),
      looksLike: Type.String({
        description:
          'The name of a partner of yours, or your own, that this name can be taken for though it is somebody else’s; empty if it is like none.',
      }),
    },
    what,
  )

export const Confirmation = named('Confirmation', {
  id: Type.String(),
  kind: oneOf(
    ['stock', 'contract'],
    'stock: of one commodity and harvest year, in whichever bays and fields of the storer. contract: a storage contract.',
  ),
  status: oneOf(
    statuses,
    'pending: in the storer’s book, and not in the owner’s. accepted: in both. declined: not in the owner’s, for good.',
  ),
  storer: party('Who keeps it and has booked it.'),
  owner: party('In whose name it was booked.'),
  commodity: NamedId,
  harvestYear: Type.String({ description: 'Empty of a contract.' }),
  weight: Type.Number({
    description: 'Kilograms that lie there now; of a contract, those that it is for.',
  }),
  area: Type.Number({ description: 'Hectares of a crop of it that still stand; 0 of a contract.' }),
  records: Type.Integer({ description: 'Parcels and crops that were ever booked of it; 0 of a contract.' }),
  contract: orNull(
    closed(
      {
        id: Type.String(),
        reference: Type.String(),
        startDateUTC: Type.String(),
        endDateUTC: orNull(Type.String({ description: 'Null for one without an end.' })),
      },
      'Null for stock.',
    ),
  ),
  askedAtUTC: Type.String({ description: 'When the first of it was booked.' }),
  decidedAtUTC: Type.String({ description: 'Empty while it is pending.' }),
  decidedByName: Type.String({
    description:
      'Who decided; shown to the owner alone, and empty where a standing acceptance or a block did.',
  }),
})
export type Confirmation = Static<typeof Confirmation>

export const ConfirmationPage = PageOf(Confirmation)

export const ConfirmationParam = idParam('What is to be confirmed, by id.')

export const ConfirmationBooking = named('ConfirmationBooking', {
  id: Type.Integer({ description: 'Of a load, the number of its movement.' }),
  kind: oneOf(
    ['load', 'opening', 'crop'],
    'load: came in, or off a field. opening: was there before the storer’s books began. crop: was sown.',
  ),
  dateUTC: Type.String({ description: 'When it came, was found there, or was sown.' }),
  weight: orNull(
    Type.Number({ description: 'Kilograms as weighed; null as long as it is not weighed, and of a crop.' }),
  ),
  area: Type.Number({ description: 'Hectares of a crop; 0 of stock.' }),
  type: NamedId,
  grade: NamedId,
  variety: Type.String(),
  tags: Type.Array(NamedId),
  place: Type.String({ description: 'The store or field by its name.' }),
  bay: Type.String({ description: 'Empty for a field.' }),
  documentNumber: Type.String({ description: 'The number of its ticket; empty until it is weighed.' }),
  loadReference: Type.String(),
  vehicleRegistration: Type.String(),
  driverName: Type.String(),
  senderName: Type.String({ description: 'Who delivered it; empty where nobody did.' }),
  recordedAtUTC: Type.String({ description: 'When it was entered.' }),
})
export type ConfirmationBooking = Static<typeof ConfirmationBooking>
export const BookingPage = PageOf(ConfirmationBooking)
export const BookingsQuery = closed(Page)
export type BookingsQuery = Static<typeof BookingsQuery>

export const ConfirmationsQuery = closed({
  ...Page,
  status: Type.Optional(
    oneOf(
      [...statuses, 'decided'],
      'decided: accepted and declined, the latest decision first. Default: pending.',
    ),
  ),
  as: Type.Optional(
    oneOf(
      ['owner', 'storer'],
      'owner: what others have booked in your name. storer: what you have booked in the name of others. Default: owner.',
    ),
  ),
})
export type ConfirmationsQuery = Static<typeof ConfirmationsQuery>

/** Sums of all that has still to be confirmed, for one look at the day. */
export const OpenConfirmations = closed(
  {
    stock: Type.Integer({ description: 'Entries of stock that you have still to accept or decline.' }),
    contracts: Type.Integer({ description: 'Storage contracts that you have still to accept or decline.' }),
    weight: Type.Number({ description: 'Kilograms of that stock, which are in none of your sums.' }),
    declined: Type.Integer({ description: 'Entries of yours that their owners have declined.' }),
    accepted: Type.Integer({
      description: 'Entries of yours that their owners have accepted in the last seven days.',
    }),
  },
  'What others have booked in your name and you have not confirmed yet, of what was weighed; and what others say to what you have booked in theirs.',
)

/** Most that are decided at once. */
const MOST_DECIDED = 200

export const DecideBody = closed({
  ids: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: MOST_DECIDED,
    description: 'What is decided, by id.',
  }),
})
export type DecideBody = Static<typeof DecideBody>

export const Counterparty = named('Counterparty', {
  organisationId: Type.String(),
  name: Type.String(),
  stance: oneOf(
    [...stances, 'asked'],
    'accepted: what they book in your name is yours at once. blocked: it never is, and they cannot write to your people. asked: you are asked each time.',
  ),
  decidedAtUTC: Type.String({ description: 'Empty where you are asked each time.' }),
  decidedByName: Type.String(),
  pending: Type.Integer({ description: 'What of theirs you have still to confirm.' }),
})
export type Counterparty = Static<typeof Counterparty>

export const CounterpartyPage = PageOf(Counterparty)
export const CounterpartiesQuery = closed(Page)
export type CounterpartiesQuery = Static<typeof CounterpartiesQuery>

export const CounterpartyParam = idParam('The other organisation, by id.')

export const StanceBody = closed({
  stance: oneOf(
    stances,
    'accepted: from now on, what they book in your name is yours without being asked. blocked: it is declined, and neither side can write to the other.',
  ),
  includesOpen: maybe(
    Type.Boolean({
      description: 'true: what is pending of theirs is accepted, or declined, as well. Default: false.',
    }),
  ),
})
export type StanceBody = Static<typeof StanceBody>
