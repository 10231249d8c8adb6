import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import { filePlantings } from '../harvest/file-plantings.ts'
import { openBalances } from '../ledger/ledger.ts'
import { noteUpdate } from '../records/note-change.ts'
import { hectaresFrom, shareOut, squareMetres, type PlantedArea } from './split-rules.ts'

/** A field that a split has made. */
export interface FieldPart {
  fieldId: string
  name: string
  squareMetres: number
  /** What grows there from now on, where it is not what grew in the source. */
  variety: string | null
}

/**
 * Shares the crops that still stand in a field out over the fields made of it, by hectares; the source keeps the rest
 * (domain.md §6). What was taken off before the split stays with the source's plantings.
 */
export async function sharePlantings(
  trx: Transaction,
  actor: Actor,
  source: { fieldId: string; squareMetres: number },
  parts: FieldPart[],
): Promise<void> {
  const sizes = parts.map((part) => part.squareMetres)
  const message = `Split with its field: ${parts.map(({ name }) => name).join(', ')}.`
  for (const planting of await lockStandingCrops(trx, source.fieldId)) {
    const shares = shareOut(planting, sizes, source.squareMetres)
    const made: string[] = []
    for (const [index, part] of parts.entries()) {
      const share = shares[index]
      if (share && share.area > 0) made.push(await plantShare(trx, actor, planting.id, part, share))
    }
    await openBalances(trx, made, actor.now)
    await filePlantings(trx, actor, { recordIds: made })
    const kept = shares.at(-1)
    if (kept) await keepRest(trx, actor, planting.id, kept, message)
  }
}

/** The plantings of a field that are not wholly harvested, locked. */
async function lockStandingCrops(
  trx: Transaction,
  fieldId: string,
): Promise<(PlantedArea & { id: string })[]> {
  const { rows } = await sql<{ id: string; area: string; remaining: string }>`
    select id, area_hectares as area, coalesce(remaining_area_hectares, area_hectares) as remaining from records
    where storage_id = ${fieldId} and area_hectares is not null and coalesce(remaining_area_hectares, area_hectares) > 0
    order by id for update`.execute(trx)
  return rows.map(({ id, area, remaining }) => ({
    id,
    area: squareMetres(area),
    remaining: squareMetres(remaining),
  }))
}

async function plantShare(
  trx: Transaction,
  { userId, userName, now }: Actor,
  plantingId: string,
  { fieldId, variety }: FieldPart,
  share: PlantedArea,
): Promise<string> {
  const id = newId(now.getTime())
  await sql`
    insert into records (id, keeper_id, owner_id, owner_name, storage_id, name, kind, source, commodity_id, type_id, grade_id,
      variety, tag_ids, harvest_year, segregation, tags, quality, area_hectares, remaining_area_hectares,
      expected_yield_grams_per_hectare, planted_on, planted_on_precision, created_by, created_by_name, created_at, updated_at)
    select ${id}::uuid, keeper_id, owner_id, owner_name, ${fieldId}::uuid, name, kind, source, commodity_id, type_id, grade_id,
      coalesce(${variety}::text, variety), tag_ids, harvest_year, segregation, tags, quality,
      ${hectaresFrom(share.area)}::numeric, ${hectaresFrom(share.remaining)}::numeric,
      expected_yield_grams_per_hectare, planted_on, planted_on_precision,
      ${userId}::uuid, ${userName}, ${now}::timestamptz, ${now}::timestamptz
    from records where id = ${plantingId}`.execute(trx)
  await trx
    .insertInto('record_changes')
    .values({
      record_id: id,
      type: 'created',
      effective_at: now,
      message: 'Made by splitting a field.',
      details: JSON.stringify({ sourceRecordId: plantingId }),
      recorded_by: userId,
      recorded_by_name: userName,
      recorded_at: now,
    })
    .execute()
  return id
}

async function keepRest(
  trx: Transaction,
  actor: Actor,
  plantingId: string,
  kept: PlantedArea,
  message: string,
): Promise<void> {
  await trx
    .updateTable('records')
    .set({
      area_hectares: hectaresFrom(kept.area),
      remaining_area_hectares: hectaresFrom(kept.remaining),
      updated_at: actor.now,
    })
    .where('id', '=', plantingId)
    .execute()
  await noteUpdate(trx, actor, plantingId, message, {})
}
