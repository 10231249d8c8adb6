import Type from 'typebox'
import { described, maybe, Text } from '../http/validate/schema.ts'

/** The contract to buy or to sell and the order that a load moves under, alike in every body and stored with its movement. */

export const tradeFields = {
  tradeId: maybe(
    described(
      Text,
      'The contract to buy or to sell that it moves under, by id: of a load that a seller brings, or that leaves for a buyer.',
    ),
  ),
  tradeWindow: maybe(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'The window of that contract, by number, where it is not the one of the load’s day.',
    }),
  ),
  orderId: maybe(
    described(Text, 'The order that it moves on, by id. One under a contract names the contract too.'),
  ),
}

/** The contract and the order that a body names. */
export interface NamedTrade {
  tradeId?: string | null | undefined
  tradeWindow?: number | null | undefined
  orderId?: string | null | undefined
}

/** True for a part of a lorry that names a contract or an order of its own. */
export const namesTrade = ({ tradeId, orderId }: NamedTrade): boolean => Boolean(tradeId || orderId)

/** The contract and the order of a part of a lorry: its own, or else those of the whole. */
export function tradeOfPart(
  part: NamedTrade,
  whole: NamedTrade | null | undefined,
): { tradeId: string | null; tradeWindow: number | null; orderId: string | null } {
  const { tradeId, tradeWindow, orderId } = namesTrade(part) ? part : (whole ?? {})
  return { tradeId: tradeId ?? null, tradeWindow: tradeWindow ?? null, orderId: orderId ?? null }
}

/** Returns the columns of a new movement. */
export const tradeColumns = ({ tradeId, tradeWindow, orderId }: NamedTrade) => ({
  trade_id: tradeId?.trim() || null,
  trade_window: tradeWindow ?? null,
  order_id: orderId?.trim() || null,
})

/**
 * Returns the columns that a correction changes: what is left out stays, null takes the contract or the order away, and another contract its window.
 * An order of another contract goes as well, and an order brings its own (`edit/traded-edits.ts`).
 */
export function editedTradeColumns({
  tradeId,
  tradeWindow,
  orderId,
}: NamedTrade): Partial<ReturnType<typeof tradeColumns>> {
  return {
    ...(tradeId !== undefined && { trade_id: tradeId?.trim() || null, trade_window: null }),
    ...(tradeWindow !== undefined && { trade_window: tradeWindow }),
    ...(orderId !== undefined && { order_id: orderId?.trim() || null }),
  }
}

/** Their columns in `movements`, with their types as PostgreSQL writes them. */
export const tradeTypes = { trade_id: 'uuid', trade_window: 'integer', order_id: 'uuid' }
