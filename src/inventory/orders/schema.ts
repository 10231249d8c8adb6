import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  described,
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
  ReferenceIdOrZero,
  Text,
} from '../../http/validate/schema.ts'
import { CommodityId } from '../../system/commodities/schema.ts'
import { changeFields } from '../change-history.ts'
import { PartyInput } from '../records/bodies.ts'
import { tradeKinds } from '../trades/rules.ts'
import { OpenTradesQuery } from '../trades/schema.ts'
import { orderStatuses } from './rules.ts'

/** The wire shapes of orders. */

export const OrderIdParam = idParam('The order, by id.')

const Registration = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'A lorry’s registration.',
})

const Place = closed(
  {
    storageId: maybe(
      described(Text, 'The store of yours that it is fetched from or brought to; null is any.'),
    ),
    bayIds: maybe(
      Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
        maxItems: 50,
        description: 'Bays of that store that are suggested, by id.',
      }),
    ),
    address: maybe(described(LongText, 'The other end, in words: where it is fetched or brought.')),
    openingHours: maybe(described(Text, 'When one may come, such as Mon–Fri 7–17.')),
  },
  'From where to where. In an update what it leaves out stays.',
)

const terms = {
  reference: maybe(described(Text, 'Your number of it.')),
  partnerReference: maybe(described(Text, 'Their number of it.')),
  weight: maybe(PositiveKilograms),
  loads: maybe(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'How many lorries. A weight, a number, or both.',
    }),
  ),
  fromISO: maybe(described(DateText, 'The first day; null is any.')),
  toISO: maybe(described(DateText, 'The last day; null is any.')),
  haulier: maybe(described(Text, 'Who carries it.')),
  vehicles: maybe(
    Type.Array(Registration, {
      maxItems: 50,
      description: 'The lorries that are expected, by registration.',
    }),
  ),
  place: maybe(Place),
  instructions: maybe(described(LongText, 'What the driver should know. Whoever has the link reads it.')),
}

const Commodity = closed(
  {
    id: CommodityId,
    type: maybe(described(ReferenceIdOrZero, 'A type of the commodity, by id; 0 or null is any.')),
  },
  'Which crop or produce.',
)

export const CreateOrderBody = closed({
  tradeId: maybe(
    described(
      Text,
      'The contract to buy or to sell that it calls off from, by id: then it says with whom, of what and which way.',
    ),
  ),
  kind: maybe(oneOf(tradeKinds, 'Whether you buy or sell. Of an order without a contract alone.')),
  partner: maybe(described(PartyInput, 'Of an order without a contract alone.')),
  commodity: maybe(described(Commodity, 'Of an order without a contract alone.')),
  ...terms,
})
export type CreateOrderBody = Static<typeof CreateOrderBody>

export const ChangeOrderBody = closed({ ...terms, reason: maybe(described(Text, 'Why, for its history.')) })
export type ChangeOrderBody = Static<typeof ChangeOrderBody>

export const OrderStatusBody = closed({
  status: oneOf(orderStatuses, 'What it is from now on.'),
  reason: maybe(described(Text, 'Why. Needed to cancel.')),
})
export type OrderStatusBody = Static<typeof OrderStatusBody>

const { commodity, commodityType, dateISO, kind, partnerId, weight } = OpenTradesQuery.properties
export const OpenOrdersQuery = closed({
  kind: Type.Optional(kind),
  partnerId,
  commodity,
  commodityType,
  reference: Type.Optional(
    described(Text, 'Part of your number or of theirs, of the order or of its contract.'),
  ),
  vehicle: Type.Optional(described(Text, 'A lorry’s registration: only orders that expect it.')),
  dateISO,
  weight,
})
export type OpenOrdersQuery = Static<typeof OpenOrdersQuery>

const text = Type.String()
const day = (what: string) => orNull(Type.String({ description: what }))

const ordered = {
  weight: orNull(
    Type.Number({ description: 'Kilograms ordered; null where it is a number of lorries alone.' }),
  ),
  loads: orNull(Type.Integer({ description: 'Lorries ordered; null where it is a weight alone.' })),
  fromISO: day('The first day; null is any.'),
  toISO: day('The last day; null is any.'),
  haulier: text,
  vehicles: Type.Array(text),
}
const left = {
  left: orNull(Type.Number({ description: 'Kilograms still to move; planned ones are among them.' })),
  leftLoads: orNull(Type.Integer({ description: 'Lorries still to come; planned ones are among them.' })),
}
const whose = {
  kind: oneOf(tradeKinds, 'Whether you buy or sell.'),
  reference: text,
  partnerReference: text,
  partner: closed({ id: text, name: text }),
}
const trade = orNull(
  closed(
    { id: text, name: Type.String({ description: 'Your number of it, theirs, or with whom it is.' }) },
    'The contract that it calls off from; null is none.',
  ),
)
const bay = closed({ id: Type.Integer(), name: text })

export const Order = named('Order', {
  id: text,
  name: Type.String({ description: 'Your number of it, theirs, or with whom it is.' }),
  trade,
  status: oneOf(orderStatuses),
  statusName: text,
  ...whose,
  commodity: NamedId,
  type: described(NamedId, 'Id 0 where any may move.'),
  ...ordered,
  place: closed({
    storageId: text,
    storageName: text,
    bays: Type.Array(bay),
    address: text,
    openingHours: text,
  }),
  instructions: text,
  driverLink: orNull(
    Type.String({
      description: 'The address of the page for the driver, who needs no account; null where there is none.',
    }),
  ),
  usage: closed(
    {
      moved: Type.Number({ description: 'Kilograms weighed by now.' }),
      planned: Type.Number({ description: 'Kilograms of loads that are still to come.' }),
      movedLoads: Type.Integer({ description: 'Lorries by now.' }),
      plannedLoads: Type.Integer({ description: 'Lorries that are still to come.' }),
      ...left,
      over: Type.Number({ description: 'Kilograms moved beyond what was ordered.' }),
      overLoads: Type.Integer({ description: 'Lorries beyond what was ordered.' }),
      beyondTolerance: Type.Number({
        description: 'Kilograms moved beyond the tolerance of its contract as well.',
      }),
    },
    'As of now.',
  ),
  createdByName: text,
  createdAtUTC: text,
  updatedAtUTC: text,
})
export type Order = Static<typeof Order>

export const OpenOrder = named('OpenOrder', {
  orderId: text,
  name: text,
  trade,
  ...whose,
  commodity: NamedId,
  type: described(NamedId, 'Id 0 where any may move.'),
  ...ordered,
  storageId: text,
  bayIds: Type.Array(Type.Integer()),
  ...left,
  overBy: Type.Number({ description: 'Kilograms of the load that are more than is left.' }),
  isOfDay: Type.Boolean({ description: 'true for one of whose days the load’s is.' }),
  isWithinTolerance: Type.Boolean({
    description: 'true where it takes the whole load, by the tolerance of its contract.',
  }),
})
export type OpenOrder = Static<typeof OpenOrder>
export const OpenOrders = closed({
  docs: Type.Array(OpenOrder, {
    description: 'What the load may go on: those of its day first, the newest first.',
  }),
})

const OrderChange = named('OrderChange', {
  status: orNull(oneOf(orderStatuses, 'What it became; null where that stayed.')),
  ...changeFields,
})
export const OrderChangePage = PageOf(OrderChange)
export const OrderChangesQuery = closed({ ...Page })
