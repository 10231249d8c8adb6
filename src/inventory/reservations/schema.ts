import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  described,
  idParam,
  LongText,
  maybe,
  named,
  oneOf,
  orNull,
  PositiveKilograms,
  Text,
} from '../../http/validate/schema.ts'

/** The wire shapes of reservations: stock that is kept for a sale. */

export const reservationStates = ['coming', 'standing', 'ended'] as const
export type ReservationState = (typeof reservationStates)[number]

export const ReservationIdParam = idParam('The reservation, by id.')

export const ReserveStockBody = closed({
  tradeId: described(Text, 'The sale that it is kept for, by id: a confirmed one.'),
  storageId: maybe(described(Text, 'The store, where a bay is reserved.')),
  substorageId: maybe(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The bay; may be left out where the store has one alone.',
    }),
  ),
  recordId: maybe(described(Text, 'Or the parcel that is reserved, whatever else lies in its bay.')),
  weight: maybe(described(PositiveKilograms, 'How much of it; left out or null: all that lies there.')),
  fromISO: maybe(described(DateText, 'Since when, or from when on. Default: now.')),
  untilISO: maybe(
    described(
      DateText,
      'The last day. Left out or null: as long as the contract takes loads, or until somebody releases it.',
    ),
  ),
  note: maybe(described(LongText, 'Anything to know about it.')),
})
export type ReserveStockBody = Static<typeof ReserveStockBody>

export const ReleaseReservationBody = closed({
  note: maybe(described(LongText, 'Why it is not kept any longer.')),
})
export type ReleaseReservationBody = Static<typeof ReleaseReservationBody>

const text = Type.String()

export const Reservation = named('Reservation', {
  id: text,
  status: oneOf(
    reservationStates,
    'coming: it begins later. standing: it is kept now. ended: it is over, was released, or its contract takes no loads any more.',
  ),
  statusName: text,
  trade: closed({ id: text, name: text, partnerName: text }),
  storageId: text,
  substorageId: Type.Integer(),
  store: text,
  bay: text,
  recordId: Type.String({ description: 'The parcel; empty where it is of the bay.' }),
  recordName: text,
  weight: orNull(Type.Number({ description: 'Kilograms; null for all that lies there.' })),
  moved: Type.Number({ description: 'Kilograms of it that loads of the contract have taken.' }),
  planned: Type.Number({ description: 'Kilograms that planned loads of the contract will take.' }),
  left: orNull(Type.Number({ description: 'Kilograms that are still kept; null for all that lies there.' })),
  lying: Type.Number({ description: 'Kilograms of yours that lie there now.' }),
  fromUTC: text,
  untilUTC: orNull(Type.String({ description: 'When it ends by itself; null where nobody said.' })),
  note: text,
  createdByName: text,
  createdAtUTC: text,
  releasedAtUTC: orNull(text),
  releasedByName: text,
  releaseNote: text,
})
export type Reservation = Static<typeof Reservation>
