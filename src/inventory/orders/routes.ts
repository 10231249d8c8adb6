import type { PublicUrl } from '../../kernel/web.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { describeSearch, searchQuery } from '../../http/search/definition.ts'
import { SearchEnvelope } from '../../http/search/envelope.ts'
import { runSearch, searchTable } from '../../http/search/search.ts'
import { closed } from '../../http/validate/schema.ts'
import { tableFor } from '../table-for.ts'
import { changeOrder, listOrderChanges, setOrderStatus } from './change-order.ts'
import { createOrder } from './create-order.ts'
import { giveDriverLink, withdrawDriverLink } from './driver-link.ts'
import { findOpenOrders } from './open-orders.ts'
import { getOrder } from './queries.ts'
import {
  ChangeOrderBody,
  CreateOrderBody,
  OpenOrders,
  OpenOrdersQuery,
  Order,
  OrderChangePage,
  OrderChangesQuery,
  OrderIdParam,
  OrderStatusBody,
} from './schema.ts'
import { orderSearch } from './search-orders.ts'

/** Orders: what of a contract, or without one, is to move when, and what is left of it. */
export function orderOperations(publicUrl: PublicUrl): Operation[] {
  const search = orderSearch(publicUrl)
  const one = (db: Parameters<typeof getOrder>[0], actor: Actor, id: string) =>
    getOrder(db, actor, publicUrl, id)
  return [
    read(
      {
        path: '/orders',
        title: 'Search orders',
        description: `Your orders, the latest first, each with what has moved and what is left. Weights in kilograms.${describeSearch(search)}`,
        permission: 'stock:read',
        fromReplica: true,
        query: searchQuery(search),
        result: SearchEnvelope(Order, closed({})),
        table: (db, actor, { query }) => tableFor(searchTable(db, search, actor, query), actor),
      },
      async (db, actor, { query }) => ({ ...(await runSearch(db, search, actor, query)), custom: {} }),
    ),
    read(
      {
        path: '/orders/open',
        title: 'Find the orders that a load may go on',
        description:
          'Open orders of this partner, commodity and type, or that expect this lorry, those of the day first: what is left of each and, with `weight`, by how ' +
          'much the load is over. 50 orders at most.',
        permission: 'stock:read',
        query: OpenOrdersQuery,
        result: OpenOrders,
      },
      (db, actor, { query }) => findOpenOrders(db, actor, query),
    ),
    read(
      {
        path: '/orders/:id',
        title: 'Retrieve an order',
        description: 'One order, with what has moved on it. Weights in kilograms.',
        permission: 'stock:read',
        params: OrderIdParam,
        result: Order,
        isResource: true,
      },
      (db, actor, { params }) => one(db, actor, params.id),
    ),
    read(
      {
        path: '/orders/:id/changes',
        title: 'List the changes of an order',
        description: 'What was said otherwise, when, by whom and why; the latest first.',
        permission: 'stock:read',
        params: OrderIdParam,
        query: OrderChangesQuery,
        result: OrderChangePage,
      },
      (db, actor, { params, query }) => listOrderChanges(db, actor, params.id, query),
    ),
    ...orderWrites(one),
    ...driverLinkWrites(one),
  ]
}

type ReadOne = (trx: Transaction, actor: Actor, id: string) => Promise<Order>

/** Parts that writes of one order share. */
const changing = (one: ReadOne) => ({
  params: OrderIdParam,
  permission: 'contracts:write' as const,
  result: Order,
  isResource: true,
  current: (trx: Transaction, actor: Actor, { id }: { id: string }) => one(trx, actor, id),
})

function orderWrites(one: ReadOne): Operation[] {
  const ofOne = changing(one)
  return [
    write(
      {
        method: 'POST',
        path: '/orders',
        title: 'Enter an order',
        description:
          'What is to move when, under a contract or without one: a weight, a number of lorries, or both. Loads name it by `orderId`, and so count for its ' +
          'contract too; what they move is summed from the loads as they are. Weights in kilograms.',
        permission: 'contracts:write',
        body: CreateOrderBody,
        result: Order,
        isResource: true,
        location: ({ id }) => `/api/inventory/orders/${id}`,
        example: {
          kind: 'sale',
          partner: { id: 'valley-mill', name: 'Valley Mill' },
          commodity: { id: 1, type: 101 },
          reference: 'O-2026-114',
          weight: 84_000,
          loads: 3,
          fromISO: '2026-09-14',
          toISO: '2026-09-18',
          haulier: 'Fenland Haulage',
          vehicles: ['AB12 CDE'],
          place: { address: 'Valley Mill, gate 2, Mill Lane', openingHours: 'Mon–Fri 7–17' },
          instructions: 'Ring the bell at gate 2.',
        },
      },
      async (trx, actor, { body }) => one(trx, actor, await createOrder(trx, actor, body)),
    ),
    write(
      {
        ...ofOne,
        method: 'PATCH',
        path: '/orders/:id',
        title: 'Change an order',
        description:
          'Changes what the body gives; what it leaves out stays, and null takes it away. Contract, partner and commodity stay: what is of others is another order.',
        body: ChangeOrderBody,
        example: { weight: 90_000, reason: 'One lorry more, by phone.' },
      },
      async (trx, actor, { params: { id }, body }) => {
        await changeOrder(trx, actor, id, body)
        return one(trx, actor, id)
      },
    ),
    write(
      {
        ...ofOne,
        method: 'POST',
        path: '/orders/:id/status',
        title: 'End an order',
        description:
          'An open order is done or cancelled; one that is done may be opened again. One that loads name cannot be cancelled: in_use. Its link for the driver ' +
          'shows it only while it is open.',
        body: OrderStatusBody,
        example: { status: 'done' },
      },
      async (trx, actor, { params: { id }, body }) => {
        await setOrderStatus(trx, actor, id, body)
        return one(trx, actor, id)
      },
    ),
  ]
}

function driverLinkWrites(one: ReadOne): Operation[] {
  const ofOne = changing(one)
  return [
    write(
      {
        ...ofOne,
        method: 'POST',
        path: '/orders/:id/driver-link',
        title: 'Make the link to an order for its driver',
        description:
          'A page that needs no account, at an address that nobody guesses: the order, what is left, the place, opening hours and instructions. Where there is ' +
          'one, it stays. Refused with in_use once the order has ended.',
      },
      async (trx, actor, { params: { id } }) => {
        await giveDriverLink(trx, actor, id)
        return one(trx, actor, id)
      },
    ),
    write(
      {
        ...ofOne,
        method: 'DELETE',
        path: '/orders/:id/driver-link',
        title: 'Withdraw the link of an order',
        description:
          'Whoever has the link is told that there is no such order. A new one has another address.',
      },
      async (trx, actor, { params: { id } }) => {
        await withdrawDriverLink(trx, actor, id)
        return one(trx, actor, id)
      },
    ),
  ]
}
