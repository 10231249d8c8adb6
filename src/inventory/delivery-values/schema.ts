import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  described,
  Format,
  named,
  NamedId,
  oneOf,
  orNull,
} from '../../http/validate/schema.ts'
import { tradeKinds } from '../trades/rules.ts'

/** The wire shapes of what deliveries are worth. Money is text in the currency beside it, so that no computer rounds it. */

const days = {
  fromISO: Type.Optional(described(DateText, 'The first day; by default that of the first load.')),
  toISO: Type.Optional(described(DateText, 'The last day; by default today.')),
}
export const DeliveryDays = closed(days)
export type DeliveryDays = Static<typeof DeliveryDays>
export const DeliveryValueQuery = closed({ ...days, ...Format })

const text = Type.String()
const sides = ['loading', 'unloading'] as const
const kilograms = (what: string) => Type.Number({ description: what })

const AppliedAllowance = closed({
  name: Type.String({ description: 'What was measured, such as Moisture.' }),
  value: Type.String({ description: 'As it was measured, as a decimal.' }),
  points: Type.String({ description: 'Above the base of the table’s row, or below it.' }),
  change: orNull(
    Type.String({ description: 'What it adds to the price of one unit, exactly; null without a price.' }),
  ),
  amount: orNull(
    Type.String({
      description: 'What that makes of this load, rounded to be shown. Only the amount of the line counts.',
    }),
  ),
})

const DeliveryLine = named('DeliveryLine', {
  movementId: Type.Integer({ description: 'The load, or the part of one.' }),
  number: Type.String({ description: 'The number of its ticket; empty where it has none.' }),
  day: text,
  vehicle: text,
  weight: kilograms('Kilograms that are valued.'),
  weightFrom: oneOf(sides, 'Where that was weighed.'),
  isWeightProvisional: Type.Boolean({
    description: 'true where the contract goes by the other side’s weight, and no settlement has it yet.',
  }),
  weighedHere: kilograms('Kilograms by your own weighbridge.'),
  weighedByPartner: orNull(kilograms('Kilograms by a settlement; null where none has the load.')),
  isQualityProvisional: Type.Boolean({
    description: 'true where the contract goes by the other side’s analysis: yours stands in for it.',
  }),
  allowances: Type.Array(AppliedAllowance),
  unmeasured: Type.Array(text, {
    description:
      'Figures of the contract’s allowances that nobody measured: what they would change is not in the amount.',
  }),
  price: orNull(
    Type.String({
      description: 'For one unit, with its allowances, exactly; null as long as none is fixed.',
    }),
  ),
  amount: orNull(Type.String({ description: 'Weight times price, rounded once, half up.' })),
})

export const DeliveryValue = named(
  'DeliveryValue',
  {
    tradeId: text,
    name: Type.String({ description: 'Your number of the contract, theirs, or with whom it is.' }),
    kind: oneOf(tradeKinds),
    reference: text,
    partnerReference: text,
    partner: closed({ id: text, name: text }),
    commodity: NamedId,
    fromISO: orNull(Type.String({ description: 'As asked.' })),
    toISO: orNull(Type.String({ description: 'As asked.' })),
    price: orNull(
      closed({
        amount: text,
        currency: text,
        unit: Type.String({ description: 'For how much, such as t.' }),
      }),
    ),
    weight: kilograms('Kilograms of all lines.'),
    lines: Type.Array(DeliveryLine, { description: 'In the order of time.' }),
    totals: Type.Array(closed({ currency: text, amount: text }), {
      description: 'The sum of the lines, by currency; empty without a price.',
    }),
  },
  'What the deliveries under a contract are worth, as information for an invoice or a self-billed invoice.',
)
export type DeliveryValue = Static<typeof DeliveryValue>
export type DeliveryLine = Static<typeof DeliveryLine>
