import { sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import { nameOfTrade } from '../trades/lock-trade.ts'
import type { TradeKind } from '../trades/rules.ts'
import type { OrderStatus } from './rules.ts'
import type { OrderTerms } from './terms.ts'

/** An order as commands need it. */
export interface StoredOrder {
  id: string
  status: OrderStatus
  tradeId: string | null
  kind: TradeKind
  partnerId: string
  partnerName: string
  commodityId: number
  /** Null where any may move. */
  typeId: number | null
  /** Its name among people. */
  name: string
  terms: OrderTerms
}

/** Orders `ord` with what their contract `t` says of them. Whoever uses it says whose. */
export const ordersWithTrades = sql`
  orders ord left join trades t on t.organisation_id = ord.organisation_id and t.id = ord.trade_id`

export const partnerIdOfOrder = sql<string>`coalesce(t.partner_id, ord.partner_id)`
export const partnerOfOrder = nameOfOwner(partnerIdOfOrder, sql`ord.organisation_id`)

/** With whom, of what and which way order `ord` is: by its contract where it has one. */
export const orderedOf = sql`
  coalesce(t.kind, ord.kind) as kind, ${partnerIdOfOrder} as partner_id, ${partnerOfOrder} as partner_name,
  coalesce(t.commodity_id, ord.commodity_id) as commodity_id, case when ord.trade_id is null then ord.type_id else t.type_id end as type_id`

type Row = Omit<OrderTerms, 'storage_id'> & {
  id: string
  status: OrderStatus
  trade_id: string | null
  kind: TradeKind
  partner_id: string
  partner_name: string
  commodity_id: number
  type_id: number | null
  storage_id: string | null
}

async function read(
  trx: Transaction,
  { organisationId }: Actor,
  ids: string[],
  lock: ReturnType<typeof sql>,
): Promise<StoredOrder[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select ord.id, ord.status, ord.trade_id, ${orderedOf}, ord.reference, ord.partner_reference, ord.weight_grams, ord.load_count, ord.first_day::text, ord.last_day::text,
      ord.haulier, ord.vehicles, ord.storage_id, ord.bay_ids, ord.place, ord.opening_hours, ord.instructions
    from ${ordersWithTrades} where ord.organisation_id = ${organisationId} and ord.id = ${anyOf(ids, 'uuid')} order by ord.id ${lock}`.execute(
    trx,
  )
  return rows.map(
    ({ id, status, trade_id, kind, partner_id, partner_name, commodity_id, type_id, ...terms }) => ({
      id,
      status,
      tradeId: trade_id,
      kind,
      partnerId: partner_id,
      partnerName: partner_name,
      commodityId: commodity_id,
      typeId: type_id,
      name: nameOfTrade({
        reference: terms.reference,
        partnerReference: terms.partner_reference,
        partnerName: partner_name,
      }),
      terms,
    }),
  )
}

/**
 * An order of the caller's, locked to be changed.
 *
 * @throws Refusal `not_found`
 */
export async function lockOrder(trx: Transaction, actor: Actor, id: string): Promise<StoredOrder> {
  const [order] = isId(id) ? await read(trx, actor, [id], sql`for update of ord`) : []
  if (!order) throw notFound('order', id)
  return order
}

/** The caller's orders among `ids`, in the order of their ids, locked to be changed. */
export function lockOrders(trx: Transaction, actor: Actor, ids: string[]): Promise<StoredOrder[]> {
  return read(trx, actor, [...new Set(ids)], sql`for update of ord`)
}

/** The caller's orders among `ids`, by id; they stay as they are until the transaction ends. */
export async function holdOrders(
  trx: Transaction,
  actor: Actor,
  ids: string[],
): Promise<Map<string, StoredOrder>> {
  const orders = await read(trx, actor, [...new Set(ids.filter(isId))], sql`for share of ord`)
  return new Map(orders.map((order) => [order.id, order]))
}
