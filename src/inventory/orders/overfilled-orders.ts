import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { findOrders } from './queries.ts'

/** Warnings, by their ids, of those of the caller's orders among `ids` on which more has moved than was ordered. */
export async function findOverfilledOrders(
  trx: Transaction,
  actor: Actor,
  ids: string[],
): Promise<Map<string, Message[]>> {
  // No address of a page is told.
  const orders = await findOrders(trx, actor, () => '', ids)
  return new Map(
    orders.map(({ id, name, usage: { over, overLoads, beyondTolerance } }) => [
      id,
      [
        ...(over > 0
          ? [message('orderHasTooMuch', { order: name, over, isWithinTolerance: beyondTolerance === 0 })]
          : []),
        ...(overLoads > 0 ? [message('orderHasTooManyLoads', { order: name, over: overLoads })] : []),
      ],
    ]),
  )
}
