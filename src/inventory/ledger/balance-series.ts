import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { balanceAt, recordRow, recordsWithStockBetween } from './spans.ts'

/** The balances of a record at several instants, in their order, in grams. */
export type BalanceSeries = Map<string, number[]>

/**
 * The balances of all stock that an organisation owns or keeps at instants in ascending order, in one statement: what each record held at the first,
 * and what its entries changed between one and the next. Records that never held anything then are left out.
 */
export async function balanceSeries(
  db: Kysely<Tables>,
  organisationId: string,
  instants: Date[],
): Promise<BalanceSeries> {
  const [first] = instants
  const last = instants.at(-1)
  if (!first || !last) return new Map()
  // `width_bucket` counts a bound that is met; an entry of an instant belongs to it, and instants have whole milliseconds.
  const bounds = instants.map((instant) => new Date(instant.getTime() + 1))
  const { rows } = await sql<{
    record_id: string
    opening: number
    steps: [place: number, grams: number][] | null
  }>`
    select r.id as record_id, ${balanceAt(recordRow(sql`r`), first)} as opening, (
      select jsonb_agg(jsonb_build_array(step.place, step.grams)) from (
        select width_bucket(e.effective_at, ${bounds}::timestamptz[]) as place, sum(e.grams)::bigint as grams
        from (
          select effective_at, grams from ledger_entries where storer_id = r.keeper_id and destination_record_id = r.id and effective_at > ${first} and effective_at <= ${last}
          union all
          select effective_at, -grams from ledger_entries where storer_id = r.keeper_id and source_record_id = r.id and effective_at > ${first} and effective_at <= ${last}
        ) e group by 1
      ) step) as steps
    from records r
    where r.id = any(array(select record_id from ${recordsWithStockBetween(organisationId, first, last)} candidate))
      and r.source <> 'planting'`.execute(db)
  const series = rows.map(({ record_id, opening, steps }): [string, number[]] => {
    const changes = new Map(steps ?? [])
    let balance = opening
    return [record_id, instants.map((_instant, place) => (balance += changes.get(place) ?? 0))]
  })
  return new Map(series.filter(([, balances]) => balances.some((grams) => grams !== 0)))
}

/**
 * Builds a subquery of the balances in records before the instants of facts, in grams, with the columns `id` and `grams`. `facts` is
 * a query of `id`, `record_id` and `effective_at`, all of the records `recordIds`; `marksOf` one of `effective_at` and `fact_id` of one
 * record. An instant is one whole, but for its marks: facts after a mark start from the balance that all entries before it left. It reads
 * each record's entries once and not once a fact: for thousands of facts.
 *
 * @param since for each record a moment before which there are no facts, so that nothing of what came before it is read
 */
export function balancesBeforeFacts(
  recordIds: string[],
  facts: RawBuilder<unknown>,
  {
    since = recordIds.map(() => null),
    marksOf = liveCountsOf,
  }: { since?: (Date | null)[]; marksOf?: MarksOf } = {},
): RawBuilder<{ id: number; grams: number }> {
  const concerned = sql`(
      select r.keeper_id as storer_id, r.id, asked.since from unnest(${recordIds}::uuid[], ${since}::timestamptz[]) as asked (id, since)
      join records r on r.id = asked.id) as concerned`
  const isConcerned = (row: RawBuilder<unknown>, record: RawBuilder<unknown>) =>
    sql`${row}.${record} = concerned.id and ${row}.effective_at >= coalesce(concerned.since, '-infinity')`
  return sql`(
    select id, coalesce(before, 0)::bigint as grams from (
      select id, sum(grams) over (
        partition by record_id order by effective_at, stage groups between unbounded preceding and 1 preceding
      ) as before
      from (
        select *, coalesce(sum(mark) over (
          partition by record_id, effective_at order by fact_id groups between unbounded preceding and 1 preceding), 0) as stage
        from (
          select id, record_id, effective_at, id as fact_id, 0 as grams, 0 as mark from (${facts}) asked
          union all
          select null, concerned.id, mark.effective_at, mark.fact_id, 0, 1 from ${concerned}
          cross join lateral (${marksOf(sql`concerned.id`, sql`coalesce(concerned.since, '-infinity')`)}) mark
          union all
          select null, id, '-infinity', 0, ledger_balance_at(storer_id, id, since - interval '1 microsecond'), 0 from ${concerned} where since is not null
          union all
          select null, e.destination_record_id, e.effective_at, e.fact_id, e.grams, 0 from ${concerned}
          join ledger_entries e on e.storer_id = concerned.storer_id and ${isConcerned(sql`e`, sql`destination_record_id`)}
          union all
          select null, e.source_record_id, e.effective_at, e.fact_id, -e.grams, 0 from ${concerned}
          join ledger_entries e on e.storer_id = concerned.storer_id and ${isConcerned(sql`e`, sql`source_record_id`)}
        ) facts_and_entries
      ) staged
    ) running where id is not null) balances`
}

