import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import type { PublicUrl } from '../../kernel/web.ts'
import { namedCommodity } from '../../system/commodities/named-ids.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { nameOfTrade } from '../trades/lock-trade.ts'
import { namedTypeOrAny } from '../trades/queries.ts'
import type { TradeKind } from '../trades/rules.ts'
import { driverLinkOf } from './driver-link.ts'
import { orderedOf, ordersWithTrades } from './lock-order.ts'
import { NOTHING_ON_ORDER, remainderOf, type OnOrder, type OrderStatus } from './rules.ts'
import type { Order } from './schema.ts'
import type { OrderTerms } from './terms.ts'

type Db = Kysely<Tables>

/** An order with what has moved on it, as the database answers it. */
export interface OrderRow extends OrderTerms {
  id: string
  trade_id: string | null
  trade_name: string | null
  tolerance_percentage: string | null
  kind: TradeKind
  status: OrderStatus
  partner_id: string
  partner_name: string
  commodity_id: number
  type_id: number | null
  moved: OnOrder | null
}

interface Row extends OrderRow {
  storage_name: string | null
  bays: { id: number; name: string }[] | null
  driver_token: string | null
  created_by_name: string
  created_at: Date
  updated_at: Date
}

/** The name of contract `t` of order `ord`, where it has one. */
const tradeName = sql`case when t.id is not null then coalesce(nullif(t.reference, ''), nullif(t.partner_reference, '')) end`

/** Columns of order `ord` and of what has moved on it; it costs as much as the order has loads. */
export const orderColumns = ({ now }: Actor) => sql`
  ord.id, ord.trade_id, ${tradeName} as trade_name, t.tolerance_percentage, ord.status, ${orderedOf}, ord.reference, ord.partner_reference, ord.weight_grams, ord.load_count,
  ord.first_day::text, ord.last_day::text, ord.haulier, ord.vehicles, ord.storage_id, ord.bay_ids, ord.place, ord.opening_hours, ord.instructions, (
    select jsonb_build_object(
      'movedGrams', coalesce(sum(m.weight_grams) filter (where m.effective_at <= ${now}), 0)::bigint,
      'plannedGrams', coalesce(sum(m.weight_grams) filter (where m.effective_at > ${now}), 0)::bigint,
      'movedLoads', count(distinct coalesce(m.ticket_id::text, m.id::text)) filter (where m.effective_at <= ${now}),
      'plannedLoads', count(distinct coalesce(m.ticket_id::text, m.id::text)) filter (where m.effective_at > ${now}))
    from movements m where m.organisation_id = ord.organisation_id and m.order_id = ord.id and m.status <> 'deleted') as moved`

/** The caller's orders among `ids`, in that order. */
export function findOrders(db: Db, actor: Actor, publicUrl: PublicUrl, ids: string[]): Promise<Order[]> {
  const possible = [...new Set(ids.filter(isId))]
  if (possible.length === 0) return Promise.resolve([])
  return inOneMoment(db, async (moment) => {
    const { rows } = await sql<Row>`
      select ${orderColumns(actor)}, ord.driver_token, ord.created_by_name, ord.created_at, ord.updated_at, s.name as storage_name, (
          select jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) order by array_position(ord.bay_ids, b.id))
          from bays b where b.organisation_id = ord.organisation_id and b.storage_id = ord.storage_id and b.id = any(ord.bay_ids)) as bays
      from ${ordersWithTrades} left join storages s on s.organisation_id = ord.organisation_id and s.id = ord.storage_id
      where ord.organisation_id = ${actor.organisationId} and ord.id = ${anyOf(possible, 'uuid')}`.execute(
      moment,
    )
    const byId = new Map(rows.map((row) => [row.id, orderToWire(actor, publicUrl, row)]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  })
}

/**
 * One order of the caller's, with what has moved on it.
 *
 * @throws Refusal `not_found`
 */
export async function getOrder(db: Db, actor: Actor, publicUrl: PublicUrl, id: string): Promise<Order> {
  const [order] = await findOrders(db, actor, publicUrl, [id])
  if (!order) throw notFound('order', id)
  return order
}

function orderToWire(actor: Actor, publicUrl: PublicUrl, row: Row): Order {
  return {
    id: row.id,
    status: row.status,
    statusName: render(message('orderStatusName', { status: row.status }), actor),
    ...whoseToWire(actor, row),
    place: {
      storageId: row.storage_id ?? '',
      storageName: row.storage_name ?? '',
      bays: row.bays ?? [],
      address: row.place,
      openingHours: row.opening_hours,
    },
    instructions: row.instructions,
    driverLink: row.driver_token === null ? null : driverLinkOf(publicUrl, row.driver_token),
    usage: usageToWire(row),
    createdByName: row.created_by_name,
    createdAtUTC: row.created_at.toISOString(),
    updatedAtUTC: row.updated_at.toISOString(),
  }
}

/** With whom, of what, how much and when, as orders and offers of them show it. */
export function whoseToWire({ countryISO }: Actor, row: OrderRow) {
  return {
    name: nameOfTrade({
      reference: row.reference,
      partnerReference: row.partner_reference,
      partnerName: row.partner_name,
    }),
    trade: row.trade_id === null ? null : { id: row.trade_id, name: row.trade_name ?? row.partner_name },
    kind: row.kind,
    reference: row.reference,
    partnerReference: row.partner_reference,
    partner: { id: row.partner_id, name: row.partner_name },
    commodity: namedCommodity(countryISO, row.commodity_id),
    type: namedTypeOrAny(row.type_id),
    weight: row.weight_grams === null ? null : kilogramsFromGrams(row.weight_grams),
    loads: row.load_count,
    fromISO: row.first_day,
    toISO: row.last_day,
    haulier: row.haulier,
    vehicles: row.vehicles,
  }
}

/** The order as the rules see it. */
export function orderedAmount(row: OrderRow) {
  return {
    grams: row.weight_grams,
    loads: row.load_count,
    tolerancePercentage: Number(row.tolerance_percentage ?? 0),
  }
}

function usageToWire(row: OrderRow): Order['usage'] {
  const on = row.moved ?? NOTHING_ON_ORDER
  const { leftGrams, leftLoads, overGrams, overLoads, beyondToleranceGrams } = remainderOf(
    orderedAmount(row),
    on,
  )
  return {
    moved: kilogramsFromGrams(on.movedGrams),
    planned: kilogramsFromGrams(on.plannedGrams),
    movedLoads: on.movedLoads,
    plannedLoads: on.plannedLoads,
    left: leftGrams === null ? null : kilogramsFromGrams(leftGrams),
    leftLoads,
    over: kilogramsFromGrams(overGrams),
    overLoads,
    beyondTolerance: kilogramsFromGrams(beyondToleranceGrams),
  }
}
