import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { selectedTexts, type TextRow } from '../load-texts.ts'
import { balanceAfterFact } from '../ledger/ledger.ts'
import type { Description } from '../stock/blend-rules.ts'
import { placeJson, storersFor, type PlaceRow } from '../records/rows.ts'
import { shownReadings, type ReadingsRow } from '../readings/shown.ts'
import { nameOnMovement } from '../partners/party-names.ts'
import { ordersWithTrades, partnerOfOrder } from '../orders/lock-order.ts'
import { partnerOfTrade } from '../trades/lock-trade.ts'

/** A movement with the names around it, as the database answers it. */
export interface MovementRow extends TextRow {
  id: number
  organisation_id: string
  organisation_name: string
  type: 'internal' | 'intake' | 'outbound'
  status: 'incomplete' | 'complete' | 'deleted'
  effective_at: Date
  record_id: string
  record_name: string
  source: PlaceRow | null
  destination: PlaceRow | null
  sender_id: string | null
  sender_name: string | null
  receiver_id: string | null
  receiver_name: string | null
  weight_grams: number
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  /** Description when it was entered, where that differs from what is known of it now. */
  entered: Partial<Description> | null
  driver_name: string | null
  vehicle_registration: string | null
  load_reference: string | null
  /** Null until it is weighed or completed. */
  document_number: string | null
  empty_grams: number | null
  full_grams: number | null
  readings: ReadingsRow | null
  weighbridge_file_id: string | null
  contract_id: string | null
  contract_reference: string | null
  trade: { id: string; name: string; window: number | null } | null
  order: { id: string; name: string } | null
  ticket: {
    id: string
    reference: string | null
    part: number
    parts: { id: number; grams: number; share: number | null }[]
  } | null
  storage_contract_id: string | null
  contract_owner_id: string | null
  contract_storer_id: string | null
  /** The level that its storage contract dries to; null where drying is not agreed. */
  contract_level_percentage: string | null
  requires_cleaning: boolean
  drying_moisture_percentage: string | null
  drying_level_percentage: string | null
  drying_loss_percentage: string | null
  shrink_grams: number
  adjustment_grams: number | null
  adjustment_reason_id: number | null
  adjustment_notes: string | null
  sold: boolean
  completed_at: Date | null
  recorded_at: Date
  source_record_id: string | null
  destination_record_id: string | null
  /** Grams in its source, or for an intake in its record, right after it. */
  remaining_grams: number
}

/**
 * The movements a caller may see, as a table: those of its own organisation, and, read only, those of stock it owns in
 * other organisations' stores (rules.md §5). Two branches, so that each is read by its own index.
 */
export function visibleMovements(actor: Actor): RawBuilder<unknown> {
  return sql`(${sql.join(visibleBranches(actor), sql` union all `)})`
}

/** Splits the visible movements into parts that do not overlap: the first of each in order are enough for the first of all. */
export function visibleBranches({ organisationId }: Actor): RawBuilder<unknown>[] {
  return [
    sql`(select * from movements where organisation_id = ${organisationId})`,
    sql`(select movements.* from records join movements
      on movements.organisation_id = records.keeper_id and movements.record_id = records.id
      where records.elsewhere_owner_id = ${organisationId}::text)`,
  ]
}

/** The movements among `ids` that the caller may see, in the order of `ids`. */
export async function findMovementRows(
  db: Kysely<Tables>,
  actor: Actor,
  ids: number[],
): Promise<MovementRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MovementRow>`
    select m.id, m.organisation_id, organisation.name as organisation_name, m.type, m.status, m.effective_at,
      m.record_id, known.name as record_name, m.source_record_id, m.destination_record_id,
      ${placeJson(sql`source.storage_id`, sql`source.bay_id`, actor)} as source,
      ${placeJson(sql`destination.storage_id`, sql`destination.bay_id`, actor)} as destination,
      m.sender_id, ${nameOnMovement('sender')} as sender_name, m.receiver_id, ${nameOnMovement('receiver')} as receiver_name, m.weight_grams,
      m.commodity_id, m.type_id, m.grade_id, m.variety, m.tag_ids, m.entered,
      m.driver_name, m.vehicle_registration, m.load_reference, m.document_number, m.empty_grams, m.full_grams, ${shownReadings(sql`m`)} as readings,
      m.weighbridge_file_id,
      ${ticketOf(actor)} as ticket,
      m.contract_id, m.contract_reference, ${tradeOf(actor)} as trade, ${orderOf(actor)} as "order", m.storage_contract_id, contract.owner_id as contract_owner_id,
      contract.storer_id as contract_storer_id,
      case when contract.drying_agreed then contract.drying_level_percentage end as contract_level_percentage,
      m.requires_cleaning, m.drying_moisture_percentage, m.drying_level_percentage, m.drying_loss_percentage, m.shrink_grams,
      m.adjustment_grams, m.adjustment_reason_id, m.adjustment_notes, ${selectedTexts()}, m.sold, m.completed_at, m.recorded_at,
      ${balanceAfterFact({ storerId: sql`m.organisation_id`, id: sql`coalesce(m.source_record_id, m.record_id)` }, { at: sql`m.effective_at`, id: sql`m.id` })} as remaining_grams
    from movements m
    join organisations organisation on organisation.id = m.organisation_id
    join records known on known.keeper_id = m.organisation_id and known.id = m.record_id
    left join records source on source.keeper_id = m.organisation_id and source.id = m.source_record_id
    left join records destination on destination.keeper_id = m.organisation_id and destination.id = m.destination_record_id
    left join storage_contracts contract on contract.id = m.storage_contract_id
    where m.organisation_id = any(${storersFor(actor)}) and m.id = any(${ids}::bigint[])
      and (m.organisation_id = ${actor.organisationId} or known.elsewhere_owner_id = ${actor.organisationId}::text)`.execute(
    db,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The contract to buy or to sell that a movement is under, for whoever has it. */
function tradeOf({ organisationId }: Actor): RawBuilder<unknown> {
  return sql`(select jsonb_build_object('id', t.id, 'name', coalesce(nullif(t.reference, ''), nullif(t.partner_reference, ''), ${partnerOfTrade}), 'window', m.trade_window)
    from trades t where m.organisation_id = ${organisationId} and t.organisation_id = m.organisation_id and t.id = m.trade_id)`
}

/** The order that a movement is on, for whoever has it. */
function orderOf({ organisationId }: Actor): RawBuilder<unknown> {
  return sql`(select jsonb_build_object('id', ord.id, 'name', coalesce(nullif(ord.reference, ''), nullif(ord.partner_reference, ''), ${partnerOfOrder}))
    from ${ordersWithTrades} where m.organisation_id = ${organisationId} and ord.organisation_id = m.organisation_id and ord.id = m.order_id)`
}

/** The ticket that a movement is a part of, with the parts that the caller may see. */
function ticketOf({ organisationId }: Actor): RawBuilder<unknown> {
  return sql`(select jsonb_build_object('id', t.id, 'reference', t.reference, 'part', m.ticket_part, 'parts', (
      select jsonb_agg(jsonb_build_object('id', p.id, 'grams', p.weight_grams, 'share', p.ticket_share) order by p.ticket_part)
      from movements p join records r on r.keeper_id = p.organisation_id and r.id = p.record_id
      where p.organisation_id = m.organisation_id and p.ticket_id = t.id and p.status <> 'deleted' and (p.organisation_id = ${organisationId} or r.elsewhere_owner_id = ${organisationId}::text)))
    from tickets t where t.id = m.ticket_id and m.status <> 'deleted')`
}
