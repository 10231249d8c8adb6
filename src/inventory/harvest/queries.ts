import { sql, type Kysely } from 'kysely'
import { rowsById } from '../../db/any-of.ts'
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
import {
  plantingStatusOf,
  summarise,
  type Summary,
  historyOf,
  type YearFigures,
  yieldsOfFields,
} from './rules.ts'
import type { HarvestPlan, HarvestHistory } from './schema.ts'
import { closed } from '../../http/validate/schema.ts'
import {
  filterSchema,
  type SearchQuery,
  type SearchDefinition,
  type SearchFilter,
} from '../../http/search/definition.ts'
import { allOf } from '../../http/search/facets.ts'
import { filterConditions } from '../../http/search/find.ts'
import type { TableFile } from '../../http/table.ts'
import { searchTable } from '../../http/search/search.ts'
import { findTag } from '../../system/commodities/catalogue.ts'
import {
  commodityFilter,
  harvestYearFilter,
  tagFilter,
  typeFilter,
} from '../../system/commodities/search-filters.ts'
import { tableFor } from '../table-for.ts'

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
    const others = othersOfGroups(planted, figures)
    const ofPlan = {
      summary: summarise(planted, others),
      yields: yieldsOfFields([...planted, ...others]),
      records: recordsByPlan.get(row.id) ?? [],
    }
    return planToWire(actor, row, ofPlan)
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
  { summary, yields, records }: { summary: Summary; yields: Map<string, number>; records: ShortRecord[] },
): HarvestPlan {
  const fieldIds = new Set(records.map(({ harvest }) => harvest.fieldId))
  return {
    id: row.id,
    harvestYear: row.harvest_year,
    status: plantingStatusOf(summary),
    commodity: planCommodity(countryISO, row, summary.projectedGrams),
    businessUnit: row.business_unit ?? { id: '', name: '', type: '' },
    businessUnitIds: row.business_unit ? [row.business_unit.id] : [],
    summary: summaryToWire(summary),
    yields: [...yields]
      .filter(([fieldId]) => fieldIds.has(fieldId))
      .map(([fieldId, grams]) => ({ fieldId, kilogramsPerHectare: kilogramsFromGrams(Math.round(grams)) })),
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
    fieldsWithoutCutArea: summary.fieldsWithoutCutArea,
    estimatedCutArea: Number(hectaresFrom(summary.estimatedCutArea)),
  }
}

const regionOfField = sql`nullif(s.region_iso, '')`

/** "Search Harvest Plans": what plans can be found and sorted by. Plans without plantings are not listed. */
export const planSearch: SearchDefinition<HarvestPlan> = {
  name: 'harvest-plans',
  path: '/api/inventory/harvest-plans',
  source: ({ organisationId }) => ({
    from: sql`harvest_plans p
      cross join lateral (
        select count(*) as plantings, coalesce(sum(r.area_hectares), 0) as size,
          array_agg(distinct ${regionOfField}) as regions
        from records r left join storages s on s.id = r.storage_id
        where r.harvest_plan_id = p.id and not ${isGivenAway}
      ) planted`,
    where: [sql`p.organisation_id = ${organisationId}`, sql`planted.plantings > 0`],
  }),
  id: sql`p.id`,
  filters: {
    'f:harvestYear': harvestYearFilter(sql`p.harvest_year`),
    'f:commodity': commodityFilter(sql`p.commodity_id`),
    'f:commodityType': typeFilter(sql`p.type_id`),
    'f:businessUnitIds': {
      displayName: 'Business unit',
      kind: 'uuid',
      value: sql`p.business_unit_id`,
    },
    'f:regionISO': {
      displayName: 'Region of any of its fields',
      values: 'such as GB-HRT',
      kind: 'text',
      isCaseless: true,
      isArray: true,
      value: sql`planted.regions`,
    },
    tags: tagFilter(sql`p.tag_ids`),
  },
  sortable: {
    harvestYear: sql`p.harvest_year collate "C"`,
    variety: sql`lower(p.variety) collate "C"`,
    totalSize: sql`planted.size`,
    totalCount: sql`planted.plantings`,
    createdAtUTC: sql`p.created_at`,
  },
  defaultSort: { by: 'harvestYear', descending: true },
  aggregations: [],
  docs: findPlans,
  columns: {
    id: ({ id }) => id,
    'harvest year': ({ harvestYear }) => harvestYear,
    status: ({ status }) => status,
    commodity: ({ commodity }) => commodity.commodity.name,
    type: ({ commodity }) => commodity.type.name,
    grade: ({ commodity }) => commodity.grade.name,
    variety: ({ commodity }) => commodity.variety,
    tags: ({ commodity }) => commodity.tags.map((id) => findTag(id)?.name ?? id).join(', '),
    'business unit': ({ businessUnit }) => businessUnit.name,
    plantings: ({ summary }) => summary.totalCount,
    'area ha': ({ summary }) => summary.totalSize,
    'harvested area ha': ({ summary }) => summary.areaHarvested,
    'predicted kg': ({ summary }) => summary.totalPredictedYield,
    'projected kg': ({ summary }) => summary.totalProjectedYield,
    'harvested kg': ({ summary }) => summary.totalHarvestedYield,
    'remaining kg': ({ summary }) => summary.totalRemainingYield,
    'average moisture %': ({ summary }) => summary.averageMoistureContent,
    'yield variance %': ({ summary }) => summary.yieldVariance,
  },
}

