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
import { baysKeepingFor, isStandingFrom, type NamedConflict } from '../ledger/ledger.ts'
import { isVisibleTo } from '../records/rows.ts'
import { findStockInBays, type StockInBay } from '../records/stock-in-bays.ts'
import { sayLocation } from './location.ts'
import { isUnlimited, remainingGrams, type Capacity } from './rules.ts'
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
  const seen = places.flatMap((place) => seenBy(actor, place, bays, stock))
  const conflicts = await conflictsSeenBy(
    db,
    actor,
    seen.flatMap((view) => view.bays.map((bay) => bay.id)),
  )
  const byId = new Map(seen.map((view) => [view.place.id, toWire(actor, view, conflicts)]))
  return possible.flatMap((id) => byId.get(id) ?? [])
}

/** Where the records lie: each place once, in the order of the records. What the caller may not see is left out. */
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
  const conflicts = await conflictsSeenBy(db, actor, await findStandingBays(db, actor))
  const storages = await findStorages(
    db,
    actor,
    conflicts.map((conflict) => conflict.storageId),
  )
  return storages.filter((storage) => storage.isConflicted).map((storage) => storage.id)
}

/** The bays of the caller's in which there is stock or is to be some, and those of others in which grain of theirs lies now. */
export async function findStandingBays(
  db: Db,
  actor: Pick<Actor, 'organisationId' | 'now'>,
): Promise<number[]> {
  const { rows } = await sql<{ bay_id: number }>`
    select span.bay_id from storages s join ledger_spans span on span.storage_id = s.id
    where s.organisation_id = ${actor.organisationId} and span.bay_id is not null and ${isStandingFrom(actor.now)}
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
    location: sayLocation(row.location),
  }))
}

const businessUnits = unitsJson(sql`storage_business_units where storage_id = s.id`)

/** How places and their bays are described, by the places' ids: all that is told of them but what lies there. */
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

/** What of a place the caller sees. */
interface View {
  place: PlaceRow
  bays: BayRow[]
  stock: StockInBay[]
  /** The caller keeps the place; otherwise it only has grain there. */
  isOwn: boolean
}

function seenBy({ organisationId }: Actor, place: PlaceRow, bays: BayRow[], stock: StockInBay[]): View[] {
  const here = bays.filter((bay) => bay.storage_id === place.id)
  const lying = stock.filter((each) => each.storage_id === place.id)
  if (place.organisation_id === organisationId) return [{ place, bays: here, stock: lying, isOwn: true }]
  const withGrain = here.filter((bay) => lying.some((each) => each.bay_id === bay.id))
  return withGrain.length === 0 ? [] : [{ place, bays: withGrain, stock: lying, isOwn: false }]
}

/** The one row → wire function of places, with the conflicts that the caller may know. */
function toWire(
  actor: Actor,
  { place, bays, stock, isOwn }: View,
  conflicts: NamedConflict[],
): StorageLocation {
  const substorage = bays.map((bay) => {
    const lying = stock.filter((each) => each.bay_id === bay.id)
    const conflict = conflicts.find((each) => each.bayId === bay.id)
    return bayToWire(actor, bay, lying, conflict)
  })
  return {
    id: place.id,
    organisationId: place.organisation_id,
    businessUnits: isOwn ? place.business_units : [],
    name: place.name,
    area: Number(place.area_hectares ?? 0),
    type: place.type,
    isConflicted: substorage.some((bay) => bay.conflict.status !== 'none'),
    location: place.location,
    substorageCount: substorage.length,
    occupiedCount: substorage.filter(({ record }) => record !== null).length,
    // Also what shares a bay with the record that is shown there.
    storedWeight: kilogramsFromGrams(stock.reduce((sum, { grams }) => sum + grams, 0)),
    substorage,
    tags: isOwn ? place.tags : [],
  }
}

function bayToWire(
  { countryISO }: Actor,
  bay: BayRow,
  lying: StockInBay[],
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
    },
    remainingCapacity: weightFromGrams(
      remainingGrams(bay.capacities, stock),
      readingUnit(countryISO, unitId),
    ),
    unlimited: isUnlimited(bay.capacities, stock),
  }
}

function recordToWire(countryISO: string, row: StockInBay): NonNullable<Bay['record']> {
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
