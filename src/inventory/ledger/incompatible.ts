import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { incompatibleAfter, type Incompatible } from './conflict-rules.ts'

/** A fact that joins a record with stock that was set apart from it after it had been planned. */
export interface IncompatibleArrival {
  recordId: string
  factId: number
  effectiveAt: Date
}

/** Stock in some bays that lies, or is to lie, in a record that it is not like. */
export interface IncompatibleStock {
  arrivals: IncompatibleArrival[]
  /** The rest of it now, by record. */
  lying: Map<string, Incompatible>
}

/** Reads the rest of unlike stock that has come. Asks nothing where none has; otherwise the cost goes with the facts since then. */
export async function readIncompatible(
  db: Kysely<Tables>,
  arrivals: IncompatibleArrival[],
  now: Date,
): Promise<IncompatibleStock> {
  const come = arrivals.filter(({ effectiveAt }) => effectiveAt <= now)
  if (come.length === 0) return { arrivals, lying: new Map() }
  const { rows } = await sql<{
    record_id: string
    before_grams: number
    facts: [at: number, factId: number, grams: number][]
  }>`
    select first.record_id, ledger_balance_at(r.keeper_id, r.id, first.since - interval '1 millisecond') as before_grams, since.facts
    from (select record_id, min(since) as since
      from unnest(${come.map(({ recordId }) => recordId)}::uuid[], ${come.map(({ effectiveAt }) => effectiveAt)}::timestamptz[])
        as come (record_id, since) group by record_id) as first
    join records r on r.id = first.record_id
    cross join lateral (
      select jsonb_agg(jsonb_build_array((extract(epoch from effective_at) * 1000)::bigint, fact_id, grams) order by effective_at, fact_id) as facts
      from (
        select effective_at, fact_id, sum(grams)::bigint as grams from (
          select effective_at, fact_id, grams from ledger_entries
          where storer_id = r.keeper_id and destination_record_id = r.id and effective_at between first.since and ${now}
          union all
          select effective_at, fact_id, -grams from ledger_entries
          where storer_id = r.keeper_id and source_record_id = r.id and effective_at between first.since and ${now}
        ) entries group by effective_at, fact_id having sum(grams) <> 0
      ) facts
    ) since
    where since.facts is not null`.execute(db)
  const isIncompatible = incompatibleAmong(arrivals)
  const lying = rows.flatMap(({ record_id: recordId, before_grams: beforeGrams, facts }) => {
    const left = incompatibleAfter(
      beforeGrams,
      facts.map(([at, factId, grams]) => ({
        at,
        factId,
        recordId,
        grams,
        isIncompatible: isIncompatible(recordId, factId),
      })),
    )
    return left ? [[recordId, left] as const] : []
  })
  return { arrivals, lying: new Map(lying) }
}

/** Makes a test that is true if a fact joins a record as one of these. */
export function incompatibleAmong(
  arrivals: IncompatibleArrival[],
): (recordId: string, factId: number) => boolean {
  const keys = new Set(arrivals.map(({ recordId, factId }) => `${recordId} ${factId}`))
  return (recordId, factId) => keys.has(`${recordId} ${factId}`)
}
