import { sql, type RawBuilder } from 'kysely'

/**
 * What lay in records just before facts, in grams, as a subquery with the columns `id` and `grams`. `facts` is a query of
 * `id`, `record_id` and `effective_at`, all of the records `recordIds`. Of facts of one instant each is told what the ones
 * entered before it left. It reads each record's entries once and not once a fact: for thousands of facts.
 *
 * @param since for each record a moment before which there are no facts, so that nothing of what came before it is read
 */
export function balancesBeforeFacts(
  recordIds: string[],
  facts: RawBuilder<unknown>,
  since: (Date | null)[] = recordIds.map(() => null),
): RawBuilder<{ id: number; grams: number }> {
  const concerned = sql`unnest(${recordIds}::uuid[], ${since}::timestamptz[]) as concerned (id, since)`
  return sql`(
    select id, coalesce(before, 0)::bigint as grams from (
      select id, sum(grams) over (
        partition by record_id order by effective_at, fact_id groups between unbounded preceding and 1 preceding
      ) as before
      from (
        select id, record_id, effective_at, id as fact_id, 0 as grams from (${facts}) asked
        union all
        select null, id, '-infinity', 0, ledger_balance_at(id, since - interval '1 microsecond') from ${concerned} where since is not null
        union all
        select null, e.destination_record_id, e.effective_at, e.fact_id, e.grams from ${concerned}
        join ledger_entries e on e.destination_record_id = concerned.id and e.effective_at >= coalesce(concerned.since, '-infinity')
        union all
        select null, e.source_record_id, e.effective_at, e.fact_id, -e.grams from ${concerned}
        join ledger_entries e on e.source_record_id = concerned.id and e.effective_at >= coalesce(concerned.since, '-infinity')
      ) facts_and_entries
    ) running where id is not null) balances`
}
