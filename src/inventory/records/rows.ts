import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { isId } from '../../kernel/ids.ts'
import type { Location } from '../../system/locations/schema.ts'
import { unitsJson } from '../../system/access/business-units.ts'
import type { Measurement } from '../stock/blend-rules.ts'
import { lastCount, type LastCountColumns } from './last-count.ts'
import type { FullRecord, ShortRecord } from './schema.ts'
import { nameOnMovement, ownerOfRecord } from '../partners/party-names.ts'

/** A record with the names around it, as the database answers it. Its figures are the ledger's (`totalsOf`). */
export interface RecordRow extends LastCountColumns {
  id: string
  keeper_id: string
  keeper_name: string
  owner_id: string
  owner_name: string
  confirmation: string | null
  bay_id: number | null
  name: string
  is_empty: boolean
  kind: ShortRecord['type']
  source: ShortRecord['source']
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  quality: Record<string, Measurement>
  uncleaned_share: number
  harvest_year: string
  tags: string[]
  area_hectares: string | null
  remaining_area_hectares: string | null
  /** Of a planting, and only for the organisation whose field it is. */
  harvest_plan_id: string | null
  expected_yield_grams_per_hectare: number | null
  expected_grams: number | null
  remaining_grams: number | null
  planted_on: string | null
  planted_on_precision: 'date' | 'month' | null
  sold_to: string | null
  /** Of trade availability: what is sold of it, moved or not. */
  sold_ahead_grams: number | null
  /** Of stock that lies in no place, for its keeper. */
  business_units: PlaceRow['businessUnits']
  created_by: string | null
  created_by_name: string
  created_at: Date
  place: PlaceRow | null
}

/** A field or store, and the bay in it where there is one. */
export interface PlaceRow {
  id: string
  organisationId: string
  name: string
  type: 'field' | 'store'
  area: number
  location: Location
  businessUnits: FullRecord['storage']['businessUnits']
  bayIds: number[]
  bayId: number
  bayName: string
}

/** Records `r` that the caller keeps, or owns and has confirmed where others keep them (rules.md §15). */
export function isVisibleTo({ organisationId }: Actor): RawBuilder<boolean> {
  return sql`(r.keeper_id = ${organisationId} or r.elsewhere_owner_id = ${organisationId}::text)`
}

/** Builds an array of the caller and all who store stock of the caller's: nobody else has facts that it may see. */
export function storersFor({ organisationId }: Actor): RawBuilder<unknown> {
  return sql`array(select ${organisationId}::uuid union select keeper_id from records where elsewhere_owner_id = ${organisationId}::text)`
}

/** Computes the grams in a record now: its balance, or the yield still expected of a growing crop. */
export function currentGrams(now: Date): RawBuilder<number> {
  return sql`case when r.source = 'planting' then ${remainingGrams} else coalesce(ledger_balance_now(b, ${now}), 0) end`
}

const remainingGrams = sql<number>`coalesce(round(r.remaining_area_hectares * r.expected_yield_grams_per_hectare), 0)::bigint`
const expectedGrams = sql<number>`coalesce(round(r.area_hectares * r.expected_yield_grams_per_hectare), 0)::bigint`

/** Nothing is there, and nothing is on its way. Needs the ledger's row as `b`. */
export function isEmpty(now: Date): RawBuilder<boolean> {
  return sql`case when r.source = 'planting' then coalesce(r.remaining_area_hectares, 0) = 0
    when coalesce(ledger_balance_now(b, ${now}), 0) <> 0 then false
    when ${nextUnweighedAt(now)} is not null then false
    else (b.next_due_at is null and b.settled_to <= ${now}) or not ${hasPlans(now)} end`
}

/** When the next load is planned to come or to leave that nobody has weighed: the ledger knows nothing of it, and it may have to be cleaned. */
export function nextUnweighedAt(now: Date): RawBuilder<Date | null> {
  const planned = sql`m.organisation_id = r.keeper_id and m.weight_grams = 0 and m.status <> 'deleted' and m.effective_at > ${now}`
  return sql`least(
    (select min(m.effective_at) from movements m where m.destination_record_id = r.id and ${planned}),
    (select min(m.effective_at) from movements m where m.source_record_id = r.id and ${planned}))`
}

