import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { isVisibleTo } from './rows.ts'

/** The one field that all of a parcel came off, with the crops that stood there. */
export interface FieldOfOrigin {
  fieldId: string
  fieldName: string
  /** Of those crops, as planted. */
  hectares: number
  /** The plan that they belong to, for its organisation; null where they are of several. */
  planId: string | null
}

/** A parcel that more loads have come into is a heap of the store, and not of a field. */
const MOST_LOADS = 300
/** So many times it may have been moved since it came off the field. */
const MOST_MOVES = 5

/** Arrivals in a parcel up to now. */
interface Arrivals {
  id: string
  fieldIds: string[]
  plantingIds: string[]
  /** Other parcels that some of it came from. */
  parcelIds: string[]
  /** True if any of it came from elsewhere, or there are so many loads that nobody can know. */
  isOther: boolean
}

/** Findings about a parcel's origin, until it turns out not to be of one field. */
interface Search {
  seen: Set<string>
  /** Parcels still to be looked into. */
  open: string[]
  fieldIds: Set<string>
  plantingIds: Set<string>
}

/**
 * The fields that parcels came off, of those that are all of one: brought in by loads, and moved since or not. Nothing is answered for
 * what somebody brought, what was there before the books began, and what several fields gave. What was found by counting is taken as
 * part of the rest.
 */
export async function fieldsOfOrigin(
  db: Kysely<Tables>,
  actor: Actor,
  recordIds: string[],
): Promise<Map<string, FieldOfOrigin>> {
  const searches = new Map(
    recordIds.map((id): [string, Search] => [
      id,
      { seen: new Set([id]), open: [id], fieldIds: new Set(), plantingIds: new Set() },
    ]),
  )
  for (let moves = 0; moves <= MOST_MOVES; moves++) {
    const open = [...new Set([...searches.values()].flatMap((search) => search.open))]
    if (open.length === 0) break
    const arrivals = new Map((await readArrivals(db, actor, open)).map((each) => [each.id, each]))
    for (const [id, search] of searches) if (!follow(search, arrivals)) searches.delete(id)
  }
  const whole = [...searches].filter(([, { open, fieldIds }]) => open.length === 0 && fieldIds.size === 1)
  const fields = await readFields(db, actor, [...new Set(whole.flatMap(([, each]) => [...each.plantingIds]))])
  return new Map(
    whole.flatMap(([id, { plantingIds }]): [string, FieldOfOrigin][] => {
      const crops = [...plantingIds].flatMap((plantingId) => fields.get(plantingId) ?? [])
      const [first] = crops
      if (!first || crops.length < plantingIds.size) return []
      const planIds = new Set(crops.map(({ planId }) => planId))
      const hectares = crops.reduce((sum, crop) => sum + Number(crop.hectares), 0)
      return [[id, { ...first, hectares, planId: planIds.size === 1 ? first.planId : null }]]
    }),
  )
}

/** Goes one move further back; answers whether it may still be all of one field. */
function follow(search: Search, arrivals: Map<string, Arrivals>): boolean {
  const found = search.open.flatMap((id) => arrivals.get(id) ?? [])
  for (const { fieldIds, plantingIds } of found) {
    for (const id of fieldIds) search.fieldIds.add(id)
    for (const id of plantingIds) search.plantingIds.add(id)
  }
  const parcels = new Set(found.flatMap(({ parcelIds }) => parcelIds))
  search.open = [...parcels].filter((id) => !search.seen.has(id))
  for (const id of search.open) search.seen.add(id)
  return search.fieldIds.size <= 1 && found.every(({ isOther }) => !isOther)
}

async function readArrivals(db: Kysely<Tables>, { now }: Actor, ids: string[]): Promise<Arrivals[]> {
  const of = (column: 'id' | 'storage_id', isPlanting: boolean) => sql`
    coalesce(array_agg(distinct from_record.${sql.ref(column)}) filter (where (from_record.source = 'planting') = ${sql.lit(isPlanting)}), '{}')`
  const loads = (id: RawBuilder<unknown>) => sql`
    select m.source_record_id from movements m
    where m.destination_record_id = ${id} and m.status <> 'deleted' and m.effective_at <= ${now}`
  const most = sql.lit(MOST_LOADS + 1)
  // A heap that somebody brought some of is known by the first such load: the others, with what they came from, are not read.
  const { rows } = await sql<Arrivals>`
    with parcels as materialized (
      select r.id, exists (select from (${loads(sql`r.id`)} limit ${most}) first where first.source_record_id is null)
        or exists (select from record_changes c where c.storer_id = r.keeper_id and c.record_id = r.id and c.type <> 'updated' and c.details ? 'description')
        as is_other
      from records r where r.id = any(${ids}::uuid[])
    )
    select p.id, ${of('storage_id', true)} as "fieldIds", ${of('id', true)} as "plantingIds", ${of('id', false)} as "parcelIds",
      p.is_other or count(load.source_record_id) > ${sql.lit(MOST_LOADS)} as "isOther"
    from parcels p
    left join lateral (${loads(sql`p.id`)} and not p.is_other limit ${most}) load on true
    left join records from_record on from_record.id = load.source_record_id
    group by p.id, p.is_other`.execute(db)
  return rows
}

interface Crop extends Omit<FieldOfOrigin, 'hectares'> {
  id: string
  /** To four decimals. */
  hectares: string
}

/** Plantings that the caller may see, with their fields. */
async function readFields(
  db: Kysely<Tables>,
  actor: Actor,
  plantingIds: string[],
): Promise<Map<string, Crop>> {
  if (plantingIds.length === 0) return new Map()
  const { rows } = await sql<Crop>`
    select r.id, s.id as "fieldId", s.name as "fieldName", coalesce(r.area_hectares, 0) as hectares,
      case when r.keeper_id = ${actor.organisationId} then r.harvest_plan_id end as "planId"
    from records r join storages s on s.id = r.storage_id
    where r.id = any(${plantingIds}::uuid[]) and ${isVisibleTo(actor)}
    order by r.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
