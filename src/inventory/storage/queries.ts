import { sql, type Kysely } from 'kysely'
import { rowsById } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { kilogramsFromGrams, weightFromGrams } from '../../kernel/weight.ts'
import { commodityName, readingUnit } from '../../system/commodities/catalogue.ts'
import { namedCommodity, namedGrade, namedTags, namedType } from '../../system/commodities/named-ids.ts'
import { conflictsSeenBy } from '../stock/conflicts.ts'
import { baysKeepingFor, hasStockFrom, type NamedConflict } from '../ledger/ledger.ts'
import { isVisibleTo } from '../records/rows.ts'
import { findStockInBays, type LyingStock } from '../records/stock-in-bays.ts'
import { lineOfLocation } from './location.ts'
import { isUnlimited, remainingByCommodity, remainingGrams, type Capacity } from './rules.ts'
import type { Boundary } from '../../kernel/boundary-rules.ts'
import type { Location } from '../../system/locations/schema.ts'
import type { Bay, StorageDetails, StorageLocation, StorageType } from './schema.ts'
import { unitsJson } from '../../system/access/business-units.ts'

/**
 * Reads of fields, stores and bays. An organisation sees its own places; besides, where a store keeps grain for it, it
 * sees that store with the bays in which its grain lies now, and of those only its own grain (rules.md §5, §8).
 */

type Db = Kysely<Tables>

interface PlaceRow {
  id: string
  organisation_id: string
  name: string
  type: StorageType
  area_hectares: string | null
  location: Location
  tags: string[]
  business_units: StorageLocation['businessUnits']
}

interface BayRow {
  id: number
  storage_id: string
  name: string
  capacities: Capacity[]
}

/** A place as the caller sees it; refuses with `not_found` what is not there or not to be seen. */
export async function getStorage(db: Db, actor: Actor, id: string): Promise<StorageDetails> {
  const [storage] = await findStorages(db, actor, [id])
  if (!storage) throw notFound('storage location', id)
  return { ...storage, boundary: storage.type === 'field' ? await findBoundary(db, id) : null }
}

/** Fields are seen by their own organisation alone, and so are their boundaries. */
async function findBoundary(db: Db, id: string): Promise<Boundary | null> {
  const row = await db.selectFrom('storages').select('boundary').where('id', '=', id).executeTakeFirst()
  // It was judged when it was stored.
  return (row?.boundary ?? null) as Boundary | null
}

/** The places among `ids` that the caller may see, in the order of `ids`. */
export async function findStorages(db: Db, actor: Actor, ids: string[]): Promise<StorageLocation[]> {
  const possible = [...new Set(ids.filter(isId))]
  if (possible.length === 0) return []
  return inOneMoment(db, (moment) => readStorages(moment, actor, possible))
}

