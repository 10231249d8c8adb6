import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, refuseFaults } from '../../../kernel/errors.ts'
import { message } from '../../../words/catalogue.ts'
import type { StoredOrder } from '../../orders/lock-order.ts'
import { ordersNamed, refuseUnfit } from '../traded-loads.ts'
import type { ChangedLoad, LoadEdit } from './load-edit.ts'

/** Facts by which a load is judged under its contract and on its order. */
const judgedBy = ['trade_id', 'trade_window', 'order_id', 'type', 'sender_id', 'receiver_id'] as const

/**
 * Refuses edits by which a load would move under a contract, or on an order, that is not for it: it names another, or goes to somebody else. What was
 * so before, such as a load of a contract that is fulfilled by now, is not asked again. An order that an edit names brings its contract.
 *
 * @throws Refusal `invalid_input` with every fault
 */
export async function refuseUnfitTradeEdits(
  trx: Transaction,
  actor: Actor,
  edits: LoadEdit[],
): Promise<void> {
  const changing = edits.filter((edit): edit is ChangedLoad => edit.kind !== 'deleted')
  const orders = await ordersNamed(
    trx,
    actor,
    changing
      .filter(
        (edit) => edit.kind === 'restored' || edit.row.order_id !== undefined || edit.was.order_id !== null,
      )
      .map(({ was, row }) => ({ orderId: row.order_id === undefined ? was.order_id : row.order_id })),
  )
  for (const edit of changing) withOrdersTrade(edit, orders)
  const changed = changing.flatMap(({ was, row, after, kind }) => {
    const meant = { ...was, ...row, sender_id: after.senderId, receiver_id: after.receiverId }
    return kind === 'restored' || judgedBy.some((column) => meant[column] !== was[column]) ? meant : []
  })
  if (changed.some((row) => row.trade_window !== null && row.trade_id === null))
    refuseFaults([fault('tradeWindow', message('windowNeedsTrade', {}), 'required')])
  await refuseUnfit(
    trx,
    actor,
    changed.flatMap((row) =>
      row.trade_id === null && row.order_id === null
        ? []
        : {
            tradeId: row.trade_id,
            tradeWindow: row.trade_window,
            orderId: row.order_id,
            path: 'tradeId',
            type: row.type,
            senderId: row.sender_id,
            receiverId: row.receiver_id,
            commodityId: row.commodity_id,
            typeId: row.type_id,
          },
    ),
    orders,
  )
}

/** An order that is named brings its contract, unless the edit names one; a contract that is named takes away an order of another. */
function withOrdersTrade({ was, row }: ChangedLoad, orders: ReadonlyMap<string, StoredOrder>): void {
  const { order_id: orderId, trade_id: tradeId } = row
  if (orderId) {
    const brought = orders.get(orderId)?.tradeId ?? null
    if (brought === null || tradeId || brought === was.trade_id) return
    row.trade_id = brought
    row.trade_window ??= null
    return
  }
  if (orderId !== undefined || tradeId === undefined || was.order_id === null) return
  const kept = orders.get(was.order_id)?.tradeId ?? null
  if (kept !== null && kept !== tradeId) row.order_id = null
}
