import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { SQUARE_METRES_PER_HECTARE } from '../../kernel/area.ts'
import type { OwnPlanting } from './own-plan.ts'
import { offsetChanges } from './rules.ts'

/** A field's plantings of a plan, and how many square metres more remain of them than before. */
interface FieldChange {
  plantings: OwnPlanting[]
  change: number
}

/**
 * Corrects how a split shared the cut land out (decision 0022), where what remains of fields that it made of one another is told anew.
 * It is the field's, so which of its plantings keeps it does not matter: the oldest that the split gave some. The plantings are locked.
 */
export async function moveCutLand(trx: Transaction, fields: FieldChange[]): Promise<void> {
  const guessed = fields.flatMap(({ plantings, change }) => {
    const planting = plantings.find(({ yieldAreaOffset }) => yieldAreaOffset !== 0)
    return planting && change !== 0 ? [{ planting, change }] : []
  })
  if (guessed.length < 2) return
  const origins = await findOrigins(
    trx,
    guessed.map(({ planting }) => planting.fieldId),
  )
  const moved = [...Map.groupBy(guessed, ({ planting }) => origins.get(planting.fieldId)).values()].flatMap(
    (family) => {
      const offsets = offsetChanges(family.map(({ change }) => change))
      return family.map(({ planting }, index) => ({ id: planting.id, offset: offsets[index] ?? 0 }))
    },
  )
  await sql`
    update records set yield_area_offset_hectares = yield_area_offset_hectares
      + moved.square_metres::numeric / ${sql.lit(SQUARE_METRES_PER_HECTARE)}
    from unnest(
      ${moved.map(({ id }) => id)}::uuid[],
      ${moved.map(({ offset }) => offset)}::bigint[]
    ) as moved (id, square_metres)
    where records.id = moved.id`.execute(trx)
}

/** By each field, the one that it was first split off, or itself. */
async function findOrigins(trx: Transaction, fieldIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ field_id: string; origin_id: string }>`
    with recursive line (field_id, id, split_from) as (
      select id, id, split_from from storages where id = any(${fieldIds}::uuid[])
      union all
      select line.field_id, s.id, s.split_from from line join storages s on s.id = line.split_from
    )
    select field_id, id as origin_id from line where split_from is null`.execute(trx)
  return new Map(rows.map(({ field_id, origin_id }) => [field_id, origin_id]))
}
