import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { FileRef as FileRefSchema } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isNumericId } from '../../kernel/ids.ts'
import { paired } from '../../kernel/paired.ts'
import { readingUnit } from '../../system/commodities/catalogue.ts'
import { fileRefs } from '../../system/files/find-files.ts'
import { editsToResponse } from '../loads/edit/apply-edits.ts'
import { reverseMovements, netOfOthers } from '../loads/edit/delete-movement.ts'
import { editReasonOf } from '../loads/edit/schema.ts'
import type { LockedMovementRow } from '../loads/edit/lock-movement.ts'
import { loadWeightToWire, sampleToWire, type StoredSample } from '../records/wire.ts'
import { remarksOnIntake } from '../stock/effects.ts'
import type { Brought } from './add-loads.ts'
import { getPlanWithPlantings } from './get-plan.ts'
import { planCommodity } from './queries.ts'
import type { EnteredHarvestLoad, HarvestLoad, DeleteLoadsBody } from './schema.ts'
import { momentColumns, type TableFile } from '../../http/table.ts'
import type { SearchDefinition, SearchQuery } from '../../http/search/definition.ts'
import { searchTable, searchDocs } from '../../http/search/search.ts'
import { message } from '../../words/catalogue.ts'
import { tableFor } from '../table-for.ts'

interface Row {
  id: number
  planting_id: string
  record_id: string | null
  field_id: string
  field_name: string
  field_area: string
  storage_id: string | null
  storage_name: string | null
  bay_id: number | null
  bay_name: string | null
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  effective_at: Date
  weight_grams: number
  moisture: string | null
  temperature: string | null
  driver_name: string | null
  vehicle_registration: string | null
  sample: StoredSample | null
}

/** Loads of the caller's own fields, by the numbers of their movements and in that order. */
export async function findLoads(db: Kysely<Tables>, actor: Actor, ids: number[]): Promise<HarvestLoad[]> {
  const { rows } = await sql<Row>`
    select m.id, planting.id as planting_id, m.destination_record_id as record_id,
      field.id as field_id, field.name as field_name,
      coalesce(field.area_hectares, planting.area_hectares, 0) as field_area,
      store.id as storage_id, store.name as storage_name, bays.id as bay_id, bays.name as bay_name,
      m.commodity_id, m.type_id, m.grade_id, m.variety, m.tag_ids, m.effective_at, m.weight_grams,
      m.harvest_moisture_percentage as moisture, m.harvest_temperature_celsius as temperature,
      m.driver_name, m.vehicle_registration,
      (select jsonb_build_object('id', s.id, 'fields', s.fields, 'file_ids', s.file_ids, 'grade_id', s.grade_id)
        from samples s where s.storer_id = m.organisation_id and s.movement_id = m.id order by s.id desc limit 1) as sample
    from movements m
    join records planting on planting.keeper_id = m.organisation_id and planting.id = m.source_record_id
    join storages field on field.id = planting.storage_id
    left join records parcel on parcel.keeper_id = m.organisation_id and parcel.id = m.destination_record_id
    left join storages store on store.id = parcel.storage_id
    left join bays on bays.id = parcel.bay_id
    where m.organisation_id = ${actor.organisationId} and m.id = any(${ids}::bigint[])`.execute(db)
  const files = await fileRefs(db, actor, [...new Set(rows.flatMap(({ sample }) => sample?.file_ids ?? []))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => loadToWire(actor, row, files))
}

/** Reads the loads just brought in, as the answer shows them. */
export async function enteredLoads(
  db: Kysely<Tables>,
  actor: Actor,
  brought: Brought[],
): Promise<EnteredHarvestLoad[]> {
  const loads = await findLoads(
    db,
    actor,
    brought.map(({ id }) => id),
  )
  return paired(loads, brought).map(([load, each]) => ({
    ...load,
    ...remarksOnIntake(actor, each.effectiveAt, each),
  }))
}

type Files = Map<string, Static<typeof FileRefSchema>>

/** The one row → wire function of loads. */
function loadToWire({ countryISO }: Actor, row: Row, files: Files): HarvestLoad {
  return {
    id: String(row.id),
    fieldId: row.field_id,
    fieldName: row.field_name,
    storageId: row.storage_id ?? '',
    storageName: row.storage_name ?? '',
    substorageId: row.bay_id ?? 0,
    substorageName: row.bay_name ?? '',
    recordId: row.record_id ?? '',
    plantingId: row.planting_id,
    movementId: row.id,
    commodity: planCommodity(countryISO, row, row.weight_grams),
    dateISO: row.effective_at.toISOString(),
    weightNet: loadWeightToWire(row.weight_grams, readingUnit(countryISO, row.commodity_id)),
    fieldArea: Number(row.field_area),
    moisture: row.moisture === null ? null : Number(row.moisture),
    temperature: row.temperature === null ? null : Number(row.temperature),
    driverName: row.driver_name ?? '',
    driverRegistration: row.vehicle_registration ?? '',
    sample: row.sample && sampleToWire(row.sample, files),
  }
}

/**
 * Takes loads of a plan back, each at its own date: their movements are deleted (rules.md §6). All or none.
 *
 * @throws Refusal `not_found` for what is not a load of this plan; `insufficient_stock` where a load has already gone on;
 *   `invalid_input` where it has to be said what becomes of a lorry's net
 */
export async function deleteLoads(
  trx: Transaction,
  actor: Actor,
  planId: string,
  body: Static<typeof DeleteLoadsBody>,
) {
  const plan = await getPlanWithPlantings(trx, actor, planId)
  const ids = [...new Set(body.map(({ loadId }) => loadId))]
  const { rows } = await sql<LockedMovementRow>`
    select m.* from movements m join records r on r.keeper_id = m.organisation_id and r.id = m.source_record_id
    where m.organisation_id = ${actor.organisationId} and m.id = any(${ids.filter(isNumericId)}::bigint[]) and r.harvest_plan_id = ${plan.id} and m.status <> 'deleted'
    order by m.id for update of m`.execute(trx)
  const known = new Set(rows.map(({ id }) => String(id)))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw notFound('load', unknown, { within: 'plan' })
  const deleted = rows.map((movement) => {
    const index = body.findIndex(({ loadId }) => loadId === String(movement.id))
    return { movement, lorryNet: body[index]?.lorryNet, path: `[${index}].` }
  })
  const reason = [...new Set(body.map(editReasonOf))].filter(Boolean).join('; ')
  const applied = await reverseMovements(trx, actor, deleted, reason)
  const done = message('loadsWereDeleted', { count: ids.length })
  return editsToResponse(actor, applied, { said: [done, ...netOfOthers(applied)], ids: ids.map(Number) })
}

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
  columns: {
    id: ({ id }) => id,
    ...momentColumns<HarvestLoad>('date', 'dateUTC', ({ dateISO }) => dateISO),
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
  await getPlanWithPlantings(db, actor, String(query['harvestPlanId']))
  return searchDocs(db, loadSearch, actor, query)
}

/** Lists loads as CSV, without paging. */
export async function loadsTable(db: Kysely<Tables>, actor: Actor, query: SearchQuery): Promise<TableFile> {
  await getPlanWithPlantings(db, actor, String(query['harvestPlanId']))
  return tableFor(searchTable(db, loadSearch, actor, query), actor)
}
