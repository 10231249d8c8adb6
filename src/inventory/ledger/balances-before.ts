import { sql, type RawBuilder } from 'kysely'

/**
 * What lay in records before the instants of facts, in grams, as a subquery with the columns `id` and `grams`. `facts` is a query of
 * `id`, `record_id` and `effective_at`, all of the records `recordIds`; `marksOf` one of `effective_at` and `fact_id` of one record. An
 * instant is one whole, but for its marks: what comes after a mark finds what all that was entered before it left. It reads each
 * record's entries once and not once a fact: for thousands of facts.
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
  const concerned = sql`unnest(${recordIds}::uuid[], ${since}::timestamptz[]) as concerned (id, since)`
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
          select null, id, '-infinity', 0, ledger_balance_at(id, since - interval '1 microsecond'), 0 from ${concerned} where since is not null
          union all
          select null, e.destination_record_id, e.effective_at, e.fact_id, e.grams, 0 from ${concerned}
          join ledger_entries e on ${isConcerned(sql`e`, sql`destination_record_id`)}
          union all
          select null, e.source_record_id, e.effective_at, e.fact_id, -e.grams, 0 from ${concerned}
          join ledger_entries e on ${isConcerned(sql`e`, sql`source_record_id`)}
        ) facts_and_entries
      ) staged
    ) running where id is not null) balances`
}

/** What parts the instants of a record since a moment, as a query of `effective_at` and `fact_id`. Both are expressions. */
export type MarksOf = (record: RawBuilder<unknown>, since: RawBuilder<unknown>) => RawBuilder<unknown>

/** The counts in force: what comes after one finds what was counted. */
export const liveCountsOf: MarksOf = (record, since) => sql`select effective_at, fact_id from ledger_counts
  where record_id = ${record} and effective_at >= ${since} and withdrawn_at is null`
