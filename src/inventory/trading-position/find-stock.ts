import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { stockNameFor } from '../../system/commodities/stock-names.ts'
import { balanceAt, recordRow, recordsWithStock, recordsWithStockBetween } from '../ledger/ledger.ts'
import type { StockKey } from './rules.ts'

/** A parcel that lies somewhere now: the caller's own, wherever it is, or somebody else's in a bay of the caller's. */
export interface LyingParcel {
  id: string
  name: string
  place: string
  key: StockKey
  isOwn: boolean
  /** The bay of the caller's in which it lies; null where it lies with others. */
  bayId: number | null
  grams: number
}

interface DescribedRow {
  commodity_id: number
  type_id: number
  grade_id: number | null
  harvest_year: string
  tag_ids: number[]
}

const keyOf = (row: DescribedRow): StockKey => ({
  commodityId: row.commodity_id,
  typeId: row.type_id,
  gradeId: row.grade_id ?? 0,
  harvestYear: row.harvest_year,
  tagIds: row.tag_ids.toSorted((a, b) => a - b),
})

const placeOf = (record: RawBuilder<unknown>) => sql<string>`coalesce((
  select s.name || coalesce(', ' || b.name, '') from storages s left join bays b on b.organisation_id = s.organisation_id and b.id = ${record}.bay_id
  where s.id = ${record}.storage_id), '')`

/** All that lies in places now, in one statement. What is offered for sale and lies nowhere is not there. */
export async function findLyingParcels(db: Kysely<Tables>, actor: Actor): Promise<LyingParcel[]> {
  const { organisationId, now } = actor
  const { rows } = await sql<
    DescribedRow & {
      id: string
      name: string
      place: string
      is_own: boolean
      is_here: boolean
      bay_id: number | null
      grams: number
    }
  >`
    select r.id, r.name, ${placeOf(sql`r`)} as place, r.commodity_id, r.type_id, r.grade_id, r.harvest_year, r.tag_ids,
      r.owner_id = ${organisationId} as is_own, r.keeper_id = ${organisationId} as is_here, r.bay_id, standing.grams
    from records r
    cross join lateral (select ${balanceAt(recordRow(sql`r`), now)} as grams offset 0) standing
    where r.id = any(array(select record_id from ${recordsWithStock(organisationId, now)} candidate))
      and r.source <> 'planting' and r.storage_id is not null and standing.grams <> 0
    order by r.created_at, r.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: stockNameFor(row.name, actor),
    place: row.place,
    key: keyOf(row),
    isOwn: row.is_own,
    bayId: row.is_here ? row.bay_id : null,
    grams: row.grams,
  }))
}

/** One end of a planned load: a parcel, or a crop that stands. */
export interface PlannedEnd {
  recordId: string
  name: string
  place: string
  isPlanting: boolean
  isOwn: boolean
  bayId: number | null
  key: StockKey
}

/** A load that is still to come or to leave. */
export interface PlannedMovement {
  id: number
  day: string
  at: Date
  tradeId: string | null
  /** Weighed or estimated, less what drying takes where it comes. */
  outGrams: number
  inGrams: number
  /** Null where it comes from outside. */
  from: PlannedEnd | null
  /** Null where it leaves. */
  to: PlannedEnd | null
}

interface EndRow extends DescribedRow {
  id: string
  name: string
  place: string
  is_planting: boolean
  is_own: boolean
  bay_id: number | null
}

const endOf = (
  record: RawBuilder<unknown>,
  { organisationId }: Actor,
): RawBuilder<EndRow | null> => sql`case when ${record}.id is not null then
  jsonb_build_object('id', ${record}.id, 'name', ${record}.name, 'place', ${placeOf(record)}, 'is_planting', ${record}.source = 'planting',
    'is_own', ${record}.owner_id = ${organisationId}, 'bay_id', case when ${record}.keeper_id = ${organisationId}::uuid then ${record}.bay_id end,
    'commodity_id', ${record}.commodity_id, 'type_id', ${record}.type_id, 'grade_id', ${record}.grade_id,
    'harvest_year', ${record}.harvest_year, 'tag_ids', ${record}.tag_ids) end`

/** Further ahead than anybody plans. */
const AHEAD_MS = 36_500 * 86_400_000

/**
 * The loads that are planned: those of the caller's own, and those of its stock that lies with others. One statement; its cost goes with what is planned and
 * what lies with others.
 */
export async function findPlannedMovements(db: Kysely<Tables>, actor: Actor): Promise<PlannedMovement[]> {
  const { organisationId, now, timeZone } = actor
  const elsewhere = sql`
    select r.keeper_id, r.id from records r
    where r.id = any(array(select record_id from ${recordsWithStockBetween(organisationId, now, new Date(now.getTime() + AHEAD_MS))} candidate))
      and r.elsewhere_owner_id = ${organisationId}::text`
  const ahead = sql`effective_at > ${now} and status <> 'deleted'`
  const { rows } = await sql<{
    id: number
    day: string
    at: Date
    organisation_id: string
    trade_id: string | null
    weight_grams: number
    shrink_grams: number
    commodity_id: number
    type_id: number
    grade_id: number | null
    tag_ids: number[]
    source: EndRow | null
    destination: EndRow | null
  }>`
    with planned as (
      select organisation_id, id from movements where organisation_id = ${organisationId} and effective_at > recorded_at and ${ahead}
      union
      select m.organisation_id, m.id from (${elsewhere}) own cross join lateral (
        select organisation_id, id from movements where organisation_id = own.keeper_id and source_record_id = own.id and ${ahead}
        union all
        select organisation_id, id from movements where organisation_id = own.keeper_id and destination_record_id = own.id and ${ahead}) m)
    select m.id, (m.effective_at at time zone ${timeZone})::date::text as day, m.effective_at as at, m.organisation_id, m.trade_id, m.weight_grams, m.shrink_grams,
      m.commodity_id, m.type_id, m.grade_id, m.tag_ids, ${endOf(sql`source`, actor)} as source, ${endOf(sql`destination`, actor)} as destination
    from planned join movements m on m.organisation_id = planned.organisation_id and m.id = planned.id
    left join records source on source.keeper_id = m.organisation_id and source.id = m.source_record_id
    left join records destination on destination.keeper_id = m.organisation_id and destination.id = m.destination_record_id
    where m.weight_grams > 0
    order by m.effective_at, m.id`.execute(db)
  return rows.map((row) => {
    // It is called as its own row says until it has joined what lies there.
    const said = { commodity_id: row.commodity_id, type_id: row.type_id, grade_id: row.grade_id }
    const to = row.destination && { ...row.destination, ...said, tag_ids: row.tag_ids }
    return {
      id: row.id,
      day: row.day,
      at: row.at,
      tradeId: row.organisation_id === organisationId ? row.trade_id : null,
      outGrams: row.weight_grams,
      inGrams: row.weight_grams - row.shrink_grams,
      from: row.source && plannedEnd(actor, row.source),
      to: to && plannedEnd(actor, to),
    }
  })
}

function plannedEnd(actor: Actor, row: EndRow): PlannedEnd {
  return {
    recordId: row.id,
    name: stockNameFor(row.name, actor),
    place: row.place,
    isPlanting: row.is_planting,
    isOwn: row.is_own,
    bayId: row.bay_id,
    key: keyOf(row),
  }
}
