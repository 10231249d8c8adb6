import { sql, type RawBuilder } from 'kysely'

/**
 * What lay in records just before facts, in grams, as a subquery with the columns `id` and `grams`. `facts` is a query of
 * `id`, `record_id` and `effective_at`, all of the records `recordIds`. Of facts of one instant each is told what the ones
 * entered before it left. It reads each record's entries once and not once a fact: for thousands of facts.
 */
export function balancesBeforeFacts(
  recordIds: string[],
  facts: RawBuilder<unknown>,
): RawBuilder<{ id: number; grams: number }> {
  return sql`(
    select id, coalesce(before, 0)::bigint as grams from (
      select id, sum(grams) over (
        partition by record_id order by effective_at, fact_id groups between unbounded preceding and 1 preceding
      ) as before
      from (
        select id, record_id, effective_at, id as fact_id, 0 as grams from (${facts}) asked
        union all
        select null, destination_record_id, effective_at, fact_id, grams from ledger_entries
        where destination_record_id = any(${recordIds}::uuid[])
        union all
        select null, source_record_id, effective_at, fact_id, -grams from ledger_entries
        where source_record_id = any(${recordIds}::uuid[])
      ) facts_and_entries
    ) running where id is not null) balances`
}