/** Movements are asked, for the ledger also knows entries to come of plans that were taken back. */
function hasPlans(now: Date): RawBuilder<boolean> {
  const planned = sql`m.status <> 'deleted' and m.effective_at > ${now}`
  return sql`(exists (select from movements m where m.source_record_id = r.id and ${planned})
    or exists (select from movements m where m.destination_record_id = r.id and ${planned}))`
}

/** Some of it lies there now, or still stands. Needs the ledger's row as `b`. */
export function isThere(now: Date): RawBuilder<boolean> {
  return sql`case when r.source = 'planting' then coalesce(r.remaining_area_hectares, 0) > 0
    else coalesce(ledger_balance_now(b, ${now}), 0) > 0 end`
}

/**
 * A place as JSON. `storage` and `bay` are the columns that hold their ids. Business units are the storer's own
 * affair: others see none.
 */
export function placeJson(storage: RawBuilder<unknown>, bay: RawBuilder<unknown>, { organisationId }: Actor) {
  return sql<PlaceRow | null>`(
    select jsonb_build_object(
      'id', s.id, 'organisationId', s.organisation_id, 'name', s.name, 'type', s.type,
      'area', coalesce(s.area_hectares, 0), 'location', s.location,
      'businessUnits', ${unitsJson(sql`storage_business_units where storage_id = s.id and s.organisation_id = ${organisationId}`)},
      'bayIds', coalesce((select jsonb_agg(each.id order by each.id) from bays each where each.storage_id = s.id), '[]'),
      'bayId', coalesce(${bay}, 0),
      'bayName', coalesce((select lying.name from bays lying where lying.id = ${bay}), '')
    ) from storages s where s.id = ${storage})`
}

/** The records among `ids` that the caller may see, in the order of `ids`. */
export async function findRecordRows(db: Kysely<Tables>, actor: Actor, ids: string[]): Promise<RecordRow[]> {
  const possible = [...new Set(ids.filter(isId))]
  if (possible.length === 0) return []
  const { rows } = await sql<RecordRow>`
    select r.id, r.keeper_id, keeper.name as keeper_name, r.owner_id, ${ownerOfRecord} as owner_name, r.confirmation, r.bay_id, r.name, r.kind, r.source,
      r.commodity_id, r.type_id, r.grade_id, r.variety, r.tag_ids, r.quality, r.uncleaned_share, r.harvest_year, r.tags,
      r.area_hectares, r.remaining_area_hectares, r.expected_yield_grams_per_hectare,
      case when r.keeper_id = ${actor.organisationId} then r.harvest_plan_id end as harvest_plan_id,
      ${expectedGrams} as expected_grams, ${remainingGrams} as remaining_grams,
      r.planted_on, r.planted_on_precision, r.created_by, r.created_by_name, r.created_at,
      ${isEmpty(actor.now)} as is_empty, r.sold_ahead_grams,
      last_count.at as last_counted_at, last_count.grams as last_count_grams,
      ${unitsJson(sql`record_business_units where storer_id = r.keeper_id and record_id = r.id and r.keeper_id = ${actor.organisationId}`)} as business_units,
      (select ${nameOnMovement('receiver')} from movements m
        where m.source_record_id = r.id and m.sold and m.status <> 'deleted' and m.type = 'outbound'
          and m.effective_at <= ${actor.now}
        order by m.effective_at desc, m.id desc limit 1) as sold_to,
      ${placeJson(sql`r.storage_id`, sql`r.bay_id`, actor)} as place
    from records r
    join organisations keeper on keeper.id = r.keeper_id
    left join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
    left join lateral ${lastCount(actor.now)} last_count on true
    where r.id = any(${possible}::uuid[]) and ${isVisibleTo(actor)}`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return possible.flatMap((id) => byId.get(id) ?? [])
}
