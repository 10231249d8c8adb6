import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import { noteUpdates } from '../stock/note-change.ts'
import { changedFields, historyOfChanges } from './update-rules.ts'

/** A planting of the caller's organisation, locked. */
export interface DescribedPlanting {
  id: string
  storage_id: string
  commodity_id: number
  type_id: number
  variety: string
  expected_yield_grams_per_hectare: number | null
  // What a change is told by; none of it is changed here.
  grade_id: number | null
  harvest_year: string
  tag_ids: number[]
  planted_on: string | null
  planted_on_precision: string | null
}

/** Locks the plantings of these fields that the caller's organisation keeps, and those with these ids, in id order. */
export async function lockFieldPlantings(
  trx: Transaction,
  { organisationId }: Actor,
  fieldIds: string[],
  recordIds: string[],
): Promise<DescribedPlanting[]> {
  const { rows } = await sql<DescribedPlanting>`
    select id, storage_id, commodity_id, type_id, variety, expected_yield_grams_per_hectare, grade_id, harvest_year, tag_ids,
      planted_on, planted_on_precision
    from records
    where id = any(array(
      select named.id from (
        select id, keeper_id, source from records
        where storage_id = any(${fieldIds}::uuid[]) or id = any(${recordIds}::uuid[]) offset 0
      ) named where named.keeper_id = ${organisationId} and named.source = 'planting'))
    order by id for no key update`.execute(trx)
  return rows
}

/**
 * Sets what plantings are expected to bring, in grams per hectare, and tells it in their timelines: what `updateRecord` does
 * with one, in three statements for all. Plans follow, for they keep no sums. What is as it was is left alone.
 */
export async function correctYields(
  trx: Transaction,
  actor: Actor,
  corrections: { planting: DescribedPlanting; gramsPerHectare: number }[],
): Promise<void> {
  const changes = corrections.map(({ planting, gramsPerHectare }) => ({
    id: planting.id,
    gramsPerHectare,
    message: historyOfChanges(changedFields(planting, { expected_yield_grams_per_hectare: gramsPerHectare })),
  }))
  const real = changes.filter(({ message }) => message !== '')
  if (real.length === 0) return
  await sql`
    update records set expected_yield_grams_per_hectare = change.grams, updated_at = ${actor.now}::timestamptz
    from unnest(${real.map(({ id }) => id)}::uuid[], ${real.map(({ gramsPerHectare }) => gramsPerHectare)}::bigint[])
      as change (id, grams)
    where records.id = change.id`.execute(trx)
  await noteUpdates(
    trx,
    actor,
    real.map(({ id, message }) => ({ recordId: id, message })),
  )
  await appendEvents(
    trx,
    actor,
    real.map(({ id }) => ({
      type: 'record.updated',
      subject: id,
      data: { fields: ['plantingExpectedYield'] },
    })),
  )
}
