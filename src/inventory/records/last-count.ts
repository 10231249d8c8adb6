import { sql, type RawBuilder } from 'kysely'
import Type, { type Static } from 'typebox'
import { described, orNull, WeightSchema } from '../../http/validate/schema.ts'
import { weightFromGrams, type WeightUnit } from '../../kernel/weight.ts'

/** When a parcel was last counted, and how far the book was out then. */
export const lastCountFields = {
  lastCountedAtUTC: Type.String({
    description:
      'When somebody last counted it; empty if nobody has. That a load emptied its bay is no count.',
  }),
  lastCountVariance: orNull(
    described(
      WeightSchema,
      'What that count found less what the book said, as far as is known by now of the time before it; negative was lost. Null if nobody has counted it.',
    ),
  ),
}
type LastCount = { [Key in keyof typeof lastCountFields]: Static<(typeof lastCountFields)[Key]> }

/** The columns of `lastCount`. */
export interface LastCountColumns {
  last_counted_at: Date | null
  last_count_grams: number | null
}

/**
 * The last count of record `r` by a moment, as a lateral join with the columns `at` and `grams`, both null where nobody has counted it.
 * Counts that movements make by emptying a bay are not among them.
 */
export function lastCount(at: Date): RawBuilder<unknown> {
  // `offset 0`: each count is asked by itself, latest first, and never joined to all adjustments that there are.
  return sql`(
    select last.effective_at as at, (
      select coalesce(sum(case when e.destination_record_id = last.record_id then e.grams else -e.grams end), 0)::bigint
      from ledger_entries e
      where e.storer_id = r.keeper_id and e.fact_id = last.fact_id and e.is_count and last.record_id in (e.source_record_id, e.destination_record_id)
    ) as grams
    from (
      select c.fact_id, c.record_id, c.effective_at from ledger_counts c
      where c.storer_id = r.keeper_id and c.record_id = r.id and c.withdrawn_at is null and c.effective_at <= ${at}
        and exists (select from adjustments a where a.storer_id = c.storer_id and a.id = c.fact_id offset 0)
      order by c.effective_at desc, c.fact_id desc limit 1
    ) last)`
}

/** In the unit that people read the parcel's weight in. */
export function lastCountToWire(
  { last_counted_at: at, last_count_grams: grams }: LastCountColumns,
  unit: WeightUnit,
): LastCount {
  return {
    lastCountedAtUTC: at?.toISOString() ?? '',
    lastCountVariance: at === null ? null : weightFromGrams(grams ?? 0, unit),
  }
}
