import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { CsvTable } from '../../http/csv.ts'
import type { SearchDefinition, SearchFilter, SearchQuery } from '../../http/search/definition.ts'
import { searchCsv } from '../../http/search/search.ts'
import { findTag } from '../../system/commodities/catalogue.ts'
import {
  commodityFilter,
  harvestYearFilter,
  tagFilter,
  typeFilter,
} from '../../system/commodities/search-filters.ts'
import { isGivenAway } from './planting-figures.ts'
import { findPlans } from './queries.ts'
import type { HarvestPlan } from './schema.ts'

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
  csv: {
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
export function plansCsv(db: Kysely<Tables>, actor: Actor, query: SearchQuery): CsvTable {
  const docs: typeof planSearch.docs = (handle, asking, ids) =>
    findPlans(handle, asking, ids, { withRecords: false })
  return searchCsv(db, { ...planSearch, docs }, actor, query)
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
