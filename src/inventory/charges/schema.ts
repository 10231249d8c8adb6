import Type, { type Static } from 'typebox'
import {
  closed,
  described,
  idParam,
  maybe,
  named,
  NamedId,
  oneOf,
  orNull,
  Text,
} from '../../http/validate/schema.ts'
import { rateKinds } from '../tariffs/tariff-rules.ts'
import { accountingPrograms } from './accounting-columns.ts'
import { chargeUnits } from './rules.ts'

/** The wire shapes of statements of charges. Money is text in the currency beside it, so that no computer rounds it. */

export const ChargeStatementIdParam = idParam('The statement of charges, by id.')
export const chargeStatuses = ['draft', 'closed'] as const
export type ChargeStatus = (typeof chargeStatuses)[number]
export const chargeKinds = [...rateKinds, 'minimum'] as const
/** More than anybody bills at once. */
export const MOST_MONTHS = 36

const Month = Type.String({
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
  maxLength: 7,
  description: 'A calendar month, such as 2026-08.',
  examples: ['2026-08'],
})

export const CreateChargesBody = closed({
  ownerId: described(Text, 'Whose grain it is: an organisation here, or your own id for a trading partner.'),
  fromMonth: described(Month, 'The first month. Statements are of whole calendar months.'),
  toMonth: maybe(
    described(Month, `The last month; the first one if left out. At most ${MOST_MONTHS} in all.`),
  ),
})
export type CreateChargesBody = Static<typeof CreateChargesBody>

const AccountCode = Type.String({ maxLength: 30, pattern: '^[A-Za-z0-9._/ -]*$' })

export const AccountingQuery = closed({
  program: oneOf(accountingPrograms, 'Whose import columns the table has.'),
  account: Type.Optional(
    described(AccountCode, 'The account that the charges are booked to, as the program knows it.'),
  ),
  customerAccount: Type.Optional(
    described(
      AccountCode,
      'The account of the customer, which Sage and DATEV know it by; left out: the partner’s id.',
    ),
  ),
  dueDays: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 365, default: 30, description: 'Days until it is to be paid.' }),
  ),
})
export type AccountingQuery = Static<typeof AccountingQuery>

const text = Type.String()

const LoadOnLine = closed({
  movementId: Type.Integer({ description: 'The load.' }),
  number: Type.String({ description: 'The number of its ticket; empty where it has none.' }),
  day: text,
  weight: Type.Number({ description: 'Kilograms; 0 of one that is no longer there.' }),
  moisture: Type.Optional(Type.Number({ description: 'Of drying: per cent as it arrived.' })),
})

const ChargeLine = named('ChargeLine', {
  month: Type.String({ description: 'The calendar month that it is of, such as 2026-08.' }),
  kind: oneOf(chargeKinds),
  name: Type.String({ description: 'What is charged, in the caller’s language.' }),
  commodity: described(NamedId, 'Id 0 of a minimum.'),
  tariffId: text,
  vatCode: text,
  quantity: Type.String({ description: 'As a decimal in `unit`.' }),
  unit: oneOf(
    chargeUnits,
    't: tonnes. t_day: tonnes at the end of days, added up. t_point: tonnes times points of moisture. load: loads. month.',
  ),
  rate: text,
  divisor: Type.Integer({
    description: 'quantity × rate ÷ divisor is the amount: days of the week or month; else 1.',
  }),
  currency: text,
  amount: Type.String({
    description:
      'Rounded once, half up, to the currency’s cents; of a correction the difference, of a minimum what is missing.',
  }),
  loads: Type.Array(LoadOnLine),
  days: Type.Array(
    closed({
      from: text,
      to: text,
      weight: Type.Number({ description: 'Kilograms at the end of each of these days.' }),
      free: Type.Number({ description: 'Kilograms of it in their free days.' }),
    }),
  ),
  corrects: orNull(
    closed(
      {
        statementId: text,
        number: text,
        billed: Type.String({ description: 'By all statements closed before.' }),
        reckoned: Type.String({ description: 'As the book was when this line was reckoned.' }),
        changed: Type.Array(LoadOnLine, { description: 'Loads that came, went or changed since.' }),
      },
      'The closed statement that billed it; null of a charge of the statement’s own months.',
    ),
  ),
})
export type WireLine = Static<typeof ChargeLine>

const Totals = Type.Array(closed({ currency: text, amount: text }), {
  description: 'One for each currency; they are never added up together.',
})

const head = {
  id: text,
  status: oneOf(chargeStatuses),
  statusName: text,
  number: Type.String({ description: 'Empty of a draft.' }),
  owner: closed({ id: text, name: text }),
  fromMonth: text,
  toMonth: text,
  createdByName: text,
  createdAtUTC: text,
  closedByName: text,
  closedAtUTC: orNull(text),
  ledgerHash: Type.String({
    description:
      'SHA-256 of the ledger up to the end of its last month when it was closed; empty of a draft.',
  }),
}

export const ChargeStatement = named('ChargeStatement', {
  ...head,
  lines: Type.Array(ChargeLine, { description: 'Of a draft as the book is now.' }),
  totals: Totals,
  isOver: Type.Boolean({
    description: 'false while its last month is not over, so that it cannot be closed.',
  }),
})
export type ChargeStatement = Static<typeof ChargeStatement>

export const ChargeStatementSummary = named('ChargeStatementSummary', {
  ...head,
  totals: described(Totals, 'One for each currency; empty of a draft, which is reckoned when it is read.'),
})
export type ChargeStatementSummary = Static<typeof ChargeStatementSummary>
