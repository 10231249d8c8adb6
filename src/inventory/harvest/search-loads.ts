import { sql, type Kysely } from 'kysely'
import Type from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { CsvTable } from '../../http/csv.ts'
import type { SearchDefinition, SearchQuery } from '../../http/search/definition.ts'
import { searchCsv, searchDocs } from '../../http/search/search.ts'
import { findLoads } from './loads.ts'
import { getOwnPlan } from './own-plan.ts'
import type { HarvestLoad } from './schema.ts'

/** "Search Harvest Plan Loads": every load that was taken off the plantings of one plan. */
export const loadSearch: SearchDefinition<HarvestLoad> = {
  name: 'harvest-loads',
  path: '/api/inventory/harvest-plans/loads',
  source: ({ organisationId }, { harvestPlanId }) => ({
    from: sql`movements m join records r on r.id = m.source_record_id join storages field on field.id = r.storage_id`,
    where: [
      sql`r.harvest_plan_id = ${harvestPlanId}`,
      sql`m.organisation_id = ${organisationId}`,
      sql`m.status <> 'deleted'`,
    ],
  }),
  id: sql`m.id`,
  filters: {},
  sortable: {
    dateISO: sql`m.effective_at`,
    weightNet: sql`m.weight_grams`,
    moisture: sql`coalesce(m.harvest_moisture_percentage, -1)`,
    fieldName: sql`lower(field.name) collate "C"`,
  },
  defaultSort: { by: 'dateISO', descending: true },
  aggregations: [],
  parameters: { harvestPlanId: Type.String({ minLength: 1, maxLength: 100, description: 'The plan.' }) },
  docs: (db, actor, ids) => findLoads(db, actor, ids.map(Number)),
  csv: {
    id: ({ id }) => id,
    date: ({ dateISO }) => dateISO,
    field: ({ fieldName }) => fieldName,
    store: ({ storageName }) => storageName,
    bay: ({ substorageName }) => substorageName,
    commodity: ({ commodity }) => commodity.commodity.name,
    type: ({ commodity }) => commodity.type.name,
    grade: ({ commodity }) => commodity.grade.name,
    variety: ({ commodity }) => commodity.variety,
    'net kg': ({ weightNet }) => weightNet.weight,
    'moisture %': ({ moisture }) => moisture,
    'temperature °C': ({ temperature }) => temperature,
    driver: ({ driverName }) => driverName,
    registration: ({ driverRegistration }) => driverRegistration,
    movement: ({ movementId }) => movementId,
  },
}

/**
 * A page of a plan's loads, newest first unless sorted.
 *
 * @throws Refusal `not_found` for a plan that is not the caller's
 */
export async function searchLoads(
  db: Kysely<Tables>,
  actor: Actor,
  query: SearchQuery,
): Promise<HarvestLoad[]> {
  await getOwnPlan(db, actor, String(query['harvestPlanId']))
  return searchDocs(db, loadSearch, actor, query)
}

/** The same loads as CSV, without paging. */
export async function loadsCsv(db: Kysely<Tables>, actor: Actor, query: SearchQuery): Promise<CsvTable> {
  await getOwnPlan(db, actor, String(query['harvestPlanId']))
  return searchCsv(db, loadSearch, actor, query)
}
