import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { squareMetres } from '../../kernel/area.ts'
import { NIL_ID } from '../../kernel/ids.ts'
import { writtenCommodity } from '../../system/commodities/names.ts'
import { typeName } from '../../system/commodities/catalogue.ts'
import { joinList, type ExportRow } from '../../system/imports/imports.ts'
import type { Location } from '../../system/locations/schema.ts'
import { recordsWithStock } from '../ledger/ledger.ts'
import { commodityCells } from './commodity-columns.ts'
import type { plantingColumns } from './field-inventory.ts'
import type { yieldColumns } from './field-yields.ts'
import type { fieldColumns } from './fields.ts'
import { placeCells } from './place-columns.ts'
import { readInPieces } from './read-in-pieces.ts'
import type { stockImportColumns } from './stock-columns.ts'
import type { storeColumns } from './stores.ts'
import { ownerOfRecord } from '../partners/party-names.ts'

/** Exports in the columns of the imports: sent back to them, they change nothing. */

type Db = Kysely<Tables>

const AT_ONCE = 500

const unitNames = sql<string[]>`array(
  select u.name from storage_business_units su join business_units u on u.id = su.business_unit_id
  where su.storage_id = s.id and u.archived_at is null order by lower(u.name) collate "C", u.id)`

interface PlaceRow {
  id: string
  name: string
  location: Location
  tags: string[]
  units: string[]
}

export async function* exportFields(
  db: Db,
  { organisationId }: Actor,
): AsyncGenerator<ExportRow<typeof fieldColumns>> {
  const rows = readInPieces(
    db,
    (after) => sql<PlaceRow & { area: string | null }>`
      select s.id, s.name, s.area_hectares as area, s.location, s.tags, ${unitNames} as units from storages s
      where s.organisation_id = ${organisationId} and s.type = 'field' and s.id > ${after}::uuid
      order by s.id limit ${AT_ONCE}`,
    NIL_ID,
  )
  for await (const { name, area, location, tags, units } of rows)
    yield {
      name,
      area: area === null ? null : { amount: squareMetres(area) },
      ...placeCells({ location, tags, businessUnits: units }),
    }
}

/** A row for each bay and capacity, the bays of a store in their order. */
export async function* exportStores(
  db: Db,
  { organisationId, countryISO }: Actor,
): AsyncGenerator<ExportRow<typeof storeColumns>> {
  const rows = readInPieces(
    db,
    (after) => sql<
      PlaceRow & { bays: { name: string; capacities: { commodityId: number; grams: number }[] }[] }
    >`
      select s.id, s.name, s.location, s.tags, ${unitNames} as units, coalesce((
        select jsonb_agg(jsonb_build_object('name', b.name, 'capacities', coalesce((
          select jsonb_agg(jsonb_build_object('commodityId', c.commodity_id, 'grams', c.capacity_grams) order by c.commodity_id)
          from bay_capacities c where c.bay_id = b.id), '[]')) order by b.id)
        from bays b where b.storage_id = s.id), '[]') as bays
      from storages s
      where s.organisation_id = ${organisationId} and s.type = 'store' and s.id > ${after}::uuid
      order by s.id limit ${AT_ONCE}`,
    NIL_ID,
  )
  for await (const { name, location, tags, units, bays } of rows) {
    const place = { name, ...placeCells({ location, tags, businessUnits: units }) }
    if (bays.length === 0) yield place
    for (const bay of bays) {
      if (bay.capacities.length === 0) yield { ...place, bay: bay.name }
      for (const { commodityId, grams } of bay.capacities) {
        const commodity = writtenCommodity(countryISO, commodityId)
        yield { ...place, bay: bay.name, commodity, capacity: { amount: grams, commodityId } }
      }
    }
  }
}

interface RecordRow {
  id: string
  place: string
  units: string[]
  is_own: boolean
  owner_id: string
  owner_name: string
  name: string
  tags: string[]
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  harvest_year: string
}

const recordColumns = sql`r.id, s.name as place, ${unitNames} as units, r.owner_id = r.keeper_id::text as is_own, r.owner_id,
  ${ownerOfRecord} as owner_name, r.name, r.tags, r.commodity_id, r.type_id, r.grade_id, r.variety, r.tag_ids, r.harvest_year`

/** Exports the stock in the caller's bays now. */
export async function* exportStock(
  db: Db,
  actor: Actor,
): AsyncGenerator<ExportRow<typeof stockImportColumns>> {
  const { organisationId, now } = actor
  const rows = readInPieces(
    db,
    (after) => sql<RecordRow & { bay: string; grams: number }>`
      select ${recordColumns}, bays.name as bay, standing.grams
      from records r join storages s on s.id = r.storage_id join bays on bays.id = r.bay_id
      join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
      cross join lateral (select ledger_balance_now(b, ${now}) as grams) standing
      where r.id = any(array(select record_id from ${recordsWithStock(organisationId, now)} candidate)) and r.keeper_id = ${organisationId} and standing.grams > 0
        and r.id > ${after}::uuid
      order by r.id limit ${AT_ONCE}`,
    NIL_ID,
  )
  for await (const row of rows)
    yield {
      ...recordCells(actor, row),
      store: row.place,
      bay: row.bay,
      weight: { amount: row.grams, commodityId: row.commodity_id },
      date: now.toISOString(),
      record: row.id,
    }
}

/** The standing crops of the caller's fields. */
export async function* exportCrops(db: Db, actor: Actor): AsyncGenerator<ExportRow<typeof plantingColumns>> {
  for await (const row of readCrops(db, actor)) {
    const planted = row.planted_on_precision === 'month' ? row.planted_on?.slice(0, 7) : row.planted_on
    yield {
      ...recordCells(actor, row),
      field: row.place,
      area: row.area === null ? null : { amount: squareMetres(row.area) },
      expectedYield: { amount: row.expected ?? 0, commodityId: row.commodity_id },
      planted: planted ?? null,
      record: row.id,
    }
  }
}

/** Exports the expected yields of crops in the caller's fields. */
export async function* exportYields(db: Db, actor: Actor): AsyncGenerator<ExportRow<typeof yieldColumns>> {
  for await (const row of readCrops(db, actor))
    yield {
      field: row.place,
      commodity: writtenCommodity(actor.countryISO, row.commodity_id),
      type: typeName(row.type_id) ?? String(row.type_id),
      variety: row.variety,
      harvestYear: row.harvest_year,
      expectedYield: { amount: row.expected ?? 0, commodityId: row.commodity_id },
      businessUnit: row.units[0] ?? null,
      record: row.id,
    }
}

type CropRow = RecordRow & {
  area: string | null
  expected: number | null
  planted_on: string | null
  planted_on_precision: string | null
}

function readCrops(db: Db, { organisationId }: Actor): AsyncGenerator<CropRow> {
  return readInPieces(
    db,
    (after) => sql<CropRow>`
      select ${recordColumns}, r.area_hectares as area, r.expected_yield_grams_per_hectare as expected, r.planted_on,
        r.planted_on_precision
      from records r join storages s on s.id = r.storage_id
      where r.keeper_id = ${organisationId} and r.source = 'planting' and r.id > ${after}::uuid
      order by r.id limit ${AT_ONCE}`,
    NIL_ID,
  )
}

function recordCells(actor: Actor, row: RecordRow) {
  return {
    ...commodityCells(actor, row),
    ownerId: row.is_own ? null : row.owner_id,
    ownerName: row.is_own ? null : row.owner_name,
    name: row.name,
    tags: joinList(row.tags),
    businessUnit: row.units[0] ?? null,
  }
}
