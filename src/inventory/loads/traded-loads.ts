import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { orderedLoadFaults } from '../orders/load-faults.ts'
import { holdOrders, type StoredOrder } from '../orders/lock-order.ts'
import { findOverfilledOrders } from '../orders/overfilled-orders.ts'
import { tradedLoadFaults, type TradedLoad } from '../trades/load-faults.ts'
import { holdTrades, nameOfTrade } from '../trades/lock-trade.ts'
import { findTrades } from '../trades/queries.ts'
import type { Load, NumberedLoad } from './load.ts'

/** A load under a contract, on an order, or both. `path` is that of the contract; the order's lies beside it. */
export interface NamingLoad extends Omit<TradedLoad, 'tradeId'> {
  tradeId: string | null
  orderId: string | null
}

/**
 * Puts new loads on the contracts of their orders, and refuses those under a contract or on an order that is not for them. Contracts and orders stay as
 * they are until the transaction ends.
 *
 * @throws Refusal `invalid_input` with every fault
 */
export async function refuseUnfitTrades(trx: Transaction, actor: Actor, loads: Load[]): Promise<void> {
  if (!loads.some((load) => namingLoad(load).length > 0 || windowFaults(load).length > 0)) return
  const orders = await ordersNamed(trx, actor, loads.flatMap(namingLoad))
  for (const { says } of loads) {
    if (!('row' in says)) continue
    const { row } = says
    row.trade_id ||= (row.order_id && orders.get(row.order_id)?.tradeId) || null
  }
  refuseFaults(loads.flatMap(windowFaults))
  await refuseUnfit(trx, actor, loads.flatMap(namingLoad), orders)
}

/** The orders that loads name, locked. */
export function ordersNamed(
  trx: Transaction,
  actor: Actor,
  loads: { orderId: string | null }[],
): Promise<Map<string, StoredOrder>> {
  return holdOrders(
    trx,
    actor,
    loads.flatMap(({ orderId }) => orderId ?? []),
  )
}

/**
 * Refuses loads, new or corrected, under a contract or on an order that is not for them.
 *
 * @throws Refusal `invalid_input` with every fault
 */
export async function refuseUnfit(
  trx: Transaction,
  actor: Actor,
  loads: NamingLoad[],
  orders: ReadonlyMap<string, StoredOrder>,
): Promise<void> {
  if (loads.length === 0) return
  const trades = await holdTrades(
    trx,
    actor,
    loads.flatMap(({ tradeId }) => tradeId ?? []),
  )
  refuseFaults(
    loads.flatMap((load): Fault[] => {
      const { tradeId, orderId } = load
      const order = orderId === null ? undefined : orders.get(orderId)
      // A contract that the order brings is told of at the order, where the body has it.
      const path = order && order.tradeId === tradeId ? orderPath(load) : load.path
      return [
        ...(orderId === null
          ? []
          : orderedLoadFaults(actor, { ...load, orderId, path: orderPath(load) }, order)),
        ...(tradeId === null ? [] : tradedLoadFaults(actor, { ...load, tradeId, path }, trades.get(tradeId))),
      ]
    }),
  )
}

const orderPath = ({ path }: { path: string }) => path.replace(/tradeId$/, 'orderId')

function namingLoad({ stock, says, tradePath }: Load): NamingLoad[] {
  if (!('row' in says) || (!says.row.trade_id && !says.row.order_id)) return []
  const { type, commodity_id, type_id, trade_id, trade_window, order_id } = says.row
  const { senderId, receiverId } = stock
  return [
    {
      tradeId: trade_id ?? null,
      tradeWindow: trade_window ?? null,
      orderId: order_id ?? null,
      path: tradePath ?? 'tradeId',
      type,
      senderId,
      receiverId,
      commodityId: commodity_id,
      typeId: type_id,
    },
  ]
}

function windowFaults({ says, tradePath = 'tradeId' }: Load) {
  if (!('row' in says) || says.row.trade_id || says.row.trade_window == null) return []
  return [fault(tradePath.replace(/tradeId$/, 'tradeWindow'), message('windowNeedsTrade', {}), 'required')]
}

/**
 * Warns of contracts and orders on which more has moved than was agreed once loads are entered. Answers a function from their numbers to the warnings.
 */
export async function findOverfilled(
  trx: Transaction,
  actor: Actor,
  entered: NumberedLoad[],
): Promise<(ids: readonly number[]) => Message[]> {
  const named = entered.flatMap(({ id, load }) => namingLoad(load).map((each) => ({ id, ...each })))
  if (named.length === 0) return () => []
  const tradeOf = new Map(named.flatMap(({ id, tradeId }) => (tradeId === null ? [] : [[id, tradeId]])))
  const orderOf = new Map(named.flatMap(({ id, orderId }) => (orderId === null ? [] : [[id, orderId]])))
  const trades = await overfilledTrades(trx, actor, [...tradeOf.values()])
  const orders = await findOverfilledOrders(trx, actor, [...orderOf.values()])
  return (ids) => [
    ...[...new Set(ids.flatMap((id) => orderOf.get(id) ?? []))].flatMap((id) => orders.get(id) ?? []),
    ...[...new Set(ids.flatMap((id) => tradeOf.get(id) ?? []))].flatMap((id) => trades.get(id) ?? []),
  ]
}

async function overfilledTrades(
  trx: Transaction,
  actor: Actor,
  ids: string[],
): Promise<Map<string, Message>> {
  const trades = await findTrades(trx, actor, ids)
  return new Map(
    trades.flatMap((trade) =>
      trade.usage.over > 0
        ? [
            [
              trade.id,
              message('tradeHasTooMuch', {
                trade: nameOfTrade({ ...trade, partnerName: trade.partner.name }),
                over: trade.usage.over,
                isWithinTolerance: trade.usage.beyondTolerance === 0,
              }),
            ] as const,
          ]
        : [],
    ),
  )
}
