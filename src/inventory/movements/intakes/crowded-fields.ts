import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'
import { sayArea, squareMetres } from '../../../kernel/area.ts'

interface Crowded {
  id: string
  field: string
  harvest_year: string
  is_repeated: boolean
  standing: string
  area: string | null
}

/**
 * What is odd about plantings that have just been entered, in words, by record: the same crop of one owner stands in its field already, or
 * what stands there of one harvest year needs more hectares than the field has. Both can be right (a field that was measured badly, a
 * strip sown again), so neither is refused.
 */
export async function crowdedFields(trx: Transaction, recordIds: string[]): Promise<Map<string, string[]>> {
  if (recordIds.length === 0) return new Map()
  const { rows } = await sql<Crowded>`
    select r.id, s.name as field, r.harvest_year, s.area_hectares as area, sum(coalesce(o.remaining_area_hectares, o.area_hectares, 0)) as standing,
      bool_or(o.id < r.id and o.owner_id = r.owner_id and o.commodity_id = r.commodity_id and o.type_id = r.type_id
        and lower(o.variety) = lower(r.variety)) as is_repeated
    from records r
    join storages s on s.id = r.storage_id
    join records o on o.storage_id = r.storage_id and o.keeper_id = r.keeper_id and o.source = 'planting'
      and o.harvest_year = r.harvest_year
    where r.id = any(${recordIds}::uuid[]) and r.source = 'planting'
    group by r.id, s.id`.execute(trx)
  return new Map(rows.map((row) => [row.id, sayCrowded(row)]))
}

function sayCrowded({ field, harvest_year, is_repeated, standing, area }: Crowded): string[] {
  const available = squareMetres(area ?? 0)
  const needed = squareMetres(standing)
  return [
    ...(is_repeated
      ? [`“${field}” has this crop of ${harvest_year} already: check that it was not entered twice.`]
      : []),
    ...(available > 0 && needed > available
      ? [
          `The plantings of ${harvest_year} in “${field}” add up to ${sayArea(needed)}; the field has ${sayArea(available)}.`,
        ]
      : []),
  ]
}

/** Adds to the outcomes of rows that have made a planting what is odd about its field. */
export async function tellCrowding<Outcome extends { status: string; id?: string; message?: string[] }>(
  trx: Transaction,
  outcomes: Outcome[],
): Promise<Outcome[]> {
  const made = outcomes.flatMap(({ status, id }) => (status === 'success' && id ? [id] : []))
  const crowded = await crowdedFields(trx, made)
  return outcomes.map((outcome) => {
    const told = outcome.status === 'success' ? (crowded.get(outcome.id ?? '') ?? []) : []
    return told.length === 0 ? outcome : { ...outcome, message: [...(outcome.message ?? []), ...told] }
  })
}
