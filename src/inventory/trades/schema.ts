import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  described,
  FileRef,
  idParam,
  LongText,
  maybe,
  named,
  NamedId,
  oneOf,
  orNull,
  Page,
  PageOf,
  PositiveKilograms,
  ReferenceId,
  ReferenceIdOrZero,
  Text,
  WeightSchema,
} from '../../http/validate/schema.ts'
import { namingPartner } from '../../http/validate/naming-partner.ts'
import { CommodityId, TagIds } from '../../system/commodities/schema.ts'
import { changeFields } from '../change-history.ts'
import { FilesInput, PartyInput } from '../records/bodies.ts'
import { tradeKinds, tradeStatuses } from './rules.ts'

/** The wire shapes of contracts to buy and to sell. */

export const TradeIdParam = idParam('The contract to buy or to sell, by id.')

const sides = ['loading', 'unloading'] as const
const options = ['buyer', 'seller'] as const
const deliveries = ['ex_store', 'delivered'] as const
const priceKinds = ['fixed', 'later', 'pool', 'none'] as const
const priceUnits = ['kg', 'dt', 't', 'lb', 'cwt', 'bu', 'short_ton', 'long_ton'] as const
export const MOST_WINDOWS = 60

const Measure = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'What is measured, such as Moisture.',
})
const Figure = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 })
/** Money and what is reckoned of it is text, so that no computer rounds it. */
const Decimal = Type.String({ pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,6})?$', maxLength: 20 })

const Limit = closed({
  name: Measure,
  minimum: maybe(described(Figure, 'At least so much; null is no limit.')),
  maximum: maybe(described(Figure, 'At most so much; null is no limit.')),
  rejectBelow: maybe(described(Figure, 'Below this it may be sent back.')),
  rejectAbove: maybe(described(Figure, 'Above this it may be sent back.')),
})
const Allowance = closed({
  name: Measure,
  from: described(Figure, 'The row is of figures from this one …'),
  to: described(Figure, '… to this one, both included.'),
  base: described(Figure, 'From which points are counted.'),
  perPoint: described(
    Decimal,
    'What each point above the base adds to the price, and each below it takes away, such as 1.5 or -0.75.',
  ),
  unit: oneOf(['percent', 'amount'], 'Per cent of the price, or money in its currency and per its unit.'),
})

const Tolerance = closed(
  {
    percentage: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Per cent, more or less, to three decimals.',
    }),
    option: maybe(oneOf(options, 'Who may choose.')),
  },
  'How far the weight may be off what is agreed.',
)
const Delivery = closed(
  {
    terms: maybe(oneOf(deliveries, 'Fetched from the store, or brought to the buyer.')),
    storageId: maybe(
      described(Text, 'The store of yours that it is fetched from or brought to; null is any.'),
    ),
  },
  'Where it changes hands.',
)
const Final = closed(
  {
    weight: maybe(oneOf(sides, 'Whose weight counts: where it is loaded, or where it is unloaded.')),
    quality: maybe(oneOf(sides, 'Whose analysis counts.')),
  },
  'Whose figures are final.',
)
const Price = closed(
  {
    kind: oneOf(priceKinds, 'Fixed; to be fixed later; of a pool; or none.'),
    amount: maybe(described(Decimal, 'For one unit, as text: 214.50.')),
    currency: maybe(
      Type.String({
        pattern: '^[A-Z]{3}$',
        maxLength: 3,
        description: 'Three letters, such as EUR.',
        examples: ['EUR'],
      }),
    ),
    unit: maybe(oneOf(priceUnits, 'For how much.')),
  },
  'As people state it. Stock needs none.',
)

const Commodity = closed(
  {
    id: CommodityId,
    type: maybe(described(ReferenceIdOrZero, 'A type of the commodity, by id; 0 or null is any.')),
    grade: maybe(described(ReferenceIdOrZero, 'One grade alone; 0 or null is any.')),
    tags: Type.Optional(TagIds),
  },
  'Which crop or produce.',
)
const Varieties = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 50,
  description: 'The varieties agreed, by name. Empty or null: any.',
})

