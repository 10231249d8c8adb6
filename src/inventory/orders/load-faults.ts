import type { Actor } from '../../http/actor.ts'
import { fault, type Fault } from '../../kernel/errors.ts'
import { commodityNameFor, typeNameFor } from '../../system/commodities/served-names.ts'
import { message } from '../../words/catalogue.ts'
import type { TradedLoad } from '../trades/load-faults.ts'
import type { StoredOrder } from './lock-order.ts'

/** Facts of a load that its order asks for. */
export interface OrderedLoad extends Omit<TradedLoad, 'tradeId' | 'tradeWindow'> {
  orderId: string
  tradeId: string | null
}

/**
 * Finds the faults of the order that a load names (rules.md §18); `order` is undefined where it is none of the caller's. Of one under a contract, the
 * contract itself asks for partner, commodity and direction.
 */
export function orderedLoadFaults(actor: Actor, load: OrderedLoad, order: StoredOrder | undefined): Fault[] {
  const { orderId: id, path } = load
  if (!order) return [fault(path, message('isNoOrder', { id }), 'unknown')]
  const { status, name, tradeId } = order
  return [
    ...(status === 'open'
      ? []
      : [fault(path, message('orderTakesNoLoads', { order: name, status }), 'not_running')]),
    ...(tradeId === null
      ? ownFaults(actor, load, order)
      : tradeId === load.tradeId
        ? []
        : [fault(path, message('orderIsOfOtherTrade', { order: name }), 'mismatch')]),
  ]
}

function ownFaults(actor: Actor, load: OrderedLoad, order: StoredOrder): Fault[] {
  const { path, commodityId, typeId } = load
  const { kind, name } = order
  const isOfKind = load.type === (kind === 'sale' ? 'outbound' : 'intake')
  const partnerId = kind === 'sale' ? load.receiverId : load.senderId
  const isOfStock = order.commodityId === commodityId && (order.typeId === null || order.typeId === typeId)
  const stock =
    order.typeId === null ? commodityNameFor(actor, order.commodityId) : typeNameFor(actor, order.typeId)
  return [
    ...(isOfKind ? [] : [fault(path, message('orderIsForLoads', { order: name, kind }), 'direction')]),
    ...(isOfKind && partnerId !== order.partnerId
      ? [fault(path, message('orderIsWith', { order: name, partner: order.partnerName }), 'mismatch')]
      : []),
    ...(isOfStock
      ? []
      : [
          fault(
            path,
            message('orderIsOfStock', { order: name, stock: stock ?? String(order.commodityId) }),
            'other_commodity',
          ),
        ]),
  ]
}
