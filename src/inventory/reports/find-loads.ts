import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { nameOfTrade, partnerOfTrade } from '../trades/lock-trade.ts'
import { commodityLabel, type AskedLines, type FindLines } from './asked.ts'
import type { RowLabel } from './rules.ts'

/** Reports of loads: one statement each, which goes along `movements_organisation` through the loads of its days and no others. */

type Db = Kysely<Tables>

/** True for a load `m` off one's own field, which came in. */
const isHarvest = ({ organisationId }: Actor) => sql`m.source_record_id in (
  select r.id from records r where r.keeper_id = ${organisationId} and r.source = 'planting')`

/** The conditions on loads `m` that a report is asked for. What is planned has not happened, and is of no report. */
export function loadsAsked(
  { organisationId, now }: Actor,
  { from, before, commodityId, storageId, partnerId }: AskedLines,
): RawBuilder<unknown> {
  const ofStore = sql`(select r.id from records r where r.keeper_id = ${organisationId} and r.storage_id = ${storageId ?? null}::uuid)`
  return sql`m.organisation_id = ${organisationId} and m.effective_at >= ${from} and m.effective_at < ${before} and m.effective_at <= ${now}
    and m.status <> 'deleted'
    ${commodityId === undefined ? sql`` : sql`and m.commodity_id = ${commodityId}`}
    ${storageId === undefined ? sql`` : sql`and (m.source_record_id in ${ofStore} or m.destination_record_id in ${ofStore})`}
    ${partnerId === undefined ? sql`` : sql`and coalesce(m.sender_id, m.receiver_id) = ${partnerId}`}`
}

/** The name of partner `each.partner_id`: what somebody has named it, otherwise what its tickets say. */
export const partnerName = ({ organisationId }: Actor) => sql<string>`coalesce(
  (select p.name from partners p where p.organisation_id = ${organisationId} and p.id = each.partner_id and p.is_named), each.partner_name, '')`

/**
 * The loads of `parts`, which are grouped by their ticket: a lorry that was shared out over several parts is one. So nothing has to be sorted, as counting
 * distinct lorries would.
 */
export const loadsOfParts = sql<number>`sum(case when ticket_id is null then many else 1 end)::int`

interface DeliveryRow {
  commodity_id: number
  trade_id: string | null
  order_id: string | null
  partner_id: string | null
  partner_name: string
  loads: number
  came_in: number
  went_out: number
  trade_reference: string | null
  trade_partner_reference: string | null
  trade_partner: string | null
  order_reference: string | null
  order_partner_reference: string | null
}

/** Finds loads brought and delivered, by contract, order and partner. Loads without a contract are told apart, and those off one's own fields are none. */
export const findDeliveredLoads: FindLines = async (db, actor, asked) => {
  const { rows } = await sql<DeliveryRow>`
    with parts as (
      select m.commodity_id, m.trade_id, m.order_id, coalesce(m.sender_id, m.receiver_id) as partner_id, m.ticket_id,
        max(coalesce(m.sender_name, m.receiver_name) collate "C") as partner_name, count(*) as many,
        coalesce(sum(m.weight_grams) filter (where m.type = 'intake'), 0)::bigint as came_in,
        coalesce(sum(m.weight_grams) filter (where m.type = 'outbound'), 0)::bigint as went_out
      from movements m where ${loadsAsked(actor, asked)} and m.type <> 'internal'
      group by m.commodity_id, m.trade_id, m.order_id, coalesce(m.sender_id, m.receiver_id), m.ticket_id
    ), each as (
      select commodity_id, trade_id, order_id, partner_id, max(partner_name) as partner_name, ${loadsOfParts} as loads,
        sum(came_in)::bigint as came_in, sum(went_out)::bigint as went_out
      from parts group by commodity_id, trade_id, order_id, partner_id
    )
    select each.commodity_id, each.trade_id, each.order_id, each.partner_id, ${partnerName(actor)} as partner_name, each.loads, each.came_in, each.went_out,
      t.reference as trade_reference, t.partner_reference as trade_partner_reference, case when t.id is not null then ${partnerOfTrade} end as trade_partner,
      ord.reference as order_reference, ord.partner_reference as order_partner_reference
    from each
    left join trades t on t.organisation_id = ${actor.organisationId} and t.id = each.trade_id
    left join orders ord on ord.organisation_id = ${actor.organisationId} and ord.id = each.order_id`.execute(
    db,
  )
  return rows.map((row) => ({
    group: commodityLabel(actor, row.commodity_id),
    labels: [tradeLabel(row), orderLabel(row), { id: row.partner_id ?? '', name: row.partner_name }],
    commodityId: row.commodity_id,
    amounts: { loads: row.loads, cameIn: row.came_in, wentOut: row.went_out },
  }))
}