const WindowInput = closed({
  fromISO: described(DateText, 'The first day.'),
  toISO: described(DateText, 'The last day.'),
  weight: PositiveKilograms,
})

const terms = {
  reference: maybe(described(Text, 'Your number of it.')),
  partnerReference: maybe(described(Text, 'Their number of it.')),
  varieties: maybe(Varieties),
  harvestYear: maybe(described(Text, 'The harvest year agreed, such as 2026; null is any.')),
  tolerance: maybe(Tolerance),
  windows: maybe(
    Type.Array(WindowInput, {
      maxItems: MOST_WINDOWS,
      description:
        'When how much is to move. Together they have no more than the contract. In an update the list as a whole; windows keep their numbers by their place.',
    }),
  ),
  delivery: maybe(Delivery),
  final: maybe(Final),
  limits: maybe(Type.Array(Limit, { maxItems: 50, description: 'What is agreed of its quality.' })),
  allowances: maybe(
    Type.Array(Allowance, {
      maxItems: 200,
      description: 'What better or worse quality changes of the price.',
    }),
  ),
  price: maybe(Price),
  notes: maybe(described(LongText, 'Anything else that is agreed.')),
  files: maybe(FilesInput),
}

export const CreateTradeBody = closed({
  kind: oneOf(tradeKinds, 'Whether you buy or sell.'),
  status: maybe(oneOf(['draft', 'confirmed'], 'Default: confirmed. Loads name a confirmed one alone.')),
  partner: described(PartyInput, 'Who sells to you, or buys from you.'),
  commodity: Commodity,
  weight: PositiveKilograms,
  ...terms,
})
export type CreateTradeBody = Static<typeof CreateTradeBody>

export const ChangeTradeBody = closed({
  partner: Type.Optional(described(PartyInput, 'Refused with in_use once loads name the contract.')),
  commodity: Type.Optional(described(Commodity, 'Refused with in_use once loads name the contract.')),
  weight: Type.Optional(PositiveKilograms),
  ...terms,
  reason: maybe(described(Text, 'Why, for its history.')),
})
export type ChangeTradeBody = Static<typeof ChangeTradeBody>

export const TradeStatusBody = closed({
  status: oneOf(tradeStatuses, 'What it is from now on.'),
  reason: maybe(described(Text, 'Why. Needed to close short and to cancel.')),
})
export type TradeStatusBody = Static<typeof TradeStatusBody>

export const OpenTradesQuery = closed({
  kind: oneOf(tradeKinds, 'Loads that come in are of purchases, loads that leave of sales.'),
  partnerId: Type.Optional(
    namingPartner(described(Text, 'Who brings it or gets it; left out: contracts with anybody.')),
  ),
  commodity: Type.Optional(described(ReferenceId, 'A commodity, by id.')),
  commodityType: Type.Optional(
    described(ReferenceIdOrZero, 'Its type, by id: contracts of another type are left out.'),
  ),
  reference: Type.Optional(described(Text, 'Part of your number or of theirs.')),
  dateISO: Type.Optional(described(DateText, 'The day of the load; today by default.')),
  weight: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Kilograms of the load: then each says what is over.',
    }),
  ),
})
export type OpenTradesQuery = Static<typeof OpenTradesQuery>

const text = Type.String()
const kilograms = Type.Number({ description: 'Kilograms.' })

const progress = {
  moved: Type.Number({ description: 'Kilograms weighed by now.' }),
  planned: Type.Number({ description: 'Kilograms of loads that are still to come.' }),
  loads: Type.Integer({ description: 'Loads, moved and planned.' }),
}
const remaining = {
  left: Type.Number({ description: 'Kilograms still to move; planned ones are among them.' }),
  over: Type.Number({ description: 'Kilograms moved beyond what is agreed.' }),
}

const TradeWindow = closed({
  number: Type.Integer({ description: 'By which a load names it.' }),
  fromISO: Type.String({ description: 'The first day.' }),
  toISO: Type.String({ description: 'The last day.' }),
  weight: kilograms,
  ...progress,
  ...remaining,
})

