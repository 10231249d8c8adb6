import { message, type Message } from '../../words/catalogue.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { hectaresFrom, squareMetres } from '../../kernel/area.ts'
import { newId } from '../../kernel/ids.ts'
import { readVarietyCommodities } from '../../system/commodities/reads.ts'
import { plansOfNew } from '../records/file-plantings.ts'
import { openBalances } from '../ledger/ledger.ts'
import { insertChanges, noteUpdates } from '../stock/note-change.ts'
import { cropsOfVariety, shareOut, type PlantedArea } from './split-rules.ts'

/** A field that a split has made. */
export interface FieldPart {
  fieldId: string
  name: string
  squareMetres: number
  /** Variety that grows there from now on, where that differs from the source's. Of several crops there, those that it may be of. */
  variety: string | null
}

/** A field that is split, with its area before and what is made of it. */
export interface SplitSource {
  fieldId: string
  squareMetres: number
  parts: FieldPart[]
}

/** A planting's share of one new field. */
interface NewShare {
  id: string
  plantingId: string
  part: FieldPart
  variety: string | null
  share: PlantedArea
}

/** Part of a planting that stays where it is. */
interface Rest {
  id: string
  kept: PlantedArea
  message: Message
}

/**
 * Shares the crops that still stand in fields out over the fields made of them, by hectares; the sources keep the rest
 * (rules.md §6). Grain taken off before the split stays with the source's plantings.
 *
 * @returns the plantings of each source that were shared out, and those made of them
 */
export async function sharePlantings(
  trx: Transaction,
  actor: Actor,
  sources: SplitSource[],
): Promise<Map<string, string[]>> {
  const bySource = new Map(sources.map((source) => [source.fieldId, source]))
  const shared = new Map<string, string[]>()
  const made: NewShare[] = []
  const rests: Rest[] = []
  const crops = await lockAndRecheckRoleCrops(trx, [...bySource.keys()])
  const renamed = await findRenamed(trx, actor, crops, bySource)
  for (const { id, fieldId, ...planting } of crops) {
    const { parts, squareMetres: area } = bySource.get(fieldId) ?? { parts: [], squareMetres: 0 }
    const sizes = parts.map((part) => part.squareMetres)
    const shares = shareOut(planting, sizes, area)
    const own = parts.flatMap((part, index): NewShare[] => {
      const share = shares[index]
      if (!share || share.area === 0) return []
      const variety = renamed.get(part)?.has(id) ? part.variety : null
      return [{ id: newId(), plantingId: id, part, variety, share }]
    })
    made.push(...own)
    shared.set(fieldId, [...(shared.get(fieldId) ?? []), id, ...own.map((each) => each.id)])
    const kept = shares.at(-1)
    const parted = message('isSplitWithField', { parts: parts.map(({ name }) => name) })
    if (kept) rests.push({ id, kept, message: parted })
  }
  await groupCut(trx, [...bySource.keys()])
  await plantShares(trx, actor, made)
  await keepRests(trx, actor, rests)
  return shared
}

/** A planting that is not wholly harvested. */
interface StandingCrop extends PlantedArea {
  id: string
  fieldId: string
  commodityId: number
}

/** The plantings of fields that are not wholly harvested, locked. */
async function lockAndRecheckRoleCrops(trx: Transaction, fieldIds: string[]): Promise<StandingCrop[]> {
  const { rows } = await sql<{
    id: string
    storage_id: string
    commodity_id: number
    area: string
    remaining: string
  }>`
    select id, storage_id, commodity_id, area_hectares as area, coalesce(remaining_area_hectares, area_hectares) as remaining
    from records
    where storage_id = any(${fieldIds}::uuid[]) and area_hectares is not null
      and coalesce(remaining_area_hectares, area_hectares) > 0
    order by id for no key update`.execute(trx)
  return rows.map(({ id, storage_id, commodity_id, area, remaining }) => ({
    id,
    fieldId: storage_id,
    commodityId: commodity_id,
    area: squareMetres(area),
    remaining: squareMetres(remaining),
  }))
}

/** By each part that has a variety of its own, the crops of its source that are of that variety there. */
async function findRenamed(
  trx: Transaction,
  { countryISO }: Actor,
  crops: StandingCrop[],
  sources: Map<string, SplitSource>,
): Promise<Map<FieldPart, Set<string>>> {
  const named = [...Map.groupBy(crops, ({ fieldId }) => fieldId)].flatMap(([fieldId, standing]) =>
    (sources.get(fieldId)?.parts ?? []).flatMap((part) =>
      part.variety === null ? [] : [{ part, variety: part.variety, standing }],
    ),
  )
  const isMixed = named.some(({ standing }) => new Set(standing.map((crop) => crop.commodityId)).size > 1)
  const commodities = isMixed ? await readVarietyCommodities(trx, countryISO) : new Map<string, Set<number>>()
  return new Map(
    named.map(({ part, variety, standing }) => {
      const knownTo = commodities.get(variety.toLowerCase()) ?? new Set()
      return [part, new Set(cropsOfVariety(standing, knownTo).map(({ id }) => id))]
    }),
  )
}

