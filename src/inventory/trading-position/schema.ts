import Type, { type Static } from 'typebox'
import {
  closed,
  described,
  Format,
  named,
  NamedId,
  oneOf,
  orNull,
  ReferenceId,
  ReferenceIdOrZero,
  Text,
} from '../../http/validate/schema.ts'
import { partKinds } from './rules.ts'

/** The wire shapes of what may still be sold. */

const text = Type.String()
const kilograms = (description: string) => Type.Number({ description: `Kilograms ${description}` })
const Month = Type.String({ description: 'now, a month such as 2026-09, or later.' })

const Cell = closed({
  month: Month,
  plannedIn: kilograms('of loads that are planned to come.'),
  plannedOut: kilograms('of loads that are planned to leave.'),
  harvest: kilograms('that harvest plans still expect.'),
  purchases: kilograms('left of purchases, without what is planned.'),
  sales: kilograms('left of sales, without what is planned or reserved.'),
  available: kilograms('that may still be sold for this month; below zero is short.'),
})

const sum = {
  stock: kilograms('of yours that lie there now.'),
  reserved: kilograms('of these that are kept for sales.'),
  months: Type.Array(Cell, { description: 'One for each month of the position, in its order.' }),
}

const key = {
  commodity: NamedId,
  type: described(NamedId, 'Id 0: none, several, or of a contract any.'),
  grade: described(NamedId, 'Id 0: none, or of a contract any.'),
  harvestYear: Type.String({ description: 'Empty: of a contract any.' }),
  tags: Type.Array(NamedId),
}

export const PositionConflict = named('PositionConflict', {
  kind: oneOf(
    ['oversold', 'overbought', 'reserved'],
    'oversold: more is sold than will be there. overbought: more is bought than the stores hold. reserved: less is there than is kept for a sale.',
  ),
  ...key,
  month: Type.String({ description: 'The first month of which it is true; now, a month, or later.' }),
  weight: kilograms('too many in that month.'),
  worst: closed({ month: Month, weight: kilograms('too many then.') }, 'The month in which it is most.'),
  tradeIds: Type.Array(text, { description: 'The contracts that make it, by id.' }),
  reservationId: text,
  place: Type.String({ description: 'The store and bay of a reservation; otherwise empty.' }),
  message: Type.String({ description: 'The same in words.' }),
})
export type PositionConflict = Static<typeof PositionConflict>

const isFilledByOthers = Type.Boolean({
  description:
    'true of a row below zero that is not short: of contracts that leave type, grade or year open, and that other rows fill.',
})

export const TradingPosition = named('TradingPosition', {
  atUTC: text,
  months: Type.Array(Month, {
    description: 'Now, 18 months from the one that runs, and later.',
  }),
  commodities: Type.Array(
    closed({
      commodity: NamedId,
      ...sum,
      rows: Type.Array(closed({ ...key, ...sum, isFilledByOthers }), {
        description: 'Its parts by type, grade, harvest year and tags.',
      }),
    }),
    { description: 'By their names.' },
  ),
  conflicts: Type.Array(PositionConflict, { description: 'The earliest first.' }),
})
export type TradingPosition = Static<typeof TradingPosition>

export const TradingPositionQuery = closed({ ...Format })

export const PositionPartsQuery = closed({
  commodity: described(ReferenceId, 'The commodity, by id.'),
  type: Type.Optional(described(ReferenceIdOrZero, 'Its type, by id, or 0; left out: all.')),
  grade: Type.Optional(described(ReferenceIdOrZero, 'Its grade, by id, or 0; left out: all.')),
  harvestYear: Type.Optional(Type.String({ maxLength: 20, description: 'The harvest year; left out: all.' })),
  tags: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^([0-9]+(,[0-9]+)*)?$',
      description: 'Exactly these tags, by id with commas between; left out: all.',
    }),
  ),
  month: Type.Optional(
    Type.String({
      pattern: '^(now|later|[0-9]{4}-(0[1-9]|1[0-2]))$',
      maxLength: 7,
      description: 'now, a month such as 2026-09, or later; left out: all.',
    }),
  ),
})
export type PositionPartsQuery = Static<typeof PositionPartsQuery>

const PositionPart = named('PositionPart', {
  kind: oneOf(partKinds, 'What it is; reserved, plannedOut and sale are taken off.'),
  ...key,
  month: Month,
  dateISO: orNull(Type.String({ description: 'When it comes or goes; null where nobody said.' })),
  weight: Type.Number({ description: 'Kilograms.' }),
  recordId: text,
  movementId: orNull(Type.Integer()),
  tradeId: text,
  tradeWindow: orNull(Type.Integer()),
  planId: text,
  reservationId: text,
  name: Type.String({ description: 'Of the parcel, contract or field.' }),
  place: Type.String({ description: 'The store and bay, or the partner.' }),
})
export type PositionPart = Static<typeof PositionPart>
export const PositionParts = closed({ parts: Type.Array(PositionPart) })

export const PositionConflictsQuery = closed({
  tradeId: Type.Optional(described(Text, 'Those that this contract is part of.')),
})
export const PositionConflicts = closed({ conflicts: Type.Array(PositionConflict) })
