import { read, type Operation } from '../../http/operation.ts'
import { paper } from '../../http/paper.ts'
import { tableFor } from '../table-for.ts'
import { TradeIdParam } from '../trades/schema.ts'
import { deliveriesPaper } from './deliveries-paper.ts'
import { deliveryTable, getDeliveryValue } from './delivery-value.ts'
import { DeliveryDays, DeliveryValue, DeliveryValueQuery } from './schema.ts'

const how =
  'Each load at its weight times the price with its allowances, rounded once. Where the contract goes by the weight of unloading and a settlement has what the buyer ' +
  'weighed, that is what counts; otherwise the weight of your own scale, and the line says so.'

/** The value of deliveries under a contract (rules.md §17). */
export const deliveryValueOperations: Operation[] = [
  read(
    {
      path: '/trades/:id/deliveries',
      title: 'Value the deliveries under a contract',
      description: `Information for an invoice or a self-billed invoice. ${how} Money as text, weights in kilograms.`,
      permission: 'stock:read',
      fromReplica: true,
      params: TradeIdParam,
      query: DeliveryValueQuery,
      result: DeliveryValue,
      table: async (db, actor, { params, query }) =>
        tableFor(await deliveryTable(db, actor, params.id, query), actor),
    },
    (db, actor, { params, query }) => getDeliveryValue(db, actor, params.id, query),
  ),
  paper(
    {
      path: '/trades/:id/deliveries.pdf',
      title: 'Print the value of the deliveries under a contract',
      description: `${how} PDF, in the language that Accept-Language prefers. It is not kept.`,
      params: TradeIdParam,
      query: DeliveryDays,
    },
    (db, actor, { params, query, language }) =>
      deliveriesPaper(db, actor, { tradeId: params.id, query, language }),
  ),
]