async function readStorages(db: Db, actor: Actor, possible: string[]): Promise<StorageLocation[]> {
  const [places, bays, stock] = await Promise.all([
    placesOf(db, possible),
    baysOf(db, possible),
    findStockInBays(db, actor, possible),
  ])
  const baysByPlace = Map.groupBy(bays, (bay) => bay.storage_id)
  const stockByPlace = Map.groupBy(stock, (each) => each.storage_id)
  const seen = places.flatMap((place) =>
    seenBy(actor, place, baysByPlace.get(place.id) ?? [], stockByPlace.get(place.id) ?? []),
  )
  const conflicts = await conflictsSeenBy(
    db,
    actor,
    seen.flatMap(({ bayIds }) => bayIds),
  )
  const byId = new Map(seen.map((view) => [view.place.id, toWire(actor, view, conflicts)]))
  return possible.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Finds places without their bays: with the sums over these, and for no more than the stock costs, however many bays there are.
 *
 * @param ids each of them once
 */
export async function findStoragesWithoutBays(
  db: Db,
  actor: Actor,
  ids: string[],
): Promise<StorageLocation[]> {
  const [places, outlines, stock] = await Promise.all([
    placesOf(db, ids),
    outlinesOf(db, actor, ids),
    findStockInBays(db, actor, ids),
  ])
  const stockByPlace = Map.groupBy(stock, (each) => each.storage_id)
  const seen = places.flatMap((place) =>
    sumsSeenBy(place, outlines.get(place.id), stockByPlace.get(place.id) ?? []),
  )
  const conflicts = await conflictsSeenBy(
    db,
    actor,
    seen.flatMap(({ bayIds }) => bayIds),
  )
  const byId = new Map(
    seen.map((sums) => [sums.place.id, { ...sumsToWire(sums, conflicts), substorage: [] }]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Finds the places of the records: each once, in the order of the records. Places that the caller may not see are left out. */
export async function findStoragesOfRecords(
  db: Db,
  actor: Actor,
  recordIds: string[],
): Promise<StorageLocation[]> {
  const possible = recordIds.filter(isId)
  if (possible.length === 0) return []
  const rows = await db
    .selectFrom(rowsById('records', possible).as('r'))
    .select(['r.id', 'r.storage_id'])
    .where(isVisibleTo(actor))
    .execute()
  const placeOf = new Map(rows.map((row) => [row.id, row.storage_id]))
  return findStorages(
    db,
    actor,
    possible.flatMap((id) => placeOf.get(id) ?? []),
  )
}

/** The places with a conflict that the caller may see: in others' stores, in the bays in which its grain lies now. */
export async function findConflictedIds(db: Db, actor: Actor): Promise<string[]> {
  const conflicts = await conflictsSeenBy(db, actor, await findBaysWithStock(db, actor))
  const storages = await findStoragesWithoutBays(db, actor, [
    ...new Set(conflicts.map((conflict) => conflict.storageId)),
  ])
  return storages.filter((storage) => storage.isConflicted).map((storage) => storage.id)
}

/** The bays of the caller's in which there is stock or is to be some, and those of others in which grain of theirs lies now. */
export async function findBaysWithStock(
  db: Db,
  actor: Pick<Actor, 'organisationId' | 'now'>,
): Promise<number[]> {
  const { rows } = await sql<{ bay_id: number }>`
    select span.bay_id from storages s join ledger_spans span on span.storage_id = s.id
    where s.organisation_id = ${actor.organisationId} and span.bay_id is not null and ${hasStockFrom(actor.now)}
    union
    select bay_id from ${baysKeepingFor(actor.organisationId, actor.now)} elsewhere
    where bay_id is not null`.execute(db)
  return rows.map((row) => row.bay_id)
}

/** Every place of the caller's organisation by name, for a list to choose from. */
export async function listStorageNames(db: Db, { organisationId }: Actor) {
  const { rows } = await sql<Pick<PlaceRow, 'id' | 'name' | 'location' | 'business_units'>>`
    select s.id, s.name, s.location, ${businessUnits} as business_units
    from storages s where s.organisation_id = ${organisationId} order by lower(s.name) collate "C", s.id`.execute(
    db,
  )
  return rows.map((row) => ({
    id: row.id,
    businessUnits: row.business_units,
    name: row.name,
    location: lineOfLocation(row.location),
  }))
}

const businessUnits = unitsJson(sql`storage_business_units where storage_id = s.id`)

/** Describes places and their bays, by the places' ids: everything about them but the stock that lies there. */
export async function describeStorages(
  db: Db,
  ids: string[],
): Promise<Map<string, PlaceRow & { bays: BayRow[] }>> {
  const [places, bays] = await Promise.all([placesOf(db, ids), baysOf(db, ids)])
  const baysByPlace = Map.groupBy(bays, (bay) => bay.storage_id)
  return new Map(places.map((place) => [place.id, { ...place, bays: baysByPlace.get(place.id) ?? [] }]))
}

async function placesOf(db: Db, ids: string[]): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select s.id, s.organisation_id, s.name, s.type, s.area_hectares, s.location, s.tags, ${businessUnits} as business_units
    from storages s where s.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

async function baysOf(db: Db, storageIds: string[]): Promise<BayRow[]> {
  const { rows } = await sql<BayRow>`
    select b.id, b.storage_id, b.name, coalesce((
      select json_agg(json_build_object('commodityId', c.commodity_id, 'grams', c.capacity_grams) order by c.commodity_id)
      from bay_capacities c where c.bay_id = b.id), '[]') as capacities
    from bays b where b.storage_id = any(${storageIds}::uuid[]) order by b.id`.execute(db)
  return rows
}

interface Outline {
  storage_id: string
  bay_count: number
  /** Those in which stock lies or is to lie, weighed or not: others have no conflict. */
  bay_ids: number[]
}

/** Counts the bays of the caller's own places, and finds those that may have a conflict, by the places' ids. */
async function outlinesOf(
  db: Db,
  { organisationId, now }: Actor,
  storageIds: string[],
): Promise<Map<string, Outline>> {
  const { rows } = await sql<Outline>`
    select s.id as storage_id, (select count(*) from bays b where b.storage_id = s.id) as bay_count, array(
        select span.bay_id from ledger_spans span
        where span.storage_id = s.id and span.bay_id is not null and ${hasStockFrom(now)}
        union
        select r.bay_id from (
          select m.destination_record_id as id from movements m
          where m.organisation_id = ${organisationId} and m.weight_grams = 0 and m.status <> 'deleted' offset 0
        ) load join records r on r.id = load.id where r.storage_id = s.id and r.bay_id is not null
      ) as bay_ids
    from storages s where s.id = any(${storageIds}::uuid[]) and s.organisation_id = ${organisationId}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.storage_id, row]))
}

/** Sums over the bays of a place, as the caller sees it. */
interface Sums {
  place: PlaceRow
  bayCount: number
  /** Those of its bays that may have a conflict. */
  bayIds: number[]
  stock: LyingStock[]
  /** The caller keeps the place; otherwise it only has grain there. */
  isOwn: boolean
}

/** A place of others is seen where grain of the caller's lies in it, with the bays in which it does. */
function sumsSeenBy(place: PlaceRow, own: Outline | undefined, stock: LyingStock[]): Sums[] {
  if (own) return [{ place, bayCount: own.bay_count, bayIds: own.bay_ids, stock, isOwn: true }]
  const bayIds = [...new Set(stock.map(({ bay_id }) => bay_id))]
  return bayIds.length === 0 ? [] : [{ place, bayCount: bayIds.length, bayIds, stock, isOwn: false }]
}

/** Part of a place that the caller sees. */
interface View extends Sums {
  bays: BayRow[]
}

function seenBy({ organisationId }: Actor, place: PlaceRow, here: BayRow[], stock: LyingStock[]): View[] {
  const isOwn = place.organisation_id === organisationId
  const withGrain = new Set(stock.map(({ bay_id }) => bay_id))
  const bays = isOwn ? here : here.filter(({ id }) => withGrain.has(id))
  if (!isOwn && bays.length === 0) return []
  return [{ place, bays, bayCount: bays.length, bayIds: bays.map(({ id }) => id), stock, isOwn }]
}

/** The one row → wire function of places, with the conflicts that the caller may know. */
function toWire(actor: Actor, view: View, conflicts: NamedConflict[]): StorageLocation {
  const stockByBay = Map.groupBy(view.stock, ({ bay_id }) => bay_id)
  const conflictsByBay = Map.groupBy(conflicts, ({ bayId }) => bayId)
  const substorage = view.bays.map((bay) =>
    bayToWire(actor, bay, stockByBay.get(bay.id) ?? [], conflictsByBay.get(bay.id)?.[0]),
  )
  return { ...sumsToWire(view, conflicts), substorage }
}

function sumsToWire(
  { place, bayCount, bayIds, stock, isOwn }: Sums,
  conflicts: NamedConflict[],
): Omit<StorageLocation, 'substorage'> {
  const here = new Set(bayIds)
  return {
    id: place.id,
    organisationId: place.organisation_id,
    businessUnits: isOwn ? place.business_units : [],
    name: place.name,
    area: Number(place.area_hectares ?? 0),
    type: place.type,
    isConflicted: conflicts.some(({ bayId }) => here.has(bayId)),
    location: place.location,
    substorageCount: bayCount,
    occupiedCount: new Set(stock.map(({ bay_id }) => bay_id)).size,
    // Also what shares a bay with the record that is shown there.
    storedWeight: kilogramsFromGrams(stock.reduce((sum, { grams }) => sum + grams, 0)),
    tags: isOwn ? place.tags : [],
  }
}

function bayToWire(
  { countryISO }: Actor,
  bay: BayRow,
  lying: LyingStock[],
  conflict: NamedConflict | undefined,
): Bay {
  const [main] = lying
  const stock = main && {
    commodityId: main.commodity_id,
    // What the books are short of takes no room, and makes none.
    grams: lying.reduce((sum, { grams }) => sum + Math.max(grams, 0), 0),
  }
  const unitId = stock?.commodityId ?? bay.capacities[0]?.commodityId
  return {
    id: bay.id,
    name: bay.name,
    capacity: bay.capacities.map(({ commodityId, grams }) => ({
      commodityId,
      commodityName: commodityName(countryISO, commodityId) ?? '',
      weight: weightFromGrams(grams, readingUnit(countryISO, commodityId)),
    })),
    record: main ? recordToWire(countryISO, main) : null,
    conflict: {
      recordId: conflict?.recordId ?? '',
      movementId: conflict?.movementId ?? 0,
      movementDateUTC: conflict?.at.toISOString() ?? '',
      status: conflict?.kind ?? 'none',
      weight: kilogramsFromGrams(conflict?.grams ?? 0),
      movementIds: conflict?.movementIds ?? [],
    },
    remainingCapacity: weightFromGrams(
      remainingGrams(bay.capacities, stock),
      readingUnit(countryISO, unitId),
    ),
    remainingCapacities: remainingByCommodity(bay.capacities, stock?.grams ?? 0).map(
      ({ commodityId, grams }) => ({
        commodityId,
        weight: weightFromGrams(grams, readingUnit(countryISO, commodityId)),
      }),
    ),
    unlimited: isUnlimited(bay.capacities, stock),
  }
}

function recordToWire(countryISO: string, row: LyingStock): NonNullable<Bay['record']> {
  return {
    id: row.id,
    inventoryType: row.kind,
    owned: row.owner_id === row.keeper_id,
    commodity: namedCommodity(countryISO, row.commodity_id),
    grade: namedGrade(row.grade_id),
    type: namedType(row.type_id),
    tags: namedTags(row.tag_ids),
    variety: row.variety,
    weight: weightFromGrams(row.grams, readingUnit(countryISO, row.commodity_id)),
    harvestYear: row.harvest_year,
  }
}
