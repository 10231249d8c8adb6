import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { recordsWithStockIn } from '../ledger/ledger.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import { message, type Message } from '../../words/catalogue.ts'
import type { Cut, ReservedParcel, ReservedStock, OpenReservation } from './reserved-rules.ts'

/**
 * Grams of the loads of its sale that left what reservation `v` is of since it began, as a lateral table with `used` and `planned`. It costs as much as
 * the sale has loads since then.
 */
export const usedOfReservation = (now: Date): RawBuilder<unknown> => sql`(
  select coalesce(sum(m.weight_grams) filter (where m.effective_at <= ${now}), 0)::bigint as used,
    coalesce(sum(m.weight_grams) filter (where m.effective_at > ${now}), 0)::bigint as planned
  from movements m join records source on source.keeper_id = m.organisation_id and source.id = m.source_record_id
  where m.organisation_id = v.organisation_id and m.trade_id = v.trade_id and m.status <> 'deleted' and m.effective_at >= v.begins_at
    and source.bay_id = v.bay_id and (v.record_id is null or source.id = v.record_id))`

/**
 * Finds the reservations that stand now, of all bays or of these alone: they have begun, are not over, and their sale is confirmed. The first to have begun
 * comes first, and so has the first of what is there.
 */
export async function findOpenReservations(
  db: Kysely<Tables>,
  { organisationId, now }: Actor,
  bayIds?: number[],
): Promise<OpenReservation[]> {
  const { rows } = await sql<OpenReservation>`
    select v.id, v.trade_id as "tradeId", v.bay_id as "bayId", v.record_id as "recordId", v.weight_grams as grams,
      taken.used as "usedGrams", taken.planned as "plannedGrams", v.begins_at as "beginsAt", v.ends_at as "endsAt"
    from reservations v
    join trades t on t.organisation_id = v.organisation_id and t.id = v.trade_id and t.status = 'confirmed'
    cross join lateral ${usedOfReservation(now)} taken
    where v.organisation_id = ${organisationId} and v.over_at > ${now} and v.begins_at <= ${now}
      ${bayIds === undefined ? sql`` : sql`and v.bay_id = any(${bayIds}::bigint[])`}
    order by v.begins_at, v.id`.execute(db)
  return rows
}

/** Finds what is reserved in these bays, which are locked, and the stock of one's own that lies there. */
export async function findReservedStock(
  db: Kysely<Tables>,
  actor: Actor,
  bayIds: number[],
): Promise<ReservedStock> {
  return {
    reservations: await findOpenReservations(db, actor, bayIds),
    parcels: await findWeightsInBays(db, actor, bayIds),
  }
}

/** The stock of the caller's own that lies in these bays of the caller's now. */
export async function findWeightsInBays(
  db: Kysely<Tables>,
  { organisationId, now }: Actor,
  bayIds: number[],
): Promise<ReservedParcel[]> {
  if (bayIds.length === 0) return []
  const { rows } = await sql<ReservedParcel>`
    select r.id as "recordId", r.bay_id as "bayId", ledger_balance_now(b, ${now}) as grams
    from records r
    cross join lateral (select * from ledger_balances where storer_id = r.keeper_id and record_id = r.id offset 0) b
    where r.id = any(array(select record_id from ${recordsWithStockIn('bay', bayIds, now)} present))
      and r.keeper_id = ${organisationId} and r.owner_id = ${organisationId}::text
    order by r.id`.execute(db)
  return rows
}

/**
 * Refuses, where the organisation wants that, what cuts into reservations; otherwise answers what is to be told of it.
 *
 * @param isRefusable false for a plan, which is a conflict and is taken
 * @throws Refusal `reserved`
 */
export async function readCuts(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  cuts: Cut[],
  isRefusable: boolean,
): Promise<Message[]> {
  if (cuts.length === 0) return []
  const { rows } = await sql<{ id: string; bay: string; trade: string; refuses: boolean }>`
    select v.id, s.name || ', ' || b.name as bay, coalesce(nullif(t.reference, ''), nullif(t.partner_reference, ''), ${partnerOfSale}) as trade,
      o.refuses_reserved as refuses
    from reservations v
    join trades t on t.organisation_id = v.organisation_id and t.id = v.trade_id
    join bays b on b.organisation_id = v.organisation_id and b.id = v.bay_id
    join storages s on s.organisation_id = b.organisation_id and s.id = b.storage_id
    join organisations o on o.id = v.organisation_id
    where v.organisation_id = ${organisationId} and v.id = any(${cuts.map(({ reservation }) => reservation.id)}::uuid[])`.execute(
    db,
  )
  const named = new Map(rows.map((row) => [row.id, row]))
  return cuts.flatMap(({ reservation: { id }, grams }) => {
    const row = named.get(id)
    if (!row) return []
    const said = { bay: row.bay, trade: row.trade, weight: kilogramsFromGrams(grams) }
    if (row.refuses && isRefusable)
      throw new Refusal('reserved', message('cutsIntoReserved', said), { details: { reservationId: id } })
    return [message('reservedIsCut', said)]
  })
}

const partnerOfSale = nameOfOwner(sql`t.partner_id`, sql`t.organisation_id`)
