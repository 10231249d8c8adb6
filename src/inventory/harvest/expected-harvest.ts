import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { startOfHarvestYear } from '../../system/countries/countries.ts'
import { findPlantingFigures, isGivenAway } from './planting-figures.ts'
import { restOfPlantings } from './rules.ts'

/** Grain of one's own that a plan still expects off a planting. */
export interface ExpectedHarvest {
  plantingId: string
  planId: string
  fieldName: string
  commodityId: number
  typeId: number
  gradeId: number
  harvestYear: string
  tagIds: number[]
  /** The day from which its harvest year runs. */
  firstDay: string
  grams: number
}

interface PlantingRow {
  id: string
  plan_id: string
  field_name: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  harvest_year: string
  tag_ids: number[]
  is_own: boolean
}

/**
 * Finds what the caller's harvest plans still expect of its own crops, planting by planting: of the harvest year that runs and of later ones, since of
 * an earlier one nothing comes any more. Three statements; the cost goes with the plantings of those years.
 *
 * @param today in the organisation's time zone
 */
export async function findExpectedHarvest(
  db: Kysely<Tables>,
  actor: Actor,
  today: string,
): Promise<ExpectedHarvest[]> {
  // The year that runs may be called after the one before this, where its harvest year has not begun yet.
  const earliest = String(Number(today.slice(0, 4)) - 1)
  const { rows } = await sql<PlantingRow>`
    select r.id, p.id as plan_id, s.name as field_name, r.commodity_id, r.type_id, r.grade_id, r.harvest_year, r.tag_ids,
      r.owner_id = ${actor.organisationId} as is_own
    from harvest_plans p join records r on r.harvest_plan_id = p.id join storages s on s.id = r.storage_id
    where p.organisation_id = ${actor.organisationId} and p.harvest_year >= ${earliest} and not ${isGivenAway}
    order by r.created_at, r.id`.execute(db)
  const running = rows.flatMap((row) => {
    const firstDay = startOfHarvestYear(row.harvest_year, actor.countryISO, row.commodity_id)
    return firstDay !== undefined && isRunningOrLater(firstDay, today) ? [{ ...row, firstDay }] : []
  })
  if (!running.some(({ is_own: isOwn }) => isOwn)) return []
  const rests = await findRests(db, actor, [...new Set(running.map(({ plan_id: id }) => id))])
  return running.flatMap((row) => {
    const grams = rests.get(row.id) ?? 0
    if (!row.is_own || grams <= 0) return []
    return {
      plantingId: row.id,
      planId: row.plan_id,
      fieldName: row.field_name,
      commodityId: row.commodity_id,
      typeId: row.type_id,
      gradeId: row.grade_id ?? 0,
      harvestYear: row.harvest_year,
      tagIds: row.tag_ids,
      firstDay: row.firstDay,
      grams,
    }
  })
}

/** True unless the year after has begun. */
function isRunningOrLater(firstDay: string, today: string): boolean {
  const next = `${Number(firstDay.slice(0, 4)) + 1}${firstDay.slice(4)}`
  return today < next
}

async function findRests(db: Kysely<Tables>, actor: Actor, planIds: string[]): Promise<Map<string, number>> {
  // By what others of a split have brought, the yields of these are measured too.
  const where = sql`not ${isGivenAway} and (r.harvest_plan_id = any(${planIds}::uuid[])
    or r.split_group_id = any(array(select split_group_id from records where harvest_plan_id = any(${planIds}::uuid[])
      and split_group_id is not null)))`
  const figures = await findPlantingFigures(db, actor, where, { withMoisture: false })
  const plans = Map.groupBy(figures, ({ planId }) => planId)
  return new Map(
    planIds.flatMap((planId) => {
      const own = plans.get(planId) ?? []
      const groups = new Set(own.flatMap(({ splitGroupId }) => splitGroupId ?? []))
      const others = figures.filter(
        (each) => each.planId !== planId && each.splitGroupId !== null && groups.has(each.splitGroupId),
      )
      return [...restOfPlantings(own, others)].map(([{ id }, grams]) => [id, grams] as const)
    }),
  )
}
