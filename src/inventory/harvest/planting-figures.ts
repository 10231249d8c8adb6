import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { squareMetres } from '../../kernel/area.ts'
import { harvestedGramsOf } from '../ledger/ledger.ts'
import type { PlantingFigures } from './rules.ts'

interface Row {
  id: string
  field_id: string
  harvest_plan_id: string | null
  harvest_year: string
  commodity_id: number
  variety: string
  area: string
  remaining: string
  yield_area_offset: string
  split_group_id: string | null
  expected: number
  measured_grams: number
  grams_times_moisture: string
}

/** A planting's figures, and what they belong to. */
export interface PlannedPlanting extends PlantingFigures {
  id: string
  planId: string | null
  year: string
  commodityId: number
  variety: string
}

/**
 * That nothing is left of a planting `r` in its field `s`: the whole field was split off, and the crop with it, before any grain came off.
 * Its parts are plantings of their own. A load that is entered late makes it count again.
 */
export const isGivenAway = sql<boolean>`coalesce(r.area_hectares = 0 and s.area_hectares = 0 and not exists (
  select from movements m where m.source_record_id = r.id and m.status <> 'deleted'), false)`

/**
 * The figures of the plantings `r`, in their fields `s`, that `where` says, oldest first: areas as they stand, what was harvested as the
 * ledger has it now, and, where it is asked for, moisture from the loads up to now. Two statements, whatever their number.
 */
export function findPlantingFigures(
  db: Kysely<Tables>,
  { now }: Actor,
  where: RawBuilder<unknown>,
  { withMoisture = true }: { withMoisture?: boolean } = {},
): Promise<PlannedPlanting[]> {
  return inOneMoment(db, (moment) => readFigures(moment, now, where, withMoisture))
}

async function readFigures(
  db: Kysely<Tables>,
  now: Date,
  where: RawBuilder<unknown>,
  withMoisture: boolean,
): Promise<PlannedPlanting[]> {
  const { rows } = await sql<Row>`
    select r.id, r.storage_id as field_id, r.harvest_plan_id, r.harvest_year, r.commodity_id, r.variety,
      coalesce(r.area_hectares, 0) as area,
      coalesce(r.remaining_area_hectares, 0) as remaining, r.yield_area_offset_hectares as yield_area_offset, r.split_group_id,
      coalesce(r.expected_yield_grams_per_hectare, 0) as expected,
      coalesce(measured.grams, 0) as measured_grams, coalesce(measured.grams_times_moisture, 0) as grams_times_moisture
    from records r
    left join storages s on s.id = r.storage_id
    left join lateral (
      select coalesce(sum(m.weight_grams), 0)::bigint as grams,
        coalesce(sum(m.weight_grams * m.harvest_moisture_percentage), 0) as grams_times_moisture
      from movements m
      where m.source_record_id = r.id and m.status <> 'deleted' and m.effective_at <= ${now}
        and m.harvest_moisture_percentage is not null
    ) measured on ${withMoisture}
    where r.source = 'planting' and ${where}
    order by r.created_at, r.id`.execute(db)
  const harvested = await harvestedGramsOf(
    db,
    rows.map(({ id }) => id),
    now,
  )
  return rows.map((row) => ({
    id: row.id,
    fieldId: row.field_id,
    planId: row.harvest_plan_id,
    year: row.harvest_year,
    commodityId: row.commodity_id,
    variety: row.variety,
    area: squareMetres(row.area),
    remaining: squareMetres(row.remaining),
    yieldAreaOffset: squareMetres(row.yield_area_offset),
    splitGroupId: row.split_group_id,
    expectedGramsPerHectare: row.expected,
    harvestedGrams: harvested.get(row.id) ?? 0,
    measuredGrams: row.measured_grams,
    gramsTimesMoisture: Number(row.grams_times_moisture),
  }))
}
