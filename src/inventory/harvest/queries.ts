import { sql, type Kysely } from 'kysely'
import { rowsById } from '../../db/rows-by-id.ts'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { hectaresFrom } from '../../kernel/area.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { findShortRecords } from '../records/queries.ts'
import type { ShortRecord } from '../records/schema.ts'
import { commodityDetail } from '../records/wire.ts'
import { findPlantingFigures, isGivenAway, type PlannedPlanting } from './planting-figures.ts'
import { statusOf, summarise, type Summary } from './rules.ts'
import type { HarvestPlan } from './schema.ts'

/** Reads of harvest plans. They are seen by the organisation whose fields they are, and by nobody else. */

interface PlanRow {
  id: string
  harvest_year: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  business_unit: HarvestPlan['businessUnit'] | null
}

/**
 * One plan with its plantings.
 *
 * @throws Refusal `not_found` for what is not there or another organisation's
 */
export async function getPlan(db: Kysely<Tables>, actor: Actor, id: string): Promise<HarvestPlan> {
  const [plan] = await findPlans(db, actor, [id])
  if (!plan) throw notFound('harvest plan', id)
  return plan
}

/**
 * The caller's plans among `ids`, in that order. A bounded number of statements, whatever their number.
 *
 * @param withRecords false leaves their plantings out, which take most of the time
 */
export function findPlans(
  db: Kysely<Tables>,
  actor: Actor,
  ids: string[],
  { withRecords = true }: { withRecords?: boolean } = {},
): Promise<HarvestPlan[]> {
  return inOneMoment(db, (moment) => readPlans(moment, actor, ids, withRecords))
}

async function readPlans(
  db: Kysely<Tables>,
  actor: Actor,
  ids: string[],
  withRecords: boolean,
): Promise<HarvestPlan[]> {
  const rows = await findPlanRows(db, actor, ids)
  if (rows.length === 0) return []
  const planIds = rows.map(({ id }) => id)
  // By what others of a split have brought, the yields of these are measured too.
  const where = sql`not ${isGivenAway} and (r.harvest_plan_id = any(${planIds}::uuid[])
    or r.split_group_id = any(array(select split_group_id from records where harvest_plan_id = any(${planIds}::uuid[])
      and split_group_id is not null)))`
  const figures = await findPlantingFigures(db, actor, where)
  const own = figures.filter(({ planId }) => planId !== null && planIds.includes(planId))
  const records = await findShortRecords(db, actor, withRecords ? own.map(({ id }) => id) : [])
  const figuresByPlan = Map.groupBy(figures, ({ planId }) => planId)
  const recordsByPlan = Map.groupBy(records, ({ harvest }) => harvest.harvestPlanId)
  return rows.map((row) => {
    const planted = figuresByPlan.get(row.id) ?? []
    const summary = summarise(planted, othersOfGroups(planted, figures))
    return planToWire(actor, row, summary, recordsByPlan.get(row.id) ?? [])
  })
}

/** The plantings of other plans that a split made of the same fields as these. */
function othersOfGroups(plantings: PlannedPlanting[], all: PlannedPlanting[]): PlannedPlanting[] {
  const own = new Set(plantings)
  const groups = new Set(plantings.flatMap(({ splitGroupId }) => splitGroupId ?? []))
  return all.filter((each) => !own.has(each) && each.splitGroupId !== null && groups.has(each.splitGroupId))
}

async function findPlanRows(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  ids: string[],
): Promise<PlanRow[]> {
  const possible = [...new Set(ids.filter(isId))]
  if (possible.length === 0) return []
  const { rows } = await sql<PlanRow>`
    select p.id, p.harvest_year, p.commodity_id, p.type_id, p.grade_id, p.variety, p.tag_ids,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'type', u.type) end as business_unit
    from ${rowsById('harvest_plans', possible)} p left join business_units u on u.id = p.business_unit_id
    where p.organisation_id = ${organisationId}`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return possible.flatMap((id) => byId.get(id) ?? [])
}

/** The one row → wire function of plans. */
function planToWire(
  { countryISO }: Actor,
  row: PlanRow,
  summary: Summary,
  records: ShortRecord[],
): HarvestPlan {
  return {
    id: row.id,
    harvestYear: row.harvest_year,
    status: statusOf(summary),
    commodity: planCommodity(countryISO, row, summary.projectedGrams),
    businessUnit: row.business_unit ?? { id: '', name: '', type: '' },
    businessUnitIds: row.business_unit ? [row.business_unit.id] : [],
    summary: summaryToWire(summary),
    records,
  }
}

/** A commodity as plans and loads show it: tags by id, and a weight in the unit the caller's country reads it in. */
export function planCommodity(
  countryISO: string,
  row: Parameters<typeof commodityDetail>[1],
  grams: number,
): HarvestPlan['commodity'] {
  const { commodity, type, grade, variety, weight } = commodityDetail(countryISO, row, grams)
  return { commodity, type, grade, variety, tags: row.tag_ids, weight }
}

function summaryToWire(summary: Summary): HarvestPlan['summary'] {
  return {
    totalCount: summary.count,
    totalSize: Number(hectaresFrom(summary.area)),
    totalPredictedYield: kilogramsFromGrams(summary.predictedGrams),
    totalProjectedYield: kilogramsFromGrams(summary.projectedGrams),
    totalHarvestedYield: kilogramsFromGrams(summary.harvestedGrams),
    totalRemainingYield: kilogramsFromGrams(summary.remainingGrams),
    averageMoistureContent: summary.averageMoisturePercentage,
    yieldVariance: summary.varianceAsPercentage,
    areaHarvested: Number(hectaresFrom(summary.areaHarvested)),
  }
}