export const Trade = named('Trade', {
  id: text,
  kind: oneOf(tradeKinds, 'Whether you buy or sell.'),
  status: oneOf(tradeStatuses),
  statusName: text,
  reference: text,
  partnerReference: text,
  partner: closed({ id: text, name: text }),
  commodity: closed({
    commodity: NamedId,
    type: described(NamedId, 'Id 0 where any may move.'),
    grade: described(NamedId, 'Id 0 where any may move.'),
    tags: Type.Array(Type.Integer()),
    weight: WeightSchema,
  }),
  varieties: Type.Array(text),
  harvestYear: text,
  weight: Type.Number({ description: 'Kilograms agreed.' }),
  tolerance: closed({ percentage: Type.Number(), option: orNull(oneOf(options)) }),
  windows: Type.Array(TradeWindow),
  delivery: closed({ terms: orNull(oneOf(deliveries)), storageId: text, storageName: text }),
  final: closed({ weight: orNull(oneOf(sides)), quality: orNull(oneOf(sides)) }),
  limits: Type.Array(
    closed({
      name: text,
      minimum: orNull(Type.Number()),
      maximum: orNull(Type.Number()),
      rejectBelow: orNull(Type.Number()),
      rejectAbove: orNull(Type.Number()),
    }),
  ),
  allowances: Type.Array(
    closed({
      name: text,
      from: Type.Number(),
      to: Type.Number(),
      base: Type.Number(),
      perPoint: text,
      unit: oneOf(['percent', 'amount']),
    }),
  ),
  price: orNull(
    closed({
      kind: oneOf(priceKinds),
      amount: orNull(text),
      currency: orNull(text),
      unit: orNull(oneOf(priceUnits)),
    }),
  ),
  notes: text,
  files: Type.Array(FileRef),
  usage: closed(
    {
      ...progress,
      ...remaining,
      beyondTolerance: Type.Number({ description: 'Kilograms moved beyond the tolerance as well.' }),
      outsideWindows: Type.Number({ description: 'Kilograms moved on days of no window.' }),
    },
    'Kilograms, as of now.',
  ),
  createdByName: text,
  createdAtUTC: text,
  updatedAtUTC: text,
})
export type Trade = Static<typeof Trade>

export const OpenTrade = named('OpenTrade', {
  tradeId: text,
  tradeWindow: orNull(
    Type.Integer({ description: 'The window by its number; null is the contract as a whole.' }),
  ),
  kind: oneOf(tradeKinds),
  reference: text,
  partnerReference: text,
  partner: closed({ id: text, name: text }),
  commodity: NamedId,
  type: described(NamedId, 'Id 0 where any may move.'),
  grade: described(NamedId, 'Id 0 where any may move.'),
  harvestYear: text,
  fromISO: orNull(Type.String({ description: 'The first day of the window.' })),
  toISO: orNull(Type.String({ description: 'The last day of the window.' })),
  endedISO: orNull(
    Type.String({ description: 'The last day of the last window, of a contract whose windows are over.' }),
  ),
  left: Type.Number({ description: 'Kilograms still to move: of the window, or of a contract without any.' }),
  overBy: Type.Number({ description: 'Kilograms of the load that are more than is left.' }),
  isOfDay: Type.Boolean({
    description: 'true for what a load of that day counts in where it names no window.',
  }),
  isWithinTolerance: Type.Boolean({
    description: 'true where the contract takes the whole load by its tolerance.',
  }),
})
export type OpenTrade = Static<typeof OpenTrade>
export const OpenTrades = closed({
  docs: Type.Array(OpenTrade, { description: 'What the load may go on, the newest window first.' }),
})

export const TradeChange = named('TradeChange', {
  status: orNull(oneOf(tradeStatuses, 'What it became; null where that stayed.')),
  ...changeFields,
})
export const TradeChangePage = PageOf(TradeChange)
export const TradeChangesQuery = closed({ ...Page })
