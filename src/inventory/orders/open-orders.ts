import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { matchesText } from '../../http/search/text-query.ts'
import { dateFault, refuseFaults } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { formatDate, parseInstant } from '../../kernel/time.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import { ourId } from '../partners/parties.ts'
import { ordersWithTrades, partnerIdOfOrder } from './lock-order.ts'
import { orderColumns, orderedAmount, whoseToWire, type OrderRow } from './queries.ts'
import { NOTHING_ON_ORDER, remainderOf } from './rules.ts'
import type { OpenOrder, OpenOrders, OpenOrdersQuery } from './schema.ts'

/** More are looked at by their search. */
const MOST = 50

/** The open orders that a load may go on: those of its day first, the newest first, each with what is left and by how much the load is over. */
export async function findOpenOrders(
  db: Kysely<Tables>,
  actor: Actor,
  query: OpenOrdersQuery,
): Promise<Static<typeof OpenOrders>> {
  const at = query.dateISO === undefined ? actor.now : parseInstant(query.dateISO, actor.timeZone)
  if (!at) refuseFaults([dateFault('dateISO')])
  const day = formatDate(at, actor.timeZone)
  const isOfDay = sql`coalesce(ord.first_day <= ${day}::date, true) and coalesce(ord.last_day >= ${day}::date, true)`
  const { rows } = await sql<OrderRow>`
    select ${orderColumns(actor)} from ${ordersWithTrades} where ${sql.join(conditions(actor, query), sql` and `)}
    order by (${isOfDay}) desc, ord.created_at desc, ord.id limit ${MOST}`.execute(db)
  const grams = gramsFromKilograms(query.weight ?? 0)
  return { docs: rows.map((row) => offerOf(actor, row, day, grams)) }
}

function conditions({ organisationId }: Actor, query: OpenOrdersQuery) {
  const { kind, partnerId, commodity, commodityType, reference, vehicle } = query
  const type = sql`case when ord.trade_id is null then ord.type_id else t.type_id end`
  return [
    sql`ord.organisation_id = ${organisationId} and ord.status = 'open' and coalesce(t.status, 'confirmed') = 'confirmed'`,
    ...(kind === undefined ? [] : [sql`coalesce(t.kind, ord.kind) = ${kind}`]),
    ...(partnerId === undefined ? [] : [sql`${partnerIdOfOrder} = ${ourId(tidied(partnerId))}`]),
    ...(commodity === undefined ? [] : [sql`coalesce(t.commodity_id, ord.commodity_id) = ${commodity}`]),
    ...(commodityType ? [sql`coalesce(${type}, ${commodityType}) = ${commodityType}`] : []),
    ...(vehicle === undefined
      ? []
      : [
          sql`exists (select from unnest(ord.vehicles) as each (plate) where plate_key(each.plate) = plate_key(${vehicle}))`,
        ]),
    ...matchesText(
      reference,
      (says) =>
        sql`(${says(sql`ord.reference`)} or ${says(sql`ord.partner_reference`)} or ${says(sql`coalesce(t.reference, '')`)} or ${says(sql`coalesce(t.partner_reference, '')`)})`,
    ),
  ]
}

function offerOf(actor: Actor, row: OrderRow, day: string, loadGrams: number): OpenOrder {
  const on = row.moved ?? NOTHING_ON_ORDER
  const amount = orderedAmount(row)
  const { leftGrams, leftLoads } = remainderOf(amount, on)
  const withIt = remainderOf(amount, { ...on, movedGrams: on.movedGrams + loadGrams })
  return {
    orderId: row.id,
    ...whoseToWire(actor, row),
    storageId: row.storage_id ?? '',
    bayIds: row.bay_ids.map(Number),
    left: leftGrams === null ? null : kilogramsFromGrams(leftGrams),
    leftLoads,
    overBy: leftGrams === null ? 0 : kilogramsFromGrams(Math.max(loadGrams - leftGrams, 0)),
    isWithinTolerance: withIt.beyondToleranceGrams === 0,
    isOfDay: (row.first_day ?? day) <= day && day <= (row.last_day ?? day),
  }
}