function tradeLabel(row: DeliveryRow): RowLabel {
  if (row.trade_id === null) return { id: '', name: '' }
  const name = nameOfTrade({
    reference: row.trade_reference ?? '',
    partnerReference: row.trade_partner_reference ?? '',
    partnerName: row.trade_partner ?? '',
  })
  return { id: row.trade_id, name }
}

function orderLabel({
  order_id: id,
  order_reference: own,
  order_partner_reference: theirs,
  partner_name: partner,
}: DeliveryRow): RowLabel {
  return id === null ? { id: '', name: '' } : { id, name: own || theirs || partner }
}

interface LorryRow {
  haulier: string
  plate: string
  vehicle: string
  commodity_id: number
  loads: number
  came_in: number
  went_out: number
  within: number
}

/** Finds the loads of each lorry, by haulier. The haulier is the one that the load's order names. */
export const findHauledLoads: FindLines = async (db: Db, actor, asked) => {
  const { rows } = await sql<LorryRow>`
    with parts as (
      select m.order_id, m.vehicle_registration, m.commodity_id, m.ticket_id,
        case when m.type = 'outbound' then 'out' when m.type = 'intake' or ${isHarvest(actor)} then 'in' else 'within' end as flow,
        count(*) as many, sum(m.weight_grams)::bigint as grams
      from movements m where ${loadsAsked(actor, asked)} and (m.vehicle_registration is not null or m.order_id is not null)
      group by 1, 2, 3, 4, 5
    ), each as (
      select order_id, plate_key(vehicle_registration) as plate, max(vehicle_registration collate "C") as vehicle, commodity_id, flow,
        ${loadsOfParts} as loads, sum(grams)::bigint as grams
      from parts group by 1, 2, 4, 5
    )
    select coalesce(ord.haulier, '') as haulier, coalesce(each.plate, '') as plate, max(coalesce(each.vehicle, '')) as vehicle, each.commodity_id,
      sum(each.loads)::int as loads, coalesce(sum(each.grams) filter (where each.flow = 'in'), 0)::bigint as came_in,
      coalesce(sum(each.grams) filter (where each.flow = 'out'), 0)::bigint as went_out,
      coalesce(sum(each.grams) filter (where each.flow = 'within'), 0)::bigint as within
    from each left join orders ord on ord.organisation_id = ${actor.organisationId} and ord.id = each.order_id
    group by 1, 2, each.commodity_id`.execute(db)
  return rows
    .filter(({ haulier, plate }) => haulier !== '' || plate !== '')
    .map((row) => ({
      group: { id: row.haulier.toLowerCase(), name: row.haulier },
      labels: [{ id: row.plate, name: row.vehicle }, commodityLabel(actor, row.commodity_id)],
      commodityId: row.commodity_id,
      amounts: {
        loads: row.loads,
        cameIn: row.came_in,
        wentOut: row.went_out,
        movedWithin: row.within,
        carried: row.came_in + row.went_out + row.within,
      },
    }))
}
