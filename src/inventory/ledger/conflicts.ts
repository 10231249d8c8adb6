import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { sayDate } from '../../kernel/time.ts'
import { kilogramsFromGrams, sayWeight } from '../../kernel/weight.ts'
import {
  findConflicts,
  findExceeded,
  type BayConflict,
  type BayPlan,
  type ConflictKind,
  type IntakeLimit,
} from './conflict-rules.ts'
import { isStandingFrom } from './spans.ts'

/** A conflict as the wire shows it; weights in kilograms. */
export interface ConflictWire {
  kind: ConflictKind
  storageId: string
  substorageId: number
  recordId: string
  movementId: number
  movementDateUTC: string
  weight: number
  message: string
}

/** A conflict with what people call the parcel and the place, and the zone in which they name days. */
export interface NamedConflict extends BayConflict {
  recordName: string
  bayName: string
  timeZone: string
}

const sentences: Record<ConflictKind, (weight: string, on: string, record: string, bay: string) => string> = {
  overdrawn: (weight, on, record, bay) =>
    `${on}, ${weight} more would leave “${record}” in ${bay} than is there.`,
  over_capacity: (weight, on, _record, bay) => `${on}, ${bay} is over its capacity by ${weight}.`,
  incompatible: (weight, on, record, bay) =>
    `${on}, ${weight} of “${record}” would lie in ${bay} with stock that it may not be mixed with.`,
  contract_exceeded: (weight, on, record, bay) =>
    `${on}, “${record}” in ${bay} exceeds its storage contract by ${weight}.`,
}

export function conflictToWire(conflict: NamedConflict): ConflictWire {
  const { recordName, bayName, timeZone } = conflict
  const on = `On ${sayDate(conflict.at, timeZone)}`
  return {
    kind: conflict.kind,
    storageId: conflict.storageId,
    substorageId: conflict.bayId,
    recordId: conflict.recordId,
    movementId: conflict.movementId,
    movementDateUTC: conflict.at.toISOString(),
    weight: kilogramsFromGrams(conflict.grams),
    message: sentences[conflict.kind](sayWeight(conflict.grams), on, recordName, bayName),
  }
}

interface BayRow {
  bay_id: number
  storage_id: string
  bay_name: string
  time_zone: string
  record_names: Record<string, string>
  capacities: [commodityId: number, grams: number][]
  records: [
    recordId: string,
    commodityId: number,
    balanceGrams: number,
    lastFactId: number | null,
    lastAt: number | null,
  ][]
  plan: [at: number, factId: number, recordId: string, grams: number][]
}

/**
 * The conflicts of bays, now and along their plans, earliest first; `limits` are those of agreements that stock of
 * these bays came in under. One statement, whose cost goes with what lies there and what is planned, and not with what has
 * happened. Locks nothing.
 */
export async function conflictsOfBays(
  db: Kysely<Tables>,
  bayIds: number[],
  now: Date,
  limits: IntakeLimit[],
): Promise<NamedConflict[]> {
  if (bayIds.length === 0) return []
  const { rows } = await sql<BayRow>`
    select bays.id as bay_id, bays.storage_id, storages.name || ', ' || bays.name as bay_name, keeper.time_zone,
      (select coalesce(jsonb_object_agg(r.id, r.name), '{}')
        from ledger_spans span join records r on r.id = span.record_id
        where span.bay_id = bays.id and ${isStandingFrom(now)}) as record_names,
      (select coalesce(jsonb_agg(jsonb_build_array(c.commodity_id, c.capacity_grams)), '[]')
        from bay_capacities c where c.bay_id = bays.id) as capacities,
      (select coalesce(jsonb_agg(jsonb_build_array(r.id, r.commodity_id, standing.balance, last.fact_id, last.at) order by r.id), '[]')
        from ledger_spans span
        join records r on r.id = span.record_id
        join ledger_balances b on b.record_id = r.id
        cross join lateral (select ledger_balance_now(b, ${now}) as balance) standing
        left join lateral (
          select e.fact_id, (extract(epoch from e.effective_at) * 1000)::bigint as at from (
            (select fact_id, effective_at from ledger_entries where destination_record_id = r.id and effective_at <= ${now}
              order by effective_at desc, fact_id desc limit 1)
            union all
            (select fact_id, effective_at from ledger_entries where source_record_id = r.id and effective_at <= ${now}
              order by effective_at desc, fact_id desc limit 1)
          ) e order by e.effective_at desc, e.fact_id desc limit 1
        ) last on standing.balance <> 0
        where span.bay_id = bays.id and ${isStandingFrom(now)}
          and (standing.balance <> 0 or b.next_due_at is not null or b.settled_to > ${now})) as records,
      (select coalesce(jsonb_agg(jsonb_build_array(p.at, p.fact_id, p.record_id, p.grams) order by p.at, p.fact_id), '[]')
        from (
          select (extract(epoch from e.effective_at) * 1000)::bigint as at, e.fact_id, r.id as record_id, sum(e.grams)::bigint as grams
          from ledger_spans span join records r on r.id = span.record_id join ledger_balances b on b.record_id = r.id
          cross join lateral (
            select effective_at, fact_id, grams from ledger_entries
            where destination_record_id = r.id and effective_at > ${now}
            union all
            select effective_at, fact_id, -grams from ledger_entries
            where source_record_id = r.id and effective_at > ${now}
          ) e
          where span.bay_id = bays.id and ${isStandingFrom(now)} and (b.next_due_at is not null or b.settled_to > ${now})
          group by e.effective_at, e.fact_id, r.id
          having sum(e.grams) <> 0
        ) p) as plan
    from bays join storages on storages.id = bays.storage_id join organisations keeper on keeper.id = storages.organisation_id
    where bays.id = any(${bayIds}::bigint[])`.execute(db)
  const exceeded = limits.flatMap(findExceeded).filter(({ bayId }) => bayIds.includes(bayId))
  const named = new Map(rows.map((row) => [row.bay_id, row]))
  return [...rows.flatMap((row) => findConflicts(planOf(row), now.getTime())), ...exceeded]
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.movementId - b.movementId)
    .map((conflict) => {
      const bay = named.get(conflict.bayId)
      return {
        ...conflict,
        recordName: bay?.record_names[conflict.recordId] ?? '',
        bayName: bay?.bay_name ?? '',
        timeZone: bay?.time_zone ?? 'UTC',
      }
    })
}

function planOf(row: BayRow): BayPlan {
  return {
    bayId: row.bay_id,
    storageId: row.storage_id,
    capacityGramsByCommodity: new Map(row.capacities),
    records: row.records.map(([recordId, commodityId, balanceGrams, lastFactId, lastAt]) => ({
      recordId,
      commodityId,
      balanceGrams,
      lastFactId: lastFactId ?? 0,
      lastAt: lastAt ?? 0,
    })),
    plan: row.plan.map(([at, factId, recordId, grams]) => ({ at, factId, recordId, grams })),
  }
}