/** The marks that divide the instants of a record since a moment, as a query of `effective_at` and `fact_id`. Both are expressions. */
export type MarksOf = (record: RawBuilder<unknown>, since: RawBuilder<unknown>) => RawBuilder<unknown>

/** The counts in force: what comes after one finds what was counted. */
export const liveCountsOf: MarksOf = (record, since) => sql`select effective_at, fact_id from ledger_counts
  where record_id = ${record} and effective_at >= ${since} and withdrawn_at is null`

/** A stretch of a record's time; both ends are part of it. */
export interface Stretch {
  recordId: string
  from: Date
  to: Date
}

/** Effect of a fact on a record, and the balance before it and after it, in grams. */
export interface RunningBalance {
  grams: number
  beforeGrams: number
}

/**
 * Reads the effect of every fact of a stretch on its record, by record and fact. Facts are in order of time, those of one instant in
 * the order of entry; facts that were taken back have none.
 *
 * @example (await runningBalances(db, [{ recordId, from, to }]))(recordId, 4711) // { grams: -28_460_000, beforeGrams: 40_000_000 }
 */
export async function runningBalances(
  db: Kysely<Tables>,
  stretches: Stretch[],
): Promise<(recordId: string, factId: number) => RunningBalance | undefined> {
  const { rows } = await sql<{ record_id: string; fact_id: number; grams: number; before_grams: number }>`
    select id as record_id, fact_id, grams,
      (ledger_balance_at(storer_id, id, starts - interval '1 microsecond') + sum(grams) over (partition by id order by effective_at, fact_id) - grams)::bigint
        as before_grams
    from (
      select r.keeper_id as storer_id, r.id, told.starts, e.effective_at, e.fact_id, sum(e.grams)::bigint as grams
      from unnest(
        ${stretches.map(({ recordId }) => recordId)}::uuid[],
        ${stretches.map(({ from }) => from)}::timestamptz[],
        ${stretches.map(({ to }) => to)}::timestamptz[]
      ) as told (id, starts, ends)
      join records r on r.id = told.id
      cross join lateral (
        select effective_at, fact_id, grams from ledger_entries
        where storer_id = r.keeper_id and destination_record_id = r.id and effective_at between told.starts and told.ends
        union all
        select effective_at, fact_id, -grams from ledger_entries
        where storer_id = r.keeper_id and source_record_id = r.id and effective_at between told.starts and told.ends
      ) e
      group by r.keeper_id, r.id, told.starts, e.effective_at, e.fact_id
      -- Where it was before it was edited, it did nothing.
      having sum(e.grams) <> 0
    ) facts`.execute(db)
  const byFact = new Map(
    rows.map((row) => [
      `${row.record_id} ${row.fact_id}`,
      { grams: row.grams, beforeGrams: row.before_grams },
    ]),
  )
  return (recordId, factId) => byFact.get(`${recordId} ${factId}`)
}
