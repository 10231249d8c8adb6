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
  Text,
} from '../../http/validate/schema.ts'
import { PartyInput } from '../records/bodies.ts'
import { rateKinds, storagePeriods } from './tariff-rules.ts'

/** The wire shapes of tariffs: rates that owners are charged for grain in store. Money is text, so that no computer rounds it. */

export const TariffIdParam = idParam('The tariff, by id.')
export const tariffScopes = ['everybody', 'partner', 'contract'] as const
export type TariffScope = (typeof tariffScopes)[number]

const Money = Type.String({ pattern: '^[0-9]{1,9}(\\.[0-9]{1,6})?$', maxLength: 16 })

const kindOfRate = oneOf(
  rateKinds,
  'in, out: for each tonne that comes or leaves. storage: for each tonne and day, week or month that lies there. drying: for each tonne and point of moisture above the base. ' +
    'cleaning, sampling: for each load that comes. handling: for each load, in and out.',
)
const per = oneOf(
  storagePeriods,
  'Of storage, and needed of it: for how long the rate is. A week has 7 days, a month its own; a day is charged its part.',
)
const FreeDays = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: 'Of storage: so many days are free from the day of arrival on. What came first leaves first.',
})
const Base = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'Of drying, and needed of it: the moisture above which points are counted, in per cent.',
})

export const CreateTariffBody = closed({
  partner: maybe(
    described(PartyInput, 'Whose grain it is for. Without it and a contract: everybody’s who has no other.'),
  ),
  storageContractId: maybe(
    described(Text, 'The storage contract that it is on; not together with `partner`.'),
  ),
  fromISO: described(
    DateText,
    'The first day. A tariff before it on the same partner or contract ends the day before.',
  ),
  toISO: maybe(described(DateText, 'The last day. Left out: until a successor begins.')),
  currency: Type.String({
    pattern: '^[A-Z]{3}$',
    maxLength: 3,
    description: 'Three letters of ISO 4217, such as EUR.',
    examples: ['EUR'],
  }),
  vatCode: maybe(
    Type.String({
      maxLength: 30,
      description: 'The code of its VAT in your accounts; charges are without VAT.',
    }),
  ),
  rates: Type.Array(
    closed({
      kind: kindOfRate,
      rate: described(Money, 'In the currency, as text: 2.50.'),
      per: maybe(per),
      freeDays: maybe(FreeDays),
      base: maybe(Base),
    }),
    { maxItems: rateKinds.length, description: 'One of each kind at most.' },
  ),
  minimum: maybe(
    described(Money, 'At least so much for each month in which grain moved or lay there under it, as text.'),
  ),
  notes: maybe(described(LongText, 'Anything else that is agreed.')),
})
export type CreateTariffBody = Static<typeof CreateTariffBody>

const text = Type.String()

export const Tariff = named('Tariff', {
  id: text,
  scope: oneOf(tariffScopes, 'Everybody who has no other, one partner, or one storage contract.'),
  partner: closed(
    { id: text, name: text },
    'Whose grain it is for, also of a contract; empty where it is for everybody.',
  ),
  storageContract: closed({ id: text, reference: text }, 'Empty where it is on none.'),
  fromISO: text,
  toISO: orNull(Type.String({ description: 'The last day; null until a successor begins.' })),
  currency: text,
  vatCode: text,
  rates: Type.Array(
    closed({
      kind: kindOfRate,
      rate: text,
      per: orNull(per),
      freeDays: Type.Integer(),
      base: orNull(Type.Number()),
    }),
  ),
  minimum: orNull(text),
  notes: text,
  createdByName: text,
  createdAtUTC: text,
})
export type Tariff = Static<typeof Tariff>