/**
 * Takes the plantings of fields that are partly cut for one group each, field by field and plan by plan: what a split makes of them
 * belongs to it, since nobody knows yet which part the grain came off.
 */
async function groupCut(trx: Transaction, fieldIds: string[]): Promise<void> {
  await sql`
    update records r set split_group_id = cut.id
    from (
      select storage_id, harvest_plan_id,
        coalesce((array_agg(split_group_id) filter (where split_group_id is not null))[1], (array_agg(id order by id))[1]) as id
      from records where storage_id = any(${fieldIds}::uuid[]) and source = 'planting'
      group by storage_id, harvest_plan_id
      having sum(area_hectares - coalesce(remaining_area_hectares, area_hectares)) > 0
    ) cut
    where r.storage_id = cut.storage_id and r.harvest_plan_id is not distinct from cut.harvest_plan_id
      and r.source = 'planting' and r.split_group_id is null`.execute(trx)
}

async function plantShares(trx: Transaction, actor: Actor, made: NewShare[]): Promise<void> {
  if (made.length === 0) return
  const { userId, userName, now } = actor
  const ids = made.map(({ id }) => id)
  const shares = sql`unnest(
      ${ids}::uuid[],
      ${made.map(({ plantingId }) => plantingId)}::uuid[],
      ${made.map(({ part }) => part.fieldId)}::uuid[],
      ${made.map(({ variety }) => variety)}::text[]
    ) as share (id, planting_id, field_id, variety)`
  const plans = await plansOfNew(
    trx,
    actor,
    sql`(select share.id, share.field_id as storage_id, ${now}::timestamptz as created_at, harvest_year, commodity_id, type_id, grade_id,
      coalesce(share.variety, records.variety) as variety, tag_ids
    from ${shares} join records on records.id = share.planting_id)`,
  )
  await sql`
    insert into records (id, keeper_id, owner_id, storage_id, name, kind, source, commodity_id, type_id, grade_id,
      variety, tag_ids, harvest_year, segregation, tags, quality, area_hectares, remaining_area_hectares,
      yield_area_offset_hectares, split_group_id, expected_yield_grams_per_hectare, planted_on, planted_on_precision, harvest_plan_id,
      created_by, created_by_name, created_at, updated_at)
    select share.id, keeper_id, owner_id, share.field_id, name, kind, source, commodity_id, type_id, grade_id,
      coalesce(share.variety, records.variety), tag_ids, harvest_year, segregation, tags, quality, share.area, share.remaining,
      share.remaining - share.area, split_group_id, expected_yield_grams_per_hectare, planted_on, planted_on_precision, share.plan_id,
      ${userId}::uuid, ${userName}::text, ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${ids}::uuid[],
      ${made.map(({ plantingId }) => plantingId)}::uuid[],
      ${made.map(({ part }) => part.fieldId)}::uuid[],
      ${made.map(({ variety }) => variety)}::text[],
      ${made.map(({ share }) => hectaresFrom(share.area))}::numeric[],
      ${made.map(({ share }) => hectaresFrom(share.remaining))}::numeric[],
      ${made.map(({ id }) => plans.get(id) ?? null)}::uuid[]
    ) as share (id, planting_id, field_id, variety, area, remaining, plan_id)
    join records on records.id = share.planting_id`.execute(trx)
  await insertChanges(
    trx,
    actor,
    made.map(({ id, plantingId }) => ({
      recordId: id,
      type: 'created',
      effectiveAt: now,
      message: message('isMadeBySplit', {}),
      details: { sourceRecordId: plantingId },
    })),
  )
  await openBalances(trx, ids, now)
}

async function keepRests(trx: Transaction, actor: Actor, rests: Rest[]): Promise<void> {
  if (rests.length === 0) return
  await sql`
    update records set area_hectares = rest.area, remaining_area_hectares = rest.remaining,
      yield_area_offset_hectares = yield_area_offset_hectares
        + (area_hectares - coalesce(remaining_area_hectares, area_hectares)) - (rest.area - rest.remaining),
      updated_at = ${actor.now}::timestamptz
    from unnest(
      ${rests.map(({ id }) => id)}::uuid[],
      ${rests.map(({ kept }) => hectaresFrom(kept.area))}::numeric[],
      ${rests.map(({ kept }) => hectaresFrom(kept.remaining))}::numeric[]
    ) as rest (id, area, remaining)
    where records.id = rest.id`.execute(trx)
  await noteUpdates(
    trx,
    actor,
    rests.map(({ id, message }) => ({ recordId: id, message })),
  )
}