/** The plans found as CSV, a line each: what their plantings add up to. */
export function plansTable(db: Kysely<Tables>, actor: Actor, query: SearchQuery): TableFile {
  const docs: typeof planSearch.docs = (handle, asking, ids) =>
    findPlans(handle, asking, ids, { withRecords: false })
  return tableFor(searchTable(db, { ...planSearch, docs }, actor, query), actor)
}

/** By what the history of plans is filtered: the plantings themselves. Needs their field as `s`. */
export const plantingFilters: Record<string, SearchFilter> = {
  'f:harvestYear': harvestYearFilter(sql`r.harvest_year`),
  'f:commodity': commodityFilter(sql`r.commodity_id`),
  'f:commodityType': typeFilter(sql`r.type_id`),
  'f:businessUnitIds': {
    displayName: 'Business unit',
    kind: 'uuid',
    value: sql`(select p.business_unit_id from harvest_plans p where p.id = r.harvest_plan_id)`,
  },
  'f:regionISO': {
    displayName: 'Region of the field',
    values: 'such as GB-HRT',
    kind: 'text',
    isCaseless: true,
    value: sql`(select ${regionOfField} from storages s where s.id = r.storage_id)`,
  },
}

/** Filters that may narrow the history. */
export const HistoryQuery = closed(
  Object.fromEntries(Object.entries(plantingFilters).map(([name, filter]) => [name, filterSchema(filter)])),
)

/** Reads the expected and actual harvest of the caller's plantings as chart data, harvest year by harvest year. */
export async function readHistory(
  db: Kysely<Tables>,
  actor: Actor,
  query: SearchQuery,
): Promise<HarvestHistory> {
  const own = sql`r.keeper_id = ${actor.organisationId}`
  const where = allOf([own, ...filterConditions(plantingFilters, actor, query)])
  const years = historyOf(await findPlantingFigures(db, actor, where, { withMoisture: false }))
  const dataset = (label: string, figure: (year: YearFigures) => number) => ({
    label,
    data: years.map(figure),
  })
  return {
    labels: years.map(({ year }) => year),
    datasets: [
      dataset('predicted', ({ predictedGrams }) => kilogramsFromGrams(predictedGrams)),
      dataset('harvested', ({ harvestedGrams }) => kilogramsFromGrams(harvestedGrams)),
      dataset('area', ({ area }) => Number(hectaresFrom(area))),
      dataset('areaHarvested', ({ areaHarvested }) => Number(hectaresFrom(areaHarvested))),
      dataset('yield', ({ gramsPerHectare }) => kilogramsFromGrams(Math.round(gramsPerHectare))),
    ],
  }
}
